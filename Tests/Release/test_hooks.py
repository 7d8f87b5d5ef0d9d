"""Runs the hooks of .pre-commit-hooks.yaml with pre-commit, in a repository that uses them."""

import os
import shutil
import subprocess

import pytest
import yaml

from conftest import FAULTY_PATTERN, FAULTY_SCENARIO, ROOT, SCENARIO, SYSTEM, git, write

HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}


@pytest.fixture(scope="session")
def definitions(tmp_path_factory):
    """A repository with the definitions as they are in the working copy, which pre-commit clones quickly."""
    folder = tmp_path_factory.mktemp("definitions")
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", folder)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "Hooks")
    return folder


@pytest.fixture
def check(tmp_path, programs, definitions):
    """A function that runs a hook in a repository with the given files, and returns its status and output."""
    folder = tmp_path / "app"

    def check(hook, files):
        for name, text in files.items():
            write(folder / name, text)
        git(folder, "init", "-q")
        git(folder, "add", ".")
        environment = {"PATH": f"{programs}:{SYSTEM}", "HOME": str(tmp_path), "PRE_COMMIT_HOME": str(tmp_path / "cache")}
        result = subprocess.run(
            ["pre-commit", "try-repo", definitions, hook, "--all-files"], cwd=folder, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return result.returncode, result.stdout

    return check


HEARTBEAT = (ROOT / "Patterns/heartbeat.ahap").read_text()


def test_the_hooks_are_those_that_the_page_documents():
    page = (ROOT / "Documentation/BuildServers.md").read_text()
    assert HOOKS.keys() == {"haptic-lint", "haptic-test"}
    assert all(f"id: {hook}" in page for hook in HOOKS)


def test_lint_reports_a_faulty_pattern(check):
    status, output = check("haptic-lint", {"Haptics/faulty.ahap": FAULTY_PATTERN, "heartbeat.ahap": HEARTBEAT})
    assert status == 1, output
    assert "Haptics/faulty.ahap" in output


def test_lint_passes_without_findings(check):
    status, output = check("haptic-lint", {"heartbeat.ahap": HEARTBEAT, "notes.txt": "not a pattern"})
    assert status == 0 and "Passed" in output, output


def test_a_failed_scenario_fails_the_commit(check):
    status, output = check("haptic-test", {"App/Scenarios/call.yaml": FAULTY_SCENARIO})
    assert status == 1, output
    assert "App/Scenarios/call.yaml:5" in output


def test_only_files_in_folders_of_scenarios_are_run(check):
    files = {"Scenarios/call.yml": SCENARIO, "other.yaml": "key: value\n"}
    status, output = check("haptic-test", files)
    assert status == 0 and "Passed" in output, output
