"""The program, for the tests of the definitions that other repositories use, and of the release."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: The program, as `scripts/test-release` has built it.
HAPTIC = pathlib.Path(os.environ.get("HAPTIC", ROOT / ".build/release/haptic"))
#: The folder with the standard programs, without an installed haptic.
SYSTEM = "/usr/bin:/bin"


def write(path, text, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def git(folder, *arguments):
    """Runs git without the settings of the user, and returns its output."""
    environment = dict(
        os.environ, GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1",
        GIT_AUTHOR_NAME="A", GIT_AUTHOR_EMAIL="a@localhost",
        GIT_COMMITTER_NAME="A", GIT_COMMITTER_EMAIL="a@localhost")
    return subprocess.run(
        ["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def programs(tmp_path):
    """A folder for PATH that contains only haptic."""
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "haptic").symlink_to(HAPTIC)
    return folder


#: A scenario of which line 5 expects something that does not happen.
FAULTY_SCENARIO = """\
scenario: A call pauses the music
apps: { music: { category: playback, behavior: guidelines } }
steps:
  - { at: 0, music: play }
  - expect: { music: { audible: false } }
"""
SCENARIO = FAULTY_SCENARIO.replace("false", "true")

#: A pattern whose taps are too close together to be felt as two, and which does not have metadata.
FAULTY_PATTERN = """\
{"Version": 1, "Pattern": [
  {"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": []}},
  {"Event": {"Time": 0.004, "EventType": "HapticTransient", "EventParameters": []}}
]}
"""
