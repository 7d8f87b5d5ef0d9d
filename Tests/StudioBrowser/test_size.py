"""Long patterns and patterns with many events."""

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
