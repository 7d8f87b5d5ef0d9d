"""Makes the pictures of Documentation/Studio.md: screenshots FOLDER

Uses the programs that HAPTIC_STUDIO and HAPTIC name, as the tests do.
"""

import pathlib
import shutil
import sys
import tempfile

from playwright.sync_api import sync_playwright

from conftest import Studio, Window

ROOT = pathlib.Path(__file__).parents[2]
SIZES = {"wide": (2560, 1440), "laptop": (1280, 800), "phone": (390, 844)}

target = pathlib.Path(sys.argv[1])
target.mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
    folder = pathlib.Path(temporary) / "patterns"
    folder.mkdir()
    for pattern in sorted((ROOT / "Patterns").glob("*.ahap")):
        shutil.copy(pattern, folder)
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
    finally:
        browser.close()
        studio.kill()
