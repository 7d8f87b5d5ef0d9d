"""The handles of envelopes, with the mouse and with keys."""

import json
import math

import pytest

from conftest import Window

#: The lengths for which 0 and 1 stand, in seconds: Documentation/Signal.md, 3.
LENGTHS = {"AttackTime": (0.002, 1), "DecayTime": (0.020, 2), "ReleaseTime": (0.005, 2)}


def buzz(**values):
    """Returns the text of a pattern with a vibration of 0.6 s at 0.2 s, and a tap at 1.5 s."""
    parameters = {"HapticIntensity": 0.8, "HapticSharpness": 0.4, **values}
    entries = [
        {"Event": {"Time": 0.2, "EventType": "HapticContinuous", "EventDuration": 0.6, "EventParameters": [
            {"ParameterID": name, "ParameterValue": value} for name, value in parameters.items()]}},
        {"Event": {"Time": 1.5, "EventType": "HapticTransient", "EventParameters": []}}]
    return json.dumps({"Version": 1, "Pattern": entries}, indent=2) + "\n"


def seconds(folder, name):
    """Returns the length that the file states, in seconds."""
    parameters = json.loads((folder / "buzz.ahap").read_text())["Pattern"][0]["Event"]["EventParameters"]
    value = next(one["ParameterValue"] for one in parameters if one["ParameterID"] == name)
    shortest, longest = LENGTHS[name]
    return shortest * (longest / shortest) ** value


@pytest.fixture
def buzzing(browser, studio, folder):
    (folder / "buzz.ahap").write_text(buzz(AttackTime=0.5, DecayTime=0.5, ReleaseTime=0.6, Sustained=0))
    window = Window(browser, studio, "buzz.ahap")
    window.page.mouse.click(*window.place(0.5, 0.1))
    assert window.ask("timeline.handled") == 0
    yield window
    window.close()


def pixels(window, seconds, level):
    """Returns the color of the pixel at a time and a level in the lane of events."""
    x, y = window.place(seconds, level)
    box = window.page.locator("haptic-timeline canvas").bounding_box()
    return window.ask(f"[...timeline.canvas.getContext('2d').getImageData({x - box['x']}, {y - box['y']}, 1, 1).data]")


# The handles of this envelope are at 0.2 + 0.045, at 0.245 + 0.2 and, while it is sustained, at 0.8 + 0.182 seconds.
@pytest.mark.parametrize("name, start, level", [
    ("AttackTime", 0.2 + 0.002 * 500 ** 0.5, 0.8), ("DecayTime", 0.2 + 0.002 * 500 ** 0.5 + 0.02 * 100 ** 0.5, 0),
    ("ReleaseTime", 0.8 + 0.005 * 400 ** 0.6, 0)])
def test_dragging_a_handle_changes_file_sound_and_picture_in_one_step(buzzing, folder, name, start, level):
    if name == "ReleaseTime":
        (folder / "buzz.ahap").write_text(buzz(AttackTime=0.5, ReleaseTime=0.6))
        buzzing.wait("pattern.rows[0].parameters.Sustained === undefined && pattern.sound.revision === pattern.revision")
    undone = buzzing.ask("pattern.undoLabel")
    before = (folder / "buzz.ahap").read_bytes()
    length, sound = seconds(folder, name), buzzing.ask("pattern.sound.blocks")
    envelope = buzzing.ask("pattern.rows[0].envelope")
    picture = buzzing.ask("timeline.canvas.toDataURL()")
    buzzing.page.keyboard.press("s")
    buzzing.drag(buzzing.place(start, level), buzzing.place(start + 0.1, level))
    label = f"change {name.removesuffix('Time').lower()}"
    buzzing.wait(f"pattern.undoLabel === '{label}' && pattern.sound.revision === pattern.revision")
    assert abs(seconds(folder, name) - (length + 0.1)) < 0.005
    place = list(LENGTHS).index(name)
    after = buzzing.ask("pattern.rows[0].envelope")
    assert abs(after[place] - envelope[place] - 0.1) < 0.005
    assert [value for index, value in enumerate(after) if index != place] == \
        [value for index, value in enumerate(envelope) if index != place]
    assert buzzing.ask("pattern.sound.blocks") != sound
    buzzing.wait(f"timeline.canvas.toDataURL() !== {json.dumps(picture)}")
    buzzing.page.keyboard.press("Control+z")
    buzzing.wait(f"pattern.undoLabel === {json.dumps(undone) if undone else 'undefined'}")
    assert (folder / "buzz.ahap").read_bytes() == before


