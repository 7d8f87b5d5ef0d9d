"""The inspector, the lanes and the grid."""

import json

from conftest import Window
from test_editing import times


def fields(window):
    """Returns the range of each field of the inspector, by name."""
    return window.page.locator("haptic-inspector label").evaluate_all("""(labels) => Object.fromEntries(
      labels.map((label) => [label.querySelector('span').textContent,
        [Number(label.querySelector('input').ariaValueMin), Number(label.querySelector('input').ariaValueMax)]]))""")


def test_brightness_is_added_and_belongs_to_sounds(browser, studio, folder):
    # The ranges are those of Core Haptics: CHHapticDynamicParameter.ID and CHHapticEvent.ParameterID.
    (folder / "bright.ahap").write_text(json.dumps({"Version": 1, "Pattern": [
        {"Event": {"Time": 0, "EventType": "AudioContinuous", "EventDuration": 1}},
        {"Event": {"Time": 0, "EventType": "HapticTransient"}},
        {"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 1}},
        {"Parameter": {"ParameterID": "AudioBrightnessControl", "Time": 0.5, "ParameterValue": -0.5}}]}))
    window = Window(browser, studio, "bright.ahap")
    window.ask("timeline.select([3])")
    assert fields(window)["value"] == [-1, 1]
    window.ask("timeline.select([0])")
    tone = fields(window)
    assert tone["brightness"] == [0, 1]
    window.ask("timeline.select([1])")
    tap = fields(window)
    assert "brightness" not in tap and "decay" not in tap and "sustained" not in tap
    window.ask("timeline.select([2])")
    assert {"decay", "sustained"} <= fields(window).keys()
    window.close()


def test_times_snap_to_the_chosen_grid(window, folder):
    window.page.get_by_label("grid").select_option("1/8")
    tempo = window.page.get_by_label("tempo, beats per minute")
    tempo.fill("100")
    tempo.press("Tab")
    # An eighth at 100 beats per minute lasts 60 / 100 / 2 seconds.
    assert abs(window.ask("timeline.grid") - 0.3) < 1e-9
    x, y = window.place(0.6, 0.6)
    window.drag(window.place(0.5, 0.6), (x + 3, y))
    window.wait("pattern.revision > 1")
    assert times(folder) == [0.2, 0.6, 0.8]
    window.page.get_by_label("grid").select_option("10 ms")
    assert not tempo.is_visible()
