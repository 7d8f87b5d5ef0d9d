"""The box that writes and reads the selection as a notation."""

import json

from conftest import Window, taps


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


def test_a_value_out_of_range_is_refused(window):
    window.page.keyboard.press("k")
    box(window).fill("tap 1.5/0.9")
    window.page.keyboard.press("Control+Enter")
    window.page.get_by_text("column 5: '1.5' is out of range; allowed: 0 to 1").wait_for()
    assert window.ask("pattern.revision") == 1
    assert box(window).input_value() == "tap 1.5/0.9"


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


def starts(window):
    return sorted(round(time, 6) for time in window.ask("pattern.rows.map((row) => row.time)"))


def test_a_written_notation_replaces_the_entry_that_is_selected_now(window):
    apply = window.page.get_by_role("button", name="Replace the selection")
    window.page.mouse.click(*window.place(0.2, 0.6))
    wait_for_text(window, "tap 0.6/0.4")
    box(window).fill("tap 0.11/0.9")
    window.page.mouse.click(*window.place(0.5, 0.6))
    apply.click()
    window.wait("pattern.revision === 2")
    assert starts(window) == [0.2, 0.5, 0.8]
    strengths = window.ask("Object.fromEntries(pattern.rows.map((row) =>"
                           " [row.time, row.parameters.HapticIntensity]))")
    assert strengths == {"0.2": 0.6, "0.5": 0.11, "0.8": 0.6}


def test_a_written_notation_is_inserted_after_the_selection_is_left(window):
    window.page.mouse.click(*window.place(0.2, 0.6))
    wait_for_text(window, "tap 0.6/0.4")
    box(window).fill("tap 0.11/0.9")
    window.page.mouse.click(*window.place(0.65, 0.95))
    window.wait("timeline.selection.size === 0")
    window.ask("(timeline.cursor = 1.5, 0)")
    window.page.get_by_role("button", name="Insert at the cursor").click()
    window.wait("pattern.rows.length === 4")
    assert starts(window) == [0.2, 0.5, 0.8, 1.5]


def test_a_notation_that_is_written_before_that_of_the_selection_arrives_replaces_it(window):
    window.ask("""(() => {
      const { connection } = studio;
      const ask = connection.ask.bind(connection);
      connection.ask = (action, values) => (action === 'notation' ? new Promise(() => {}) : ask(action, values));
    })()""")
    window.page.keyboard.press("Control+a")
    box(window).fill("tap 0.3/0.3")
    window.page.keyboard.press("Control+Enter")
    window.wait("pattern.revision === 2")
    assert starts(window) == [0.2]


def test_a_notation_selects_nothing_in_another_pattern(window, folder):
    (folder / "other.ahap").write_text(taps([0.1, 0.9]))
    window.page.evaluate("document.querySelector('haptic-library').load()")
    window.ask("""(() => {
      const { connection } = studio;
      const ask = connection.ask.bind(connection);
      connection.ask = async (action, values) => {
        const answer = await ask(action, values);
        if (action === 'edit') await new Promise((resolve) => { window.release = resolve; });
        return answer;
      };
    })()""")
    window.page.keyboard.press("Control+a")
    box(window).fill("tap 0.3/0.3")
    window.page.keyboard.press("Control+Enter")
    window.wait("window.release")
    window.page.get_by_role("button", name="other", exact=True).click()
    window.wait("pattern.file === 'other.ahap' && pattern.rows.length === 2")
    window.ask("window.release()")
    wait_for_text(window, "")
    assert window.ask("[...timeline.selection]") == []


def test_rows_that_are_added_in_quick_succession_are_selected(window):
    window.ask("(timeline.cursor = 1, 0)")
    window.page.keyboard.press("t")
    window.page.keyboard.press("v")
    window.wait("pattern.rows.length === 5")
    window.wait("timeline.selectedRows()[0]?.[1].kind === 'continuous'")
