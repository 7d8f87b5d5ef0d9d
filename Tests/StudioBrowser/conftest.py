"""A studio on a folder of its own, a browser, and a page for each test."""

import json
import os
import pathlib
import signal
import struct
import subprocess
import wave

import pytest
from playwright.sync_api import sync_playwright

BUILD = pathlib.Path(__file__).parents[2] / ".build/release"
#: The programs, as `scripts/test-studio` has built them.
STUDIO = os.environ.get("HAPTIC_STUDIO", BUILD / "haptic-studio")
HAPTIC = os.environ.get("HAPTIC", BUILD / "haptic")


class Studio:
    """The program, on a folder, with its histories beside it."""

    def __init__(self, folder, histories, *options, **environment):
        self.folder = folder
        self.options = options
        self.environment = dict(os.environ, XDG_STATE_HOME=str(histories), **environment)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [STUDIO, self.folder, "--json", *self.options],
            stdout=subprocess.PIPE, env=self.environment)
        address = json.loads(self.process.stdout.readline())
        self.url, self.port = address["url"], address["port"]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


def write_wave(path, samples, rate=48_000):
    """Writes samples from -32768 to 32767 as a sound with one channel."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))


def taps(times):
    """Returns the text of a pattern with a tap at each time."""
    entries = [
        {"Event": {"Time": time, "EventType": "HapticTransient", "EventParameters": [
            {"ParameterID": "HapticIntensity", "ParameterValue": 0.6},
            {"ParameterID": "HapticSharpness", "ParameterValue": 0.4}]}}
        for time in times]
    return json.dumps({"Version": 1, "Pattern": entries}, indent=2) + "\n"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "patterns"
    folder.mkdir()
    (folder / "three.ahap").write_text(taps([0.2, 0.5, 0.8]))
    return folder


@pytest.fixture
def studio(folder, tmp_path):
    studio = Studio(folder, tmp_path / "state")
    yield studio
    studio.kill()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required"])
        yield browser
        browser.close()


class Window:
    """A page of the studio that has opened a file."""

    #: Holds as soon as the file can be seen and heard.
    ready = "pattern?.sound && pattern.course.length > 0"

    def __init__(self, browser, studio, file, script="", **options):
        options.setdefault("viewport", {"width": 1280, "height": 800})
        self.page = browser.new_page(**options)
        if script:
            self.page.add_init_script(script)
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        #: The answers of the server, by the last part of their address.
        self.answers = {}
        self.page.on("response", lambda answer: self.answers.setdefault(answer.url.rsplit("/", 1)[-1], answer))
        self.page.goto(f"{studio.url}#{file}")
        self.wait(self.ready)

    def ask(self, expression):
        """Returns the value of `expression`, in which `timeline`, `pattern` and `player` are known."""
        return self.page.evaluate(
            "(() => { if (!window.studio) return null; const {timeline, player} = studio; "
            f"const pattern = timeline.pattern; return {expression}; }})()")

    def wait(self, condition):
        """Waits until `condition` holds.

        Playwright's own way evaluates text in the page, which the page's security policy forbids.
        """
        for _ in range(3000):
            if self.ask(f"Boolean({condition})"):
                return
            self.page.wait_for_timeout(10)
        state = self.ask("pattern && ({revision: pattern.revision, undo: pattern.undoLabel, "
                         "rows: pattern.rows.slice(0, 5), notice: document.querySelector('.notice').textContent})")
        raise AssertionError(f"{condition} does not hold: {state}")

    def place(self, seconds, intensity):
        """Returns the pixel of a time and an intensity in the lane of events."""
        box = self.page.locator("haptic-timeline canvas").bounding_box()
        x, y = self.ask(
            f"[timeline.view.x({seconds}), (() => {{ const lane = timeline.view.lane('events');"
            f" return lane.top + lane.height - 4 - {intensity} * (lane.height - 12); }})()]")
        return box["x"] + x, box["y"] + y

    def drag(self, start, end):
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.page.mouse.move(*end)
        self.page.mouse.up()

    def close(self):
        self.page.close()
        assert self.errors == []


@pytest.fixture
def window(browser, studio):
    window = Window(browser, studio, "three.ahap")
    yield window
    window.close()
