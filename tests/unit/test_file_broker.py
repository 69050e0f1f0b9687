"""The file transport: a message is taken whole or not at all."""

import threading
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from config.file_broker import Transport


def connection(folder) -> Connection:
    for name in ("messages", "control"):
        (folder / name).mkdir(exist_ok=True)
    options = {
        "data_folder_in": str(folder / "messages"),
        "data_folder_out": str(folder / "messages"),
        "control_folder": str(folder / "control"),
    }
    return Connection("filesystem://", transport=Transport, transport_options=options)


def take_all(channel, count: int, taken: list[Any]) -> None:
    while len(taken) < count:
        try:
            taken.append(channel._get("q"))
        except Empty:
            continue


def test_a_consumer_that_looks_all_the_time_takes_every_message_whole(tmp_path):
    sending, receiving = connection(tmp_path), connection(tmp_path)
    taken: list[Any] = []
    consumer = threading.Thread(target=take_all, args=(receiving.default_channel, 500, taken))
    consumer.start()
    for number in range(500):
        sending.default_channel._put("q", {"number": number, "filler": "x" * 2000})
    consumer.join(timeout=30)
    assert sorted(message["number"] for message in taken) == list(range(500))


def test_a_consumer_that_looks_while_a_message_is_written_finds_nothing(tmp_path, monkeypatch):
    sending, receiving = connection(tmp_path), connection(tmp_path)
    named = Path.rename

    def look_before_it_has_its_name(unfinished: Path, name: Path) -> Path:
        with pytest.raises(Empty):
            receiving.default_channel._get("q")
        return named(unfinished, name)

    monkeypatch.setattr(Path, "rename", look_before_it_has_its_name)
    sending.default_channel._put("q", {"a": 1})
    assert receiving.default_channel._get("q") == {"a": 1}


def test_nothing_is_left_behind(tmp_path):
    channel = connection(tmp_path).default_channel
    channel._put("q", {"a": 1})
    assert channel._get("q") == {"a": 1}
    assert list((tmp_path / "messages").iterdir()) == []


def test_files_have_no_host_to_warn_of(tmp_path, caplog):
    assert connection(tmp_path).info()["transport"]
    assert "hostname" not in caplog.text
