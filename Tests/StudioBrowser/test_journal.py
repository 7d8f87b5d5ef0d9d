"""The journal of a file does not grow forever."""

from conftest import Window


def test_a_long_journal_is_written_again_and_keeps_every_step(browser, studio, folder, tmp_path):
    before = (folder / "three.ahap").read_bytes()
    window = Window(browser, studio, "three.ahap")
    for revision in (2, 3):
        window.page.keyboard.press("t")
        window.wait(f"pattern.rows.length === {revision + 2}")
    after = (folder / "three.ahap").read_bytes()
    window.close()
    studio.kill()
    # Years of undoing and redoing.
    (journal,) = (tmp_path / "state/haptic-studio").glob("three.ahap-*.jsonl")
    with journal.open("a") as file:
        file.write('{"undo":{}}\n{"redo":{}}\n' * 200_000)
        file.write('{"saved":{}}\n')
    studio.start()
    window = Window(browser, studio, "three.ahap")
    assert journal.stat().st_size < 10_000
    assert (folder / "three.ahap").read_bytes() == after
    # A change that is made afterward, and all steps before, are undone.
    window.page.keyboard.press("t")
    window.wait("pattern.rows.length === 6")
    for rows in (5, 4, 3):
        window.page.keyboard.press("Control+z")
        window.wait(f"pattern.rows.length === {rows}")
    assert (folder / "three.ahap").read_bytes() == before
    window.page.keyboard.press("Control+y")
    window.wait("pattern.rows.length === 4")
    window.close()
