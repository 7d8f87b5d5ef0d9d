"""Findings of lint: reasons, sources, and corrections of one rule or of all."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import Window

POINT = {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.1, "ParameterCurveControlPoints": [
    {"Time": 0, "ParameterValue": 0.5}]}}
LOUD = {"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": [
    {"ParameterID": "HapticIntensity", "ParameterValue": 1.5}, {"ParameterID": "HapticSharpness", "ParameterValue": 0.5}]}}


@pytest.fixture
def flawed(browser, studio, folder):
    (folder / "flawed.ahap").write_text(json.dumps({"Version": 1, "Pattern": [LOUD, POINT]}))
    window = Window(browser, studio, "flawed.ahap")
    window.wait("pattern.lint.some(({ rule }) => rule === 'P-02') && pattern.lint.some(({ rule }) => rule === 'L-16')")
    yield window
    window.close()


def findings(window):
    return window.page.get_by_role("region", name="lint").get_by_role("listitem")


def entries(folder):
    return json.loads((folder / "flawed.ahap").read_text())["Pattern"]


def test_one_rule_is_corrected_with_the_keyboard(flawed, folder):
    flawed.page.get_by_role("button", name="Insert at the cursor").focus()
    for _ in range(2):
        flawed.page.keyboard.press("Tab")
    assert flawed.page.evaluate("document.activeElement.textContent").startswith("P-02")
    flawed.page.keyboard.press("Enter")
    text = findings(flawed).filter(has_text="P-02").locator("details").inner_text()
    # The reason, the remedy and the source of Documentation/Lint.md.
    assert len(text.splitlines()) >= 4
    flawed.page.keyboard.press("Tab")
    assert flawed.page.evaluate("document.activeElement.textContent") == "Fix P-02"
    flawed.page.keyboard.press("Enter")
    flawed.wait("pattern.undoLabel === 'fix P-02'")
    flawed.wait("!pattern.lint.some(({ rule }) => rule === 'P-02') && pattern.lint.some(({ rule }) => rule === 'L-16')")
    assert entries(folder)[0] == LOUD


def test_all_findings_are_corrected_with_the_mouse(flawed, folder):
    flawed.page.get_by_role("button", name=re.compile("^Fix (all|\\d+ of)")).click()
    flawed.wait("!pattern.lint.some(({ fixable }) => fixable)")
    assert entries(folder)[0]["Event"]["EventParameters"][0]["ParameterValue"] == 1
    flawed.page.keyboard.press("Control+z")
    flawed.wait("pattern.undoLabel === undefined")
    assert entries(folder) == [LOUD, POINT]


def test_an_open_finding_stays_open_while_something_is_selected(flawed):
    first = findings(flawed).first
    first.locator("summary").click()
    flawed.page.mouse.click(*flawed.place(0, 0.9))
    flawed.wait("timeline.selection.size === 1")
    assert first.locator("details").get_attribute("open") is not None
    results = Axe().run(flawed.page)
    assert results.violations_count == 0, results.generate_report()


def test_a_finding_leads_to_its_entry(flawed):
    flawed.page.keyboard.press("+")
    flawed.ask("timeline.view.start = 100")
    findings(flawed).filter(has_text="P-02").locator("summary").first.click()
    flawed.wait("timeline.selection.has(1) && timeline.cursor === 0.1 && timeline.view.start < 0.1")
    flawed.page.keyboard.press("Escape")
    flawed.page.keyboard.press("f")
    x = flawed.ask("timeline.view.x(0)")
    box = flawed.page.locator("haptic-timeline canvas").bounding_box()
    lane = flawed.ask("timeline.view.lane('lint').top")
    flawed.page.mouse.click(box["x"] + x + 4, box["y"] + lane + 8)
    flawed.wait("timeline.selection.has(0)")


def tap(time, intensity=0.6):
    return {"Event": {"Time": time, "EventType": "HapticTransient", "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": intensity}, {"ParameterID": "HapticSharpness", "ParameterValue": 0.5}]}}


@pytest.fixture
def crowded(browser, studio, folder):
    """A long pattern with two taps that cannot be told apart, which only a person can mend, and a value that is too large."""
    (folder / "crowded.ahap").write_text(json.dumps({"Version": 1, "Pattern": [tap(0.1), tap(0.11), tap(0.111), tap(31, 1.5)]}))
    window = Window(browser, studio, "crowded.ahap")
    window.wait("pattern.lint.some(({ fixable }) => fixable) && pattern.lint.some(({ fixable }) => !fixable)")
    yield window
    window.close()


def test_the_list_says_what_remains_for_people(crowded):
    region = crowded.page.get_by_role("region", name="lint")
    count = len(crowded.ask("pattern.lint"))
    fixable = crowded.ask("pattern.lint.filter(({ fixable }) => fixable).length")
    assert findings(crowded).filter(has=crowded.page.locator("summary", has_text="can be fixed")).count() == fixable
    region.get_by_role("button", name=f"Fix {fixable} of {count}").click()
    crowded.wait("!pattern.lint.some(({ fixable }) => fixable)")
    remaining = len(crowded.ask("pattern.lint"))
    region.get_by_text(f"{remaining} finding").wait_for()
    assert not region.get_by_role("button", name="Fix").is_visible()


def test_the_entry_of_a_finding_can_be_told_apart(crowded):
    assert crowded.ask("timeline.view.x(0.111) - timeline.view.x(0.11)") < 1
    findings(crowded).filter(has_text="0.111").locator("summary").first.click()
    crowded.wait("timeline.view.x(0.111) - timeline.view.x(0.11) >= 11.9 && timeline.selection.size === 1")
    assert crowded.ask("timeline.view.start < 0.1 && timeline.view.end > 0.111")


def test_an_unknown_rule_is_refused(flawed):
    refused = flawed.ask("studio.connection.ask('fix', { file: 'flawed.ahap', revision: pattern.revision, rule: 'X-99' })"
                         ".then(() => '', (error) => error.message)")
    assert "no rule is called" in refused
