"""The lanes of combined curves, sounds and captions; folding lanes."""

import json
import math

import pytest

from conftest import Window, write_wave


def event(kind, time, duration=None, path=None, **parameters):
    entry = {"Time": time, "EventType": kind, "EventParameters": [
        {"ParameterID": name, "ParameterValue": value} for name, value in parameters.items()]}
    if duration is not None:
        entry["EventDuration"] = duration
    if path is not None:
        entry["EventWaveformPath"] = path
    return {"Event": entry}


def write(folder, name, entries):
    (folder / name).write_text(json.dumps({"Version": 1, "Pattern": entries}))


CURVE = {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.1, "ParameterCurveControlPoints": [
    {"Time": 0, "ParameterValue": 1}, {"Time": 0.6, "ParameterValue": 0.25}, {"Time": 1, "ParameterValue": 0.9}]}}
STEP = {"Parameter": {"ParameterID": "HapticSharpnessControl", "Time": 0.9, "ParameterValue": 0.4}}
TAP = dict(HapticIntensity=0.9, HapticSharpness=0.9)
LONG = dict(HapticIntensity=0.8, HapticSharpness=0.1, AttackTime=0.7, ReleaseTime=0.5)
FADING = dict(HapticIntensity=0.7, HapticSharpness=0.7, AttackTime=0.2, DecayTime=0.6, Sustained=0)
ENTRIES = [event("HapticTransient", 0.45, **TAP), event("HapticContinuous", 0.3, 0.8, **LONG),
           event("HapticContinuous", 1.2, 0.5, **FADING), CURVE, STEP]


# Documentation/Signal.md, 2: the curve is linear between its points and keeps its last value; the step is added.
def intensity_control(time):
    points = [(0.1, 1), (0.7, 0.25), (1.1, 0.9)]
    for (start, low), (end, high) in zip(points, points[1:]):
        if start <= time < end:
            return low + (high - low) * (time - start) / (end - start)
    return 1 if time < 0.1 else 0.9


# Documentation/Signal.md, 3.
def level(time, start, duration, values):
    length = lambda name, shortest, longest: shortest * (longest / shortest) ** values.get(name, 0)
    attack, decay = length("AttackTime", 0.002, 1), length("DecayTime", 0.02, 2)
    release = length("ReleaseTime", 0.005, 2)

    def held(age):
        if age < attack:
            return age / attack
        return 1 if values.get("Sustained", 1) else max(0, 1 - (age - attack) / decay)

    age = time - start
    if age < 0:
        return 0
    own = held(age) if age < duration else held(duration) * max(0, 1 - (age - duration) / release)
    return min(1, values["HapticIntensity"] * intensity_control(time)) * own


def expected(time):
    """Returns the intensity and the sharpness of the strongest vibration at a time."""
    return max((level(time, start, duration, values), min(1, values["HapticSharpness"] + (0.4 if time >= 0.9 else 0)))
               for start, duration, values in [(0.3, 0.8, LONG), (1.2, 0.5, FADING)])


def columns(window, level, index, address="pattern.sound.curves", numbers=6):
    """Returns the columns of a tile."""
    values = window.ask(f"fetch(`sound/${{{address}}}/{level}/{index}`).then((answer) => answer.arrayBuffer())"
                        ".then((bytes) => [...new Float32Array(bytes)])")
    assert len(values) == 512 * numbers
    return [values[at:at + numbers] for at in range(0, len(values), numbers)]


def test_combined_curves_follow_the_rules_of_the_signal(browser, studio, folder):
    write(folder, "mix.ahap", ENTRIES)
    window = Window(browser, studio, "mix.ahap")
    for power, index in [(-8, 0), (-12, 2), (-12, 3), (-12, 9), (-6, 0)]:
        width = 2.0 ** power
        for column, (low, high, sharp_low, sharp_high, tap, tap_sharpness) in enumerate(columns(window, power, index)):
            start = (512 * index + column) * width
            times = [start + width * part / 64 for part in range(64)] + [start + width * (1 - 1e-9)]
            moments = [expected(time) for time in times]
            assert abs(low - min(strength for strength, _ in moments)) < 0.03, start
            assert abs(high - max(strength for strength, _ in moments)) < 0.03, start
            # Sensations that begin or end in the column may be compared at times between these.
            clear = [sharpness for strength, sharpness in moments if strength > 0.01]
            faint = [sharpness for _, sharpness in moments]
            if clear:
                assert min(faint) - 1e-6 <= sharp_low <= min(clear) + 1e-6, start
                assert max(clear) - 1e-6 <= sharp_high <= max(faint) + 1e-6, start
            # Section 4: the control acts on the intensity of a tap, and not on its sharpness.
            if start <= 0.45 < start + width:
                assert abs(tap - 0.9 * intensity_control(0.45)) < 1e-6 and abs(tap_sharpness - 0.9) < 1e-6
            else:
                assert tap == 0
    window.close()


