"""A loop is heard as the engine renders loops, without a seam."""

import base64
import json
import struct
import subprocess

import pytest

from conftest import HAPTIC, Window

from test_lanes import event, write

#: The samples that the player puts out while it plays a loop for `seconds` into an offline context.
LOOPED = """(async ([from, to, seconds]) => {
  const {timeline} = studio;
  const loop = await timeline.pattern.loopSound(from, to);
  const context = new OfflineAudioContext(2, Math.round(48000 * seconds), 48000);
  await context.audioWorklet.addModule('player/player-worklet.js');
  const node = new AudioWorkletNode(context, 'pattern-player', { outputChannelCount: [2] });
  node.connect(context.destination);
  const blocks = await Promise.all(loop.blocks.map(async (address) =>
    new Float32Array(await (await fetch(`sound/${address}`)).arrayBuffer())));
  node.port.postMessage({
    do: 'sound', blocks, blockFrames: loop.blockFrames, frames: loop.frames, first: loop.firstFrame, pass: loop.passFrames,
  });
  node.port.postMessage({ do: 'play', from: loop.firstFrame, turn: 1 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const left = (await context.startRendering()).getChannelData(0);
  const bytes = new Uint8Array(left.buffer, 0, 4 * left.length);
  const parts = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return [loop.passFrames, btoa(parts.join(''))];
})"""


def looped(window, start, end, seconds):
    """Returns the frames of a pass, and the samples of the left channel that are heard."""
    frames, text = window.page.evaluate(LOOPED, [start, end, seconds])
    data = base64.b64decode(text)
    return frames, struct.unpack(f"<{len(data) // 4}f", data)


def rendered(path, times):
    """Returns the samples of the left channel that `haptic render --loop` writes."""
    wave = path.with_suffix(".wav")
    subprocess.run([HAPTIC, "render", path, "--loop", str(times), "-o", wave, "-q"], check=True)
    data = wave.read_bytes()
    start = data.index(b"data") + 8
    count = struct.unpack("<I", data[start - 4:start])[0]
    return struct.unpack(f"<{count // 4}f", data[start:start + count])[::2]


def differences(heard, expected):
    """Returns the number of samples that differ; the player may start some blocks of 128 frames late."""
    def count(shift):
        pairs = list(zip(heard[shift:], expected))
        assert len(pairs) > 0.9 * len(heard)
        return sum(one != other for one, other in pairs)
    return min(count(shift) for shift in range(0, 8 * 128, 128))


#: A vibration that is still ringing at the end of the pattern, so that its tail is heard in the next pass.
RINGING = [event("HapticTransient", 0, HapticIntensity=0.9),
           event("HapticContinuous", 0.1, 0.3, HapticIntensity=0.7, HapticSharpness=0.3, ReleaseTime=0.7),
           event("HapticContinuous", 0.35, 0.2, HapticIntensity=0.5, HapticSharpness=0.8, ReleaseTime=0.5)]


def test_the_seam_of_a_loop_is_what_the_engine_renders(browser, studio, folder):
    write(folder, "ring.ahap", RINGING)
    window = Window(browser, studio, "ring.ahap")
    seconds = window.ask("pattern.seconds")
    frames, heard = looped(window, 0, seconds, 5 * seconds)
    assert frames == round(seconds * 48_000)
    expected = rendered(folder / "ring.ahap", 6)
    # The tails of the first pass are part of the second one.
    assert expected[:frames] != expected[frames:2 * frames]
    assert differences(heard, expected) == 0
    window.close()


def test_a_loop_that_is_shorter_than_its_tails_contains_them_all(browser, studio, folder):
    short = [event("HapticContinuous", 0, 0.05, HapticIntensity=0.4, HapticSharpness=0.5, ReleaseTime=0.6)]
    write(folder, "short.ahap", short)
    window = Window(browser, studio, "short.ahap")
    _, heard = looped(window, 0, 0.05, 1)
    assert differences(heard, rendered(folder / "short.ahap", 30)) == 0
    window.close()


@pytest.mark.parametrize("start, end", [(0.2, 0.45), (0.05, 0.5)])
def test_a_part_is_looped_as_if_it_were_cut_out(browser, studio, folder, start, end):
    write(folder, "ring.ahap", RINGING)
    window = Window(browser, studio, "ring.ahap")
    frames, heard = looped(window, start, end, 5 * (end - start))
    assert frames == round((end - start) * 48_000)
    part = folder / "part.ahap"
    subprocess.run([HAPTIC, "edit", folder / "ring.ahap", "trim", str(start), str(end), "-o", part], check=True)
    assert abs(json.loads(part.read_text())["Pattern"][-1]["Event"]["EventDuration"]) > 0
    assert differences(heard, rendered(part, 6)) == 0
    window.close()


def test_the_last_tap_of_a_pattern_is_part_of_its_loop(window, folder):
    frames, heard = looped(window, 0, 0.8, 2.4)
    assert frames == 38_400
    assert differences(heard, rendered(folder / "three.ahap", 4)) == 0


def test_an_edit_of_a_loop_is_heard_while_it_plays(window):
    window.page.keyboard.press("l")
    window.page.keyboard.press("Space")
    window.wait("player.isPlaying && player.seconds > 0.1")
    # Only the loop itself, never the time after it, is played.
    window.page.mouse.click(*window.place(0.5, 0.6))
    window.page.keyboard.press("ArrowUp")
    window.wait("pattern.sound.revision > 1")
    for _ in range(30):
        assert 0 <= window.ask("player.seconds") <= 0.85
        window.page.wait_for_timeout(40)
    assert window.ask("player.isPlaying")
    window.page.keyboard.press("Space")


@pytest.mark.parametrize("start, end", [(-1, 1), (0, 0), (1, 0), (0, 3_601), (0, 1e300), (1e12, 1e12 + 1)])
def test_loops_without_sense_are_refused(window, start, end):
    answer = window.ask(f"pattern.connection.ask('loop', {{ file: pattern.file, from: {start}, to: {end} }})"
                        ".then(() => null, (error) => error.message)")
    assert "a loop is 10 ms to 3600 s long" in answer
