"""Editing with the mouse and the keyboard: the file follows, and undoing restores it."""

import json

from conftest import Window


def entries(folder, file="three.ahap"):
    return json.loads((folder / file).read_text())["Pattern"]


def times(folder):
    return [round(entry["Event"]["Time"], 3) for entry in entries(folder)]


def test_dragging_moves_the_tap_in_the_file(window, folder):
    before = (folder / "three.ahap").read_bytes()
    window.page.keyboard.press("s")
    peak = window.ask("Math.max(...pattern.course)")
    window.drag(window.place(0.5, 0.6), window.place(0.6, 0.9))
    window.wait("pattern.revision > 1")
    event = entries(folder)[1]["Event"]
    assert abs(event["Time"] - 0.6) < 0.005
    intensity = event["EventParameters"][0]["ParameterValue"]
    assert abs(intensity - 0.9) < 0.02
    window.wait(f"Math.max(...pattern.course) > {peak}")
    window.page.keyboard.press("Control+z")
    window.wait("pattern.undoLabel === undefined")
    assert (folder / "three.ahap").read_bytes() == before
    window.page.keyboard.press("Control+y")
    window.wait("pattern.undoLabel !== undefined")
    assert entries(folder)[1]["Event"] == event


def test_copies_are_selected_and_can_be_copied_again(window, folder):
    window.page.mouse.click(*window.place(0.8, 0.6))
    for count in (4, 5):
        window.page.keyboard.press("d")
        window.wait(f"pattern.rows.length === {count}")
    assert len(set(times(folder))) == 5
    window.wait(f"timeline.selection.size === 1 && timeline.row([...timeline.selection][0]).time >= {max(times(folder)) - 1e-6}")
    x, _ = window.ask("[timeline.view.x(pattern.seconds), 0]")
    assert x <= window.ask("timeline.view.width")


def test_tab_continues_after_a_deleted_event(window):
    window.ask("timeline.focusGrid()")
    for _ in range(2):
        window.page.keyboard.press("Tab")
    window.wait("timeline.selection.has(1)")
    window.page.keyboard.press("Delete")
    window.wait("pattern.rows.length === 2 && timeline.focused === 0")
    window.page.keyboard.press("Tab")
    assert window.ask("timeline.selectedRows().map(([, row]) => row.time)") == [0.8]


def test_a_double_click_adds_a_tap(window):
    window.page.mouse.dblclick(*window.place(0.35, 0.7))
    window.wait("pattern.rows.length === 4")
    row = window.ask("timeline.row([...timeline.selection][0])")
    assert abs(row["time"] - 0.35) < 0.01 and abs(row["parameters"]["HapticIntensity"] - 0.7) < 0.02
    # An event under the pointer stays alone.
    window.page.mouse.dblclick(*window.place(0.5, 0.3))
    window.page.keyboard.press("t")
    window.wait("pattern.rows.length === 5")


def test_the_view_follows_a_drag_over_its_edge(window, folder):
    box = window.page.locator("haptic-timeline canvas").bounding_box()
    window.page.mouse.move(*window.place(0.8, 0.6))
    window.page.mouse.down()
    window.page.mouse.move(box["x"] + box["width"] - 20, window.place(0.8, 0.6)[1])
    window.page.mouse.move(box["x"] + box["width"] - 2, window.place(0.8, 0.6)[1])
    window.wait("timeline.view.start > 0.2")
    window.page.mouse.up()
    window.wait("pattern.seconds > 1")
    time = max(times(folder))
    assert window.ask(f"timeline.view.start < {time} && timeline.view.end > {time}")


def test_escape_cancels_a_drag(window, folder):
    before = (folder / "three.ahap").read_bytes()
    window.page.mouse.move(*window.place(0.5, 0.6))
    window.page.mouse.down()
    window.page.mouse.move(*window.place(0.6, 0.9))
    window.wait("timeline.moved.size === 1")
    window.page.keyboard.press("Escape")
    window.wait("timeline.moved.size === 0")
    window.page.mouse.up()
    # What is selected stays so, until Escape is pressed again.
    assert window.ask("timeline.selection.size") == 1
    window.page.keyboard.press("d")
    window.wait("pattern.undoLabel === 'duplicate'")
    window.page.keyboard.press("Control+z")
    window.wait("pattern.undoLabel === undefined")
    assert (folder / "three.ahap").read_bytes() == before


def test_a_drag_beyond_the_edge_of_a_lane_is_no_problem(window):
    x, y = window.place(0.5, 0.6)
    window.drag((x, y), (x, y - 200))
    window.wait("pattern.rows[1].parameters.HapticIntensity === 1")
    assert window.ask("document.querySelector('.notice').hidden")


def test_the_view_is_at_most_ten_times_as_long_as_the_pattern(window):
    for _ in range(30):
        window.page.keyboard.press("-")
    assert 1 < window.ask("timeline.view.end - timeline.view.start") <= 10.1


