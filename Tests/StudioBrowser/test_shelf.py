"""The folder: files of other programs, presets of the library, sounds that are imported, and limits."""

import json

import pytest

from conftest import Studio, Window, taps
from test_exchange import beats


def names(window):
    return window.page.get_by_role("list", name="patterns").inner_text().split()


def wait_for_names(window, expected):
    for _ in range(500):
        if names(window) == expected:
            return
        window.page.wait_for_timeout(10)
    assert names(window) == expected


def test_the_list_follows_other_programs_and_other_windows(browser, studio, window, folder):
    (folder / "new.ahap").write_text(taps([0.1]))
    wait_for_names(window, ["new", "three"])
    other = Window(browser, studio, "three.ahap")
    other.page.keyboard.press("F4")
    other.wait("pattern.file === 'three 2.ahap'")
    wait_for_names(window, ["new", "three", "three", "2"])
    (folder / "new.ahap").unlink()
    wait_for_names(window, ["three", "three", "2"])
    other.close()


def test_the_comparison_offers_new_files_and_leaves_deleted_ones(window, folder):
    (folder / "two.ahap").write_text(taps([0.1]))
    wait_for_names(window, ["three", "two"])
    window.page.keyboard.press("c")
    menu = window.page.get_by_label("file of A")
    window.wait("document.querySelector('[aria-label=\"file of A\"]').options.length === 2")
    menu.select_option("two.ahap")
    window.wait("document.querySelector('[aria-label=\"file of A\"]').value === 'two.ahap'")
    window.page.keyboard.press("F4")
    window.wait("pattern.file === 'three 2.ahap'")
    window.wait("[...document.querySelector('[aria-label=\"file of A\"]').options].some(({value}) => value === 'three 2.ahap')")
    (folder / "two.ahap").unlink()
    window.wait("document.querySelector('[aria-label=\"file of A\"]').value === 'three 2.ahap'")
    window.wait("![...document.querySelector('[aria-label=\"file of B\"]').options].some(({value}) => value === 'two.ahap')")


def test_patterns_of_the_library_are_presets(browser, folder, tmp_path):
    library = tmp_path / "library"
    library.mkdir()
    text = json.dumps({"Version": 1, "Metadata": {"Description": "a drum roll"}, "Own": 1, "Pattern": [
        {"Event": {"Time": 0, "EventType": "HapticTransient"}}]})
    (library / "roll.ahap").write_text(text)
    (library / "broken.ahap").write_text("{")
    studio = Studio(folder, tmp_path / "state", HAPTIC_PATTERNS=str(library))
    window = Window(browser, studio, "three.ahap")
    window.page.get_by_text("Presets", exact=True).click()
    presets = window.page.get_by_role("list", name="presets")
    assert presets.get_by_role("button", name="broken").count() == 0
    presets.get_by_role("button", name="roll").focus()
    window.page.keyboard.press("Enter")
    window.wait("pattern.file === 'roll.ahap' && pattern.rows.length === 1")
    assert (folder / "roll.ahap").read_text() == text
    refused = window.ask("studio.connection.ask('library', { ask: 'start', file: 'x.ahap', preset: '../three' })"
                         ".then(() => '', (error) => error.message)")
    assert "no preset" in refused
    window.close()
    studio.kill()


def test_a_sound_is_imported_with_a_button(window, folder, tmp_path):
    beats(tmp_path / "new.wav", [0.5])
    with window.page.expect_file_chooser() as chooser:
        button = window.page.get_by_role("button", name="Import a sound")
        button.focus()
        window.page.keyboard.press("Enter")
    chooser.value.set_files(tmp_path / "new.wav")
    window.wait("pattern?.file === 'new.ahap' && pattern.rows.length > 0")
    assert (folder / "new.wav").read_bytes() == (tmp_path / "new.wav").read_bytes()


@pytest.mark.parametrize("content", [b"", b"RIFF", b"not a sound at all" * 100])
def test_what_is_not_a_sound_is_refused_and_leaves_no_file(window, folder, tmp_path, content):
    (tmp_path / "bad.wav").write_bytes(content)
    with window.page.expect_file_chooser() as chooser:
        window.page.get_by_role("button", name="Import a sound").click()
    chooser.value.set_files(tmp_path / "bad.wav")
    window.page.get_by_text("bad.wav is not imported").wait_for()
    assert sorted(path.name for path in folder.iterdir()) == ["three.ahap"]


def test_a_pause_of_more_than_a_day_is_refused(window, folder):
    before = (folder / "three.ahap").read_bytes()
    window.page.get_by_label("name of a new pattern").fill("never")
    window.page.get_by_label("notation of the new pattern").fill("tap, rest 100000s, tap")
    window.page.keyboard.press("Enter")
    window.page.get_by_text("a day, 86400 s, is the longest").wait_for()
    assert not (folder / "never.ahap").exists()
    box = window.page.get_by_role("textbox", name="notation", exact=True)
    box.fill("tap, rest 100000s, tap")
    window.page.get_by_text("Insert at the cursor").click()
    window.page.get_by_role("region", name="notation").get_by_text("is the longest").wait_for()
    assert (folder / "three.ahap").read_bytes() == before


def test_a_pattern_that_is_longer_already_can_be_shortened(browser, studio, folder):
    (folder / "long.ahap").write_text(taps([0, 100_000]))
    window = Window(browser, studio, "long.ahap")
    window.page.mouse.click(*window.place(0, 0.6))
    window.page.keyboard.press("d")
    window.wait("pattern.rows.length === 3")
    window.page.keyboard.press("Control+a")
    window.page.keyboard.press("x")
    window.page.keyboard.type("10")
    window.page.keyboard.press("Enter")
    window.wait("pattern.seconds === 10")
    window.close()
