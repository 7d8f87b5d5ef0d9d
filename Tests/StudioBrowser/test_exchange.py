"""Sounds that become patterns, and patterns in other formats."""

import base64
import json
import math
import subprocess

import pytest

from conftest import HAPTIC, Window, write_wave


def beats(path, times, seconds=2):
    """Writes a sound with a decaying 120 Hz hit at each time."""
    samples = [0.0] * int(48_000 * seconds)
    for time in times:
        for index in range(9_600):
            at = int(time * 48_000) + index
            if at < len(samples):
                samples[at] += 0.8 * math.exp(-index / 2_400) * math.sin(2 * math.pi * 120 * index / 48_000)
    write_wave(path, [int(32_000 * sample) for sample in samples])


def taps(path):
    return [entry["Event"]["Time"] for entry in json.loads(path.read_text())["Pattern"]
            if entry.get("Event", {}).get("EventType") == "HapticTransient"]


def test_a_sound_becomes_the_pattern_that_haptic_listen_makes(window, folder):
    beats(folder / "drum.wav", [0.25, 0.75, 1.25])
    window.page.evaluate("document.querySelector('haptic-library').load()")
    window.page.get_by_role("button", name="drum.wav").click()
    window.wait("pattern?.file === 'drum.ahap' && pattern.rows.length > 0")
    subprocess.run([HAPTIC, "listen", folder / "drum.wav", "-o", folder / "expected.ahap"], check=True)
    made, expected = [json.loads((folder / name).read_text()) for name in ("drum.ahap", "expected.ahap")]
    assert made["Pattern"] == expected["Pattern"]
    assert len(taps(folder / "drum.ahap")) == 3


def test_moving_a_control_makes_the_pattern_again_and_is_one_step(window, folder):
    beats(folder / "drum.wav", [0.25, 0.75, 1.25])
    window.page.evaluate("document.querySelector('haptic-library').load()")
    window.page.get_by_role("button", name="drum.wav").click()
    window.wait("pattern?.file === 'drum.ahap' && pattern.rows.length > 0")
    before = (folder / "drum.ahap").read_bytes()
    for value in (-6, -12):
        revision = window.ask("pattern.revision")
        window.page.get_by_role("slider", name="gain, dB").evaluate(
            f"(input) => {{ input.value = {value}; input.dispatchEvent(new Event('input')); }}")
        window.wait(f"pattern.revision > {revision}")
    window.wait("pattern.undoLabel === 'listen to drum.wav'")
    assert (folder / "drum.ahap").read_bytes() != before
    window.page.keyboard.press("Control+z")
    window.wait("pattern.undoLabel === undefined")
    assert (folder / "drum.ahap").read_bytes() == before


def test_a_click_on_a_sound_keeps_the_changes_of_its_pattern(window, folder):
    beats(folder / "drum.wav", [0.25, 0.75, 1.25])
    window.page.evaluate("document.querySelector('haptic-library').load()")
    sound = window.page.get_by_role("button", name="drum.wav")
    sound.click()
    window.wait("pattern?.file === 'drum.ahap' && pattern.rows.length > 0")
    made = (folder / "drum.ahap").read_bytes()
    window.page.keyboard.press("t")
    window.wait("pattern.undoLabel === 'add a tap'")
    changed = (folder / "drum.ahap").read_bytes()
    window.page.get_by_role("button", name="three", exact=True).click()
    window.wait("pattern?.file === 'three.ahap'")
    sound.click()
    window.wait("pattern?.file === 'drum.ahap' && pattern.undoLabel === 'add a tap'")
    assert (folder / "drum.ahap").read_bytes() == changed != made
    window.page.get_by_role("button", name="Listen again").click()
    window.wait("pattern.undoLabel === 'listen to drum.wav'")
    assert (folder / "drum.ahap").read_bytes() == made
    window.page.locator(".note").get_by_text("in place of your changes; undo brings them back").wait_for()


def test_the_cursor_moves_beyond_the_end_where_a_pattern_grows(window):
    window.page.keyboard.press("End")
    end = window.ask("pattern.seconds")
    for _ in range(20):
        window.page.keyboard.press(".")
    window.page.keyboard.press("t")
    window.wait("pattern.undoLabel === 'add a tap'")
    assert abs(window.ask("Math.max(...pattern.rows.map(({ time }) => time))") - (end + 0.2)) < 0.001


def test_the_controls_are_kept_for_each_sound(window, folder):
    beats(folder / "drum.wav", [0.25, 0.75, 1.25])
    beats(folder / "other.wav", [0.25, 0.75])
    window.page.evaluate("document.querySelector('haptic-library').load()")
    window.page.get_by_role("button", name="drum.wav").click()
    window.wait("pattern?.file === 'drum.ahap' && pattern.rows.length > 0")
    field = window.page.locator("haptic-listen label", has_text="gain, dB")
    field.get_by_role("slider").evaluate(
        "(input) => { input.value = -6; input.dispatchEvent(new Event('input')); }")
    assert field.locator("output").inner_text() == "-6"
    window.page.get_by_role("button", name="other.wav").click()
    assert field.locator("output").inner_text() == "0"
    assert field.get_by_role("slider").input_value() == "0"
    window.wait("pattern?.file === 'other.ahap'")
    window.page.get_by_role("button", name="drum.wav").click()
    assert field.locator("output").inner_text() == "-6"


