"""`--output web`: a page plays what the command renders, sample by sample, and nothing is lost."""

import base64
import fcntl
import http.server
import json
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import termios
import threading
import time

import pytest
import websockets

import conftest
from test_attacks import Hostile, run, status
from test_sound import rendered

#: The programs, for any working folder.
HAPTIC, STUDIO = (os.path.abspath(program) for program in (conftest.HAPTIC, conftest.STUDIO))

#: A worklet that passes on what it hears, and keeps a copy.
RECORDER = """registerProcessor('recorder', class extends AudioWorkletProcessor {
  process([input], [output]) {
    if (input.length === 0) return true;
    const frames = new Float32Array(2 * input[0].length);
    input.forEach((samples, channel) => samples.forEach((sample, index) => {
      output[channel][index] = sample;
      frames[2 * index + channel] = sample;
    }));
    this.port.postMessage(frames);
    return true;
  }
});"""

#: Puts the recorder between the player and the device.
RECORDING = """(() => {
  window.recorded = [];
  const recorder = URL.createObjectURL(new Blob([SOURCE], { type: 'text/javascript' }));
  const { addModule } = AudioWorklet.prototype;
  AudioWorklet.prototype.addModule = async function (address) {
    await addModule.call(this, recorder);
    return addModule.call(this, address);
  };
  const { connect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (target) {
    if (target !== this.context.destination) return connect.call(this, target);
    const recorder = new AudioWorkletNode(this.context, 'recorder', { outputChannelCount: [2] });
    recorder.port.onmessage = ({ data }) => {
      window.recorded.push(data);
      window.isHeard ||= data.some((sample) => sample !== 0);
    };
    connect.call(this, recorder);
    return connect.call(recorder, target);
  };
})();""".replace("SOURCE", json.dumps(RECORDER))

RECORDED = """(() => {
  const parts = recorded.map((frames) => new Uint8Array(frames.buffer));
  return btoa(parts.map((part) => Array.from(part, (byte) => String.fromCharCode(byte)).join('')).join(''));
})()"""

#: The bytes of a frame.
FRAME = 8


