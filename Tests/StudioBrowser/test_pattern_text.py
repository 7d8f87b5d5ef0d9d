"""Pattern files that are not valid: their text, with the mouse and with the keyboard alone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import Window, taps

VALID = taps([0.2, 0.5])
BROKEN = VALID.replace('"Version": 1,', '"Version": 1')


class TextWindow(Window):
    """A page that shows the text of a pattern."""

    ready = "studio.phone.scenario?.state.errors.length > 0 && !studio.phone.hidden"


@pytest.fixture
def text(browser, studio, folder):
    (folder / "two.ahap").write_text(BROKEN)
    window = TextWindow(browser, studio, "two.ahap")
    yield window
    window.close()


def test_the_mouse_mends_a_pattern_and_undo_goes_back(text, folder):
    page = text.page
    page.get_by_role("button", name="line ").first.click()
    box = page.get_by_label("text of the file")
    assert box.input_value() == BROKEN
    box.fill(VALID)
    page.get_by_role("button", name="Save the text").click()
    text.wait("studio.phone.hidden && pattern?.rows.length === 2")
    assert (folder / "two.ahap").read_text() == VALID
    page.get_by_label("undo", exact=True).click()
    text.wait("!studio.phone.hidden && studio.phone.scenario.state.errors.length > 0")
    assert (folder / "two.ahap").read_text() == BROKEN and box.input_value() == BROKEN
    page.get_by_label("redo", exact=True).click()
    text.wait("studio.phone.hidden && pattern?.rows.length === 2 && pattern.sound")
    # The timeline works as ever.
    page.keyboard.press("t")
    text.wait("pattern.rows.length === 3")
    assert page.locator(".notice").is_hidden()


def test_the_keyboard_alone_mends_a_pattern_and_undo_goes_back(text, folder):
    keyboard = text.page.keyboard
    keyboard.press("r")
    assert text.ask("document.activeElement.tagName") == "TEXTAREA"
    keyboard.press("Control+Home")
    keyboard.press("ArrowDown")
    keyboard.press("End")
    keyboard.type(",")
    keyboard.press("Control+Enter")
    text.wait("studio.phone.hidden && pattern?.rows.length === 2")
    assert (folder / "two.ahap").read_text() == VALID
    keyboard.press("Control+z")
    text.wait("!studio.phone.hidden && studio.phone.scenario.state.errors.length > 0")
    assert (folder / "two.ahap").read_text() == BROKEN
    keyboard.press("Control+y")
    text.wait("studio.phone.hidden && pattern?.rows.length === 2")


def test_a_problem_leads_to_the_word(text, folder):
    (folder / "two.ahap").write_text(VALID.replace("0.2", "zero", 1))
    problem = text.page.get_by_role("button", name="line ")
    text.wait("studio.phone.scenario.state.text.includes('zero')")
    for act in (problem.click, lambda: text.page.keyboard.press("r")):
        act()
        assert text.ask("(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)") \
            == "zero"
        text.page.keyboard.press("Escape")


def test_only_keys_that_work_with_a_text_are_listed(text):
    text.page.keyboard.press("?")
    names = text.page.get_by_role("dialog", name="keys").locator("dd").all_text_contents()
    assert sorted(names) == [
        "change the text of the file", "delete the file; it can be restored", "duplicate the file", "go to the first problem",
        "leave a control", "list the keys", "redo", "rename the file", "search the files", "undo"]


def test_the_work_of_another_program_leads_to_the_timeline(text, folder):
    (folder / "two.ahap").write_text(VALID)
    text.wait("studio.phone.hidden && pattern?.rows.length === 2")


def test_a_pattern_that_another_program_breaks_is_shown_as_text(window, folder):
    page = window.page
    page.keyboard.press("t")
    window.wait("pattern.rows.length === 4")
    changed = (folder / "three.ahap").read_text()
    (folder / "three.ahap").write_text(BROKEN)
    window.wait("!studio.phone.hidden && studio.phone.scenario.state.errors.length > 0")
    assert page.get_by_label("text of the file").input_value() == BROKEN
    assert page.get_by_label("problems of the text").is_visible()
    page.get_by_label("undo", exact=True).click()
    window.wait("studio.phone.hidden && pattern?.rows.length === 4")
    assert (folder / "three.ahap").read_text() == changed
    page.keyboard.press("Control+z")
    window.wait("pattern.rows.length === 3 && pattern.undoLabel === undefined")


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_text_is_accessible_and_fits(browser, studio, folder, scheme, width):
    (folder / "two.ahap").write_text(BROKEN.replace("HapticSharpness", "HapticSharpnes"))
    window = TextWindow(browser, studio, "two.ahap", color_scheme=scheme, viewport={"width": width, "height": 844})
    assert window.page.get_by_label("problems of the text").is_visible()
    results = Axe().run(window.page)
    assert results.violations_count == 0, results.generate_report()
    assert window.ask("document.documentElement.scrollWidth") <= width
    window.close()
