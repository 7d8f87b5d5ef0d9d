"""A device of the server plays instead of the browser: a PCM that writes what it plays into a file."""

import array
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import HAPTIC, Studio, Window

CONFIGURATION = """
pcm.recorder {{
  type file
  slave.pcm {{ type null }}
  file "{folder}/heard.raw"
  format raw
  hint {{ show on description "Writes what it plays" }}
}}
pcm.silent {{ type null hint {{ show on description "Discards what it plays" }} }}
pcm.broken {{ type hw card 31 hint {{ show on description "Does not exist" }} }}
"""


@pytest.fixture
def served(browser, folder, tmp_path):
    (tmp_path / "asound.conf").write_text(CONFIGURATION.format(folder=tmp_path))
    studio = Studio(folder, tmp_path / "state", ALSA_CONFIG_PATH=str(tmp_path / "asound.conf"))
    window = Window(browser, studio, "three.ahap")
    window.page.get_by_label("output").wait_for()
    yield window
    window.close()
    studio.kill()


def heard(folder):
    """Returns the left channel of what the device has played, from the first sample that is not 0 on."""
    samples = array.array("f", (folder / "heard.raw").read_bytes())[::2]
    start = next(index for index, sample in enumerate(samples) if sample != 0)
    return samples[start:]


def test_the_devices_of_the_server_are_offered(served):
    options = served.page.get_by_label("output").locator("option").all_text_contents()
    assert options == ["browser", "recorder", "silent", "broken"]
    results = Axe().run(served.page)
    assert results.violations_count == 0, results.generate_report()
    # The menu does not push any button to another line.
    tops = {round(served.page.get_by_role("button", name=name, exact=True).bounding_box()["y"])
            for name in ("undo", "keys")}
    assert len(tops) == 1


def test_a_device_plays_what_is_rendered_and_the_playhead_follows(served, folder, tmp_path):
    served.page.get_by_label("output").select_option("recorder")
    served.page.keyboard.press("Space")
    served.wait("player.isPlaying && player.seconds > 0.3 && player.seconds < 0.9")
    served.wait("!player.isPlaying")
    assert served.ask("player.seconds") >= 0.8
    rendered = tmp_path / "expected.wav"
    subprocess.run([HAPTIC, "render", folder / "three.ahap", "-o", rendered, "--format", "f32", "-q"], check=True)
    data = rendered.read_bytes()
    expected = array.array("f", data[data.index(b"data") + 8:])[::2]
    start = next(index for index, sample in enumerate(expected) if sample != 0)
    # The first two taps; the device is closed while the third one fades.
    length = int(0.5 * 48_000)
    assert max(abs(a - b) for a, b in zip(heard(tmp_path)[:length], expected[start:start + length])) < 1e-6


def test_the_cursor_the_loop_and_the_speed_apply(served, tmp_path):
    page = served.page
    page.get_by_label("output").select_option("silent")
    served.ask("(timeline.cursor = 0.6, null)")
    page.keyboard.press("Space")
    served.wait("player.isPlaying && player.seconds > 0.65")
    page.keyboard.press("Space")
    assert not served.ask("player.isPlaying")
    # A loop continues, in its part.
    page.keyboard.press("Home")
    page.keyboard.press("l")
    page.get_by_label("speed").select_option("2")
    page.keyboard.press("Space")
    served.wait("player.isPlaying && player.seconds > 0.5")
    served.wait("player.isPlaying && player.seconds < 0.3")
    served.wait("player.isPlaying && player.seconds > 0.5")
    # An edit is heard on the open device.
    page.mouse.click(*served.place(0.5, 0.6))
    page.keyboard.press("ArrowUp")
    served.wait("pattern.undoLabel !== undefined && player.isPlaying")
    page.keyboard.press("Space")
    served.wait("!player.isPlaying")


def test_a_device_that_cannot_be_opened_says_why(served):
    served.page.get_by_label("output").select_option("broken")
    served.page.keyboard.press("Space")
    served.wait("!player.isPlaying && !document.querySelector('.notice').hidden")
    assert "broken" in served.page.get_by_role("alert").inner_text()
    # The browser plays again.
    served.page.get_by_label("output").select_option("")
    served.page.keyboard.press("Space")
    served.wait("player.isPlaying && player.seconds > 0.1")


def test_only_listed_devices_are_opened(served, tmp_path):
    name = f"file:{tmp_path}/stolen.raw,raw"
    refused = served.ask("studio.connection.ask('device', { ask: 'play', file: 'three.ahap', start: 0, speed: 1, gain: 0,"
                         f" turn: 99, device: '{name}' }}).then(() => '', (error) => error.message)")
    assert "no device is called" in refused
    assert not (tmp_path / "stolen.raw").exists()
