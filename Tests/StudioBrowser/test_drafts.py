"""Text that somebody has written and not saved."""

import re

from test_phone import SCENARIO
from test_phone_page import podcast  # noqa: F401 -- a fixture


def test_a_written_text_is_kept_while_another_file_is_shown(podcast, folder):
    page = podcast.page
    page.keyboard.press("t")
    page.keyboard.press("Control+End")
    page.keyboard.type("# mine")
    assert page.get_by_text("text not saved").is_visible()
    page.get_by_role("button", name="three").click()
    page.locator("haptic-timeline").wait_for()
    page.get_by_role("button", name="podcast").click()
    podcast.wait_for("scenario?.file === 'podcast.yaml' && !studio.phone.hidden")
    box = page.get_by_label("text of the file")
    assert box.input_value() == SCENARIO + "# mine"
    box.press("Control+Enter")
    podcast.wait_for("scenario.drafts.text === null")
    assert (folder / "podcast.yaml").read_text() == SCENARIO + "# mine"


def test_a_conflict_of_texts_is_decided_by_a_person(podcast, folder):
    page = podcast.page
    page.keyboard.press("t")
    page.keyboard.press("Control+End")
    page.keyboard.type("# mine")
    theirs = SCENARIO.replace("phone: ring", "phone: ring   # theirs")
    (folder / "podcast.yaml").write_text(theirs)
    podcast.wait_for("scenario.state.text.includes('theirs')")
    page.get_by_text("The file has changed since you began to write.").wait_for()
    # Saving with the key does not overwrite the work of the other program by accident.
    page.keyboard.press("Control+Enter")
    assert (folder / "podcast.yaml").read_text() == theirs
    page.get_by_role("button", name="Save my text instead").click()
    podcast.wait_for("scenario.drafts.text === null")
    assert (folder / "podcast.yaml").read_text() == SCENARIO + "# mine"
    page.get_by_label("undo", exact=True).click()
    podcast.wait_for("scenario.state.text.includes('theirs')")
    box = page.get_by_label("text of the file")
    # Both change the same line.
    box.fill(theirs.replace("# theirs", "# mine"))
    box.press("Control+Enter")
    podcast.wait_for("scenario.drafts.text === null")
    box.fill(theirs.replace("# theirs", "# ours"))
    (folder / "podcast.yaml").write_text(theirs)
    page.get_by_text("The file has changed since you began to write.").wait_for()
    box.press("Control+Enter")
    assert podcast.ask("document.activeElement.textContent") == "Save my text instead"
    page.get_by_role("button", name="Discard my text").click()
    box.fill("scenario: other")
    (folder / "podcast.yaml").write_text(SCENARIO)
    page.get_by_text("The file has changed since you began to write.").wait_for()
    page.get_by_role("button", name="Discard my text").click()
    assert box.input_value() == SCENARIO and not page.get_by_text("(not saved)").is_visible()


def test_the_text_of_a_step_is_kept_and_follows_the_step(podcast, folder):
    page = podcast.page
    page.get_by_role("button", name="phone: answer").click()
    page.get_by_label("text of step 5").fill("at: 3.5\nphone: decline")
    page.get_by_role("button", name="phone: ring").click()
    assert page.get_by_role("button", name=re.compile("phone: answer.*text not applied")).is_visible()
    (folder / "podcast.yaml").write_text(SCENARIO.replace("  - at: 2\n", "  - at: 1\n    device: lock\n  - at: 2\n"))
    podcast.wait_for("scenario.state.steps.length === 8")
    page.get_by_role("button", name="three").click()
    page.locator("haptic-timeline").wait_for()
    page.get_by_role("button", name="podcast").click()
    podcast.wait_for("scenario?.file === 'podcast.yaml' && !studio.phone.hidden")
    page.get_by_role("button", name="phone: answer").click()
    text = page.get_by_label("text of step 6")
    assert text.input_value() == "at: 3.5\nphone: decline"
    (folder / "podcast.yaml").write_text((folder / "podcast.yaml").read_text().replace("phone: answer", "phone: hangUp"))
    page.get_by_text("The file has changed since you began to write.").wait_for()
    page.get_by_role("button", name="Apply my text instead").click()
    text.wait_for(state="detached")
    assert "  - at: 3.5\n    phone: decline\n" in (folder / "podcast.yaml").read_text()
    assert podcast.ask("studio.phone.scenario.drafts.steps.length") == 0


def test_a_written_text_and_a_change_of_the_form_are_merged(podcast, folder):
    page = podcast.page
    page.keyboard.press("t")
    # The lines of the form lie between those of the text.
    page.keyboard.press("Control+Home")
    page.keyboard.type("# first\n")
    page.keyboard.press("Control+End")
    page.keyboard.type("# mine")
    page.locator("haptic-apps summary").click()
    page.get_by_label("backgroundAudio of podcast", exact=True).click()
    podcast.wait_for("scenario.state.text.includes('backgroundAudio: false')")
    box = page.get_by_label("text of the file")
    assert box.input_value() == "# first\n" + SCENARIO + "# mine"
    box.press("Control+Enter")
    assert podcast.ask("document.activeElement.textContent") == "Add the changes to my text"
    page.keyboard.press("Enter")
    both = "# first\n" + SCENARIO.replace("backgroundAudio: true", "backgroundAudio: false") + "# mine"
    assert box.input_value() == both and page.get_by_text("(not saved)").is_visible()
    box.press("Control+Enter")
    podcast.wait_for("scenario.drafts.text === null")
    assert (folder / "podcast.yaml").read_text() == both


def test_a_refused_value_of_the_form_survives_the_saving_of_the_text(podcast, folder):
    page = podcast.page
    (folder / "podcast.yaml").write_text(SCENARIO.replace("backgroundAudio: true", "layerVolume: 0.5"))
    podcast.wait_for("scenario.state.text.includes('layerVolume')")
    page.locator("haptic-apps summary").click()
    volume = page.get_by_label("layerVolume of podcast", exact=True)
    volume.fill("2")
    volume.press("Enter")
    page.get_by_text("not saved: layerVolume of podcast: layerVolume must be from 0 to 1, not 2").wait_for()
    page.get_by_text("Text of the file", exact=True).click()
    box = page.get_by_label("text of the file")
    box.press("Control+End")
    page.keyboard.type("# mine")
    page.keyboard.press("Control+Enter")
    podcast.wait_for("scenario.state.text.includes('# mine') && scenario.drafts.text === null")
    assert volume.input_value() == "2" and volume.get_attribute("aria-invalid") == "true"
    volume.fill("0.7")
    volume.press("Enter")
    podcast.wait_for("scenario.state.text.includes('layerVolume: 0.7')")
    assert (folder / "podcast.yaml").read_text().endswith("# mine")
    assert volume.get_attribute("aria-invalid") is None