def test_a_product_of_two_slopes_keeps_its_peak(browser, studio, folder):
    # The attack rises for a second while the control falls to 0: at most a quarter of the whole, in the middle.
    fall = {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 1, "ParameterCurveControlPoints": [
        {"Time": 0, "ParameterValue": 1}, {"Time": 1, "ParameterValue": 0}]}}
    write(folder, "peak.ahap", [event("HapticContinuous", 1, 1, AttackTime=1, HapticIntensity=1), fall])
    window = Window(browser, studio, "peak.ahap")
    assert abs(columns(window, 3, 0)[0][1] - 0.25) < 1e-6
    window.close()


def lane_pixels(window, kind):
    """Returns the pixels of a lane that are painted over its ground: for each column, whether there are any."""
    return window.ask(f"""(() => {{
      const lane = timeline.view.lane('{kind}');
      const {{ data, width, height }} = timeline.canvas.getContext('2d')
        .getImageData(0, lane.top + 2, timeline.view.width, lane.height - 8);
      const ground = getComputedStyle(timeline).getPropertyValue('--lane').match(/[0-9]+/g).map(Number);
      return Array.from({{ length: width }}, (_, x) => Array.from({{ length: height }}, (_, y) => 4 * (y * width + x))
        .some((at) => Math.abs(data[at] - ground[0]) + Math.abs(data[at + 1] - ground[1]) > 90));
    }})()""")


@pytest.mark.parametrize("width", [0.05, 2, 60])
def test_a_short_event_is_visible_at_every_scale_and_nothing_before_it(browser, studio, folder, width):
    write(folder, "short.ahap", [event("HapticContinuous", 20, 0.01, HapticIntensity=1), event("HapticTransient", 60)])
    window = Window(browser, studio, "short.ahap")
    window.ask(f"(timeline.cursor = 0, timeline.view.fit(20 - {width} / 2, 20 + {width} / 2), timeline.draw())")
    first = window.ask("Math.round(timeline.view.x(20))")
    step = window.ask("Math.ceil(0.01 * timeline.view.scale)")
    for _ in range(100):
        painted = lane_pixels(window, "intensity")
        if any(painted[first - 1:first + step]):
            break
        window.page.wait_for_timeout(20)
    assert any(painted[first - 1:first + step])
    # The labels are in the first 104 columns. The lines of the ruler are fainter than the values.
    # The cursor is at 0.
    cursor = window.ask("Math.round(timeline.view.x(0))")
    assert not any(painted[max(106, cursor + 2):first - 1])
    window.close()


def test_captions_are_the_sentences_of_the_description(browser, studio, folder):
    write(folder, "mix.ahap", ENTRIES)
    window = Window(browser, studio, "mix.ahap")
    window.wait("pattern.captions.length > 0")
    captions = window.ask("pattern.captions")
    assert [round(caption["time"], 3) for caption in captions] == [0.3, 0.45, 1.2]
    assert captions[1]["text"].endswith(" tap") and captions[0]["text"].startswith("a vibration of 800 ms")
    assert window.ask("timeline.view.lane('captions') !== undefined")
    window.close()


def sweep(path, seconds=1, rate=48_000):
    """Writes a tone that is at 200 Hz in its first half and at 1600 Hz in its second."""
    samples = [round(16_384 * math.sin(2 * math.pi * (200 if at < rate * seconds / 2 else 1600) * at / rate))
               for at in range(rate * seconds)]
    write_wave(path, samples, rate)
    return samples


@pytest.fixture
def sounding(browser, studio, folder):
    samples = sweep(folder / "sweep.wav")
    write(folder, "sound.ahap", [event("AudioCustom", 0.5, path="sweep.wav"), event("HapticTransient", 3)])
    window = Window(browser, studio, "sound.ahap")
    window.samples = samples
    yield window
    window.close()


def test_the_block_of_a_sound_is_as_long_as_its_file(sounding):
    assert sounding.ask("pattern.rows[0].length") == 1
    box = sounding.page.locator("haptic-timeline canvas").bounding_box()
    x, y = sounding.ask("[timeline.view.x(1.3), timeline.view.lane('sounds').top + 50]")
    sounding.page.mouse.click(box["x"] + x, box["y"] + y)
    assert sounding.ask("[...timeline.selection]") == [0]


