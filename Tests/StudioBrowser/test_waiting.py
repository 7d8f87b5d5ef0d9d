"""What the page says while it waits for the server."""

import pytest

from conftest import Window, taps
from test_phone import SCENARIO
from test_phone_page import PhoneWindow

#: Delays all messages of the server by `delay` milliseconds.
DELAY = """
window.delay = 0;
window.WebSocket = class extends WebSocket {
  set onmessage(run) { super.onmessage = (event) => setTimeout(() => run(event), window.delay); }
};
"""

STATUS = "document.querySelector('header .status').textContent"


def test_opening_and_saving_are_said(browser, studio, folder):
    (folder / "two.ahap").write_text(taps([0.2, 0.5]))
    window = Window(browser, studio, "three.ahap", DELAY)
    assert window.ask(STATUS) == "● saved"
    window.page.evaluate("() => { window.delay = 700; }")
    window.page.get_by_role("button", name="two").click()
    window.wait(f"{STATUS} === '● opening two.ahap …'")
    window.wait(f"pattern.file === 'two.ahap' && pattern.revision >= 0 && {STATUS} === '● saved'")
    window.page.keyboard.press("t")
    window.wait(f"{STATUS} === '● saving …'")
    window.wait(f"pattern.rows.length === 3 && {STATUS} === '● saved'")
    window.close()


def test_saving_a_scenario_is_said(browser, studio, folder):
    (folder / "podcast.yaml").write_text(SCENARIO)
    window = PhoneWindow(browser, studio, "podcast.yaml", DELAY)
    window.page.evaluate("() => { window.delay = 700; }")
    window.insert("pause")
    window.page.get_by_label("undo", exact=True).click()
    window.wait(f"{STATUS} === '● saving …'")
    window.wait_for("scenario.state.steps.length === 7")
    window.wait(f"{STATUS} === '● saved'")
    window.close()


@pytest.mark.parametrize("name", ["podcast", "New phone"])
def test_the_file_of_a_live_phone_is_said(browser, studio, folder, name):
    (folder / "podcast.yaml").write_text(SCENARIO)
    window = PhoneWindow(browser, studio, "podcast.yaml")
    window.page.keyboard.press("l")
    window.wait_for("isLive && picture?.on.includes('play')")
    window.page.keyboard.press("s")
    window.wait_for("picture.presses === 1")
    library = window.page.get_by_role("navigation", name="library")
    library.get_by_role("button", name=name, exact=True).click()
    window.page.get_by_text("The live phone was saved as live.yaml.").wait_for()
    window.wait_for("isLive" if name == "New phone" else "!isLive")
    window.page.wait_for_timeout(300)
    assert window.page.get_by_text("The live phone was saved as live.yaml.").is_visible()
    window.close()
