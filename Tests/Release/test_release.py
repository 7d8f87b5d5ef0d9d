"""Runs scripts/release in a small repository, with substitutes for what builds and publishes."""

import subprocess

import pytest

from conftest import ROOT, SYSTEM, git, write

DIST = """#!/bin/bash
mkdir -p .build-packages && cd .build-packages
for file in swift-haptic-engine-0.2.0-linux-x86_64.tar.gz swift-haptic-engine_0.2.0-1_amd64.deb; do
  echo "$file" >"$file"
  sha256sum "$file" >"$file.sha256"
  echo "$PWD/$file"
done
"""
#: Prints the messages of `swift package diagnose-api-breaking-changes` in Swift 6.3.
SWIFT = """#!/bin/bash
[ "$*" = "package --scratch-path .build-api diagnose-api-breaking-changes 0.1.0" ] || exit 64
echo "Building for debugging..."
echo
cat api
! grep -q API api
"""
CHANGELOG = """# Changes

## 0.2.0 - 2026-01-31

### Added
- A new pattern ([a page](Documentation/Page.md), [a site](https://site.example/)).

## 0.1.0

- The first version.
"""


class Repository:
    """A repository with the scripts of a release and version 0.2.0."""

    def __init__(self, folder):
        self.folder = folder
        for name in ["release", "version", "api-changes"]:
            write(folder / "scripts" / name, (ROOT / "scripts" / name).read_text(), 0o755)
        write(folder / "scripts/dist", DIST, 0o755)
        write(folder / "CHANGELOG.md", CHANGELOG)
        write(folder / "Sources/haptic/Haptic.swift", '  static let version = "0.2.0"\n')
        write(folder / ".gitignore", ".build-packages\n")
        write(folder / "programs/swift", SWIFT, 0o755)
        write(folder / "programs/gh", '#!/bin/bash\nprintf "%s\\n" "$@" >published\n', 0o755)
        write(folder / "api", "No breaking changes detected in AudioSession\n")
        git(folder, "init", "-q")
        self.commit()

    def commit(self, tag=None):
        git(self.folder, "add", ".")
        git(self.folder, "commit", "-qm", "Change", "--allow-empty")
        if tag:
            git(self.folder, "tag", tag)

    def change(self, name, *content):
        """Writes a file, also in the commit that has the tag."""
        write(self.folder / name, *content)
        git(self.folder, "commit", "-qa", "--amend", "--no-edit")
        git(self.folder, "tag", "-f", "0.2.0")

    def release(self, mode):
        return subprocess.run(
            ["scripts/release", mode], cwd=self.folder, capture_output=True, text=True,
            env={"PATH": f"{self.folder}/programs:{SYSTEM}", "HOME": str(self.folder)})

    @property
    def notes(self):
        return (self.folder / ".build-packages/release-notes.md").read_text()

    @property
    def published(self):
        file = self.folder / "published"
        return file.read_text().splitlines() if file.exists() else None


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path)


def test_a_dry_run_prints_the_packages_and_publishes_nothing(repository):
    result = repository.release("--dry-run")
    assert result.returncode == 0, result.stderr
    assert [line.rsplit(".", 1)[1] for line in result.stdout.splitlines()] == ["gz", "deb"]
    assert repository.published is None


def test_a_long_description_of_the_version_is_found(repository):
    write(repository.folder / "CHANGELOG.md", CHANGELOG.replace("### Added\n", "### Added\n" + "- A new pattern.\n" * 4_000))
    for _ in range(10):
        result = repository.release("--dry-run")
        assert result.returncode == 0, result.stderr


def test_the_notes_have_the_changes_the_comparison_and_the_sums(repository):
    repository.release("--dry-run")
    assert "- A new pattern (a page, [a site](https://site.example/))." in repository.notes
    assert "The first version" not in repository.notes
    assert "No earlier version has a tag, so the libraries were not compared." in repository.notes
    assert "  swift-haptic-engine_0.2.0-1_amd64.deb" in repository.notes


