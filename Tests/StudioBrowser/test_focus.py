"""The keyboard returns to the timeline after a control was used."""

import pytest

FOCUS = "document.activeElement.matches('.entries')"


def test_a_slider_that_is_released_gives_the_keyboard_back(window):
    window.page.get_by_label("volume, dB").click(position={"x": 20, "y": 5})
    assert window.ask("player.gain") < 1
    window.page.keyboard.press("t")
    window.wait("pattern.rows.length === 4")


def test_a_menu_gives_the_keyboard_back_unless_tab_has_reached_it(window):
    menu = window.page.get_by_label("grid")
    menu.focus()
    menu.select_option("1/8")
    assert window.ask(FOCUS)
    window.page.get_by_label("frequencies of sounds").focus()
    window.page.keyboard.press("Tab")
    assert window.ask("document.activeElement.ariaLabel") == "grid"
    window.page.keyboard.press("ArrowUp")
    assert menu.input_value() != "1/8"
    assert window.ask("document.activeElement.ariaLabel") == "grid"


@pytest.mark.parametrize("name", ["grid", "search files and presets", "notation", "volume, dB"])
def test_escape_leaves_a_control(window, name):
    window.page.get_by_label(name, exact=True).last.focus()
    window.page.keyboard.press("Escape")
    assert window.ask(FOCUS)


def test_enter_in_a_name_gives_the_keyboard_back(window):
    window.page.keyboard.press("w")
    window.page.keyboard.type("mine")
    window.page.keyboard.press("Enter")
    window.wait("pattern.file === 'mine.ahap' && pattern.rows.length === 1")
    window.page.keyboard.press("t")
    window.wait("pattern.rows.length === 2")


def test_enter_after_a_click_does_not_click_again(window, folder):
    window.page.get_by_role("button", name="Duplicate").click()
    window.wait("pattern.file === 'three 2.ahap' && pattern.sound")
    assert window.ask(FOCUS)
    window.page.keyboard.press("Enter")
    window.wait("player.isPlaying")
    assert len(list(folder.glob("*.ahap"))) == 2