class Command:
    """A running command with `--output web`."""

    #: The processes of a test, which are killed after it.
    processes = []

    def __init__(self, folder, *arguments, **options):
        self.folder = folder
        self.process = subprocess.Popen(
            [HAPTIC, *arguments, "--output", "web"], cwd=folder, stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL, **{"stdin": subprocess.DEVNULL, **options})
        self.processes.append(self.process)
        self.words = ""
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.url = self.wait(r"at (http://127.0.0.1:\d+/[0-9a-f]{32}/)")[1]
        self.port = int(self.url.split(":")[2].split("/")[0])

    def read(self):
        for line in self.process.stderr:
            self.words += line.decode()

    def wait(self, pattern):
        """Waits until the messages contain `pattern`, and returns the match."""
        return until(lambda: re.search(pattern, self.words), lambda: f"{pattern!r} is not in {self.words!r}")

    def end(self):
        """Waits for the end, and returns the status."""
        status = self.process.wait(timeout=30)
        # A server that hangs keeps the stream of errors open.
        self.reader.join(timeout=10)
        return status

    @property
    def server(self):
        """The number of the process of the server."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task").iterdir()
        children = [child for task in tasks for child in (task / "children").read_text().split()]
        assert len(children) == 1
        return int(children[0])


def until(condition, problem=lambda: "it did not happen"):
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if found := condition():
            return found
        time.sleep(0.01)
    raise AssertionError(problem())


class Listener:
    """A page that plays."""

    def __init__(self, browser, command):
        # The page's policy does not permit the recorder.
        self.page = browser.new_page(bypass_csp=True)
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.add_init_script(RECORDING)
        self.page.goto(command.url)

    @property
    def state(self):
        return self.page.evaluate("document.body.dataset.state")

    def wait(self, *states):
        for _ in range(2_000):
            if self.state in states:
                return self
            self.page.wait_for_timeout(10)
        raise AssertionError(f"the page is {self.state} instead of {states}")

    def play(self):
        self.page.get_by_role("button", name="Play").click()
        return self

    def played(self):
        """Returns what has left the player, without silence."""
        data = base64.b64decode(self.page.evaluate(RECORDED))
        assert len(data) % FRAME == 0
        return without_silence(data)

    def facts(self):
        return self.page.locator("dl").inner_text()

    def wait_for_sound(self):
        for _ in range(2_000):
            if self.page.evaluate("window.isHeard"):
                return self
            self.page.wait_for_timeout(10)
        raise AssertionError("nothing is heard")

    def close(self):
        self.page.close()
        assert self.errors == []


def without_silence(data):
    """Returns the frames that are not silent: silence is inserted where frames are late."""
    frames = (data[start:start + FRAME] for start in range(0, len(data), FRAME))
    return b"".join(frame for frame in frames if any(struct.unpack("<2f", frame)))


@pytest.fixture(autouse=True)
def ending():
    """Leaves no process behind, even of a test that fails."""
    yield
    for process in Command.processes:
        process.kill()
        process.wait()
    Command.processes.clear()


@pytest.fixture
def long(folder):
    """A pattern of two seconds that never repeats, and is never silent."""
    (folder / "long.ahap").write_text(
        '{"Version": 1, "Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 2,'
        ' "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 0.7},'
        ' {"ParameterID": "HapticSharpness", "ParameterValue": 0.3}]}},'
        ' {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0,'
        ' "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 0.2}, {"Time": 2, "ParameterValue": 1}]}}]}')
    return folder


PLAY = ("play", "long.ahap", "--profile", "wideband")


def test_the_page_plays_what_render_writes(browser, long):
    command = Command(long, *PLAY)
    listener = Listener(browser, command).wait("ready").play()
    assert command.end() == 0
    listener.wait("ended")
    assert listener.page.title() == "long - haptic"
    assert listener.played() == without_silence(rendered(long, "long.ahap"))
    listener.close()


def test_late_frames_are_counted_and_not_lost(browser, long):
    command = Command(long, *PLAY)
    listener = Listener(browser, command).wait("ready").play().wait("playing").wait_for_sound()
    os.kill(command.process.pid, signal.SIGSTOP)
    for _ in range(2_000):
        if re.search(r"[1-9]\d* times?, \d+ ms", listener.facts()):
            break
        listener.page.wait_for_timeout(10)
    os.kill(command.process.pid, signal.SIGCONT)
    assert command.end() == 0
    listener.wait("ended")
    assert listener.played() == without_silence(rendered(long, "long.ahap"))
    assert re.search(r"\d+ underruns?: the device ran out of samples", command.words)
    listener.close()


def test_the_command_waits_for_the_page(browser, long):
    """Nothing is played before somebody listens, and only the user starts it."""
    command = Command(long, *PLAY)
    command.wait("Waiting for the page: press Play there, or Ctrl-C here to stop.")
    listener = Listener(browser, command).wait("ready")
    assert listener.page.evaluate("hearing.context") is None
    assert "played to" not in command.words
    command.process.send_signal(signal.SIGINT)
    assert command.end() == 130
    listener.wait("ended").close()


def joined(*parts):
    """Joins parts of a sound, each of which may repeat at most 0.2 s of the one before."""
    whole = parts[0]
    for part in parts[1:]:
        places = [start for start in range(max(0, len(whole) - 9_600 * FRAME), len(whole) + FRAME, FRAME)
                  if part.startswith(whole[start:])]
        assert places, "the parts do not fit"
        whole = whole[:places[0]] + part
    return whole


def unfaded(data):
    """Returns the sound of a page that was stopped, without its fade."""
    return data[:-240 * FRAME]


def test_another_window_takes_over_without_a_gap(browser, long):
    command = Command(long, *PLAY)
    first = Listener(browser, command).wait("ready").play().wait("playing").wait_for_sound()
    second = Listener(browser, command).wait("other").play().wait("playing", "silent")
    first.wait("other")
    assert command.end() == 0
    second.wait("ended")
    first.wait("ended")
    whole = joined(unfaded(first.played()), second.played())
    assert whole == without_silence(rendered(long, "long.ahap"))
    first.close()
    second.close()


def test_a_reloaded_page_continues_without_a_gap(browser, long):
    command = Command(long, *PLAY)
    listener = Listener(browser, command).wait("ready").play().wait("playing").wait_for_sound()
    before = listener.played()
    listener.page.reload()
    command.wait("the page was closed; to continue, open http://127.0.0.1:")
    listener.wait("ready").play()
    assert command.end() == 0
    listener.wait("ended")
    expected = without_silence(rendered(long, "long.ahap"))
    after = listener.played()
    assert expected.startswith(before)
    assert expected.endswith(after)
    # The page has played a little more than it could tell before it was reloaded.
    assert len(before) + len(after) > len(expected) - 9_600 * FRAME
    assert "the page plays again" in command.words
    listener.close()


def test_a_paused_page_makes_the_command_wait(browser, long):
    command = Command(long, *PLAY)
    listener = Listener(browser, command).wait("ready").play().wait("playing").wait_for_sound()
    listener.page.keyboard.press("Space")
    command.wait("the page is paused")
    listener.wait("paused")
    frames = len(listener.played())
    listener.page.wait_for_timeout(300)
    assert len(listener.played()) == frames
    listener.page.keyboard.press("Space")
    assert command.end() == 0
    listener.wait("ended")
    assert listener.played() == without_silence(rendered(long, "long.ahap"))
    listener.close()


def test_a_killed_server_ends_the_command(browser, long):
    command = Command(long, *PLAY, "--loop")
    listener = Listener(browser, command).wait("ready").play().wait("playing")
    os.kill(command.server, signal.SIGKILL)
    assert command.end() == 69
    assert "haptic-studio: The program was ended by signal 9." in command.words
    listener.wait("lost").close()


def test_a_killed_command_leaves_no_server(browser, long):
    command = Command(long, *PLAY, "--loop")
    listener = Listener(browser, command).wait("ready").play().wait("playing")
    server = command.server
    command.process.kill()
    command.end()
    until(lambda: not os.path.exists(f"/proc/{server}") or "Z" in open(f"/proc/{server}/stat").read().split(")")[1])
    listener.wait("ended").close()


def test_a_server_that_hangs_does_not_keep_the_command(browser, long):
    command = Command(long, *PLAY, "--loop")
    listener = Listener(browser, command).wait("ready").play().wait("playing")
    server = command.server
    os.kill(server, signal.SIGSTOP)
    command.process.send_signal(signal.SIGTERM)
    assert command.end() == 128 + signal.SIGTERM
    os.kill(server, signal.SIGKILL)
    listener.close()


def test_only_the_page_with_the_link_hears(browser, long):
    command = Command(long, *PLAY, "--loop")
    token = command.url.split("/")[3]
    assert status(command, f"/{token}/") == 200
    for path in ["/", f"/{token[:-1]}/", "/socket", "/hearing/hearing.js"]:
        assert status(command, path) == 403, path
    assert status(command, f"/{token}/", Host="evil.com") == 403
    assert status(command, f"/{token}/", Origin="http://evil.com") == 403

    async def connect(origin):
        async with websockets.connect(command.url.replace("http", "ws") + "socket", origin=origin):
            pass

    for origin in ["http://evil.com", "null", "http://127.0.0.1:1", None]:
        with pytest.raises(websockets.InvalidStatus) as refused:
            run(connect(origin))
        assert refused.value.response.status_code == 403
    assert listening(command.port) == ["0100007F"]

    Hostile.page = f"""<script>
      window.result = null;
      const socket = new WebSocket("{command.url.replace('http', 'ws')}socket");
      socket.onopen = () => window.result = "open";
      socket.onerror = () => window.result = "refused";
    </script><iframe src="{command.url}"></iframe>""".encode()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://localhost:{server.server_port}/")
    until(lambda: page.evaluate("window.result"))
    assert page.evaluate("window.result") == "refused"
    frames = [frame for frame in page.frames if frame.url.startswith(command.url)]
    assert not any(frame.evaluate("document.querySelector('.play') !== null") for frame in frames)
    page.close()
    server.shutdown()
    command.process.send_signal(signal.SIGINT)
    assert command.end() == 130


def listening(port):
    rows = [line.split() for line in list(open("/proc/net/tcp"))[1:]]
    return [row[1].split(":")[0] for row in rows if int(row[1].split(":")[1], 16) == port and row[3] == "0A"]


@pytest.mark.parametrize("text", [
    b"nonsense\n", b'{"title":"x","rate":48000,"channels":2}\n\x09\0\0\0\0',
    b'{"title":"x","rate":48000,"channels":2}\n\x02\x08\0\0\0' + bytes(8), b"x" * 200_000],
    ids=["words", "unknown record", "unrequested frames", "endless line"])
def test_a_stream_that_is_not_one_is_refused(text):
    done = subprocess.run([STUDIO, "--hear", "--no-open"], input=text, capture_output=True, timeout=30)
    assert done.returncode == 69
    assert b"standard input" in done.stderr


def test_a_scenario_plays_in_the_page(browser, long):
    (long / "call.yaml").write_text(
        "scenario: A call\napps:\n  music: { category: playback }\nsteps:\n"
        "  - music: activate\n  - at: 0.1\n    music: play\n  - at: 0.6\n    phone: ring\n  - at: 1\n    phone: decline\n")
    subprocess.run([HAPTIC, "session", "render", "call.yaml", "-o", "call.wav", "--profile", "audible"], cwd=long,
                   check=True, capture_output=True)
    data = (long / "call.wav").read_bytes()
    expected = without_silence(data[data.index(b"data") + 8:])
    command = Command(long, "session", "play", "call.yaml")
    listener = Listener(browser, command).wait("ready").play()
    assert command.end() == 0
    listener.wait("ended")
    assert listener.page.locator("h1").inner_text() == "A call"
    assert expected and listener.played() == expected
    listener.close()


def test_the_keys_of_a_live_phone_are_heard(browser, long):
    """The command has a terminal; the keys of the terminal and the page work at the same time."""
    control, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    environment = dict(os.environ, TERM="xterm-256color")
    environment.pop("DISPLAY", None)
    process = subprocess.Popen(
        [HAPTIC, "session", "live", "--output", "web"], cwd=long, stdin=terminal, stdout=terminal, stderr=terminal,
        env=environment, start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
    Command.processes.append(process)
    os.close(terminal)
    screen = bytearray()

    def read():
        try:
            while piece := os.read(control, 65_536):
                screen.extend(piece)
        except OSError:
            pass

    threading.Thread(target=read, daemon=True).start()
    url = until(lambda: re.search(rb"at (http://127.0.0.1:\d+/[0-9a-f]{32}/)", screen), lambda: bytes(screen))[1].decode()
    command = type("Address", (), {"url": url})
    listener = Listener(browser, command).wait("ready").play().wait("playing")
    os.write(control, b" ")
    listener.wait_for_sound()
    page = listener.page
    page.keyboard.press("Space")
    # Sequences that move the cursor separate the words.
    until(lambda: re.search(rb"paused(\x1b[^A-Za-z]*[A-Za-z]|\s)+in(\x1b[^A-Za-z]*[A-Za-z]|\s)+the", screen))
    page.keyboard.press("Space")
    listener.wait("playing")
    os.write(control, b"qq")
    assert process.wait(timeout=30) == 0
    listener.wait("ended").close()
    os.close(control)
