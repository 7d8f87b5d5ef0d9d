"""The fields of the selection: they keep the keyboard, and what is typed, while the pattern changes."""

import pytest

from conftest import taps


@pytest.fixture
def selected(window):
    window.page.mouse.click(*window.place(0.5, 0.6))
    window.wait("timeline.selection.size === 1")
    return window


def field(window, name):
    return window.page.get_by_role("region", name="selection").get_by_label(name, exact=True)


def test_arrows_change_a_field_again_and_again(selected, folder):
    time = field(selected, "time, s")
    time.focus()
    for _ in range(4):
        selected.page.keyboard.press("ArrowUp")
    selected.wait("Math.abs(pattern.rows[1].time - 0.504) < 1e-9")
    assert time.evaluate("(input) => input === document.activeElement")
    assert time.input_value() == "0.504"
    # The keys still belong to the field, so that nothing is deleted.
    selected.page.keyboard.press("Backspace")
    selected.page.keyboard.press("Escape")
    assert selected.ask("pattern.rows.length") == 3


def test_a_text_that_is_not_finished_survives_a_change_by_another_program(selected, folder):
    time = field(selected, "time, s")
    time.fill("0.61")
    revision = selected.ask("pattern.revision")
    (folder / "three.ahap").write_text(taps([0.2, 0.55, 0.8]))
    selected.wait(f"pattern.revision > {revision}")
    assert time.input_value() == "0.61"
    selected.page.keyboard.press("Enter")
    selected.page.locator(".notice").get_by_text("the pattern has changed in the meantime").wait_for()
    assert time.input_value() == "0.55"


def test_steps_of_a_length_are_round(window):
    window.page.keyboard.press("x")
    window.page.keyboard.type("0.904")
    window.page.keyboard.press("ArrowUp")
    window.wait("Math.abs(pattern.seconds - 0.91) < 1e-9")


def test_a_slider_of_different_values_is_in_the_middle(window):
    window.page.keyboard.press("Control+a")
    window.wait("timeline.selection.size === 3")
    assert field(window, "intensity, slider").input_value() == "0.6"
    window.page.keyboard.press("Escape")
    window.page.mouse.click(*window.place(0.5, 0.6))
    window.page.keyboard.press("Shift+ArrowUp")
    window.wait("pattern.rows[1].parameters.HapticIntensity > 0.64")
    window.page.keyboard.press("Control+a")
    window.wait("timeline.selection.size === 3")
    slider = field(window, "intensity, slider")
    assert slider.input_value() == "0.5" and slider.get_attribute("aria-valuetext") == "mixed"
    assert field(window, "intensity").input_value() == ""


def test_a_time_may_be_written_in_milliseconds(window):
    window.page.keyboard.press("x")
    window.page.keyboard.type("300ms")
    window.page.keyboard.press("Enter")
    window.wait("pattern.undoLabel === 'fit into 0.3 s'")


@pytest.mark.parametrize("name, typed, words, corrected", [
    ("intensity", "1.5", "HapticIntensity must be from 0 to 1, not 1.5", "0.9"),
    ("time, s", "-1", "the time would be -1 s; it must be from 0 to 1000000000", "0.4"),
    ("time, s", "1e9", "a day, 86400 s, is the longest", "0.4"),
])
def test_a_number_out_of_range_is_refused_and_can_be_corrected(selected, folder, name, typed, words, corrected):
    before = (folder / "three.ahap").read_bytes()
    input_ = field(selected, name)
    input_.fill(typed)
    selected.page.keyboard.press("Enter")
    selected.page.locator(".notice").get_by_text(words).wait_for()
    assert selected.page.locator(".note").is_hidden()
    assert input_.input_value() == typed and input_.get_attribute("aria-invalid") == "true"
    assert (folder / "three.ahap").read_bytes() == before
    input_.fill(corrected)
    selected.page.keyboard.press("Enter")
    selected.wait("pattern.undoLabel !== undefined")
    assert input_.input_value() == corrected and input_.get_attribute("aria-invalid") != "true"
    assert selected.page.locator(".notice").is_hidden()


@pytest.mark.parametrize("typed", ["0", "-1"])
def test_a_length_out_of_range_is_refused(window, folder, typed):
    before = (folder / "three.ahap").read_bytes()
    window.page.keyboard.press("x")
    window.page.keyboard.type(typed)
    window.page.keyboard.press("Enter")
    window.page.locator(".notice").get_by_text("must be from").wait_for()
    assert field(window, "length, s").input_value() == typed
    assert (folder / "three.ahap").read_bytes() == before


def test_a_text_that_is_not_a_number_keeps_the_keyboard_until_it_is_discarded(selected):
    sharpness = field(selected, "sharpness")
    sharpness.click()
    sharpness.fill("0.5s")
    selected.page.keyboard.press("Enter")
    assert sharpness.get_attribute("aria-invalid") == "true"
    assert sharpness.evaluate("(input) => input === document.activeElement")
    assert selected.page.locator(".notice").inner_text() == "sharpness must be a number, not '0.5s'"
    selected.page.keyboard.press("Escape")
    assert sharpness.input_value() == "0.4" and sharpness.get_attribute("aria-invalid") != "true"
    assert selected.ask("document.activeElement.matches('.entries') && pattern.undoLabel === undefined")


def test_steps_of_one_field_are_undone_together(selected):
    sharpness = field(selected, "sharpness")
    sharpness.focus()
    # The keys are pressed within the page, so that a slow machine does not separate them.
    sharpness.evaluate("""(input) => { for (let count = 0; count < 5; count += 1) {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true })); } }""")
    selected.wait("pattern.rows[1].parameters.HapticSharpness === 0.45")
    selected.page.keyboard.press("Escape")
    selected.page.keyboard.press("Control+z")
    selected.wait("pattern.rows[1].parameters.HapticSharpness === 0.4 && pattern.undoLabel === undefined")


def test_a_slider_can_be_moved_by_several_keys(selected):
    slider = field(selected, "sharpness, slider")
    slider.focus()
    for value in (0.41, 0.42):
        selected.page.keyboard.press("ArrowUp")
        selected.wait(f"pattern.rows[1].parameters.HapticSharpness === {value}")
    assert slider.evaluate("(input) => input === document.activeElement")


def test_sustained_is_a_check_box_and_lengths_have_units(window):
    window.page.keyboard.press("v")
    window.wait("timeline.selectedRows()[0]?.[1].kind === 'continuous'")
    sustained = field(window, "sustained")
    assert sustained.get_attribute("type") == "checkbox" and sustained.is_checked()
    sustained.click()
    window.wait("timeline.selectedRows()[0][1].parameters.Sustained === 0")
    release = window.page.locator("[data-field=ReleaseTime]")
    # Documentation/Signal.md: 0 stands for 5 ms, and 1 for 2 s.
    assert release.inner_text().split("\n")[-1] == "5 ms"
    release.get_by_role("spinbutton").fill("1")
    release.get_by_role("spinbutton").press("Enter")
    window.wait("timeline.selectedRows()[0][1].parameters.ReleaseTime === 1")
    assert release.inner_text().split("\n")[-1] == "2 s"
