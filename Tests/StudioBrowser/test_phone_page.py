"""Scenarios and live phones in the page, with the mouse and with the keyboard alone."""

import base64
import pathlib
import re
import shutil
import struct
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import HAPTIC, Studio, Window
from test_phone import SCENARIO

ROOT = pathlib.Path(__file__).parents[2]

#: Stores the samples of a live phone that arrive at the page.
RECORD = """
window.received = [];
window.WebSocket = class extends WebSocket {
  constructor(address) {
    super(address);
    this.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') received.push(new Uint8Array(data.slice(0)));
    });
  }
};
"""


class PhoneWindow(Window):
    """A page that shows a scenario."""

    ready = "studio.phone.scenario?.sound && !studio.phone.hidden"

    def wait_for(self, condition):
        """Waits for a condition about the phone's page."""
        self.wait(f"(({{scenario, lanes, steps, picture, isLive}}) => {condition})(studio.phone)")

    def click_lane(self, seconds, lane=0):
        box = self.page.locator(".phone-slider").bounding_box()
        x = self.ask(f"studio.phone.lanes.pixel({seconds})")
        # Below the ruler and the line of steps.
        self.page.mouse.click(x, box["y"] + 24 + 22 + 44 * lane + 20)

    def verdict(self):
        return self.page.locator("header button.verdict").text_content()

    def explained(self):
        return self.page.get_by_label("explanation").inner_text()

    def insert(self, verb):
        """Inserts a step of the first app at the cursor with the mouse."""
        count = self.ask("studio.phone.scenario.state.steps.length")
        self.page.get_by_label("verb", exact=True).select_option(verb)
        self.page.get_by_role("button", name=re.compile("^Insert at")).click()
        self.wait_for(f"scenario.state.steps.length === {count + 1}")


@pytest.fixture
def podcast(browser, studio, folder):
    (folder / "podcast.yaml").write_text(SCENARIO)
    window = PhoneWindow(browser, studio, "podcast.yaml", RECORD)
    yield window
    window.close()


def rendered(folder, name):
    """Returns the samples that the program renders of a scenario."""
    wave = folder / "rendered.wav"
    subprocess.run([HAPTIC, "session", "render", folder / name, "-o", wave, "-q"], check=False)
    data = wave.read_bytes()
    start = data.index(b"data") + 8
    return data[start:start + struct.unpack("<I", data[start - 4:start])[0]]


def test_a_scenario_shows_its_steps_states_and_failures(podcast):
    page = podcast.page
    words = page.locator(".step .words").all_text_contents()
    assert len(words) == 7 and words[3:6] == ["phone: ring", "phone: answer", "phone: hangUp"]
    assert podcast.verdict() == "✗ 1 failure"
    assert "playing" in page.locator("haptic-steps li").nth(6).inner_text()
    # Screen readers get the lanes in sentences.
    description = page.locator("#phone-words").text_content()
    assert "podcast: playing at 0 s" in description and "interrupted at 2 s" in description
    page.mouse.move(podcast.ask("studio.phone.lanes.pixel(1)"), page.locator(".phone-slider").bounding_box()["y"] + 60)
    page.get_by_text("podcast: playing from 0 s to 2 s").wait_for()


def test_a_click_on_a_state_says_why_with_the_rule_and_its_source(podcast):
    podcast.click_lane(3.5)
    podcast.page.get_by_role("heading", name="At 3.5 s").wait_for()
    words = podcast.explained()
    assert "interrupted" in words and "call" in words and "rule" not in words
    # The rules and sources are a click away.
    for reason in podcast.page.get_by_label("explanation").locator("summary").all():
        reason.click()
    words = podcast.explained()
    assert re.search(r"\((rule|row|interruptor) .*; (documentation|SDK header|developer forum)", words), words


