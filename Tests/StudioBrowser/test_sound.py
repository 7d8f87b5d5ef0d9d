"""What is heard is what `haptic render` writes, sample by sample."""

import base64
import json
import struct
import subprocess

from conftest import HAPTIC, Window, taps

#: The samples of all blocks of the page, as the page has loaded them.
LOADED = """(async () => {
  const parts = [];
  for (const address of pattern.sound.blocks) {
    parts.push(new Uint8Array(await (await fetch(`sound/${address}`)).arrayBuffer()));
  }
  return btoa(parts.map((part) => Array.from(part, (byte) => String.fromCharCode(byte)).join('')).join(''));
})()"""

#: The samples that the player puts out if it plays everything into an offline context.
PLAYED = """(async () => {
  const { sound } = pattern;
  const context = new OfflineAudioContext(2, sound.frames, 48000);
  await context.audioWorklet.addModule('player/player-worklet.js');
  const node = new AudioWorkletNode(context, 'pattern-player', { outputChannelCount: [2] });
  node.connect(context.destination);
  const blocks = await Promise.all(sound.blocks.map(async (address) =>
    new Float32Array(await (await fetch(`sound/${address}`)).arrayBuffer())));
  node.port.postMessage({ do: 'sound', blocks, blockFrames: sound.blockFrames, frames: sound.frames });
  node.port.postMessage({ do: 'play', from: 0, turn: 1 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const buffer = await context.startRendering();
  const [left, right] = [buffer.getChannelData(0), buffer.getChannelData(1)];
  const bytes = new Uint8Array(Float32Array.from({ length: 2 * left.length }, (_, index) =>
    (index % 2 ? right : left)[index >> 1]).buffer);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
})()"""


def rendered(folder, file="three.ahap"):
    """Returns the samples that `haptic render` writes."""
    wave = folder / "rendered.wav"
    subprocess.run([HAPTIC, "render", folder / file, "-o", wave, "-q"], check=True)
    data = wave.read_bytes()
    start = data.index(b"data") + 8
    return data[start:start + struct.unpack("<I", data[start - 4:start])[0]]


def test_the_page_receives_what_the_program_renders(window, folder):
    assert base64.b64decode(window.ask(LOADED)) == rendered(folder)


def test_the_player_puts_out_what_the_program_renders(window, folder):
    played = base64.b64decode(window.ask(PLAYED))
    expected = rendered(folder)
    assert len(played) == len(expected)
    # The message to the player may arrive one block of 128 frames late.
    shifts = [shift for shift in range(0, 8 * 128 * 4, 8 * 128)
              if played[shift:] == expected[:len(expected) - shift]]
    assert shifts, "the samples differ"


def test_an_edit_changes_only_the_blocks_that_sound_different(window):
    before = window.ask("pattern.sound.blocks")
    window.page.mouse.click(*window.place(0.8, 0.6))
    window.page.keyboard.press("ArrowDown")
    window.wait(f"pattern.sound.revision > 1")
    after = window.ask("pattern.sound.blocks")
    assert after[:8] == before[:8]
    assert after[8] != before[8]


def test_the_playhead_is_where_the_sound_is(window):
    window.page.keyboard.press("l")
    window.page.keyboard.press("Space")
    window.wait("player.isPlaying && player.seconds > 0.1")
    # Two readings: the playhead advances as fast as the clock of the sound.
    elapsed = window.ask("""new Promise((resolve) => {
      const [start, from] = [performance.now(), player.seconds];
      setTimeout(() => resolve(player.seconds - from - (performance.now() - start) / 1000), 300);
    })""")
    assert abs(elapsed) < 0.020 or abs(abs(elapsed) - window.ask("player.loop.to")) < 0.020
    window.page.keyboard.press("Space")


def test_quick_changes_cause_no_errors_in_the_console(window):
    reports = []
    window.page.on("console", lambda message: reports.append(message.text))
    window.page.mouse.click(*window.place(0.5, 0.6))
    for _ in range(15):
        window.page.keyboard.press("ArrowUp")
    window.wait("Math.abs(pattern.rows[1].parameters.HapticIntensity - 0.75) < 1e-9")
    window.wait("pattern.sound.revision === pattern.revision && pattern.course.length > 0")
    assert reports == []


def test_the_lane_of_the_signal_shows_its_first_sample_at_any_zoom(browser, studio, folder):
    (folder / "late.ahap").write_text(taps([0.2055]))
    window = Window(browser, studio, "late.ahap")
    window.wait("pattern.course.length > 0")
    window.ask("timeline.view.scale = 8000, timeline.view.scrollTo(0.19), timeline.draw()")
    column = """(seconds) => {
        const { timeline } = studio;
        const lane = timeline.view.lane('signal');
        const { data } = timeline.canvas.getContext('2d').getImageData(Math.round(timeline.view.x(seconds)), lane.top + 1, 1, lane.height - 2);
        return [...data].join();
    }"""
    silence = window.page.evaluate(column, 0.1972)
    window.wait(f"({column})(0.2062) !== {json.dumps(silence)}")
    for seconds in [0.2012, 0.2032, 0.2052]:
        window.wait(f"({column})({seconds}) === {json.dumps(silence)}")
    window.close()
