"""Where the parts of the page are, whatever its size and its notices."""

import pytest

from conftest import Window, taps
from test_phone import SCENARIO
from test_phone_page import PhoneWindow

#: The canvas of the timeline has as many pixels as it is large.
SHARP = "timeline.canvas.height === timeline.canvas.clientHeight && timeline.canvas.width === timeline.canvas.clientWidth"


@pytest.mark.parametrize("size", [(1280, 500), (1000, 600), (844, 390), (390, 844)])
def test_the_page_itself_does_not_scroll(browser, studio, folder, size):
    steps = "".join(f"  - at: {time}\n    expect: {{ podcast: {{ playing: true }} }}\n" for time in range(6, 40))
    (folder / "podcast.yaml").write_text(SCENARIO + steps)
    window = PhoneWindow(browser, studio, "podcast.yaml", viewport={"width": size[0], "height": size[1]})
    scrolls = "(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])(document.documentElement)"
    assert window.ask(scrolls) == list(size)
    window.page.keyboard.press("l")
    window.wait_for("isLive && picture?.moment")
    assert window.ask(scrolls) == list(size)
    window.page.keyboard.press("q")
    window.wait_for("!isLive")
    window.page.evaluate("location.hash = 'three.ahap'")
    window.wait("studio.phone.hidden && pattern?.rows.length === 3")
    assert window.ask(scrolls) == list(size)
    window.close()


def test_a_finger_reaches_every_lane_on_a_phone(browser, studio):
    window = Window(browser, studio, "three.ahap", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    box = window.page.locator("haptic-timeline canvas").bounding_box()
    assert box["y"] + box["height"] > 844
    session = window.page.context.new_cdp_session(window.page)
    swipe = [round(box["y"]) + 390 - 10 * step for step in range(60)]
    for kind, places in [("touchStart", swipe[:1]), *[("touchMove", [y]) for y in swipe[1:]], ("touchEnd", [])]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": 200, "y": y} for y in places]})
    # The last lane is on the screen, and the timeline does not hide it.
    last, timeline = (f"[...document.querySelectorAll('{name}')].at(-1).getBoundingClientRect().bottom"
                      for name in ("haptic-timeline .lane-label", "haptic-timeline"))
    window.wait(f"{last} <= innerHeight && {last} <= {timeline}")
    # It was not a drag.
    assert window.ask("pattern.revision") == 1
    window.close()


def test_a_notice_does_not_stretch_the_picture(window):
    # This observer comes after that of the timeline, and before the page is painted.
    window.page.evaluate(f"""() => {{
      const {{ timeline }} = studio;
      window.sharp = [];
      new ResizeObserver(() => window.sharp.push({SHARP})).observe(timeline);
    }}""")
    window.wait("window.sharp.length === 1")
    window.page.keyboard.press("y")
    window.page.get_by_role("alert").get_by_text("select a curve").wait_for()
    window.wait("window.sharp.length === 2")
    window.page.keyboard.press("t")
    window.wait("window.sharp.length === 3 && pattern.rows.length === 4")
    assert window.ask("window.sharp") == [True] * 3
    # The pointer meets what is drawn.
    window.page.mouse.click(*window.place(0.5, 0.6))
    window.wait("[...timeline.selection][0] === 1")


def test_lanes_fill_the_room_after_a_taller_pattern_was_shown(browser, studio, folder):
    window = Window(browser, studio, "three.ahap", viewport={"width": 1280, "height": 500})
    height = window.ask("timeline.view.height")
    for control in ("HapticIntensityControl", "HapticSharpnessControl"):
        window.page.evaluate(f"""studio.timeline.pattern.edit('test', [['overlay', 'added']], {{ added: JSON.stringify(
          {{ Version: 1, Pattern: [{{ Parameter: {{ ParameterID: '{control}', Time: 0.1, ParameterValue: 0.5 }} }}] }}) }})""")
    window.wait("pattern.rows.length === 5")
    assert window.ask("timeline.view.height") > height
    for _ in range(2):
        window.page.keyboard.press("Control+z")
    window.wait("pattern.rows.length === 3")
    assert window.ask("timeline.view.height") == height
    window.close()


def test_the_whole_time_is_shown_when_a_file_is_opened_again(browser, studio, folder):
    (folder / "podcast.yaml").write_text(SCENARIO)
    (folder / "long.ahap").write_text(taps([0, 20]))
    window = PhoneWindow(browser, studio, "podcast.yaml")
    page = window.page
    whole = window.ask("studio.phone.lanes.pixel(studio.phone.lanes.end)")
    page.keyboard.press("+")
    assert window.ask("studio.phone.lanes.pixel(studio.phone.lanes.end)") > whole
    shown = "pattern && studio.phone.hidden && timeline.view.width > 500"
    edges = "[timeline.view.x(0), timeline.view.width - timeline.view.x(pattern.seconds)]"
    for name, seconds in (("three", 0.8), ("long", 20)):
        page.evaluate(f"location.hash = '{name}.ahap'")
        window.wait(f"{shown} && Math.abs(pattern.seconds - {seconds}) < 0.1 && pattern.sound")
        window.wait(f"Math.abs({edges}[0] - 120) < 1 && {edges}[1] < 200")
        page.evaluate("location.hash = 'podcast.yaml'")
        window.wait_for("scenario.file === 'podcast.yaml' && !studio.phone.hidden")
        window.wait(f"Math.abs(studio.phone.lanes.pixel(studio.phone.lanes.end) - {whole}) < 1")
        # The pattern is known now, and is shown as a whole all the same.
        page.evaluate(f"location.hash = '{name}.ahap'")
        window.wait(shown)
        window.wait(f"Math.abs({edges}[0] - 120) < 1 && {edges}[1] < 200")
    # It stays whole at another width, unless somebody has zoomed in.
    page.set_viewport_size({"width": 1000, "height": 800})
    window.wait(f"timeline.view.width < 600 && Math.abs({edges}[0] - 120) < 1 && {edges}[1] < 200")
    page.keyboard.press("+")
    scale = window.ask("timeline.view.scale")
    page.set_viewport_size({"width": 1280, "height": 800})
    window.wait("timeline.view.width > 700")
    assert window.ask("timeline.view.scale") == scale
    window.close()
