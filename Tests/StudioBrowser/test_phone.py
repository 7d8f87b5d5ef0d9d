"""Scenarios as the server tells them to pages."""

import base64
import struct
import subprocess

import pytest

from conftest import HAPTIC

SCENARIO = """# The app does not start again.
scenario: A call stops the podcast
apps:
  podcast: { category: playback, backgroundAudio: true }
steps:
  - podcast: { playHaptic: impact.heavy }
  - podcast: activate
  - podcast: play
  - at: 2
    phone: ring
  - at: 3
    phone: answer
  - at: 4
    phone: hangUp
  - at: 5
    expect:
      podcast: { playing: true }
"""

#: Begins to collect the messages about scenarios.
LISTEN = """() => {
  window.phone = {};
  studio.connection.addEventListener('news', ({ detail }) => Object.assign(window.phone, detail.phone));
}"""

#: The samples of all blocks.
LOADED = """async (blocks) => {
  const parts = [];
  for (const address of blocks) parts.push(new Uint8Array(await (await fetch(`sound/${address}`)).arrayBuffer()));
  return btoa(parts.map((part) => Array.from(part, (byte) => String.fromCharCode(byte)).join('')).join(''));
}"""


class Phone:
    """The connection of a page, which asks about a scenario."""

    def __init__(self, window, file):
        self.window, self.file = window, file
        window.page.evaluate(LISTEN)
        self.ask("open")

    def ask(self, work, **values):
        """Returns the answer to a `PhoneRequest`."""
        return self.window.page.evaluate(
            "(values) => studio.connection.ask('phone', values)", {"work": work, "file": self.file, **values})

    def state(self, revision=0):
        """Returns the state of the scenario from a revision on."""
        self.window.wait(f"window.phone.state?.revision >= {revision}")
        return self.window.ask("window.phone.state")

    def sound(self, revision):
        self.window.wait(f"window.phone.sound?.revision >= {revision}")
        return self.window.ask("window.phone.sound")


@pytest.fixture
def phone(window, folder):
    (folder / "podcast.yaml").write_text(SCENARIO)
    return Phone(window, "podcast.yaml")


def test_a_page_receives_what_the_program_renders(phone, folder):
    sound = phone.sound(phone.state()["revision"])
    assert sound["problems"] == []
    wave = folder / "rendered.wav"
    subprocess.run([HAPTIC, "session", "render", folder / "podcast.yaml", "-o", wave, "-q"], check=False)
    data = wave.read_bytes()
    start = data.index(b"data") + 8
    rendered = data[start:start + struct.unpack("<I", data[start - 4:start])[0]]
    loaded = base64.b64decode(phone.window.page.evaluate(LOADED, sound["blocks"]))
    assert any(rendered) and len(loaded) == len(rendered) == 8 * sound["frames"]
    assert loaded == rendered


def test_a_step_repairs_the_app_and_is_undone_byte_for_byte(phone, folder):
    state = phone.state()
    assert [failure["time"] for failure in state["failures"]] == [5]
    revision = state["revision"]
    for step in ("podcast: activate", "podcast: play"):
        revision = phone.ask("insert", text=step, time=4.5, revision=revision)["revision"]
    assert phone.state(revision)["failures"] == []
    assert "  - at: 4.5\n    podcast: activate\n  - podcast: play\n" in (folder / "podcast.yaml").read_text()
    phone.ask("undo")
    phone.ask("undo")
    assert (folder / "podcast.yaml").read_text() == SCENARIO


def test_an_explanation_names_the_call(phone):
    answer = phone.ask("moment", time=4.5, app=0)["phone"]["moment"]
    assert any("call" in line for line in answer["explanation"])
    assert {"name": "playing", "value": "false", "isMain": True} in answer["subjects"][0]["facts"]


def test_scenarios_of_other_programs_are_read_again(phone, folder):
    before = phone.state()["revision"]
    (folder / "podcast.yaml").write_text(SCENARIO.replace("playing: true", "playing: false"))
    assert phone.state(before + 1)["failures"] == []


#: Controls a live phone through a socket of its own, and closes it after the first samples and the answer.
LIVE = """async () => {
  const socket = new WebSocket(new URL('socket', location.href).href.replace('http', 'ws'));
  socket.binaryType = 'arraybuffer';
  await new Promise((resolve) => { socket.onopen = resolve; });
  const heard = { bytes: 0, effect: '', lanes: 0, ringing: false };
  await new Promise((resolve) => {
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string') heard.bytes += data.byteLength;
      else {
        const { phone } = JSON.parse(data);
        heard.effect ||= phone?.effect ?? '';
        heard.lanes = Math.max(heard.lanes, phone?.picture?.lanes.length ?? 0);
        heard.ringing ||= phone?.picture?.on.includes('call') ?? false;
      }
      if (heard.bytes > 0 && heard.effect && heard.ringing) resolve();
    };
    socket.send(JSON.stringify({ id: 1, action: 'phone', work: 'live' }));
    socket.send(JSON.stringify({ id: 2, action: 'phone', work: 'press', text: 'call' }));
  });
  socket.close();
  return heard;
}"""


def test_a_live_phone_is_saved_when_its_page_goes_away(window, folder):
    heard = window.page.evaluate(LIVE)
    # A frame has two samples of four bytes.
    assert heard["bytes"] % (960 * 8) == 0 and "ring" in heard["effect"] and heard["lanes"] > 0
    for _ in range(500):
        if (folder / "live.yaml").exists():
            break
        window.page.wait_for_timeout(10)
    text = (folder / "live.yaml").read_text()
    assert text.count("phone: ring") == 1
    check = subprocess.run([HAPTIC, "session", "run", folder / "live.yaml"], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
