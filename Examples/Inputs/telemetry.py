#!/usr/bin/env python3
"""Telemetry of a race as lines in a FIFO: engine speed and slip, sixty times a second.

  mkfifo pit
  haptic play Examples/Inputs/engine.ahap --loop --inputs-from pit
  Examples/Inputs/telemetry.py pit 600

In a real simulator the telemetry comes from shared memory or UDP packets instead of `lap`.
"""
import argparse
import time


def lap(frames):
    """Revolutions per minute and the slip of the driven wheels: four gears, with wheelspin at the start."""
    for frame in range(1, frames + 1):
        part = frame / frames
        gear = min(3, int(part * 4))
        yield 2000 + 5000 * (part * 4 - gear), max(0.0, 0.8 - 2 * part)


def main():
    parser = argparse.ArgumentParser(description="Writes a lap of telemetry to a FIFO.")
    parser.add_argument("fifo")
    parser.add_argument("frames", type=int, nargs="?", default=600, help="sixty a second")
    given = parser.parse_args()
    # Opening blocks until a reader opens the FIFO.
    with open(given.fifo, "w", buffering=1) as pit:
        for rpm, slip in lap(given.frames):
            pit.write(f"rpm {rpm:.1f}\nslip {slip:.3f}\n")
            time.sleep(1 / 60)


main()
