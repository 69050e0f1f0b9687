"""Names of models in this process."""

from games.llm.model_names import name_of


def folder_of(path, config: str = "{}", weights: bytes = b"w"):
    path.mkdir(parents=True)
    (path / "config.json").write_text(config)
    (path / "model.safetensors").write_bytes(weights)
    return str(path)


def test_a_hub_name_is_kept():
    assert name_of("owner/tiny-model") == "owner/tiny-model"


def test_another_revision_of_a_hub_s_model_has_another_name():
    assert name_of("owner/tiny-model", "abc123") == "owner/tiny-model@abc123"


def test_a_folder_is_called_by_its_last_part_and_a_hash(tmp_path):
    name, _, digest = name_of(folder_of(tmp_path / "tiny")).partition("@")
    assert (name, len(digest)) == ("tiny", 8)


def test_copies_of_one_model_have_one_name(tmp_path):
    assert name_of(folder_of(tmp_path / "a" / "tiny")) == name_of(
        folder_of(tmp_path / "b" / "tiny")
    )


def test_other_models_in_folders_of_one_name_have_other_names(tmp_path):
    plain = name_of(folder_of(tmp_path / "a" / "tiny"))
    assert plain != name_of(folder_of(tmp_path / "b" / "tiny", config='{"layers": 2}'))
    assert plain != name_of(folder_of(tmp_path / "c" / "tiny", weights=b"larger"))