def test_the_mouse_repairs_the_app_and_undo_restores_every_byte(podcast, folder):
    before = (folder / "podcast.yaml").read_bytes()
    podcast.click_lane(4.5)
    podcast.insert("activate")
    podcast.insert("play")
    assert "  - at: 4.5\n    podcast: activate\n  - podcast: play\n" in (folder / "podcast.yaml").read_text()
    assert podcast.verdict() == "✓ 1 expectation met"
    check = subprocess.run([HAPTIC, "session", "run", folder / "podcast.yaml"], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
    podcast.page.get_by_label("undo", exact=True).click()
    podcast.page.get_by_label("undo", exact=True).click()
    podcast.wait_for("scenario.state.steps.length === 7")
    assert (folder / "podcast.yaml").read_bytes() == before
    podcast.page.get_by_label("redo", exact=True).click()
    podcast.wait_for("scenario.state.steps.length === 8")


def test_the_keyboard_alone_repairs_the_app(podcast, folder):
    before = (folder / "podcast.yaml").read_bytes()
    keyboard = podcast.page.keyboard
    keyboard.press("r")
    assert podcast.ask("studio.phone.lanes.cursor") == 5
    keyboard.press("PageUp")
    assert podcast.ask("studio.phone.lanes.cursor") == 4
    for _ in range(5):
        keyboard.press("ArrowRight")
    podcast.page.get_by_role("heading", name="At 4.5 s").wait_for()
    for verb in ("activate", "play"):
        keyboard.press("n")
        # The actor, the verb, and then the text of the step.
        keyboard.press("Tab")
        keyboard.type(verb)
        keyboard.press("Tab")
        while podcast.ask("document.activeElement.getAttribute('aria-label')") != "text of the new step":
            keyboard.press("Tab")
        assert podcast.ask("document.activeElement.value") == f"podcast: {verb}"
        count = podcast.ask("studio.phone.scenario.state.steps.length")
        keyboard.press("Enter")
        podcast.wait_for(f"scenario.state.steps.length === {count + 1}")
        keyboard.press("Escape")
    assert podcast.verdict() == "✓ 1 expectation met"
    keyboard.press("Control+z")
    keyboard.press("Control+z")
    podcast.wait_for("scenario.state.steps.length === 7")
    assert (folder / "podcast.yaml").read_bytes() == before


def test_a_fact_at_the_cursor_becomes_an_expectation(podcast, folder):
    podcast.click_lane(4.5)
    podcast.page.get_by_role("heading", name="At 4.5 s").wait_for()
    podcast.page.get_by_label("expect podcast playing: false").click()
    podcast.wait_for("scenario.state.expectations === 2")
    assert "  - at: 4.5\n    expect: { podcast: { playing: false } }\n" in (folder / "podcast.yaml").read_text()
    # The same with keys, at another time.
    podcast.page.keyboard.press("Home")
    podcast.page.get_by_role("heading", name="At 0 s").wait_for()
    podcast.page.keyboard.press("a")
    podcast.page.keyboard.press("Enter")
    podcast.wait_for("scenario.state.expectations === 3")
    assert podcast.verdict() == "✗ 1 failure"


def test_a_step_is_changed_and_deleted(podcast, folder):
    page = podcast.page
    page.get_by_role("button", name="phone: answer").click()
    assert podcast.ask("studio.phone.lanes.cursor") == 3
    text = page.get_by_label("text of step 5")
    assert text.input_value() == "at: 3\nphone: answer"
    text.fill("at: 3.5\nphone: decline")
    text.press("Control+Enter")
    text.wait_for(state="detached")
    assert "  - at: 3.5\n    phone: decline\n" in (folder / "podcast.yaml").read_text()
    # A text that is not a step is refused, with the reason, and stays in its box.
    page.keyboard.press("s")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("phone: [")
    page.keyboard.press("Control+Enter")
    page.locator(".notice", has_text=re.compile(r"^line \d+, column \d+: ")).wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Delete")
    podcast.wait_for("scenario.state.steps.length === 6")
    assert "hangUp" not in (folder / "podcast.yaml").read_text()
    assert page.locator(".notice").is_hidden()


def test_the_whole_text_can_be_written_and_its_problems_are_shown(podcast, folder):
    page = podcast.page
    page.keyboard.press("t")
    page.keyboard.press("Control+a")
    page.keyboard.type("scenario: [")
    page.keyboard.press("Control+Enter")
    podcast.wait_for("scenario.state.errors.length > 0")
    assert (folder / "podcast.yaml").read_text() == "scenario: ["
    assert "problem" in podcast.verdict() and page.get_by_label("problems of the text").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    podcast.wait_for("scenario.state.errors.length === 0")
    assert (folder / "podcast.yaml").read_text() == SCENARIO


def test_the_page_receives_and_plays_what_the_program_renders(browser, studio, folder):
    (folder / "podcast.yaml").write_text(SCENARIO)
    window = PhoneWindow(browser, studio, "podcast.yaml")
    window.click_lane(1)
    window.page.keyboard.press(" ")
    window.wait("player.isPlaying && player.seconds > 1.2")
    # The end of the states is the end of what is heard as well.
    window.page.keyboard.press(" ")
    window.wait("!player.isPlaying")
    window.page.keyboard.press("Enter")
    window.wait("player.isPlaying && player.seconds < 1")
    blocks = window.ask("studio.phone.scenario.sound.blocks")
    for _ in range(1000):
        if set(blocks) <= window.answers.keys():
            break
        window.page.wait_for_timeout(10)
    samples = b"".join(window.answers[block].body() for block in blocks)
    assert any(samples) and samples == rendered(folder, "podcast.yaml")
    window.close()


def test_dragging_the_cursor_is_heard(podcast):
    box = podcast.page.locator(".phone-slider").bounding_box()
    x = [podcast.ask(f"studio.phone.lanes.pixel({time})") for time in (0.5, 1, 1.5)]
    podcast.page.evaluate("studio.player.addEventListener('change', () => { window.wasHeard ||= studio.player.isPlaying; })")
    podcast.page.mouse.move(x[0], box["y"] + 60)
    podcast.page.mouse.down()
    podcast.page.mouse.move(x[1], box["y"] + 60)
    podcast.wait("window.wasHeard")
    podcast.page.mouse.move(x[2], box["y"] + 60)
    podcast.page.mouse.up()
    podcast.wait("!player.isPlaying")
    assert podcast.ask("studio.phone.lanes.cursor") == 1.5


def test_a_live_phone_is_heard_and_becomes_a_scenario(podcast, folder):
    page = podcast.page
    page.get_by_role("button", name="New phone").click()
    podcast.wait_for("isLive && picture?.time > 0.2")
    # The app plays, a call comes in, is answered with the button, and ends.
    page.keyboard.press(" ")
    podcast.wait_for("picture.on.includes('play')")
    page.keyboard.press("c")
    podcast.wait_for("picture.on.includes('call')")
    assert "ring" in page.locator(".effect").text_content()
    call = page.get_by_role("button", name=re.compile("^call"))
    assert call.get_attribute("aria-pressed") == "true"
    call.click()
    podcast.wait_for("picture.presses === 3")
    page.keyboard.press("2")
    page.get_by_role("heading", name="The app podcast").wait_for()
    page.get_by_role("heading", name="Why: podcast").wait_for()
    podcast.wait("studio.phone.livePlayer.report.played > 4800")
    page.get_by_label("name of the new scenario").fill("interrupted")
    page.get_by_role("button", name="Stop and save").click()
    podcast.wait_for("!isLive && scenario.file === 'interrupted.yaml' && scenario.sound")
    assert page.get_by_role("button", name="interrupted", exact=True).get_attribute("aria-current") == "true"
    assert "phone: ring" in (folder / "interrupted.yaml").read_text()
    check = subprocess.run([HAPTIC, "session", "run", folder / "interrupted.yaml"], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
    heard = base64.b64decode(page.evaluate(
        "() => btoa(received.map((bytes) => Array.from(bytes, (one) => String.fromCharCode(one)).join('')).join(''))"))
    again = rendered(folder, "interrupted.yaml")
    assert any(heard) and len(heard) > 48000
    assert heard[:len(again)] == again[:len(heard)]


def test_a_live_phone_begins_with_the_scenario_and_is_kept_when_another_file_is_opened(podcast, folder):
    page = podcast.page
    page.keyboard.press("l")
    podcast.wait_for("isLive && picture?.on.includes('play')")
    page.keyboard.press("s")
    podcast.wait_for("picture.presses === 1")
    page.get_by_role("button", name="three").click()
    page.get_by_role("status").get_by_text("The live phone was saved as live.yaml.").wait_for()
    page.locator("haptic-timeline").wait_for()
    # This is not a problem.
    assert page.locator(".notice").is_hidden()
    assert not page.locator("haptic-phone").is_visible()
    assert "silent" in (folder / "live.yaml").read_text()


def test_a_live_phone_outlives_a_killed_studio(browser, studio, folder):
    (folder / "podcast.yaml").write_text(SCENARIO)
    window = PhoneWindow(browser, studio, "podcast.yaml")
    window.page.get_by_role("button", name="New phone").click()
    window.wait_for("isLive && picture?.time > 0.2")
    window.page.keyboard.press("c")
    window.wait_for("picture.on.includes('call')")
    studio.kill()
    window.page.get_by_text("The connection to the server is lost").wait_for()
    window.close()
    studio.start()
    window = PhoneWindow(browser, studio, "podcast.yaml")
    window.page.get_by_role("status").get_by_text("A live phone had not been saved. It is now saved as live.yaml.").wait_for()
    assert window.page.locator(".notice").is_hidden()
    window.page.get_by_role("button", name="live", exact=True).click()
    window.wait_for("scenario.file === 'live.yaml' && scenario.state.steps.some(({words}) => words === 'phone: ring')")
    check = subprocess.run([HAPTIC, "session", "run", folder / "live.yaml"], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
    window.close()


def test_a_live_phone_that_was_started_from_a_pattern_returns_to_it(podcast):
    page = podcast.page
    page.get_by_role("button", name="three", exact=True).click()
    podcast.wait("pattern?.file === 'three.ahap' && studio.phone.hidden")
    page.get_by_role("button", name="New phone").click()
    podcast.wait_for("isLive && picture?.time > 0.1")
    page.get_by_role("button", name="Stop without saving").click()
    podcast.wait("studio.phone.hidden && pattern.file === 'three.ahap'")
    assert page.title().startswith("three.ahap")


def test_the_meter_shows_the_sound_of_the_live_phone(podcast):
    page = podcast.page
    level = page.locator("header .level")
    page.get_by_role("button", name="New phone").click()
    podcast.wait_for("isLive && picture?.time > 0.2")
    assert level.text_content() == "−∞ dB"
    page.keyboard.press(" ")
    decibels = "Number(document.querySelector('header .level').textContent.split(' ')[0].replace('−', '-'))"
    podcast.wait(f"document.querySelector('header meter').value > -30 && {decibels} > -30")
    # The volume counts.
    page.get_by_label("volume, dB").evaluate("(range) => { range.value = -24; range.dispatchEvent(new Event('input')); }")
    podcast.wait(f"{decibels} < -36")
    # Nothing is heard anymore. What has happened is not saved, so one key does not suffice.
    page.keyboard.press("q")
    page.get_by_text("What has happened is not saved").wait_for()
    assert podcast.ask("studio.phone.isLive")
    page.keyboard.press("q")
    podcast.wait("!studio.phone.isLive && document.querySelector('header .level').textContent === '−∞ dB'")
    assert page.locator("header meter").evaluate("(meter) => meter.value") == -60


def test_the_library_marks_no_file_while_a_live_phone_is_shown(podcast):
    page = podcast.page
    podcast.page.keyboard.press("l")
    podcast.wait_for("isLive && picture")
    assert page.locator("haptic-library [aria-current=true]").count() == 0
    page.keyboard.press("q")
    podcast.wait_for("!isLive")
    assert page.locator("haptic-library [aria-current=true]").all_text_contents() == ["podcast"]


def test_a_live_phone_shows_what_has_happened_and_not_the_time_to_come(podcast):
    podcast.page.keyboard.press("l")
    podcast.wait_for("isLive && picture")
    box = podcast.page.locator(".phone-slider").bounding_box()
    # Until 5 s have passed, the lanes end there.
    assert abs(podcast.ask("studio.phone.lanes.pixel(Math.max(5, studio.phone.picture.time))") - box["x"] - box["width"]) < 1
    podcast.wait_for("picture.time > 6")
    assert abs(podcast.ask("studio.phone.lanes.pixel(studio.phone.picture.time)") - box["x"] - box["width"]) < 1


def test_a_scenario_follows_the_patterns_that_it_plays(browser, studio, folder):
    scenario = "scenario: Taps\napps:\n  game: { category: ambient }\nsteps:\n  - game: { playHaptic: three.ahap }\n  - at: 2\n    phone: ring\n"
    (folder / "taps.yaml").write_text(scenario)
    window = PhoneWindow(browser, studio, "taps.yaml")
    before = window.ask("studio.phone.scenario.sound.blocks")
    # Another window, or another program.
    text = (folder / "three.ahap").read_text()
    (folder / "three.ahap").write_text("{")
    window.wait_for("scenario.state.errors.length > 0")
    (folder / "three.ahap").write_text(text.replace("0.6", "0.9"))
    window.wait_for(f"scenario.state.errors.length === 0 && scenario.sound.blocks.length > 0 && String(scenario.sound.blocks) !== '{','.join(before)}'")
    blocks = window.ask("studio.phone.scenario.sound.blocks")
    samples = b"".join(window.page.request.get(f"{studio.url}sound/{block}").body() for block in blocks)
    assert samples == rendered(folder, "taps.yaml")
    window.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_an_accessibility_checker_finds_nothing(browser, studio, folder, scheme):
    (folder / "podcast.yaml").write_text(SCENARIO)
    window = PhoneWindow(browser, studio, "podcast.yaml", color_scheme=scheme)
    window.click_lane(3.5)
    window.page.get_by_role("heading", name="At 3.5 s").wait_for()
    window.page.get_by_role("button", name="phone: answer").click()
    results = Axe().run(window.page)
    assert results.violations_count == 0, results.generate_report()
    window.page.keyboard.press("l")
    window.wait_for("isLive && picture?.moment")
    results = Axe().run(window.page)
    assert results.violations_count == 0, results.generate_report()
    window.close()


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (2560, 1440), (390, 844)])
def test_nothing_is_cut_off(browser, studio, folder, size):
    (folder / "podcast.yaml").write_text(SCENARIO)
    window = PhoneWindow(browser, studio, "podcast.yaml", viewport={"width": size[0], "height": size[1]})
    window.click_lane(3.5)
    assert window.ask("document.documentElement.scrollWidth") <= size[0]
    play = window.page.get_by_label("play", exact=True).bounding_box()
    assert 0 <= play["x"] and play["x"] + play["width"] <= size[0]
    window.page.keyboard.press("l")
    window.wait_for("isLive && picture")
    assert window.ask("document.documentElement.scrollWidth") <= size[0]
    window.close()


def test_every_key_is_listed(podcast):
    podcast.page.keyboard.press("?")
    assert podcast.page.get_by_text("go to the next failed expectation").is_visible()
    podcast.page.keyboard.press("Escape")
    podcast.page.keyboard.press("l")
    podcast.wait_for("isLive")
    podcast.page.keyboard.press("?")
    assert podcast.page.get_by_text("flips the ring/silent switch").is_visible()


def test_a_hostile_scenario_is_only_text(browser, studio, folder):
    evil = "<img src=x onerror=\\\"window.stolen = 1\\\"><script>window.stolen = 1</script>"
    steps = "".join(f"  - at: {index}\n    phone: {'ring' if index % 2 == 0 else 'decline'}\n" for index in range(1, 3001))
    (folder / "evil.yaml").write_text(
        f'scenario: "{evil}"\napps:\n  podcast: {{ category: playback }}\nsteps:\n  - podcast: activate\n{steps}'
        f'  - expect: {{ podcast: {{ playing: true }} }} # {evil}\n')
    (folder / "broken.yaml").write_text(f'scenario: "{evil}"\napps:\n  "{evil}": {{ category: "{evil}" }}\nsteps: [{{ "{evil}": 1 }}]\n')
    (folder / "bomb.yaml").write_text(
        "scenario: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi")))
    window = PhoneWindow(browser, studio, "evil.yaml")
    assert window.verdict() == "✗ 1 failure" or "failures" in window.verdict()
    # Only a part of the list is in the page, and the keyboard reaches all of it.
    assert window.page.locator(".step").count() <= 400
    window.page.keyboard.press("End")
    window.page.get_by_role("button", name=re.compile("expect")).first.wait_for()
    for file in ("broken.yaml", "bomb.yaml"):
        window.page.goto(f"{studio.url}#{file}")
        window.wait_for(f"scenario?.file === '{file}' && scenario.state.errors.length > 0")
        assert window.page.get_by_label("problems of the text").is_visible()
    assert window.ask("window.stolen") is None
    assert window.page.locator("haptic-phone img, haptic-phone script").count() == 0
    window.close()


