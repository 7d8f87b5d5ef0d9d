"""Makes the pictures of Documentation/Studio.md: screenshots FOLDER

Uses the programs that HAPTIC_STUDIO and HAPTIC name, as the tests do.
"""

import pathlib
import shutil
import sys
import tempfile

from playwright.sync_api import sync_playwright

from conftest import Studio, Window
from test_phone_page import PhoneWindow

ROOT = pathlib.Path(__file__).parents[2]
SIZES = {"wide": (2560, 1440), "laptop": (1280, 800), "phone": (390, 844)}

target = pathlib.Path(sys.argv[1])
target.mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
    folder = pathlib.Path(temporary) / "patterns"
    folder.mkdir()
    for pattern in sorted((ROOT / "Patterns").glob("*.ahap")):
        shutil.copy(pattern, folder)
    for scenario in ("call-over-music", "headphones-pulled", "navigation-ducking-podcast", "silent-switch"):
        shutil.copy(ROOT / f"Examples/Scenarios/{scenario}.yaml", folder)
    studio = Studio(folder, pathlib.Path(temporary) / "state")
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    try:
        for name, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                window = Window(browser, studio, "level-up.ahap", color_scheme=scheme,
                                reduced_motion="reduce",
                                viewport={"width": width, "height": height})
                window.page.wait_for_timeout(1000)
                window.page.screenshot(path=target / f"{name}-{scheme}.png")
                window.page.close()
        for scheme in ("light", "dark"):
            window = PhoneWindow(browser, studio, "navigation-ducking-podcast.yaml", color_scheme=scheme,
                                 reduced_motion="reduce", viewport={"width": 1280, "height": 800})
            window.click_lane(3)
            window.page.wait_for_timeout(1000)
            window.page.screenshot(path=target / f"scenario-{scheme}.png")
            window.page.get_by_role("button", name="New phone").click()
            window.wait_for("isLive && picture")
            for key in " gcc":
                window.page.keyboard.press(key)
                window.page.wait_for_timeout(1500)
            window.page.screenshot(path=target / f"live-{scheme}.png")
            # The next picture does not list this phone. The first key warns.
            window.page.keyboard.press("q")
            window.page.keyboard.press("q")
            window.wait_for("!isLive")
            window.page.close()
    finally:
        browser.close()
        studio.kill()
