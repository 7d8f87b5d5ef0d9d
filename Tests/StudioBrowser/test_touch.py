"""The page on a phone: listening, and adding and deleting with buttons."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import Window


@pytest.fixture(params=["light", "dark"])
def touched(request, browser, studio):
    window = Window(browser, studio, "three.ahap", viewport={"width": 390, "height": 844}, has_touch=True,
                    is_mobile=True, color_scheme=request.param)
    yield window
    window.close()


def test_events_are_added_deleted_and_restored_with_buttons(touched, folder):
    before = (folder / "three.ahap").read_bytes()
    page = touched.page
    page.get_by_label("add a tap").tap()
    touched.wait("pattern.rows.length === 4")
    page.get_by_label("add a vibration").tap()
    touched.wait("pattern.rows.length === 5 && timeline.selection.size === 1")
    page.get_by_label("delete", exact=True).tap()
    touched.wait("pattern.rows.length === 4")
    for _ in range(2):
        page.get_by_label("undo").tap()
    touched.wait("pattern.rows.length === 4")
    page.get_by_label("undo").tap()
    touched.wait("pattern.undoLabel === undefined")
    assert (folder / "three.ahap").read_bytes() == before
    # A tap on an event selects it.
    page.touchscreen.tap(*touched.place(0.5, 0.6))
    touched.wait("[...timeline.selection][0] === 1")
    page.get_by_label("delete", exact=True).tap()
    touched.wait("pattern.rows.length === 2")


def test_nothing_is_cut_off_and_nothing_is_found(touched):
    assert touched.ask("document.documentElement.scrollWidth") <= 390
    for name in ("add a tap", "add a vibration", "delete", "undo", "redo", "play"):
        box = touched.page.get_by_label(name, exact=True).bounding_box()
        # WCAG 2.2, 2.5.8: targets of at least 24 by 24 pixels.
        assert box["width"] >= 24 and box["height"] >= 24 and box["x"] + box["width"] <= 390
    results = Axe().run(touched.page)
    assert results.violations_count == 0, results.generate_report()


def test_keys_do_the_same_on_a_large_screen(window):
    assert not window.page.get_by_label("add a tap").is_visible()
    window.page.keyboard.press("t")
    window.wait("pattern.rows.length === 4")


def test_labels_of_lanes_are_at_the_heights_of_their_values(window):
    box = window.page.locator("haptic-timeline canvas").bounding_box()
    for lane in window.ask("timeline.view.lanes.filter((lane) => !lane.isUnscaled && !lane.isFolded)"
                           ".map(({ top, height, name, low, high }) => ({ top, height, name, low, high }))"):
        label = window.page.locator(".lane-label").filter(has=window.page.get_by_text(lane["name"], exact=True)).first
        name, high, low = [label.locator(part).bounding_box() for part in (".lane-name", ".high", ".low")]
        # The values are 8 pixels below the upper edge and 4 pixels above the lower one.
        middle = lambda one: one["y"] + one["height"] / 2 - box["y"]
        assert abs(middle(high) - (lane["top"] + 8)) <= 2, lane
        assert abs(middle(low) - (lane["top"] + lane["height"] - 4)) <= 2, lane
        assert name["x"] + name["width"] <= high["x"] + 0.5, lane
        assert high["y"] + high["height"] <= low["y"] + 0.5, lane