def test_the_value_is_at_the_pointer_and_ctrl_suspends_snapping(buzzing, folder):
    start = 0.2 + 0.002 * 500 ** 0.5
    # The next line of the grid is less than six pixels away.
    buzzing.page.get_by_label("grid").select_option("10 ms")
    buzzing.ask("(timeline.view.fit(0, 1.4), timeline.draw())")
    mouse, keyboard = buzzing.page.mouse, buzzing.page.keyboard
    mouse.move(*buzzing.place(start, 0.8))
    mouse.down()
    x, y = buzzing.place(0.313, 0.8)
    mouse.move(x, y)
    assert abs(buzzing.ask("timeline.moved.get(0).envelope[0]") - 0.11) < 1e-6
    tip = buzzing.page.locator("footer").inner_text()
    assert tip == "attack 110 ms"
    keyboard.down("Control")
    mouse.move(x + 0.4, y)
    assert abs(buzzing.ask("timeline.moved.get(0).envelope[0]") - 0.113) < 0.002
    assert buzzing.ask("timeline.snapTime") is None
    keyboard.up("Control")
    mouse.up()
    buzzing.wait("pattern.undoLabel === 'change attack'")


def test_keys_change_the_selected_handle(buzzing, folder):
    before = (folder / "buzz.ahap").read_bytes()
    keyboard = buzzing.page.keyboard
    keyboard.press("h")
    assert buzzing.ask("timeline.handle") == "AttackTime"
    attack, decay = seconds(folder, "AttackTime"), seconds(folder, "DecayTime")
    for _ in range(3):
        keyboard.press("Shift+ArrowRight")
    buzzing.wait("pattern.revision >= 4")
    assert abs(seconds(folder, "AttackTime") - attack - 0.03) < 1e-4
    keyboard.press("Control+z")
    buzzing.wait("pattern.undoLabel === undefined")
    assert (folder / "buzz.ahap").read_bytes() == before
    keyboard.press("h")
    assert buzzing.ask("timeline.handle") == "DecayTime"
    keyboard.press("ArrowLeft")
    buzzing.wait("pattern.undoLabel === 'change decay'")
    assert abs(seconds(folder, "DecayTime") - decay + 0.001) < 1e-4
    # What has decayed is not released, so there is no third handle.
    keyboard.press("h")
    assert buzzing.ask("timeline.handle") is None
    keyboard.press("ArrowRight")
    buzzing.wait("pattern.undoLabel === 'move later'")


def test_sustained_is_shown_and_switched_with_a_key(buzzing, folder):
    option = buzzing.page.locator(".entries [role=option]").first
    assert option.inner_text().endswith(", decaying")
    buzzing.page.keyboard.press("u")
    buzzing.wait("pattern.undoLabel === 'change sustained'")
    assert option.inner_text().endswith(", sustained")
    # The bar of a sustained vibration is four pixels high, on its level until its end.
    buzzing.page.keyboard.press("Escape")
    buzzing.page.wait_for_timeout(50)
    assert pixels(buzzing, 0.7, 0.8) == pixels(buzzing, 0.5, 0.8) != pixels(buzzing, 0.9, 0.8)
    # A sustained vibration does not decay, so it has no handle for it.
    buzzing.page.mouse.click(*buzzing.place(0.5, 0.1))
    handles = []
    for _ in range(3):
        buzzing.page.keyboard.press("h")
        handles.append(buzzing.ask("timeline.handle"))
    assert handles == ["AttackTime", "ReleaseTime", None]


def test_lengths_stay_in_their_range(buzzing, folder):
    start = 0.2 + 0.002 * 500 ** 0.5
    buzzing.drag(buzzing.place(start, 0.8), buzzing.place(0.05, 0.8))
    buzzing.wait("pattern.undoLabel !== undefined")
    assert math.isclose(seconds(folder, "AttackTime"), 0.002)