def test_a_pattern_file_of_the_folder_and_one_of_the_library_are_felt(browser, studio, folder):
    (folder / "taps.yaml").write_text("""scenario: Taps
apps:
  game: { category: ambient }
steps:
  - game: { playHaptic: three.ahap }
  - at: 2
    game: { playHaptic: heartbeat }
  - at: 5
    expect: { game: { playing: false } }
""")
    window = PhoneWindow(browser, studio, "taps.yaml")
    assert window.ask("studio.phone.scenario.state.errors") == [] and window.verdict() == "✓ 1 expectation met"
    blocks = window.ask("studio.phone.scenario.sound.blocks")
    assert len(set(blocks)) > 2
    samples = b"".join(window.page.request.get(f"{studio.url}sound/{block}").body() for block in blocks)
    assert samples == rendered(folder, "taps.yaml")
    window.close()


def test_a_scenario_is_the_first_file_if_it_was_named(browser, folder, tmp_path):
    (folder / "podcast.yaml").write_text(SCENARIO)
    (folder / "settings.yaml").write_text("services:\n  web: {}\n")
    studio = Studio(folder / "podcast.yaml", tmp_path / "state")
    window = PhoneWindow(browser, studio, "")
    assert window.ask("studio.phone.file") == "podcast.yaml"
    assert window.page.get_by_label("scenarios").get_by_role("button").all_text_contents() == ["podcast"]
    window.close()
    studio.kill()


def test_every_example_is_shown(browser, studio, folder):
    examples = sorted((ROOT / "Examples/Scenarios").glob("*.yaml"))
    for example in examples:
        shutil.copy(example, folder)
    window = PhoneWindow(browser, studio, examples[0].name)
    for example in examples:
        window.page.goto(f"{studio.url}#{example.name}")
        window.wait_for(f"scenario?.file === '{example.name}' && scenario.sound")
        assert window.ask("studio.phone.scenario.state.errors") == [], example.name
        assert window.ask("studio.phone.scenario.state.failures") == [], example.name
    window.close()