def test_a_sound_of_which_a_block_is_missing_is_not_exported(window):
    window.page.route("**/sound/*", lambda route: route.fulfill(status=404))
    window.page.keyboard.press("e")
    dialog = window.page.get_by_role("dialog", name="export")
    dialog.get_by_label("format").select_option("wav")
    dialog.get_by_text("export it again").wait_for()
    assert not dialog.get_by_role("link").is_visible()


def test_a_dropped_sound_is_copied_into_the_folder_but_replaces_nothing(window, folder, tmp_path):
    beats(tmp_path / "new.wav", [0.5])
    data = (tmp_path / "new.wav").read_bytes()
    drop = """async ([name, bytes]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
    }"""

    window.page.evaluate(drop, ["new.wav", base64.b64encode(data).decode()])
    window.wait("pattern?.file === 'new.ahap' && pattern.rows.length > 0")
    assert (folder / "new.wav").read_bytes() == data
    window.page.evaluate(drop, ["new.wav", base64.b64encode(b"other").decode()])
    window.page.get_by_text("cannot be created").wait_for()
    assert (folder / "new.wav").read_bytes() == data
    window.page.evaluate(drop, ["..%2Fescape.wav", base64.b64encode(data).decode()])
    window.page.evaluate(drop, ["virus.exe", base64.b64encode(data).decode()])
    window.page.get_by_text("only sounds can be imported").wait_for()
    assert not (tmp_path / "escape.wav").exists() and not (folder / "virus.exe").exists()


def test_exports_are_what_haptic_convert_writes(window, folder):
    window.page.keyboard.press("e")
    dialog = window.page.get_by_role("dialog", name="export")
    for name, ending in (("haptic", "haptic"), ("android-xml", "xml"), ("web-vibration", "json")):
        dialog.get_by_label("format").select_option(name)
        with window.page.expect_download() as download:
            dialog.get_by_role("link").click()
        saved = download.value.path().read_bytes()
        target = folder / f"expected.{ending}"
        subprocess.run([HAPTIC, "convert", folder / "three.ahap", target, "--to", name, "--force"],
                       check=True, capture_output=True)
        assert saved == target.read_bytes(), name
    dialog.get_by_label("format").select_option("wav")
    with window.page.expect_download() as download:
        dialog.get_by_role("link").click()
    expected = folder / "expected.wav"
    subprocess.run([HAPTIC, "render", folder / "three.ahap", "-o", expected, "-q"], check=True)
    saved = download.value.path().read_bytes()
    start = expected.read_bytes().index(b"data")
    assert saved[saved.index(b"data"):] == expected.read_bytes()[start:]


def test_losses_are_listed_before_saving(browser, studio, folder):
    (folder / "sharp.ahap").write_text(json.dumps({"Version": 1, "Pattern": [
        {"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 1, "EventParameters": [
            {"ParameterID": "HapticSharpness", "ParameterValue": 0.9}]}}]}))
    window = Window(browser, studio, "sharp.ahap")
    window.page.keyboard.press("e")
    dialog = window.page.get_by_role("dialog", name="export")
    dialog.get_by_label("format").select_option("web-vibration")
    dialog.get_by_text("lost:").first.wait_for()
    assert "sharpness" in dialog.get_by_label("losses").inner_text()
    window.close()


@pytest.mark.parametrize("name, ending", [
    ("android-xml-primitives", "xml"), ("android-xml-waveform", "xml"), ("web-vibration", "json"), ("notation", "txt")])
def test_an_export_has_the_extension_of_its_language(window, name, ending):
    window.page.keyboard.press("e")
    dialog = window.page.get_by_role("dialog", name="export")
    dialog.get_by_label("format").select_option(name)
    dialog.get_by_role("link").wait_for()
    assert dialog.get_by_role("link").inner_text() == f"Save three.{ending}"


def test_formats_are_in_groups_and_texts_can_be_copied(window, folder):
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    window.page.keyboard.press("e")
    dialog = window.page.get_by_role("dialog", name="export")
    formats = dialog.get_by_label("format")
    grouped = formats.evaluate("(list) => [...list.children].map((group) => [group.label, [...group.children].map(({ value }) => value)])")
    names = [name for _, group in grouped for name in group]
    assert len(names) == len(set(names)) and all(group for _, group in grouped)
    android = {name for label, group in grouped if label.startswith("Android") for name in group}
    assert android == {name for name in names if name.startswith("android")} | {"kotlin"}
    formats.select_option("kotlin")
    dialog.get_by_text("longArrayOf").wait_for()
    with window.page.expect_download() as download:
        dialog.get_by_role("link").click()
    dialog.get_by_role("button", name="Copy").click()
    dialog.get_by_role("button", name="Copied").wait_for()
    assert window.page.evaluate("navigator.clipboard.readText()") == download.value.path().read_text()
    # A sound has no text.
    formats.select_option("wav")
    dialog.get_by_role("link", name="three.wav").wait_for()
    assert not dialog.get_by_label("content").is_visible()
