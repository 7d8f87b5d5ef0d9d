"""The box that writes and reads the selection as a notation."""

import json

from conftest import Window


def box(window):
    return window.page.get_by_role("textbox", name="notation", exact=True)


def wait_for_text(window, text):
    window.wait(f"document.querySelector('textarea').value === {json.dumps(text)}")


def test_the_selection_is_written_as_a_notation(window):
    window.page.mouse.click(*window.place(0.5, 0.6))
    wait_for_text(window, "tap 0.6/0.4")
    window.page.keyboard.press("Control+a")
    wait_for_text(window, "2x(tap 0.6/0.4, rest 300ms), tap 0.6/0.4")
    window.page.keyboard.press("Escape")
    wait_for_text(window, "")


def test_a_notation_replaces_the_selection(window, folder):
    before = (folder / "three.ahap").read_bytes()
    window.page.mouse.click(*window.place(0.5, 0.6))
    wait_for_text(window, "tap 0.6/0.4")
    window.page.keyboard.press("k")
    box(window).fill("buzz 100ms 0.5/0.5, tap 1/1")
    window.page.keyboard.press("Control+Enter")
    window.wait("pattern.rows.length === 4")
    rows = window.ask("pattern.rows.map(({kind, time}) => [kind, time]).sort((a, b) => a[1] - b[1])")
    assert rows == [["transient", 0.2], ["continuous", 0.5], ["transient", 0.6], ["transient", 0.8]]
    window.wait("timeline.selection.size === 2")
    assert sorted(window.ask("timeline.selectedRows().map(([, row]) => row.time)")) == [0.5, 0.6]
    window.ask("document.activeElement.blur()")
    window.page.keyboard.press("Control+z")
    window.wait("pattern.rows.length === 3")
    assert (folder / "three.ahap").read_bytes() == before


def test_everything_can_be_replaced(window):
    window.page.keyboard.press("Control+a")
    wait_for_text(window, "2x(tap 0.6/0.4, rest 300ms), tap 0.6/0.4")
    window.page.keyboard.press("k")
    box(window).fill("tap")
    window.page.keyboard.press("Control+Enter")
    window.wait("pattern.rows.length === 1 && Math.abs(pattern.rows[0].time - 0.2) < 1e-9")


def test_a_notation_with_an_error_changes_nothing(window):
    window.page.keyboard.press("k")
    box(window).fill("tap 0.7/0.9 what")
    window.page.keyboard.press("Control+Enter")
    window.page.locator("section[aria-label=notation] .warning").get_by_text("column 13").wait_for()
    assert window.ask("pattern.revision") == 1
    assert box(window).input_value() == "tap 0.7/0.9 what"


def test_without_a_selection_a_notation_is_inserted_at_the_cursor(window):
    window.ask("(timeline.cursor = 1.5, 0)")
    window.page.keyboard.press("k")
    box(window).fill("tap")
    window.page.keyboard.press("Control+Enter")
    window.wait("pattern.rows.length === 4 && pattern.rows.some((row) => row.time === 1.5)")


def test_what_a_notation_leaves_out_is_listed(browser, studio, folder):
    (folder / "named.ahap").write_text(json.dumps({"Version": 1, "Pattern": [
        {"Event": {"Time": 0, "EventType": "HapticTransient", "Author": "me"}}]}))
    window = Window(browser, studio, "named.ahap")
    window.page.keyboard.press("Control+a")
    losses = window.page.get_by_label("what the notation leaves out")
    losses.wait_for()
    assert "Author" in losses.inner_text()
    window.close()
