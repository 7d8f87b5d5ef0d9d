"""The properties of a scenario's apps, with the mouse and with the keyboard alone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from test_phone import SCENARIO
from test_phone_page import PhoneWindow, podcast  # noqa: F401 -- a fixture

REPAIRED = SCENARIO.replace("backgroundAudio: true }", "backgroundAudio: true, behavior: guidelines }")


def test_the_mouse_gives_an_app_another_behavior(podcast, folder):
    page = podcast.page
    page.locator("haptic-apps summary").click()
    page.get_by_label("another property of podcast").select_option("behavior")
    page.get_by_role("button", name="add this property of podcast").click()
    page.get_by_label("behavior of podcast", exact=True).select_option("guidelines")
    podcast.wait_for("scenario.state.failures.length === 0")
    assert (folder / "podcast.yaml").read_text() == REPAIRED
    assert podcast.verdict() == "✓ 1 expectation met"
    page.get_by_label("backgroundAudio of podcast", exact=True).click()
    podcast.wait_for("scenario.state.undo === 'set backgroundAudio of podcast to false'")
    assert "backgroundAudio: false" in (folder / "podcast.yaml").read_text()
    page.get_by_role("button", name="remove behavior of podcast").click()
    podcast.wait_for("scenario.state.undo === 'remove behavior of podcast'")
    for _ in range(3):
        page.get_by_label("undo", exact=True).click()
    podcast.wait_for("scenario.state.undo === undefined")
    assert (folder / "podcast.yaml").read_text() == SCENARIO


def test_the_keyboard_alone_gives_an_app_another_behavior(podcast, folder):
    keyboard = podcast.page.keyboard
    name = "document.activeElement.getAttribute('aria-label')"
    keyboard.press("p")
    assert podcast.ask(name) == "category of podcast"
    while podcast.ask(name) != "another property of podcast":
        keyboard.press("Tab")
    keyboard.type("beh")
    keyboard.press("Tab")
    keyboard.press("Enter")
    podcast.wait(f"{name} === 'behavior of podcast'")
    # The choices that are passed are not written.
    keyboard.press("ArrowDown")
    keyboard.type("guid")
    keyboard.press("Enter")
    podcast.wait_for("scenario.state.failures.length === 0")
    assert (folder / "podcast.yaml").read_text() == REPAIRED
    assert podcast.ask(name) == "behavior of podcast"
    keyboard.press("Escape")
    keyboard.press("Control+z")
    podcast.wait_for("scenario.state.undo === undefined")
    assert (folder / "podcast.yaml").read_text() == SCENARIO


def test_lists_and_texts_are_written_and_a_wrong_one_is_refused(podcast, folder):
    page = podcast.page
    page.locator("haptic-apps summary").click()
    for name in ("options", "layerVolume"):
        page.get_by_label("another property of podcast").select_option(name)
        page.get_by_role("button", name="add this property of podcast").click()
    page.get_by_label("options of podcast", exact=True).get_by_label("mixWithOthers", exact=True).click()
    podcast.wait_for("scenario.state.undo === 'set options of podcast to [mixWithOthers]'")
    volume = page.get_by_label("layerVolume of podcast", exact=True)
    volume.fill("2")
    volume.press("Enter")
    # The reason is next to the property, without the place in a text that was not written.
    reason = page.get_by_role("listitem").filter(has=volume).get_by_role("alert")
    reason.wait_for()
    assert reason.inner_text() == "not saved: layerVolume of podcast: layerVolume must be from 0 to 1, not 2"
    assert volume.input_value() == "2" and volume.get_attribute("aria-invalid") == "true"
    assert reason.get_attribute("id") in volume.get_attribute("aria-describedby").split()
    assert page.locator(".notice").is_hidden()
    volume.fill("0.5")
    volume.press("Enter")
    podcast.wait_for("scenario.state.undo === 'set layerVolume of podcast to 0.5'")
    assert "options: [mixWithOthers], layerVolume: 0.5 }" in (folder / "podcast.yaml").read_text()
    assert reason.is_hidden()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_form_of_a_value_and_the_value_can_be_read_as_a_whole(browser, studio, folder, width):
    (folder / "podcast.yaml").write_text(SCENARIO)
    window = PhoneWindow(browser, studio, "podcast.yaml", viewport={"width": width, "height": 844})
    page = window.page
    page.keyboard.press("p")
    page.get_by_label("another property of podcast").select_option("prefers")
    page.get_by_role("button", name="add this property of podcast").click()
    box = page.get_by_label("prefers of podcast", exact=True)
    row = page.get_by_role("listitem").filter(has=box)
    lines = row.locator(".form span")
    assert "interruptionOnRouteDisconnect" in lines.nth(1).inner_text()
    value = "{ interruptionOnRouteDisconnect: true, noInterruptionsFromSystemAlerts: true }"
    box.fill(value)
    box.press("Enter")
    window.wait_for("scenario.state.undo?.startsWith('set prefers of podcast to { interruption')")
    assert f"prefers: {value}" in (folder / "podcast.yaml").read_text()
    for part in (box, lines.first, lines.nth(1)):
        assert part.evaluate("(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1"), part
    # The choices of a list are below each other.
    page.get_by_label("another property of podcast").select_option("remoteCommands")
    page.get_by_role("button", name="add this property of podcast").click()
    lefts = page.get_by_label("remoteCommands of podcast", exact=True).locator("input").evaluate_all(
        "(boxes) => boxes.map((box) => box.getBoundingClientRect().left)")
    assert len(lefts) == 20 and len(set(lefts)) <= 3
    window.close()


def test_a_refused_choice_is_shown_as_refused_until_it_is_discarded(podcast, folder):
    page = podcast.page
    page.locator("haptic-apps summary").click()
    page.get_by_label("another property of podcast").select_option("mode")
    page.get_by_role("button", name="add this property of podcast").click()
    mode = page.get_by_label("mode of podcast", exact=True)
    mode.select_option("voiceChat")
    page.get_by_text("not saved: podcast: setCategory refuses this configuration").wait_for()
    assert mode.input_value() == "voiceChat" and mode.get_attribute("aria-invalid") == "true"
    assert (folder / "podcast.yaml").read_text() == SCENARIO
    mode.press("Escape")
    assert mode.input_value() == "" and mode.get_attribute("aria-invalid") is None


def test_a_list_with_dashes_keeps_them_and_its_comments(browser, studio, folder):
    listed = "\n    category: playback\n    options:\n      - duckOthers   # first\n"
    (folder / "podcast.yaml").write_text(SCENARIO.replace(" { category: playback, backgroundAudio: true }\n", listed))
    window = PhoneWindow(browser, studio, "podcast.yaml")
    window.page.locator("haptic-apps summary").click()
    window.page.get_by_label("options of podcast", exact=True).get_by_label("mixWithOthers", exact=True).click()
    window.wait_for("scenario.state.undo !== undefined")
    assert listed + "      - mixWithOthers\n" in (folder / "podcast.yaml").read_text()
    window.close()


def test_an_app_that_cannot_be_edited_leads_to_its_line(browser, studio, folder):
    text = SCENARIO.replace("podcast: { category", "other: &one { category: playback }\n  podcast: *one\n  third: { category")
    (folder / "podcast.yaml").write_text(text)
    window = PhoneWindow(browser, studio, "podcast.yaml")
    app = window.page.locator("haptic-apps details").nth(1)
    app.locator("summary").click()
    app.get_by_role("button", name="Edit the text of the file").click()
    box = window.page.get_by_label("text of the file")
    assert window.ask("document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)") \
        == "  podcast: *one"
    assert box.is_visible()
    window.close()


def test_a_reason_leads_to_the_properties(podcast):
    podcast.click_lane(3.5)
    podcast.page.get_by_role("heading", name="Why: podcast").wait_for()
    podcast.page.get_by_role("button", name="Properties", exact=True).click()
    assert podcast.page.get_by_label("category of podcast", exact=True).is_visible()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("width", [1280, 390])
def test_an_accessibility_checker_finds_nothing_in_the_properties(browser, studio, folder, scheme, width):
    (folder / "podcast.yaml").write_text(SCENARIO)
    window = PhoneWindow(browser, studio, "podcast.yaml", color_scheme=scheme, viewport={"width": width, "height": 844})
    window.page.keyboard.press("p")
    for name in ("options", "behavior", "prefers"):
        window.page.get_by_label("another property of podcast").select_option(name)
        window.page.get_by_role("button", name="add this property of podcast").click()
    window.page.get_by_label("prefers of podcast", exact=True).wait_for()
    results = Axe().run(window.page)
    assert results.violations_count == 0, results.generate_report()
    assert window.ask("document.documentElement.scrollWidth") <= width
    window.close()
