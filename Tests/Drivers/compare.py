#!/usr/bin/env python3
"""Compares the captures of snd-aloop with offline renders of haptic, sample by sample.

usage: compare.py HAPTIC PATTERN FOLDER

FOLDER contains captures loop.FORMAT.RATE.CHANNELS and the player's messages, loop.….words. Prints a line
"CHECK name: PASS" or "FAIL" for each. A capture may have gaps only where underruns were counted.
"""
import array
import glob
import os
import re
import subprocess
import sys
import tempfile

# The number of bytes and significant bits per sample. A sample may be off by a little over one step.
FORMATS = {"FLOAT_LE": (4, 0), "S32_LE": (4, 31), "S24_3LE": (3, 23), "S16_LE": (2, 15)}
# The maximum frames of a gap, and the number of matching frames that prove where the signal continues.
LONGEST_GAP = 40_000
PROOF = 48


def samples(path, name, channels):
    """The columns of a raw capture, full scale 1."""
    with open(path, "rb") as file:
        data = file.read()
    width, bits = FORMATS[name]
    data = data[: len(data) // (width * channels) * width * channels]
    if name == "FLOAT_LE":
        flat = array.array("f", data)
    elif width == 3:
        flat = array.array(
            "d",
            (int.from_bytes(data[i : i + 3], "little", signed=True) / 2**bits for i in range(0, len(data), 3)),
        )
    else:
        integers = array.array("i" if width == 4 else "h", data)
        flat = None
    columns = []
    for channel in range(min(channels, 4)):
        if flat is None:
            columns.append([value / 2**bits for value in integers[channel::channels]])
        else:
            columns.append(list(flat[channel::channels]))
    return columns


def offline(haptic, pattern, rate, bus, folder):
    """The two columns of an offline render as 32-bit floats."""
    path = os.path.join(folder, f"{rate}.{bus}.wav")
    if not os.path.exists(path):
        subprocess.run(
            [haptic, "render", pattern, "-o", path, "--sample-rate", str(rate), "--bus", bus],
            check=True, capture_output=True,
        )
    with open(path, "rb") as file:
        data = file.read()
    place, channels = 12, 2
    while place + 8 <= len(data):
        size = int.from_bytes(data[place + 4 : place + 8], "little")
        if data[place : place + 4] == b"fmt ":
            channels = int.from_bytes(data[place + 10 : place + 12], "little")
        if data[place : place + 4] == b"data":
            flat = array.array("f", data[place + 8 : place + 8 + size // 4 * 4])
            return [list(flat[channel::channels]) for channel in range(channels)]
        place += 8 + size + size % 2
    raise SystemExit(f"{path} has no samples")


def expected(haptic, pattern, rate, channels, folder):
    """The expected signal of each column of a device with this number of channels."""
    if channels == 2:
        columns = offline(haptic, pattern, rate, "mix", folder)
    else:
        haptics = offline(haptic, pattern, rate, "haptic", folder)[0]
        columns = offline(haptic, pattern, rate, "audio", folder)[:2] + [haptics, haptics]
    return [[min(1.0, max(-1.0, value)) for value in column] for column in columns]


def same(got, want, at, place, tolerance):
    return all(abs(g[at] - w[place]) <= tolerance for g, w in zip(got, want))


def gaps(got, want, start, tolerance):
    """The lengths of the gaps in `got`, which begins at `start`; None if it does not match."""
    at, found = start, []
    length, end = len(want[0]), len(got[0])
    place = 0
    while place < length:
        if at >= end:
            return None
        if same(got, want, at, place, tolerance):
            at, place = at + 1, place + 1
            continue
        proof = min(PROOF, length - place)
        for gap in range(1, LONGEST_GAP):
            if at + gap + proof > end:
                return None
            if all(same(got, want, at + gap + i, place + i, tolerance) for i in range(proof)):
                found.append(gap)
                at += gap
                break
        else:
            return None
    return found


def first_sound(columns, tolerance):
    return next(
        (i for i, frame in enumerate(zip(*columns)) if any(abs(value) > tolerance for value in frame)),
        None,
    )


def verdict(got, want, tolerance, underruns):
    sound, signal = first_sound(got, 1.5 * tolerance), first_sound(want, 1.5 * tolerance)
    if sound is None:
        return "FAIL (silence)"
    # Near silence, the first step of a format may be a frame early or late.
    for shift in (0, -1, 1, -2, 2, -3, 3):
        start = sound - signal + shift
        found = gaps(got, want, start, tolerance) if start >= 0 else None
        if found is None:
            continue
        if len(found) > underruns:
            return f"FAIL ({len(found)} gaps, {underruns} underruns counted)"
        return "PASS" + (f" ({len(found)} gaps, all counted)" if found else "")
    return "FAIL (differs)"


# The minimum length of sound or silence that counts, in seconds, and the tolerance of a length.
SHORTEST, SLACK = 0.25, 0.3


def spells(column, rate=48000):
    """The alternating lengths of sound and silence in seconds, beginning with the first sound."""
    window = rate // 100
    sounds = [
        any(abs(value) > 1e-4 for value in column[at : at + window])
        for at in range(0, len(column) - window, window)
    ]
    found = []
    for sound in sounds:
        if not found and not sound:
            continue
        if found and found[-1][0] == sound:
            found[-1][1] += 1
        else:
            found.append([sound, 1])
    merged = []
    for sound, count in found:
        if merged and (count < SHORTEST * 100 or merged[-1][0] == sound):
            merged[-1][1] += count
        else:
            merged.append([sound, count])
    return [count / 100 for _, count in merged]


def check_phone(path):
    """Music that Siri silences, for a second in the scenario: sound, silence, sound."""
    heard = spells(samples(path, "FLOAT_LE", 2)[0])
    shown = ", ".join(f"{length:.2f} s" for length in heard)
    if len(heard) < 3:
        return f"FAIL (sound and silence in turn: {shown})"
    expected = 1.0 if path.endswith(".run") else None
    if expected is not None and abs(heard[1] - expected) > SLACK:
        return f"FAIL (silent for {heard[1]} s)"
    return f"PASS ({shown})"


def main():
    haptic, pattern, folder = sys.argv[1:]
    for path in sorted(glob.glob(os.path.join(folder, "phone.*"))):
        print(f"CHECK sound of {os.path.basename(path)}: {check_phone(path)}", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        for path in sorted(glob.glob(os.path.join(folder, "loop.*"))):
            if path.endswith(".words"):
                continue
            _, name, rate, channels = os.path.basename(path).split(".")
            rate, channels = int(rate), int(channels)
            with open(path + ".words", encoding="utf-8") as file:
                count = re.search(r"(\d+) underrun", file.read())
            want = expected(haptic, pattern, rate, channels, scratch)
            bits = FORMATS[name][1]
            tolerance = 1.01 * 2.0**-bits if bits else 0.0
            got = samples(path, name, channels)[: len(want)]
            result = verdict(got, want, tolerance, int(count.group(1)) if count else 0)
            print(f"CHECK samples of {os.path.basename(path)}: {result}", flush=True)


main()
