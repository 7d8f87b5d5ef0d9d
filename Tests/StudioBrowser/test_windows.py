"""Changes by other windows and programs while somebody edits: no change lands on another entry."""

import json

from conftest import Window, taps
from test_editing import entries, times


def delete_first(browser, studio):
    """Deletes the first entry in another window."""
    other = Window(browser, studio, "three.ahap")
    other.page.mouse.click(*other.place(0.2, 0.6))
    other.page.keyboard.press("Delete")
    other.wait("pattern.rows.length === 2")
    other.close()


def test_a_drag_is_refused_if_another_window_has_changed_the_rows(browser, studio, window, folder):
    start, end = window.place(0.5, 0.6), window.place(0.6, 0.6)
    window.page.mouse.move(*start)
    window.page.mouse.down()
    window.page.mouse.move(*end)
    delete_first(browser, studio)
    window.wait("pattern.rows.length === 2")
    window.page.mouse.up()
    window.page.get_by_text("the pattern has changed in the meantime").wait_for()
    assert times(folder) == [0.5, 0.8]
    assert window.ask("timeline.moved.size") == 0
    # The next change is made, and the refusal disappears.
    window.page.keyboard.press("t")
    window.wait("pattern.rows.length === 3 && document.querySelector('.notice').hidden")


def test_keys_act_on_the_entries_that_were_selected(browser, studio, window, folder):
    window.page.mouse.click(*window.place(0.8, 0.6))
    delete_first(browser, studio)
    window.wait("pattern.rows.length === 2")
    assert window.ask("[...timeline.selection]") == [1]
    window.page.keyboard.press("Delete")
    window.wait("pattern.rows.length === 1")
    assert times(folder) == [0.5]


def test_changes_in_quick_succession_are_all_made(window, folder):
    window.page.mouse.click(*window.place(0.5, 0.6))
    keyboard = window.page.keyboard
    keyboard.press("Delete")
    keyboard.press("t")
    keyboard.press("ArrowUp")
    keyboard.press("d")
    window.wait("pattern.rows.length === 4")
    assert len(entries(folder)) == 4


def test_a_selected_point_is_forgotten_when_entries_move(browser, studio, folder):
    curve = {"ParameterCurve": {
        "ParameterID": "HapticIntensityControl", "Time": 0, "ParameterCurveControlPoints": [
            {"Time": 0, "ParameterValue": 0}, {"Time": 1, "ParameterValue": 1}]}}
    pattern = json.loads(taps([0.2, 0.5]))
    pattern["Pattern"].append(curve)
    (folder / "three.ahap").write_text(json.dumps(pattern))
    window = Window(browser, studio, "three.ahap")
    window.ask("(timeline.select([2]), timeline.selectPoint({ row: 2, point: 1 }))")
    pattern["Pattern"].pop(0)
    (folder / "three.ahap").write_text(json.dumps(pattern))
    window.wait("pattern.rows.length === 2")
    assert window.ask("timeline.point") is None
    assert window.ask("[...timeline.selection]") == [1]
    window.close()


def test_files_that_are_opened_again_are_shown_and_heard_once(window, folder):
    (folder / "other.ahap").write_text(taps([0.1]))
    window.page.evaluate("document.querySelector('haptic-library').load()")
    window.ask("timeline.addEventListener('select', () => { window.shows += 1; })")

    def shows_of_a_nudge():
        window.ask("(timeline.select([0]), window.shows = 0, null)")
        before = window.ask("pattern.revision")
        window.page.keyboard.press("ArrowRight")
        window.wait(f"pattern.revision > {before}")
        window.wait(f"pattern.sound.revision === pattern.revision")
        return window.ask("window.shows")

    library = window.page.get_by_role("navigation", name="library")
    once = shows_of_a_nudge()
    for _ in range(3):
        for name, count in (("other", 1), ("three", 3)):
            library.get_by_role("button", name=name, exact=True).click()
            window.wait(f"pattern.file === '{name}.ahap' && pattern.rows.length === {count}")
    window.page.mouse.click(*window.place(0.95, 0.95))
    # Judgments may be joined or not; listeners that were not removed would add one for each time.
    assert shows_of_a_nudge() <= once + 1
    assert times(folder)[0] == 0.202


