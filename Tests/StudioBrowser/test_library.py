"""The patterns of the folder with their sketches, the search, and the presets."""

import json

import pytest

from conftest import Window, taps


def names(window):
    return window.page.get_by_role("list", name="patterns").get_by_role("button").all_inner_texts()


def ink(window, name):
    """Returns the number of pixels of a sketch that are not its ground."""
    return window.page.get_by_role("button", name=name, exact=True).locator("canvas").evaluate("""(canvas) => {
      const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      const pixels = new Uint32Array(data.buffer);
      return pixels.filter((pixel) => pixel !== pixels[0]).length;
    }""")


def wait_for_ink(window, name, more_than=0):
    for _ in range(500):
        count = ink(window, name)
        if count > more_than:
            return count
        window.page.wait_for_timeout(10)
    raise AssertionError(f"{name} is not sketched")


def test_sketches_follow_the_patterns(window):
    before = wait_for_ink(window, "three")
    window.page.mouse.click(*window.place(0.5, 0.6))
    for _ in range(8):
        window.page.keyboard.press("Shift+ArrowUp")
    assert wait_for_ink(window, "three", before) > before


def test_the_search_finds_patterns_and_presets(browser, studio, folder):
    (folder / "sword.ahap").write_text(taps([0.1]))
    window = Window(browser, studio, "three.ahap")
    assert names(window) == ["sword", "three"]
    window.page.keyboard.press("/")
    window.page.keyboard.type("SWO")
    assert names(window) == ["sword"]
    window.page.get_by_label("search files and presets").fill("soft")
    window.page.get_by_text("Presets", exact=True).click()
    assert "impact.soft" in window.page.get_by_role("list", name="presets").inner_text()
    assert names(window) == []
    window.close()


def test_a_preset_begins_a_new_pattern(window, folder):
    window.page.get_by_text("Presets", exact=True).click()
    presets = window.page.get_by_role("list", name="presets")
    presets.get_by_role("button", name="impact.heavy").click()
    window.wait("pattern.file === 'impact.heavy.ahap' && pattern.rows.length > 0")
    assert json.loads((folder / "impact.heavy.ahap").read_text())["Pattern"]
    # A second one gets a free name, and a name that was typed is used.
    presets.get_by_role("button", name="impact.heavy").click()
    window.wait("pattern.file === 'impact.heavy 2.ahap'")
    window.page.keyboard.press("Escape")
    window.ask("document.activeElement.blur()")
    window.page.keyboard.press("w")
    window.page.keyboard.type("mine")
    presets.get_by_role("button", name="impact.heavy").click()
    window.wait("pattern.file === 'mine.ahap'")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_an_empty_folder_offers_presets(browser, studio, folder, scheme):
    (folder / "three.ahap").unlink()
    page = browser.new_page(color_scheme=scheme)
    page.goto(studio.url)
    page.get_by_text("No patterns yet").wait_for()
    page.get_by_role("list", name="presets").get_by_role("button").first.click()
    page.get_by_role("list", name="patterns").get_by_role("button").first.wait_for()
    assert not page.get_by_text("No patterns yet").is_visible()
    assert len(list(folder.glob("*.ahap"))) == 1
    page.close()


def test_a_new_pattern_begins_with_a_notation(window, folder):
    window.page.get_by_label("name of a new pattern").fill("buzzing")
    window.page.get_by_label("notation of the new pattern").fill("buzz 1s 0.4/0.2, tap")
    window.page.keyboard.press("Enter")
    window.wait("pattern.file === 'buzzing.ahap' && pattern.rows.length === 2")


def test_a_file_is_duplicated_renamed_deleted_and_restored(window, folder):
    text = (folder / "three.ahap").read_bytes()
    window.page.keyboard.press("F4")
    window.wait("pattern.file === 'three 2.ahap' && pattern.sound")
    assert (folder / "three 2.ahap").read_bytes() == text
    window.page.keyboard.press("F2")
    window.page.keyboard.type("other")
    window.page.keyboard.press("Enter")
    window.wait("pattern.file === 'other.ahap' && pattern.sound")
    assert sorted(path.name for path in folder.glob("*.ahap")) == ["other.ahap", "three.ahap"]
    window.ask("document.activeElement.blur()")
    window.page.keyboard.press("F9")
    window.page.get_by_text("other.ahap is deleted").wait_for()
    assert not (folder / "other.ahap").exists()
    window.page.get_by_role("button", name="Restore").click()
    window.page.get_by_role("button", name="other", exact=True).wait_for()
    assert (folder / "other.ahap").read_bytes() == text