def test_a_dry_run_reports_what_a_release_lacks(repository):
    write(repository.folder / "CHANGELOG.md", CHANGELOG.replace("2026-01-31", "unreleased"))
    result = repository.release("--dry-run")
    assert result.returncode == 0
    assert "add the tag 0.2.0" in result.stderr
    assert "write the date of the release" in result.stderr


def test_a_release_publishes_the_packages_with_sums_and_notes(repository):
    repository.commit(tag="0.2.0")
    result = repository.release("0.2.0")
    assert result.returncode == 0, result.stderr
    assert result.stderr.count("before a release") == 0
    assert repository.published[:3] == ["release", "create", "0.2.0"]
    names = [argument.rsplit("/", 1)[1] for argument in repository.published if "/swift-haptic" in argument]
    assert names == ["swift-haptic-engine-0.2.0-linux-x86_64.tar.gz",
                     "swift-haptic-engine-0.2.0-linux-x86_64.tar.gz.sha256",
                     "swift-haptic-engine_0.2.0-1_amd64.deb", "swift-haptic-engine_0.2.0-1_amd64.deb.sha256"]
    assert ".build-packages/release-notes.md" in repository.published


@pytest.mark.parametrize("break_it, message", [
    (lambda it: git(it.folder, "tag", "-d", "0.2.0"), "add the tag 0.2.0"),
    (lambda it: it.commit(), "add the tag 0.2.0"),
    (lambda it: write(it.folder / "CHANGELOG.md", CHANGELOG + "- More.\n"), "commit or remove the changes"),
    (lambda it: write(it.folder / "Sources/haptic/Other.swift", ""), "commit or remove the changes"),
    (lambda it: it.change("CHANGELOG.md", CHANGELOG.replace("2026-01-31", "unreleased")), "write the date"),
    (lambda it: it.change("CHANGELOG.md", CHANGELOG.replace("0.2.0", "0.3.0")), "make them equal"),
    (lambda it: it.change("CHANGELOG.md", "## 0.2.0 - 2026-01-31\n\n## 0.1.0\n- It.\n"), "write what has changed"),
    (lambda it: it.change("scripts/dist", DIST.replace("_amd64.deb", ""), 0o755), "did not make"),
    (lambda it: it.change("scripts/dist", DIST + "echo changed >*.deb", 0o755), "did NOT match"),
])
def test_a_release_is_refused(repository, break_it, message):
    repository.commit(tag="0.2.0")
    break_it(repository)
    result = repository.release("0.2.0")
    assert result.returncode == 1
    assert message in result.stdout + result.stderr
    assert repository.published is None


def test_a_tag_that_is_not_the_version_is_refused(repository):
    repository.commit(tag="0.3.0")
    result = repository.release("0.3.0")
    assert result.returncode == 1
    assert "the tag is 0.3.0, but the version" in result.stderr


@pytest.fixture
def tagged(repository):
    git(repository.folder, "tag", "0.1.0")
    git(repository.folder, "tag", "0.2.0-beta.1")
    repository.commit(tag="0.2.0")
    return repository


def test_the_notes_say_that_nothing_broke_since_the_last_tag(tagged):
    tagged.release("0.2.0")
    assert "The libraries do not have breaking changes since 0.1.0." in tagged.notes


def test_the_notes_list_breaking_changes_since_the_last_tag(tagged):
    tagged.change("api", "1 breaking change detected in AudioSession:\n"
                  "  💔 API breakage: func Phone.ring() has been removed\n")
    assert tagged.release("0.2.0").returncode == 0
    assert "Breaking changes of the libraries since 0.1.0:" in tagged.notes
    assert "- AudioSession: func Phone.ring() has been removed" in tagged.notes


def test_a_comparison_that_fails_ends_the_release(tagged):
    tagged.change("api", "error: no such module 'API'\n")
    result = tagged.release("0.2.0")
    assert result.returncode == 1
    assert "could not be compared with 0.1.0" in result.stderr
