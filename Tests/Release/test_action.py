"""Runs the steps of action.yml in bash, as GitHub's runner does."""

import json
import os
import re
import shutil
import subprocess

import pytest
import yaml

from conftest import FAULTY_PATTERN, FAULTY_SCENARIO, HAPTIC, ROOT, SCENARIO, SYSTEM, write

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
VERSION = subprocess.run([ROOT / "scripts/version"], capture_output=True, text=True).stdout.strip()
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")


class Outcome:
    """The results of the steps: the names of those that ran and of those that failed, and their output."""

    def __init__(self):
        self.ran, self.failed, self.output = [], [], ""


class Runner:
    """A runner of composite actions, which knows the expressions that this action uses."""

    def __init__(self, folder, path, **inputs):
        unknown = inputs.keys() - ACTION["inputs"].keys()
        assert not unknown, f"action.yml does not have the inputs {unknown}"
        self.folder, self.path = folder, path
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.values = {f"inputs.{name}": inputs.get(name, definition["default"])
                       for name, definition in ACTION["inputs"].items()}
        self.values |= {"github.token": "secret", "github.action_repository": "owner/repository",
                        "github.action_path": str(ROOT)}

    def text(self, text):
        return EXPRESSION.sub(lambda match: self.values[match[1].strip()], text)

    def is_wanted(self, condition, has_failed):
        """Whether a step runs; without a status function in its condition, failures before it prevent that."""
        terms = [term.strip() for term in EXPRESSION.sub(r"\1", condition).split("&&") if term.strip()]
        wanted = not has_failed or "!cancelled()" in terms
        for term in terms:
            if term != "!cancelled()":
                name, value = re.fullmatch(r"([\w.]+) != '(.*)'", term).groups()
                wanted = wanted and self.values[name] != value
        return wanted

    def run(self):
        outcome = Outcome()
        for step in ACTION["runs"]["steps"]:
            if not self.is_wanted(step.get("if", ""), bool(outcome.failed)):
                continue
            assert step["shell"] == "bash"
            script = self.temporary / "script"
            script.write_text(self.text(step["run"]))
            added = self.temporary / "path"
            environment = {
                "PATH": self.path, "HOME": str(self.temporary), "RUNNER_TEMP": str(self.temporary),
                "GITHUB_PATH": str(added), **{name: self.text(text) for name, text in step.get("env", {}).items()}}
            result = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", script], cwd=self.folder, env=environment,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            outcome.ran.append(step["name"])
            outcome.output += result.stdout
            if result.returncode:
                outcome.failed.append(step["name"])
            if added.exists():
                self.path = added.read_text().strip() + ":" + self.path
                added.unlink()
        return outcome


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "app"
    write(folder / "Haptics/faulty.ahap", FAULTY_PATTERN)
    shutil.copy(ROOT / "Patterns/heartbeat.ahap", folder / "Haptics")
    write(folder / "Scenarios/faulty.yaml", FAULTY_SCENARIO)
    write(folder / "Fine/fine.yaml", SCENARIO)
    return folder


@pytest.fixture
def run(folder, programs):
    return lambda **inputs: Runner(folder, f"{programs}:{SYSTEM}", **inputs).run()


def test_inputs_are_not_part_of_scripts():
    """Otherwise an input could contain a command."""
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"], step["name"]


def test_without_inputs_nothing_is_checked(run):
    outcome = run()
    assert outcome.ran == ["Download haptic, unless it is installed"]
    assert outcome.failed == []


def test_findings_of_lint_fail_the_step_and_are_in_the_log(run, folder):
    outcome = run(lint="Haptics")
    assert outcome.failed == ["haptic lint"]
    assert "Haptics/faulty.ahap" in outcome.output
    log = json.loads((folder / "haptic.sarif").read_text())
    assert log["version"] == "2.1.0"
    results = log["runs"][0]["results"]
    files = {location["physicalLocation"]["artifactLocation"]["uri"]
             for result in results for location in result["locations"]}
    assert files == {"Haptics/faulty.ahap"}


def test_a_pattern_without_findings_passes(run, folder):
    outcome = run(lint="Haptics/heartbeat.ahap", sarif="other.sarif")
    assert outcome.failed == []
    assert json.loads((folder / "other.sarif").read_text())["runs"][0]["results"] == []


def test_a_failed_expectation_is_shown_at_its_line(run):
    outcome = run(scenarios="Scenarios")
    assert outcome.failed == ["haptic test"]
    assert re.search(r"^::error file=Scenarios/faulty\.yaml,line=5\b", outcome.output, re.MULTILINE)


def test_scenarios_run_after_findings_of_lint(run):
    outcome = run(lint="Haptics", scenarios="Scenarios")
    assert outcome.failed == ["haptic lint", "haptic test"]


def test_paths_are_separated_by_spaces_and_lines(run):
    outcome = run(scenarios="Fine\nScenarios Fine/fine.yaml\n")
    assert "3 tests" in outcome.output
    assert outcome.failed == ["haptic test"]


def test_an_input_is_not_a_command(run, folder):
    run(lint="$(touch ran) `touch ran` ; touch ran")
    assert not (folder / "ran").exists()


@pytest.fixture
def release(tmp_path):
    """A folder for PATH with a program gh that downloads a release with haptic, and the path of its sum."""
    root = tmp_path / f"release/swift-haptic-engine-{VERSION}-linux"
    (root / "bin").mkdir(parents=True)
    (root / "bin/haptic").symlink_to(HAPTIC)
    machine = os.uname().machine
    name = f"swift-haptic-engine-{VERSION}-linux-{machine}.tar.gz"
    subprocess.run(["tar", "-czf", name, root.name], cwd=root.parent, check=True)
    sum = subprocess.run(["sha256sum", name], cwd=root.parent, check=True, capture_output=True, text=True).stdout
    write(root.parent / f"{name}.sha256", sum)
    write(tmp_path / "programs/gh", f"""#!/bin/bash
[ "$GH_TOKEN $*" = "secret release download {VERSION} --repo owner/repository --pattern *-linux-{machine}.tar.gz*" ] || exit 1
cp {root.parent}/*.tar.gz* .
""", 0o755)
    return root.parent / f"{name}.sha256"


def test_without_haptic_the_release_is_downloaded(folder, release, tmp_path):
    outcome = Runner(folder, f"{tmp_path}/programs:{SYSTEM}", scenarios="Scenarios").run()
    assert outcome.failed == ["haptic test"]
    assert "::error file=Scenarios/faulty.yaml" in outcome.output


def test_a_download_with_a_wrong_sum_is_refused(folder, release, tmp_path):
    release.write_text("0" * 64 + release.read_text()[64:])
    outcome = Runner(folder, f"{tmp_path}/programs:{SYSTEM}", lint="Haptics").run()
    assert outcome.failed == ["Download haptic, unless it is installed"]
    assert outcome.ran == outcome.failed
