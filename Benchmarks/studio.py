"""Measures how long a page of the studio waits for a block of sound and for an empty answer: studio.py [--rounds N]

HAPTIC_STUDIO names the program.
"""

import argparse
import pathlib
import sys
import tempfile

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Tests/StudioBrowser"))
from conftest import Studio, Window, taps  # noqa: E402

#: The largest ratio at the 95th percentile. Our choice: a block takes longer than an empty answer because of its bytes,
#: and not because the kernel holds it back, which takes 40 ms.
LARGEST_RATIO = 4

#: The milliseconds of each fetch, in turns: the block, and the empty answer.
MEASURE = """(async () => {
  const address = pattern.sound.blocks[0];
  const wait = async (path) => {
    const start = performance.now();
    const answer = await fetch(path, { cache: 'no-store' });
    const { byteLength } = await answer.arrayBuffer();
    return [performance.now() - start, byteLength];
  };
  const times = [[], []];
  for (let round = 0; round < ROUNDS + 20; round += 1) {
    for (const [index, path] of [`sound/${address}`, 'sound/none'].entries()) {
      const [time, bytes] = await wait(path);
      if (bytes !== [4800 * 2 * 4, 0][index]) throw new Error(`${path} has ${bytes} bytes`);
      // The first rounds open connections.
      if (round >= 20) times[index].push(time);
    }
  }
  return times;
})()"""


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


parser = argparse.ArgumentParser()
parser.add_argument("--rounds", type=int, default=1_000)
rounds = parser.parse_args().rounds
with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
    folder = pathlib.Path(temporary) / "patterns"
    folder.mkdir()
    (folder / "taps.ahap").write_text(taps([0, 1, 2]))
    studio = Studio(folder, pathlib.Path(temporary) / "state")
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    try:
        window = Window(browser, studio, "taps.ahap")
        block, empty = window.ask(MEASURE.replace("ROUNDS", str(rounds)))
    finally:
        browser.close()
        studio.kill()

for name, times in (("block of 4 800 frames", block), ("empty answer", empty)):
    print(f"  {name:22} median {percentile(times, 0.5):6.2f} ms, 95 % within {percentile(times, 0.95):6.2f} ms")
ratio = percentile(block, 0.95) / percentile(empty, 0.95)
print(f"  ratio                  median {percentile(block, 0.5) / percentile(empty, 0.5):6.2f},"
      f"    95th percentile {ratio:6.2f}")
if ratio > LARGEST_RATIO:
    sys.exit(f"studio: a block takes {ratio:.1f} times as long as an empty answer, more than {LARGEST_RATIO}")