@pytest.mark.parametrize("power", [-16, -12, -9, -5])
def test_the_waveform_has_the_extremes_of_the_samples(sounding, power):
    frames = 48_000 * 2.0 ** power
    for column, (low, high) in enumerate(columns(sounding, power, 0, "pattern.sound.waves[0].wave", numbers=2)):
        start, end = column * frames, (column + 1) * frames
        if start >= 48_000:
            assert (low, high) == (0, 0)
            continue
        # A long column may contain a sixteenth of itself more at either end.
        inner = sounding.samples[math.ceil(start + frames / 16):int(end - frames / 16)] or [sounding.samples[int(start)]]
        outer = sounding.samples[max(0, int(start - frames / 16)):math.ceil(end + frames / 16)]
        assert min(outer) / 32_768 - 1e-4 <= low <= min(inner) / 32_768 + 1e-4, column
        assert max(inner) / 32_768 - 1e-4 <= high <= max(outer) / 32_768 + 1e-4, column


def test_frequencies_are_loaded_on_request_only(sounding):
    loaded = []
    sounding.page.on("request", lambda request: loaded.append(request.url))
    address = sounding.ask("pattern.sound.waves[0].spectrum")
    sounding.ask("(timeline.view.fit(0, 1.2), timeline.draw())")
    sounding.page.wait_for_timeout(200)
    assert not any(address in url for url in loaded)
    sounding.page.get_by_label("frequencies of sounds").click()
    sounding.wait("timeline.hasSpectrogram")
    for _ in range(100):
        if any(address in url for url in loaded):
            break
        sounding.page.wait_for_timeout(20)
    tiles = [url for url in loaded if url.split("/sound/")[-1].count("/") == 2]
    assert any(address in url for url in tiles)
    assert len(set(tiles)) == len(tiles)


def test_the_frequencies_of_a_sound_are_where_it_has_them(sounding):
    levels = sounding.ask("fetch(`sound/${pattern.sound.waves[0].spectrum}/-7/0`)"
                          ".then((answer) => answer.arrayBuffer()).then((bytes) => [...new Uint8Array(bytes)])")
    rows = len(levels) // 512

    def strongest(seconds):
        column = levels[int(seconds * 128) * rows:][:rows]
        assert max(column) > 128
        # Seven octaves from 25 Hz on.
        return 25 * 2 ** (7 * (column.index(max(column)) + 0.5) / rows)

    for seconds, hertz in [(0.2, 200), (0.4, 200), (0.7, 1600), (0.9, 1600)]:
        assert abs(math.log2(strongest(seconds) / hertz)) < 0.15
    assert max(levels[130 * rows:]) == 0


@pytest.mark.parametrize("path", ["v0/0/0", "{curves}/14/0", "{curves}/-17/0", "{curves}/0/-1", "{curves}/0/x", "{curves}/0",
                                  "{curves}/0/0/0", "{curves}/0/9999999999", "{curves}//", "{wave}/0/99999999999999999999"])
def test_tiles_that_do_not_exist_are_empty(sounding, path):
    path = path.format(curves=sounding.ask("pattern.sound.curves"), wave=sounding.ask("pattern.sound.waves[0].wave"))
    assert sounding.ask(f"fetch('sound/{path}').then(({{ status }}) => status)") == 204


def lanes(window):
    return window.ask("Object.fromEntries(timeline.view.lanes.map((lane) => [lane.id, lane.isFolded]))")


def test_lanes_are_folded_by_key_and_label_and_stay_folded(browser, studio, folder):
    window = Window(browser, studio, "three.ahap")
    names = [name for name in lanes(window) if name != "ruler"]
    assert not any(lanes(window).values())
    window.page.keyboard.press(str(names.index("feeling") + 1))
    assert lanes(window)["feeling"]
    label = window.page.get_by_role("button", name="signal")
    label.click()
    assert lanes(window)["signal"] and label.get_attribute("aria-expanded") == "false"
    label.click()
    assert not lanes(window)["signal"]
    window.page.get_by_role("button", name="events").click()
    # What is folded can neither be seen nor grabbed.
    window.page.mouse.click(*window.ask("""(() => { const box = timeline.canvas.getBoundingClientRect();
      const lane = timeline.view.lanes.find(({ id }) => id === 'events');
      return [box.x + timeline.view.x(0.5), box.y + lane.top + 9]; })()"""))
    assert window.ask("timeline.selection.size") == 0
    window.wait("studio.connection.isOpen")
    folded = window.ask("studio.connection.ask('welcome').then(({ layout }) => layout.folded.sort())")
    assert folded == ["events", "feeling"]
    window.close()
    studio.kill()
    studio.start()
    again = Window(browser, studio, "three.ahap")
    again.wait("timeline.folded.size === 2")
    assert lanes(again)["feeling"] and lanes(again)["events"] and not lanes(again)["signal"]
    again.close()