def test_a_renamed_file_keeps_its_history(window, folder):
    text = (folder / "three.ahap").read_bytes()
    window.page.mouse.click(*window.place(0.5, 0.6))
    window.page.keyboard.press("Delete")
    window.wait("pattern.rows.length === 2")
    window.page.keyboard.press("F2")
    window.page.keyboard.type("two")
    window.page.keyboard.press("Enter")
    window.wait("pattern.file === 'two.ahap' && pattern.rows.length === 2")
    window.ask("document.activeElement.blur()")
    window.page.keyboard.press("Control+z")
    window.wait("pattern.rows.length === 3")
    assert (folder / "two.ahap").read_bytes() == text


def test_a_file_is_not_renamed_over_another_one(browser, studio, folder):
    (folder / "one.ahap").write_text(taps([0.1]))
    before = (folder / "one.ahap").read_bytes()
    window = Window(browser, studio, "three.ahap")
    window.page.keyboard.press("F2")
    window.page.keyboard.type("one")
    window.page.keyboard.press("Enter")
    window.page.get_by_text("exists already").wait_for()
    assert (folder / "one.ahap").read_bytes() == before
    assert (folder / "three.ahap").exists()
    window.close()


def test_a_deleted_file_is_closed_and_every_deletion_can_be_taken_back(browser, studio, folder):
    (folder / "two.ahap").write_text(taps([0.1, 0.2]))
    text = (folder / "three.ahap").read_bytes()
    window = Window(browser, studio, "three.ahap")
    window.page.keyboard.press("F9")
    window.wait("pattern?.file === 'two.ahap' && pattern.rows.length === 2")
    window.page.keyboard.press("F9")
    window.page.get_by_text("two.ahap is deleted").wait_for()
    window.page.get_by_text("No patterns yet").wait_for()
    # Nothing is open, so keys write nothing.
    window.page.keyboard.press("F9")
    window.page.keyboard.press("t")
    assert window.page.get_by_role("button", name="Restore").count() == 2
    assert list(folder.glob("*.ahap")) == []
    window.page.get_by_role("button", name="Restore").first.click()
    window.wait("pattern?.file === 'three.ahap' && pattern.rows.length === 3")
    assert (folder / "three.ahap").read_bytes() == text
    assert window.page.get_by_role("button", name="Restore").count() == 1
    window.close()


def test_the_address_is_followed(browser, studio, folder):
    (folder / "two.ahap").write_text(taps([0.1, 0.2]))
    window = Window(browser, studio, "three.ahap")
    window.page.evaluate("location.hash = 'two.ahap'")
    window.wait("pattern.file === 'two.ahap' && pattern.rows.length === 2")
    window.page.go_back()
    window.wait("pattern.file === 'three.ahap' && pattern.rows.length === 3")
    # An address that cannot be followed is corrected.
    window.page.evaluate("location.hash = 'missing.ahap'")
    window.wait("location.hash === '#three.ahap' && !document.querySelector('.notice').hidden")
    window.close()


def test_the_first_file_that_can_be_read_is_opened(browser, studio, folder):
    (folder / "broken.ahap").write_bytes(b"\xff\xfe{")
    window = Window(browser, studio, "")
    assert window.ask("pattern.file") == "three.ahap"
    window.close()


def test_duplicate_can_be_clicked_again_and_copies_follow_their_originals(window):
    button = window.page.get_by_role("button", name="Duplicate").bounding_box()
    for count in (2, 3):
        window.page.mouse.click(button["x"] + 20, button["y"] + 10)
        window.wait(f"pattern.file === 'three {count}.ahap'")
    assert [name.strip() for name in names(window)] == ["three", "three 2", "three 3"]
