"""Two states of patterns: below each other, in words, and by ear."""

from conftest import Window, taps


def open_comparison(window):
    window.page.keyboard.press("c")
    window.wait("studio.compare.heard?.pattern?.sound")
    return window.page.get_by_role("region", name="compare")


def felt(panel):
    return dict(zip(panel.locator("dt").all_inner_texts(), panel.locator("dd").all_inner_texts()))


def weaken(window):
    """Makes the first tap weaker by 0.3."""
    window.page.mouse.click(*window.place(0.2, 0.6))
    for _ in range(6):
        window.page.keyboard.press("Shift+ArrowDown")
    window.wait("pattern.rows[0].parameters.HapticIntensity < 0.31")


def test_an_edit_is_a_felt_difference_from_the_file_as_it_was_opened(window):
    panel = open_comparison(window)
    panel.get_by_text("A and B have the same entries").wait_for()
    weaken(window)
    change = panel.get_by_label("changes").get_by_role("button")
    change.first.wait_for()
    assert change.count() == 1 and "0.6 -> 0.3" in change.first.inner_text()
    panel.get_by_text("energy", exact=True).wait_for()
    assert felt(panel)["energy"].startswith("-") and felt(panel)["energy"].endswith("dB")
    # Both pictures show all three taps.
    window.wait("studio.compare.painted.every((count) => count === 3)")


def test_a_change_in_the_list_leads_to_its_entry(window):
    panel = open_comparison(window)
    weaken(window)
    window.page.keyboard.press("Escape")
    panel.get_by_label("changes").get_by_role("button").first.click()
    assert window.ask("[...timeline.selection]") == [0]
    assert window.ask("timeline.cursor") == 0.2


def test_an_earlier_state_is_chosen_from_the_history(window):
    weaken(window)
    window.page.keyboard.press("Delete")
    window.wait("pattern.rows.length === 2")
    panel = open_comparison(window)
    states = panel.get_by_label("state of A")
    states.locator("option", has_text="after: weaker").first.wait_for(state="attached")
    states.select_option(label="before all changes")
    panel.get_by_text("1 removed").wait_for()
    # The list is newest first, so the last state before the deletion has all nudges.
    states.select_option(index=2)
    window.page.get_by_label("changes").get_by_text("HapticIntensity 0.3").wait_for()


def test_two_files_are_compared(browser, studio, folder):
    (folder / "four.ahap").write_text(taps([0.2, 0.5, 0.8, 1.1]))
    window = Window(browser, studio, "three.ahap")
    panel = open_comparison(window)
    panel.get_by_label("file of A").select_option("four.ahap")
    panel.get_by_text("1 removed").wait_for()
    # The whole of both fits into the timeline, also that of the longer one.
    window.ask("document.activeElement.blur()")
    window.page.keyboard.press("f")
    window.wait("timeline.view.end > 1.1")
    window.wait("studio.compare.painted[0] === 4 && studio.compare.painted[1] === 3")
    window.close()


def test_the_louder_side_is_as_loud_as_the_other(window):
    panel = open_comparison(window)
    weaken(window)
    window.page.keyboard.press("Shift+ArrowDown")
    window.wait("studio.compare.heard.trim === 1")
    panel.get_by_text("energy", exact=True).wait_for()
    window.page.keyboard.press("b")
    assert panel.get_by_label("hear A").get_attribute("aria-pressed") == "true"
    # All taps of A have 0.6; the loudest of B has 0.6 as well.
    trim = window.ask("studio.compare.heard.trim")
    assert 0.5 < trim < 1
    assert "dB" in panel.get_by_role("region", name="A", exact=True).locator(".side-head").inner_text()
    window.page.keyboard.press("m")
    assert window.ask("studio.compare.heard.trim") == 1


#: The samples of the left channel while the player goes from one sound to another, of which the first is twice as loud.
SWITCHED = """(async () => {
  const context = new OfflineAudioContext(2, 9600, 48000);
  await context.audioWorklet.addModule('player/player-worklet.js');
  const node = new AudioWorkletNode(context, 'pattern-player', { outputChannelCount: [2] });
  node.connect(context.destination);
  const block = (value) => new Float32Array(2 * 4800).fill(value);
  const sound = (value, trim) => ({
    do: 'sound', blocks: [block(value), block(value)], blockFrames: 4800, frames: 9600, trim });
  node.port.postMessage(sound(0.8, 0.5));
  node.port.postMessage({ do: 'play', from: 0, turn: 1 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  context.suspend(0.1).then(async () => {
    node.port.postMessage(sound(0.4, 1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    context.resume();
  });
  return Array.from((await context.startRendering()).getChannelData(0));
})()"""


def test_switching_between_matched_sides_is_not_heard(window):
    samples = window.ask(SWITCHED)
    start = next(index for index, sample in enumerate(samples) if sample > 0)
    assert all(abs(sample - 0.4) < 1e-6 for sample in samples[start:9600])


def test_the_other_side_is_heard_from_the_same_time_on(window):
    open_comparison(window)
    weaken(window)
    window.page.keyboard.press("l")
    window.page.keyboard.press("Space")
    window.wait("player.isPlaying && player.seconds > 0.1")
    window.page.keyboard.press("b")
    window.wait("player.pattern === studio.compare.heard.pattern && player.pattern !== pattern")
    assert window.ask("player.isPlaying")
    window.page.keyboard.press("c")
    window.wait("player.pattern === pattern")


def test_a_closed_comparison_does_not_widen_the_view(window):
    open_comparison(window)
    window.page.keyboard.press("c")
    weaken(window)
    assert window.ask("timeline.comparedSeconds") == 0


def test_the_states_of_both_sides_follow_the_history(window):
    panel = open_comparison(window)
    weaken(window)
    panel.get_by_label("state of A").select_option(label="before all changes")
    panel.get_by_label("changes").get_by_role("button").first.wait_for()
    window.page.keyboard.press("Escape")
    window.ask("document.activeElement.blur()")
    window.page.keyboard.press("Control+z")
    panel.get_by_text("A and B have the same entries").wait_for()


def test_exported_pictures_are_charts(window):
    window.page.keyboard.press("e")
    dialog = window.page.get_by_role("dialog", name="export")
    for name, start in (("svg-light", b"<svg"), ("png-dark", b"\x89PNG")):
        dialog.get_by_label("format").select_option(name)
        dialog.get_by_role("img", name="the chart").wait_for()
        with window.page.expect_download() as download:
            dialog.get_by_role("link").click()
        assert start in download.value.path().read_bytes()[:200]
        assert download.value.suggested_filename == f"three.{name[:3]}"
        # The picture can be shown, so it is one.
        dialog.get_by_role("img", name="the chart").evaluate("(image) => image.decode()")
