"""Long patterns and patterns with many events."""

import json

import pytest

from conftest import Window, taps


def test_only_visible_events_are_painted(browser, studio, folder):
    (folder / "many.ahap").write_text(taps([round(index * 0.36, 2) for index in range(10_000)]))
    window = Window(browser, studio, "many.ahap")
    # The most that can be seen of the whole hour is one tap per pixel.
    assert 100 < window.ask("timeline.painted") <= 1_280
    window.ask("(timeline.view.fit(100, 110), timeline.draw())")
    window.wait("timeline.painted >= 20 && timeline.painted <= 40")
    # Every frame of a drag paints as little.
    window.drag(window.place(100.8, 0.6), window.place(101, 0.7))
    window.wait("pattern.revision > 1")
    assert window.ask("timeline.painted") <= 40
    window.close()


def test_an_hour_opens_in_two_seconds(browser, studio, folder):
    (folder / "hour.ahap").write_text(taps([0, 3_600]))
    window = Window(browser, studio, "hour.ahap")
    shown = window.ask("performance.getEntriesByType('mark').find((mark) => mark.name === 'shown')?.startTime")
    print(f"the first picture after {shown:.0f} ms")
    assert window.ask("pattern.seconds") == 3_600
    assert shown < 2_000
    window.close()


def test_only_a_minute_of_a_long_sound_is_loaded(browser, studio, folder):
    (folder / "hour.ahap").write_text(taps([0, 3_600]))
    window = Window(browser, studio, "hour.ahap")
    loaded = []
    window.page.on("request", lambda request: loaded.append(request.url))
    assert window.ask("pattern.sound.blocks.length") >= 36_000
    window.ask("timeline.cursor = 1_800")
    window.page.keyboard.press("Space")
    window.wait("player.isPlaying && player.seconds > 1_800.1")
    window.page.keyboard.press("Space")
    # Silent blocks are equal, so the count is bounded by the minute, and usually far below it.
    assert len([url for url in loaded if "/sound/" in url]) <= 600
    window.close()


def many(kind):
    """Returns the text of a pattern of 100 s with 10 000 entries of a kind, or with a curve of 10 000 points."""
    time = lambda index: round(index * 0.01, 2)
    entry = {
        "taps": lambda index: {"Event": {"Time": time(index), "EventType": "HapticTransient"}},
        "vibrations": lambda index: {"Event": {
            "Time": time(index), "EventType": "HapticContinuous", "EventDuration": 0.5, "EventParameters": [
                {"ParameterID": "HapticIntensity", "ParameterValue": (index % 100) / 100}]}},
        "parameters": lambda index: {"Parameter": {
            "ParameterID": "HapticIntensityControl", "Time": time(index), "ParameterValue": (index % 7) / 7}},
    }.get(kind)
    points = [{"Time": time(index), "ParameterValue": (index % 7) / 7} for index in range(10_000)]
    curve = {"ParameterID": "HapticIntensityControl", "Time": 0, "ParameterCurveControlPoints": points}
    entries = [entry(index) for index in range(10_000)] if entry else [
        {"ParameterCurve": curve}, {"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 10}}]
    return json.dumps({"Version": 1, "Pattern": entries})


@pytest.mark.parametrize("kind", ["taps", "vibrations", "parameters", "points"])
def test_a_frame_draws_a_bounded_number_of_shapes(browser, studio, folder, kind):
    (folder / "many.ahap").write_text(many(kind))
    window = Window(browser, studio, "many.ahap")
    width = window.ask("timeline.view.width")
    # All entries are selected, so that each is drawn in another color.
    window.page.keyboard.press("Control+a")
    window.ask("timeline.draw()")
    window.page.wait_for_timeout(500)
    for seconds in (100, 20, 2):
        window.ask(f"(timeline.view.fit(0, {seconds}), timeline.draw())")
        window.page.wait_for_timeout(200)
        # Twelve shapes for each pixel are less than two for each lane.
        assert 100 < window.ask("timeline.drawn") < 12 * width, seconds
    window.close()


def test_a_drag_among_many_events_reports_its_frame_times(browser, studio, folder):
    (folder / "many.ahap").write_text(taps([round(index * 0.36, 2) for index in range(10_000)]))
    window = Window(browser, studio, "many.ahap")
    window.ask("(timeline.view.fit(100, 110), timeline.draw())")
    window.ask("""(() => { window.frames = []; let last = performance.now();
      const step = (now) => { frames.push(now - last); last = now; requestAnimationFrame(step); };
      requestAnimationFrame(step); return null; })()""")
    mouse = window.page.mouse
    mouse.move(*window.place(100.8, 0.6))
    mouse.down()
    window.ask("(window.frames.length = 0, null)")
    for step in range(60):
        x, y = window.place(100.8 + step / 60, 0.6 + step / 200)
        mouse.move(x, y)
        assert window.ask("timeline.drawn") < 12 * 1_280
    times = sorted(window.ask("window.frames"))
    mouse.up()
    window.wait("pattern.revision > 1")
    print(f"frames of a drag among 10 000 events: {len(times)}, median {times[len(times) // 2]:.1f} ms, "
          f"95 % within {times[int(0.95 * len(times))]:.1f} ms, longest {times[-1]:.1f} ms")
    window.close()


def test_an_hour_scrolls_and_keeps_a_bounded_number_of_tiles(browser, studio, folder):
    (folder / "hour.ahap").write_text(taps([round(index * 0.36, 2) for index in range(10_000)]))
    window = Window(browser, studio, "hour.ahap")
    loaded = []
    window.page.on("request", lambda request: loaded.append(request.url))
    window.ask("(timeline.view.fit(0, 20), timeline.draw())")
    box = window.page.locator("haptic-timeline canvas").bounding_box()
    window.page.mouse.move(box["x"] + 400, box["y"] + 100)
    for _ in range(300):
        window.page.mouse.wheel(0, 600)
    window.wait("timeline.view.start > 1_000")
    window.page.wait_for_timeout(500)
    tiles = [url for url in loaded if "/sound/v" in url]
    assert len(set(tiles)) == len(tiles) > 10
    assert window.ask("timeline.tileCount") <= 200
    window.ask("(timeline.view.fit(3_590, 3_610), timeline.draw())")
    window.wait("timeline.painted > 0")
    window.close()