def test_a_file_that_cannot_be_opened_leaves_the_present_one(window, folder):
    # A text that is not a pattern could be opened.
    (folder / "broken.ahap").write_bytes(b"\xff{")
    window.page.evaluate("document.querySelector('haptic-library').load()")
    library = window.page.get_by_role("navigation", name="library")
    library.get_by_role("button", name="broken", exact=True).click()
    window.wait("!document.querySelector('.notice').hidden")
    assert window.ask("pattern.file") == "three.ahap"
    window.page.mouse.click(*window.place(0.5, 0.6))
    window.page.keyboard.press("Delete")
    window.wait("pattern.rows.length === 2 && document.querySelector('.notice').hidden")


def test_a_refused_undo_says_why_until_the_problem_is_solved(window, folder):
    window.page.keyboard.press("t")
    window.wait("pattern.rows.length === 4")
    text = (folder / "three.ahap").read_text()
    # A text would be shown instead.
    (folder / "three.ahap").write_bytes(b"\xff{")
    window.wait("pattern.problem !== undefined")
    window.page.keyboard.press("Control+z")
    window.wait("document.querySelector('.notice').textContent.split('\\n').length === 2")
    (folder / "three.ahap").write_text(text)
    window.wait("pattern.problem === undefined")
    window.page.keyboard.press("Control+z")
    window.wait("pattern.rows.length === 3 && document.querySelector('.notice').hidden")


def test_limits_of_a_change_are_shown(window):
    window.page.mouse.click(*window.place(0.5, 0.6))
    notice = window.page.locator(".note")
    # From 0.6 to 0.98, and then beyond 1.
    for key in ["ArrowUp"] * 3 + ["Shift+ArrowUp"] * 8:
        window.page.keyboard.press(key)
    notice.get_by_text("limited to").wait_for()
    # The change was made.
    assert window.page.locator(".notice").is_hidden()
    window.page.keyboard.press("ArrowDown")
    notice.wait_for(state="hidden")


def test_copies_keep_keys_that_the_page_does_not_know(browser, studio, folder):
    pattern = json.loads(taps([0.2, 0.5]))
    pattern["Pattern"][0]["Event"]["Studio"] = "kept"
    (folder / "keys.ahap").write_text(json.dumps(pattern))
    window = Window(browser, studio, "keys.ahap")
    window.page.mouse.click(*window.place(0.2, 0.6))
    window.ask("timeline.cursor = 0.4")
    window.page.keyboard.press("Control+c")
    window.page.keyboard.press("Control+v")
    window.wait("pattern.rows.length === 3")
    copies = [entry["Event"] for entry in entries(folder, "keys.ahap") if "Studio" in entry["Event"]]
    assert sorted(round(event["Time"], 3) for event in copies) == [0.2, 0.4]
    window.close()


def test_the_profile_menu_shows_the_profile_of_every_window(browser, studio, window):
    other = Window(browser, studio, "three.ahap")
    menu = window.page.get_by_label("profile")
    name = next(name for name in menu.locator("option").all_inner_texts() if name != menu.input_value())
    menu.select_option(name)
    other.wait(f"pattern.profile === '{name}'")
    assert other.page.get_by_label("profile").input_value() == name
    other.close()


def test_the_lost_server_and_its_new_link_are_explained(window, studio):
    studio.kill()
    window.page.get_by_text("open the new link").wait_for()
    studio.start()


def test_changes_of_two_windows_at_the_same_time_are_all_made_and_undone_separately(browser, studio, window, folder):
    other = Window(browser, studio, "three.ahap")
    window.page.mouse.click(*window.place(0.2, 0.6))
    other.page.mouse.click(*other.place(0.8, 0.6))
    for _ in range(10):
        for one in (window, other):
            one.page.keyboard.press("ArrowDown")
    for one in (window, other):
        one.wait("[0, 2].every((row) => Math.abs(pattern.rows[row].parameters.HapticIntensity - 0.5) < 1e-9)")
        assert one.ask("document.querySelector('.notice').hidden")
    window.page.keyboard.press("Control+z")
    window.wait("pattern.redoLabel !== undefined")
    changed = window.ask("[0, 2].filter((row) => Math.abs(pattern.rows[row].parameters.HapticIntensity - 0.5) > 1e-9)")
    assert len(changed) == 1
    other.close()
