"""Curves that are drawn with the pen, and changed with the keyboard."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import Window


def vibration(time, duration, intensity=0.8, sharpness=0.3):
    return {"Event": {"Time": time, "EventType": "HapticContinuous", "EventDuration": duration, "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": intensity},
        {"ParameterID": "HapticSharpness", "ParameterValue": sharpness}]}}


def curve(time, points, control="HapticIntensityControl"):
    return {"ParameterCurve": {"ParameterID": control, "Time": time, "ParameterCurveControlPoints": [
        {"Time": at, "ParameterValue": value} for at, value in points]}}


def write(folder, entries):
    text = json.dumps({"Version": 1, "Pattern": entries}, indent=2) + "\n"
    (folder / "long.ahap").write_text(text)
    return text


def controls(folder, control="HapticIntensityControl"):
    """Returns the curves and parameters of a control in order of time: points as times of the pattern and values."""
    found = []
    for entry in json.loads((folder / "long.ahap").read_text())["Pattern"]:
        (kind, values), = entry.items()
        if values.get("ParameterID") != control:
            continue
        points = values.get("ParameterCurveControlPoints", [{"Time": 0, "ParameterValue": values.get("ParameterValue")}])
        found.append([(values["Time"] + point["Time"], point["ParameterValue"]) for point in points])
    return sorted(found)


def place(window, lane, seconds, value):
    """Returns the pixel of a time and a value in a lane."""
    box = window.page.locator("haptic-timeline canvas").bounding_box()
    x, y = window.ask(
        f"[timeline.view.x({seconds}), (() => {{ const lane = timeline.view.lanes.find(({{ id }}) => id === '{lane}');"
        " return lane.top + lane.height - 4"
        f" - ({value} - lane.low) / (lane.high - lane.low) * (lane.height - 12); }})()]")
    return box["x"] + x, box["y"] + y


def stroke(window, lane, points):
    """Draws through points as a hand does: in steps of a few whole pixels."""
    mouse = window.page.mouse
    mouse.move(*place(window, lane, *points[0]))
    mouse.down()
    last = place(window, lane, *points[0])
    for point in points[1:]:
        x, y = place(window, lane, *point)
        steps = max(1, int(abs(x - last[0]) / 5))
        for step in range(1, steps + 1):
            part = step / steps
            mouse.move(round(last[0] + (x - last[0]) * part), round(last[1] + (y - last[1]) * part))
        last = x, y
    mouse.up()


@pytest.fixture
def long(browser, studio, folder):
    long = Window(browser, studio, "three.ahap")
    long.text = write(folder, [vibration(0, 1), vibration(1.5, 0.5)])
    long.page.goto(f"{studio.url}#long.ahap")
    long.wait("pattern?.file === 'long.ahap' && pattern.course.length > 0")
    yield long
    long.close()


def test_a_fade_is_drawn_with_few_points_and_is_one_step(long, folder):
    long.page.keyboard.press("p")
    stroke(long, "intensity", [(0.5, 0.8), (1, 0)])
    long.wait("pattern.rows.length >= 3")
    fade = controls(folder)[0]
    # The strongest event has an intensity of 0.8, so that it is unchanged where the fade begins.
    assert fade[0][0] == pytest.approx(0.5, abs=0.01) and fade[0][1] == pytest.approx(1, abs=0.06)
    assert fade[-1][0] == pytest.approx(1, abs=0.01) and fade[-1][1] == pytest.approx(0, abs=0.06)
    assert 2 <= len(fade) <= 16
    for time, value in fade:
        assert value == pytest.approx(1 - (time - 0.5) / 0.5, abs=0.08)
    # The vibration after it is as strong as before.
    assert controls(folder)[1] == [(1.5, 1)]
    long.wait("[...timeline.selection].length === 1 && pattern.rows[[...timeline.selection][0]].kind === 'curve'")
    assert not long.page.get_by_role("alert").is_visible()
    results = Axe().run(long.page)
    assert results.violations_count == 0, results.generate_report()
    long.page.keyboard.press("Control+z")
    long.wait("pattern.undoLabel === undefined")
    assert (folder / "long.ahap").read_text() == long.text


def test_a_line_from_right_to_left_is_the_same_course(long, folder):
    long.page.keyboard.press("p")
    stroke(long, "intensity", [(0.9, 0.2), (0.3, 0.8)])
    long.wait("pattern.rows.length >= 3")
    drawn = controls(folder)[0]
    assert drawn[0][0] == pytest.approx(0.3, abs=0.01) and drawn[-1][0] == pytest.approx(0.9, abs=0.01)
    assert drawn[0][1] == pytest.approx(1, abs=0.06) and drawn[-1][1] == pytest.approx(0.25, abs=0.06)
    # The vibration continues as before where the line ends.
    assert controls(folder)[1] == [(pytest.approx(0.9, abs=0.01), 1)]


def test_the_sharpness_follows_the_pen(long, folder):
    long.page.keyboard.press("p")
    stroke(long, "sharpness", [(0, 0.3), (0.5, 0.9), (1, 0.3)])
    long.wait("pattern.rows.length >= 3")
    drawn = controls(folder, "HapticSharpnessControl")[0]
    assert 3 <= len(drawn) <= 16
    # A control is added to the sharpness of 0.3. A decibel of 0.9 is 0.1.
    assert max(value for _, value in drawn) == pytest.approx(0.6, abs=0.1)
    assert drawn[0][1] == pytest.approx(0, abs=0.06)


def test_drawing_over_a_curve_keeps_its_other_parts(long, folder):
    write(folder, [vibration(0, 2), curve(0, [(0, 1), (1, 0.5), (2, 0.25)])])
    long.wait("pattern.rows.length === 2 && pattern.rows[1].kind === 'curve'")
    long.page.keyboard.press("p")
    stroke(long, "HapticIntensityControl", [(0.8, 0.1), (1.4, 0.1)])
    long.wait("pattern.rows.length === 4")
    before, drawn, after = controls(folder)
    assert before[0] == (0, 1)
    assert before[1] == (pytest.approx(0.8, abs=0.01), pytest.approx(0.6, abs=0.01)) and len(before) == 2
    assert drawn[0][1] == pytest.approx(0.1, abs=0.03) and len(drawn) == 2
    assert after[0] == (pytest.approx(1.4, abs=0.01), pytest.approx(0.4, abs=0.01)) and after[-1] == (2, 0.25)


def test_the_pen_adds_points_to_a_curve(long, folder):
    write(folder, [vibration(0, 2), curve(0, [(0, 1), (2, 0)])])
    long.wait("pattern.rows.length === 2 && pattern.rows[1].kind === 'curve'")
    long.page.keyboard.press("p")
    long.page.mouse.click(*place(long, "HapticIntensityControl", 1, 0.2))
    long.wait("pattern.rows[1].points.length === 3")
    assert controls(folder)[0][1] == (pytest.approx(1, abs=0.01), pytest.approx(0.2, abs=0.03))
    assert long.ask("pattern.undoLabel") == "add a point"


def test_a_fade_is_made_and_changed_with_the_keyboard(long, folder):
    keyboard = long.page.keyboard
    long.page.locator(".entries").focus()
    keyboard.press("Tab")
    keyboard.press("a")
    long.wait("pattern.rows.length === 4")
    assert controls(folder) == [[(0, 1), (1, 0)], [(1.5, 1)]]
    # The curve is selected: a point in its middle, then the point is moved down and left.
    long.wait("[...timeline.selection].length === 1 && pattern.rows[[...timeline.selection][0]].kind === 'curve'")
    long.ask("(timeline.cursor = 0.5, null)")
    keyboard.press("y")
    long.wait("timeline.point?.point === 1")
    keyboard.press("Shift+ArrowDown")
    long.wait("pattern.undoLabel === 'move a point'")
    keyboard.press("Shift+ArrowLeft")
    long.wait("pattern.rows[timeline.point.row].points[1][0] < 0.495")
    assert controls(folder)[0] == [(0, 1), (0.49, 0.45), (1, 0)]
    # H goes on to the last point.
    keyboard.press("h")
    assert long.ask("timeline.point.point") == 2
    keyboard.press("ArrowUp")
    long.wait("pattern.rows[timeline.point.row].points[2][1] > 0.005")
    for _ in range(5):
        keyboard.press("Control+z")
    long.wait("pattern.undoLabel === undefined")
    assert (folder / "long.ahap").read_text() == long.text


def test_a_point_without_a_curve_is_refused_with_a_reason(long):
    long.page.keyboard.press("y")
    assert "select a curve" in long.page.get_by_role("alert").inner_text()


def test_a_fade_to_just_before_the_end_stays_silent(long, folder):
    long.page.keyboard.press("p")
    long.page.keyboard.press("s")
    # The second vibration is felt as before.
    stroke(long, "intensity", [(0.5, 0.8), (0.99, 0)])
    long.wait("pattern.rows.length >= 4")
    fade, later = controls(folder)
    assert fade[-1][0] == pytest.approx(0.99, abs=0.01) and fade[-1][1] < 0.05
    assert later == [(1.5, 1)]


def test_a_tap_right_after_a_fade_is_as_strong_as_before(long, folder):
    write(folder, [vibration(0, 1), {"Event": {"Time": 0.995, "EventType": "HapticTransient"}}])
    long.wait("pattern.rows[1].time === 0.995")
    long.page.keyboard.press("s")
    long.page.keyboard.press("p")
    stroke(long, "intensity", [(0.5, 0.8), (0.985, 0)])
    long.wait("pattern.rows.length >= 4")
    assert controls(folder)[-1] == [(0.995, 1)]


def test_points_in_another_order_are_drawn_and_moved_as_they_apply(long, folder):
    # Documentation/Signal.md: points are used in order of time.
    write(folder, [vibration(0, 2), curve(0, [(1.5, 1), (0.5, 0.2)])])
    long.wait("pattern.rows.length === 2 && pattern.rows[1].points?.length === 2 && pattern.course.length > 0")
    for at in [(1.8, 1), (1, 0.6)]:
        long.wait(drawn(*at))
    assert not long.ask(drawn(1.8, 0.2))
    long.ask("(timeline.select([1]), timeline.selectPoint({ row: 1, point: 1 }))")
    long.page.keyboard.press("Shift+ArrowRight")
    long.wait("pattern.rows[1].points[1][0] === 0.51")
    # The pen cuts the curve where it begins.
    long.page.keyboard.press("p")
    stroke(long, "intensity", [(1, 0.1), (1.9, 0.1)])
    long.wait("pattern.rows.length >= 3")
    first = controls(folder)[0]
    assert [round(value, 1) for _, value in first] == [0.2, 0.6] and first[-1][0] == pytest.approx(1, abs=0.02)


def test_the_hints_of_the_pen_say_what_it_draws(long):
    hint = long.page.locator("footer")
    assert "double-click" in hint.inner_text()
    long.page.keyboard.press("p")
    assert "a vibration" in hint.inner_text() and "double-click" not in hint.inner_text()
    # A curve of the intensity is a factor of at most 1.
    long.page.mouse.move(*place(long, "intensity", 0.4, 0.5))
    long.page.mouse.down()
    long.page.mouse.move(*place(long, "intensity", 0.5, 0.95))
    assert "at most 0.80 here" in hint.inner_text()
    long.page.keyboard.press("Escape")
    long.page.mouse.up()
    assert "a vibration" in hint.inner_text() and long.ask("pattern.undoLabel === undefined")


def drawn(seconds, value):
    """Returns an expression: whether the line of the intensity's control passes a time and a value."""
    return f"""(() => {{
      const lane = timeline.view.lanes.find(({{ id }}) => id === 'HapticIntensityControl');
      const y = lane.top + lane.height - 4 - ({value} - lane.low) / (lane.high - lane.low) * (lane.height - 12);
      const {{ data }} = timeline.canvas.getContext('2d').getImageData(Math.round(timeline.view.x({seconds})) + 2, y - 3, 1, 6);
      const line = getComputedStyle(timeline).getPropertyValue('--control').match(/[0-9]+/g).map(Number);
      return [0, 4, 8, 12, 16, 20].some((at) => line.every((part, channel) => Math.abs(part - data[at + channel]) < 40)); }})()"""