def test_alt_drags_sharpness(window, folder):
    window.page.keyboard.down("Alt")
    window.drag(window.place(0.2, 0.6), window.place(0.2, 0.8))
    window.page.keyboard.up("Alt")
    window.wait("pattern.revision > 1")
    parameters = entries(folder)[0]["Event"]["EventParameters"]
    assert parameters[0]["ParameterValue"] == 0.6
    assert abs(parameters[1]["ParameterValue"] - 0.6) < 0.02


def test_snapping_takes_the_time_of_a_neighbor(window, folder):
    x, y = window.place(0.8, 0.6)
    window.drag(window.place(0.5, 0.6), (x + 3, y))
    window.wait("pattern.revision > 1")
    assert times(folder) == [0.2, 0.8, 0.8]


def test_the_pen_draws_taps_and_vibrations(window, folder):
    window.page.keyboard.press("p")
    window.page.mouse.click(*window.place(0.35, 0.7))
    window.wait("pattern.rows.length === 4")
    window.drag(window.place(0.6, 0.3), window.place(0.7, 0.3))
    window.wait("pattern.rows.length === 5")
    drawn = [entry["Event"] for entry in entries(folder) if entry["Event"]["Time"] not in (0.2, 0.5, 0.8)]
    assert sorted(event["EventType"] for event in drawn) == ["HapticContinuous", "HapticTransient"]
    long = next(event for event in drawn if event["EventType"] == "HapticContinuous")
    assert abs(long["EventDuration"] - 0.1) < 0.01


def test_a_box_selects_and_delete_removes(window, folder):
    window.drag(window.place(0.4, 0.95), window.place(0.9, 0.05))
    assert window.ask("[...timeline.selection].sort()") == [1, 2]
    window.page.keyboard.press("Delete")
    window.wait("pattern.rows.length === 1")
    assert times(folder) == [0.2]


def test_nudges_within_a_second_are_one_step(window, folder):
    window.page.mouse.click(*window.place(0.5, 0.6))
    for _ in range(5):
        window.page.keyboard.press("ArrowRight")
    window.wait("pattern.revision >= 6")
    assert times(folder)[1] == 0.505
    window.page.keyboard.press("Control+z")
    window.wait("pattern.undoLabel === undefined")
    assert times(folder)[1] == 0.5


def test_a_second_window_and_another_program_show_the_same(browser, studio, window, folder):
    other = Window(browser, studio, "three.ahap")
    window.page.mouse.click(*window.place(0.5, 0.6))
    window.page.keyboard.press("Delete")
    other.wait("pattern.rows.length === 2")
    text = (folder / "three.ahap").read_text().replace("0.2", "0.1")
    (folder / "three.ahap").write_text(text)
    for each in (window, other):
        each.wait("pattern.rows[0].time === 0.1 && pattern.undoLabel === 'change by another program'")
    other.close()


def test_a_whole_session_with_the_keyboard_alone(window, folder):
    keyboard = window.page.keyboard
    window.page.locator(".entries").focus()
    keyboard.press("Tab")
    assert window.ask("[...timeline.selection]") == [0]
    keyboard.press("Shift+ArrowRight")
    window.wait("pattern.rows[0].time === 0.21")
    keyboard.press("ArrowUp")
    window.wait("Math.abs(pattern.rows[0].parameters.HapticIntensity - 0.61) < 1e-9")
    keyboard.press("End")
    keyboard.press("t")
    window.wait("pattern.rows.length === 4")
    keyboard.press("Control+c")
    keyboard.press("Home")
    keyboard.press("Control+v")
    window.wait("pattern.rows.length === 5")
    keyboard.press("l")
    assert window.ask("player.loop !== null")
    keyboard.press("Space")
    window.wait("player.isPlaying")
    keyboard.press("Space")
    window.wait("!player.isPlaying")
    for _ in range(4):
        keyboard.press("Control+z")
    window.wait("pattern.undoLabel === undefined")
    assert times(folder) == [0.2, 0.5, 0.8]


def test_notation_is_inserted_at_the_cursor_or_refused_with_its_reason(window, folder):
    box = window.page.get_by_role("textbox", name="notation", exact=True)
    window.ask("timeline.cursor = 1")
    box.fill("tap 0.8/0.5,rest 100ms,tap")
    window.page.get_by_text("Insert at the cursor").click()
    window.wait("pattern.rows.length === 5")
    assert times(folder)[3:] == [1, 1.1]
    # What was inserted is selected, and written with spaces.
    window.wait("document.querySelector('textarea').value === 'tap 0.8/0.5, rest 100ms, tap'")
    box.fill("tapp 0.8")
    window.page.get_by_text("Replace the selection").click()
    window.page.get_by_text("tapp").wait_for()
    assert len(entries(folder)) == 5
