"""Visits the site in a browser at the widths of a desk and a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import SITE, Window

PAGES = sorted(str(file.relative_to(SITE)) for file in SITE.rglob("*.html") if SITE / "api" not in file.parents)
DOCC = ["api/documentation/", "api/documentation/hapticengine/hapticengine/",
        "api/documentation/hapticengine/timeandthreads/", "api/documentation/phonecorehaptics/chhapticengine/"]


def test_every_page_fits_and_loads_without_errors(window):
    wide = []
    for place in PAGES + DOCC:
        window.visit(place)
        if window.overflow() > 0:
            wide.append(place)
    assert wide == []


@pytest.mark.parametrize("words, title, place", [
    ("silent switch", "ring/silent switch", "Documentation/Evidence.html#ringsilent-switch"),
    ("CHHapticEngine", "CHHapticEngine", "api/documentation/phonecorehaptics/chhapticengine/"),
    ("resume after a call", None, None),
])
def test_search_finds_pages_and_symbols(window, words, title, place):
    window.visit("Documentation/Lint.html")
    window.page.get_by_role("banner").get_by_role("searchbox").fill(words)
    window.page.keyboard.press("Enter")
    first = window.page.locator(".results a").first
    first.wait_for()
    if title is not None:
        assert first.inner_text() == title
        assert first.get_attribute("href") == place
    first.click()
    window.page.wait_for_load_state("networkidle")
    assert "search.html" not in window.page.url


def test_search_follows_the_keys_and_says_how_much_it_found(window):
    window.visit("search.html")
    window.page.keyboard.type("heartbeat")  # the field has the focus
    assert window.page.locator(".results li").count() > 3
    assert "result" in window.page.get_by_role("status").inner_text()
    window.page.keyboard.type(" zzzz")
    assert window.page.get_by_role("status").inner_text() == "0 results"


def test_words_of_a_search_are_not_markup(window):
    window.visit("search.html?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%20(")
    assert window.page.get_by_role("status").inner_text() == "0 results"


def test_a_heading_has_a_link_to_itself(window):
    window.visit("Documentation/Lint.html")
    heading = window.page.locator("#l-20-category-fits")
    heading.get_by_role("link").click()
    assert window.page.url.endswith("#l-20-category-fits")
    assert heading.bounding_box()["y"] < 100


def test_the_page_of_libraries_leads_to_their_symbols_and_back(window):
    window.visit("Documentation/Library.html")
    window.page.get_by_role("link", name="HapticEngine", exact=True).first.click()
    window.page.get_by_role("heading", name="HapticEngine").first.wait_for()
    # DocC changes the address without loading a page; the header must still work, and so must reloading.
    window.page.locator("main a[href*='hapticpattern']").first.click()
    window.page.wait_for_url("**/hapticengine/hapticpattern**")
    window.page.reload(wait_until="networkidle")
    window.page.get_by_role("heading", name="HapticPattern").first.wait_for()
    window.page.locator("custom-header").get_by_role("link", name="Libraries").click()
    window.page.wait_for_url("**/Documentation/Library.html")


def test_search_in_the_header_of_the_symbols_works(window):
    window.visit("api/documentation/audiosession/")
    window.page.locator("custom-header input").fill("SimulatedPhone")
    window.page.keyboard.press("Enter")
    assert window.page.locator(".results a").first.inner_text() == "SimulatedPhone"


def test_a_phone_reaches_the_list_of_pages(browser, address):
    window = Window(browser, address, viewport={"width": 390, "height": 844})
    window.visit("Documentation/Lint.html")
    window.page.get_by_role("link", name="Pages").click()
    window.page.get_by_role("navigation", name="Pages").get_by_role("link", name="Scenarios").click()
    window.page.wait_for_url("**/Documentation/Scenarios.html")
    window.page.close()
    assert window.problems == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_can_be_read_in_light_and_dark(browser, address, scheme):
    window = Window(browser, address, color_scheme=scheme)
    found = {}
    for place in ["index.html", "Documentation/Testing.html", "Examples/PlayerTests/MusicPlayer.swift.html",
                  "search.html?q=call"]:
        window.visit(place)
        for violation in Axe().run(window.page).response["violations"]:
            found.setdefault(violation["id"], (place, violation["nodes"][0]["html"], violation["nodes"][0]["failureSummary"]))
    ground = window.page.evaluate("getComputedStyle(document.body).backgroundColor")
    window.page.close()
    assert found == {}
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 21, 27)"}[scheme]
