"""The cursor snaps, and the pattern is fitted into a time."""

import json

import pytest

from conftest import Window
from test_exchange import beats
from test_lanes import event, write


def ruler(window, seconds):
    """Returns the pixel of a time in the ruler."""
    box = window.page.locator("haptic-timeline canvas").bounding_box()
    return box["x"] + window.ask(f"timeline.view.x({seconds})"), box["y"] + 8


def test_the_cursor_snaps_to_an_event_and_not_with_ctrl(window):
    window.page.get_by_label("grid").select_option("1/4")
    x, y = ruler(window, 0.2)
    window.page.mouse.click(x + 4, y)
    assert window.ask("timeline.cursor") == 0.2
    window.page.keyboard.down("Control")
    window.page.mouse.click(x + 4, y)
    window.page.keyboard.up("Control")
    free = window.ask("timeline.cursor")
    assert free == pytest.approx(0.2 + 4 / window.ask("timeline.view.scale"), abs=1e-3) and free != 0.2
    # More than 6 pixels away, nothing is near.
    window.page.mouse.click(x + 9, y)
    assert window.ask("timeline.cursor") > free
    # Snapping can be turned off.
    window.page.keyboard.press("s")
    window.page.mouse.click(x + 4, y)
    assert window.ask("timeline.cursor") != 0.2


def test_the_cursor_snaps_to_the_grid(window):
    window.page.get_by_label("grid").select_option("1/4")
    x, y = ruler(window, 0.5)
    window.page.mouse.click(x - 3, y)
    assert window.ask("timeline.cursor") == 0.5
    window.page.mouse.click(*window.place(0.35, 0.9))
    assert window.ask("timeline.cursor") == pytest.approx(0.35, abs=2e-3)


def test_the_keyboard_moves_the_cursor_to_what_begins_and_ends(window):
    keyboard = window.page.keyboard
    times = []
    for _ in range(4):
        keyboard.press(">")
        times.append(window.ask("timeline.cursor"))
    assert times == [0.2, 0.5, 0.8, 0.8]
    keyboard.press("<")
    assert window.ask("timeline.cursor") == 0.5


def test_the_cursor_snaps_to_the_onsets_of_a_sound(browser, studio, folder):
    beats(folder / "drum.wav", [0.25, 0.75, 1.25])
    write(folder, "sound.ahap", [event("AudioCustom", 0.5, path="drum.wav")])
    window = Window(browser, studio, "sound.ahap")
    window.wait("pattern.onsets.get('drum.wav')?.length === 3")
    window.ask("(timeline.view.fit(0, 3), timeline.draw())")
    window.page.get_by_label("grid").select_option("1/4")
    x, y = ruler(window, 1.25)
    window.page.mouse.click(x + 4, y)
    assert window.ask("timeline.cursor") == pytest.approx(1.25, abs=0.006)
    window.page.keyboard.press("<")
    assert window.ask("timeline.cursor") == pytest.approx(0.75, abs=0.006)
    window.close()


def times(folder):
    return [round(entry["Event"]["Time"], 6) for entry in json.loads((folder / "three.ahap").read_text())["Pattern"]]


def test_the_whole_pattern_is_fitted_with_the_keyboard(window, folder):
    before = (folder / "three.ahap").read_bytes()
    window.page.keyboard.press("x")
    assert window.page.evaluate("document.activeElement.closest('label').textContent") == "length, s"
    window.page.keyboard.type("0.3")
    window.page.keyboard.press("Enter")
    window.wait("pattern.undoLabel === 'fit into 0.3 s'")
    assert times(folder) == [0.075, 0.1875, 0.3]
    # The keyboard is at the timeline again.
    window.page.keyboard.press("Control+z")
    window.wait("pattern.undoLabel === undefined")
    assert (folder / "three.ahap").read_bytes() == before


def test_a_selection_is_fitted_with_the_mouse(window, folder):
    window.drag(window.place(0.4, 0.95), window.place(0.9, 0.05))
    window.page.get_by_label("fit into a time").click()
    field = window.page.get_by_label("length, s")
    assert field.input_value() == "0.3"
    field.fill("0.1")
    field.press("Enter")
    window.wait("pattern.undoLabel === 'fit into 0.1 s'")
    assert times(folder) == [0.2, 0.5, 0.6]


def test_the_whole_pattern_has_a_margin(window):
    window.page.keyboard.press("+")
    window.page.keyboard.press("f")
    window.wait("timeline.view.x(pattern.audibleSeconds) < timeline.view.width")
    assert window.ask("timeline.view.x(0)") >= 104 + 10
    # Scrolling back and zooming out keep the margin, and no more.
    window.page.mouse.move(600, 400)
    window.page.mouse.wheel(0, -500)
    window.wait("Math.abs(timeline.view.x(0) - 120) < 0.01")
