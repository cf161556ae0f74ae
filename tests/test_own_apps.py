"""The files of the apps that the collection of texts and static files reads."""

from pathlib import Path

from density.assets import own_apps


def test_what_editors_leave_beside_a_file_is_not_read(tmp_path: Path) -> None:
    for name in ("b.html", "a.html", "a.html~", ".a.html.swp", ".hidden.html", "note.md"):
        (tmp_path / name).touch()
    (tmp_path / ".#a.html").symlink_to("nowhere")
    (tmp_path / "folder.html").mkdir()
    assert [file.name for file in own_apps.list_files(tmp_path, ".html")] == ["a.html", "b.html"]
