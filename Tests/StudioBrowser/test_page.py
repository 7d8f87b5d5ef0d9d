"""The page for everyone: names, contrast, focus, sizes, themes."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import Window


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_an_accessibility_checker_finds_nothing(browser, studio, scheme):
    window = Window(browser, studio, "three.ahap", color_scheme=scheme)
    window.page.mouse.click(*window.place(0.5, 0.6))
    for _ in range(2):
        results = Axe().run(window.page)
        assert results.violations_count == 0, results.generate_report()
        # Then the same with the comparison and all changes in it.
        if not window.ask("studio.compare.hidden"):
            break
        window.page.keyboard.press("Delete")
        window.page.keyboard.press("c")
        window.page.get_by_label("changes").get_by_role("button").first.wait_for()
    window.close()


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (2560, 1440), (390, 844)])
def test_nothing_is_cut_off(browser, studio, size):
    window = Window(browser, studio, "three.ahap", viewport={"width": size[0], "height": size[1]})
    assert window.ask("document.documentElement.scrollWidth") <= size[0]
    window.page.keyboard.press("c")
    window.wait("studio.compare.heard?.pattern?.sound")
    assert window.ask("document.documentElement.scrollWidth") <= size[0]
    play = window.page.get_by_label("play", exact=True).bounding_box()
    assert 0 <= play["x"] and play["x"] + play["width"] <= size[0]
    window.close()


def test_the_list_of_keys_opens_and_closes(window):
    window.page.keyboard.press("?")
    assert window.page.get_by_text("play from the cursor, or stop").is_visible()
    window.page.keyboard.press("Escape")
    assert not window.page.get_by_text("play from the cursor, or stop").is_visible()


def test_screen_readers_get_every_entry_in_order_of_time(window):
    entries = window.page.locator(".entries [role=option]").all_text_contents()
    assert entries == [
        f"transient at {time} s, intensity 0.6, sharpness 0.4" for time in (0.2, 0.5, 0.8)]


def test_pressed_buttons_and_the_open_file_can_be_seen_in_colors_of_the_system(window):
    window.page.emulate_media(forced_colors="active")
    grounds = window.page.evaluate("""() => {
      const ground = (button) => getComputedStyle(button).backgroundColor;
      const [pressed, open] = ['button[aria-pressed=true]', 'button[aria-current=true]'].map((name) => document.querySelector(name));
      return [pressed, open, document.querySelector('button[aria-pressed=false]')].map(ground);
    }""")
    assert grounds[0] == grounds[1] != grounds[2]
