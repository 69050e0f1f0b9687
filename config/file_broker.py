"""The file transport of the embedded default, with messages that appear whole or not at all.

kombu's own opens a message under its final name and fills it afterwards; a consumer that looks
in between takes an empty file and stops at it.
"""

import uuid
from pathlib import Path
from time import monotonic
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    def _put(  # type: ignore[override]  # kombu's own file channel calls the message so
        self, queue: str, payload: object, **kwargs: Any
    ) -> None:
        """Write the message under a name that no consumer looks for, then give it its own."""
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        folder = Path(self.data_folder_out)
        unfinished = folder / f"{name}.unfinished"
        unfinished.write_text(dumps(payload))
        unfinished.rename(folder / name)


class Transport(filesystem.Transport):
    Channel = Channel

    @property
    def default_connection_params(self) -> dict[str, Any]:
        """Without a host: kombu warns where it has to put one in, and files have none."""
        return {}
