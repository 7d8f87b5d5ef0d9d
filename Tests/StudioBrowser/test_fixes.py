"""Findings of lint: reasons, sources, and corrections of one rule or of all."""

import json

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
    flawed.page.get_by_role("button", name="Fix all").click()
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


def test_an_unknown_rule_is_refused(flawed):
    refused = flawed.ask("studio.connection.ask('fix', { file: 'flawed.ahap', revision: pattern.revision, rule: 'X-99' })"
                         ".then(() => '', (error) => error.message)")
    assert "no rule is called" in refused
