"""Static files are collected once per version and copied by every data folder."""

import json
import os
from pathlib import Path
from threading import Thread

import pytest
from django.contrib.staticfiles.finders import FileSystemFinder
from pytest_django import Settings

from density.assets import collecting, storage

NAME = "extra/sheet.css"
RED, GREEN = "p { color: red }", "p { color: forestgreen }"


@pytest.fixture
def source(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only static file of an installation."""
    finder = f"{FileSystemFinder.__module__}.{FileSystemFinder.__name__}"
    settings.STATICFILES_FINDERS = [finder]
    settings.STATICFILES_DIRS = [tmp_path / "sources"]
    monkeypatch.setattr(collecting, "KEPT", tmp_path / "kept")
    path = tmp_path / "sources" / NAME
    path.parent.mkdir(parents=True)
    path.write_text(RED)
    return path


def make_data_folder(folder: Path) -> Path:
    """Make a data folder."""
    folder.mkdir()
    return folder


def served_file(folder: Path) -> Path:
    """Return the file that pages of this data folder load."""
    manifest = json.loads((folder / "static" / "staticfiles.json").read_text())
    found: Path = folder / "static" / manifest["paths"][NAME]
    return found


def test_a_second_start_and_a_second_folder_collect_nothing(source: Path, tmp_path: Path) -> None:
    one, two = make_data_folder(tmp_path / "one"), make_data_folder(tmp_path / "two")
    assert collecting.collect_static(one)
    assert not collecting.collect_static(one)
    assert served_file(one).read_text() == RED
    kept = next(collecting.KEPT.rglob(served_file(one).name))
    kept.write_text(GREEN)
    assert collecting.collect_static(two)
    assert served_file(two).read_text() == GREEN


def test_a_changed_file_is_collected_again(source: Path, tmp_path: Path) -> None:
    folder = make_data_folder(tmp_path / "one")
    collecting.collect_static(folder)
    before = served_file(folder)
    source.write_text(GREEN)
    assert collecting.collect_static(folder)
    assert served_file(folder).read_text() == GREEN
    assert before.read_text() == RED  # for pages that are open


def test_of_former_versions_only_the_last_is_kept(source: Path, tmp_path: Path) -> None:
    folder = make_data_folder(tmp_path / "one")
    for text in (RED, GREEN, "p { color: blue }", "p { color: olive }"):
        source.write_text(text)
        collecting.collect_static(folder)
    assert len(list(collecting.KEPT.iterdir())) == 2


def test_of_two_starts_at_once_the_second_waits_for_the_files_of_the_first(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collect = storage.HashedStorage.collect
    collected: list[str] = []
    one, two = make_data_folder(tmp_path / "one"), make_data_folder(tmp_path / "two")
    second = Thread(target=collecting.collect_static, args=(two,))

    def collect_beside(own: storage.HashedStorage) -> None:
        """Collect while a second start begins."""
        collected.append(own.location)
        if len(collected) == 1:
            second.start()
        collect(own)

    monkeypatch.setattr(storage.HashedStorage, "collect", collect_beside)
    assert collecting.collect_static(one)
    second.join()
    assert served_file(one).read_text() == served_file(two).read_text() == RED
    assert len(collected) == len(list(collecting.KEPT.iterdir())) == 1


def test_a_killed_start_leaves_nothing_and_does_not_count_as_a_version(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_data_folder(tmp_path / "one")
    collecting.collect_static(folder)
    (former,) = collecting.KEPT.iterdir()

    def end_midway(own: storage.HashedStorage) -> None:
        """Write a file and end, as a killed process does."""
        Path(own.location, "half.css").write_text(RED)
        raise KeyboardInterrupt

    source.write_text(GREEN)
    with monkeypatch.context() as patched:
        patched.setattr(storage.HashedStorage, "collect", end_midway)
        with pytest.raises(KeyboardInterrupt):
            collecting.collect_static(folder)
    collecting.collect_static(folder)
    assert served_file(folder).read_text() == GREEN
    assert former in collecting.KEPT.iterdir()
    assert len(list(collecting.KEPT.iterdir())) == 2
    assert not list(collecting.KEPT.rglob("half.css"))


@pytest.mark.parametrize("rights", [0o777, 0o750])
def test_files_where_others_may_go_are_not_taken(rights: int, source: Path, tmp_path: Path) -> None:
    collecting.collect_static(make_data_folder(tmp_path / "one"))
    for path in collecting.KEPT.rglob("*.css"):
        path.write_text("p { display: none }")
    collecting.KEPT.chmod(rights)
    two = make_data_folder(tmp_path / "two")
    assert collecting.collect_static(two)
    assert served_file(two).read_text() == RED


def test_code_of_another_user_is_served_from_the_data_folder(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.geteuid() == 0:
        collecting.KEPT.mkdir(mode=0o700)
        os.chown(collecting.KEPT, 65534, 65534)
    else:
        (tmp_path / "code").mkdir(mode=0o500)
        monkeypatch.setattr(collecting, "KEPT", tmp_path / "code" / "kept")
    folder = make_data_folder(tmp_path / "one")
    assert collecting.collect_static(folder)
    assert not collecting.collect_static(folder)
    assert served_file(folder).read_text() == RED


def test_files_that_an_interrupted_start_left_are_made_whole(source: Path, tmp_path: Path) -> None:
    one = make_data_folder(tmp_path / "one")
    collecting.collect_static(one)
    for name in ("staticfiles.json", served_file(one).relative_to(one / "static")):
        (one / "static" / name).unlink()
    (one / "static-files").unlink()
    assert collecting.collect_static(one)
    assert served_file(one).read_text() == RED
