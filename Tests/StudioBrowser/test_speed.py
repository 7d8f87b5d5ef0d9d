"""Speed, level and the motors of game controllers."""

from conftest import Window

#: A game controller that notes what its motors are told.
CONTROLLER = """
  window.told = [];
  const pad = { connected: true, vibrationActuator: { playEffect: async (kind, values) => { told.push([kind, values]); } } };
  window.pads = [];
  navigator.getGamepads = () => window.pads;
  window.plug = () => { window.pads = [pad]; dispatchEvent(new Event('gamepadconnected')); };
"""


def elapsed(window, milliseconds=400):
    """Returns the seconds of the pattern that are played in a second."""
    return window.ask(f"""new Promise((resolve) => {{
      const [start, from] = [performance.now(), player.seconds];
      setTimeout(() => resolve((player.seconds - from) / (performance.now() - start) * 1000), {milliseconds});
    }})""")


def test_a_speed_changes_the_pace_and_not_the_frequencies(window):
    window.page.keyboard.press("[")
    window.page.keyboard.press("[")
    assert window.page.get_by_label("speed").input_value() == "0.5"
    window.page.keyboard.press("Space")
    window.wait("player.isPlaying && player.seconds > 0.05")
    assert abs(elapsed(window) - 0.5) < 0.1
    window.page.keyboard.press("Space")
    # The blocks of half the speed are those of a pattern that is twice as long: its taps keep their length.
    frames = window.ask("""studio.connection.ask('compare', { ask: 'played', file: 'three.ahap', speed: 0.5 })
      .then(({ comparison }) => [comparison.sound.frames, comparison.sound.rate])""")
    assert frames[1] == 96_000
    whole = window.ask("pattern.sound.frames")
    # The last tap begins at 0.8 s, and then at 1.6 s.
    assert abs(frames[0] - whole - 0.8 * 48_000) < 480


def test_the_sound_continues_when_the_speed_changes(window):
    window.page.keyboard.press("l")
    window.page.keyboard.press("Space")
    window.wait("player.isPlaying && player.seconds > 0.2")
    window.page.get_by_label("speed").select_option("0.25")
    window.wait("player.speed === 0.25")
    # The sound at this speed is rendered first.
    assert any(abs(elapsed(window, 200) - 0.25) < 0.1 for _ in range(20))
    assert window.ask("player.isPlaying")


def test_a_speed_out_of_range_is_refused(window):
    refused = window.ask("""studio.connection.ask('compare', { ask: 'played', file: 'three.ahap', speed: 9 })
      .then(() => '', (error) => error.message)""")
    assert "speed must be between" in refused


def test_the_level_is_shown_in_decibels(window):
    meter = window.page.locator(".level")
    assert meter.inner_text() == "−∞ dB"
    window.page.keyboard.press("Space")
    window.wait("document.querySelector('.level').textContent.match(/^−\\d+\\.\\d dB$/)")
    loud = float(meter.inner_text().replace("−", "-").split()[0])
    assert -40 < loud < 0


def test_a_controller_plays_the_pattern(browser, studio, folder):
    window = Window(browser, studio, "three.ahap", script=CONTROLLER)
    button = window.page.get_by_label("rumble on the game controller")
    assert not button.is_visible()
    window.page.evaluate("plug()")
    assert button.is_visible()
    window.page.keyboard.press("j")
    assert button.get_attribute("aria-pressed") == "true"
    window.page.keyboard.press("Space")
    window.wait("told.some(([, values]) => values.strongMagnitude > 0)")
    window.wait("!player.isPlaying")
    kind, strongest = window.ask("told.find(([, values]) => values.strongMagnitude > 0)")
    assert kind == "dual-rumble"
    # Intensity 0.6 and sharpness 0.4, of which the strong motor takes the round part.
    assert abs(strongest["strongMagnitude"] - 0.36) < 0.02
    assert abs(strongest["weakMagnitude"] - 0.24) < 0.02
    window.wait("told[told.length - 1][1].strongMagnitude === 0")
    window.close()


#: The left channel while the speed changes from 1 to 0.5. Each sample is its time in the pattern.
SLOWED = """(async () => {
  const context = new OfflineAudioContext(2, 14400, 48000);
  await context.audioWorklet.addModule('player/player-worklet.js');
  const node = new AudioWorkletNode(context, 'pattern-player', { outputChannelCount: [2] });
  node.connect(context.destination);
  const sound = (rate) => ({ do: 'sound', rate, blockFrames: 48000, frames: 48000,
    blocks: [Float32Array.from({ length: 96000 }, (_, index) => (index >> 1) / rate)] });
  node.port.postMessage(sound(48000));
  node.port.postMessage({ do: 'play', from: 4800, turn: 1 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  context.suspend(0.16).then(async () => {
    node.port.postMessage(sound(96000));
    await new Promise((resolve) => setTimeout(resolve, 100));
    context.resume();
  });
  return Array.from((await context.startRendering()).getChannelData(0));
})()"""


def test_the_place_in_the_pattern_is_kept_when_the_speed_changes(window):
    samples = window.ask(SLOWED)
    start = next(index for index, sample in enumerate(samples) if sample > 0)
    steps = [after - before for before, after in zip(samples[start:], samples[start + 1:])]
    # From a frame to the next, the time grows by a frame, and then by half a frame; in the crossfade between the two.
    assert all(0 < step < 1.5 / 48_000 for step in steps)
    assert all(abs(step * 48_000 - 1) < 0.01 for step in steps[:6_000])
    assert all(abs(step * 48_000 - 0.5) < 0.01 for step in steps[-5_000:])
