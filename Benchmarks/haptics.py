"""Judges the patterns made from sounds; Benchmarks/haptics runs it.

Arguments: a folder for the sounds, the program, seeds. For each sound of haptics_sounds.py:
  envelope    the correlation of the root mean square of the sound with that of the rendered haptic signal, in
              frames of 20 ms
  brightness  the correlation of the logarithm of the spectral centroid with sharpness, where the sound is within
              30 dB of its loudest and the pattern is felt; not judged if the centroid hardly changes, because the
              correlation with a constant only measures its noise
  strokes     F of the transients within 25 ms, where a sound has strokes
  turns       for engines, the rank correlation of sharpness with the revolutions
For comparison, two published methods, judged by their computed results, not by the output of an actuator or file:
  centroid    the amplitude and the spectral centroid of frames of 1 024 samples (Meta, EP 4 179 412)
  shift       the band between 200 and 800 Hz, one and two octaves lower, added to the band below 200 Hz
              (R. Okazaki, H. Kuribayashi, H. Kajimoto, "The effect of frequency shifting on audio-tactile
              conversion for enriching musical experience", 2015)
"""
import json
import os
import subprocess
import sys
import warnings
import wave
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy.signal import istft, stft
from scipy.stats import spearmanr

import haptics_sounds

warnings.filterwarnings("ignore")
FOLDER, HAPTIC, SEEDS = sys.argv[1], sys.argv[2], [int(seed) for seed in sys.argv[3:]] or [1]
RATE = haptics_sounds.RATE
HOP = RATE // 50
# The smallest ratio of frequencies that people notice (Israr, Tan and Reed 2006; Documentation/Perception.md).
NOTICED = 1.18


def save(path, samples):
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def load(path):
    with wave.open(path) as file:
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768


def levels(samples, count):
    samples = np.pad(samples, (0, max(0, count * HOP - len(samples))))[: count * HOP]
    return np.sqrt((samples.reshape(count, HOP) ** 2).mean(1))


def brightness(samples, count):
    width = 2048
    samples = np.pad(samples, (width // 2, width + count * HOP))
    window, hertz = np.hanning(width), np.fft.rfftfreq(width, 1 / RATE)
    result = np.zeros(count)
    for index in range(count):
        start = index * HOP + HOP // 2
        power = np.abs(np.fft.rfft(samples[start : start + width] * window)) ** 2
        result[index] = (power * hertz).sum() / max(power.sum(), 1e-12)
    return np.log(result + 20)


def correlation(one, two):
    if len(one) < 6 or one.std() < 1e-9 or two.std() < 1e-9:
        return 0.0
    return float(np.corrcoef(one, two)[0, 1])


def changes(brightness):
    """Whether 9 of 10 frames differ by more than people notice."""
    low, high = np.exp(np.percentile(brightness, [5, 95])) - 20
    return high > low * NOTICED


def read(path, count):
    """Sharpness in each frame, weighed by intensity, how strong it is, and the times of the transients."""
    entries = json.load(open(path))["Pattern"]
    times = (np.arange(count) + 0.5) * HOP / RATE

    def control(name, neutral):
        points = [
            (curve["Time"] + point["Time"], point["ParameterValue"])
            for curve in (entry["ParameterCurve"] for entry in entries if "ParameterCurve" in entry)
            if curve["ParameterID"] == name
            for point in curve["ParameterCurveControlPoints"]
        ]
        return np.interp(times, *zip(*points)) if points else np.full(count, neutral)

    intensity, sharpness = control("HapticIntensityControl", 1.0), control("HapticSharpnessControl", 0.0)
    weighed, weight, taps = np.zeros(count), np.zeros(count), []
    for event in (entry["Event"] for entry in entries if "Event" in entry):
        own = {value["ParameterID"]: value["ParameterValue"] for value in event.get("EventParameters", [])}
        strong, sharp = own.get("HapticIntensity", 1), own.get("HapticSharpness", 0.5)
        if event["EventType"] == "HapticTransient":
            taps.append(event["Time"])
            frame = int(event["Time"] * RATE / HOP)
            if frame < count:
                weighed[frame] += strong * sharp
                weight[frame] += strong
        else:
            felt = strong * intensity * ((times >= event["Time"]) & (times < event["Time"] + event["EventDuration"]))
            weighed += felt * np.clip(sharp + sharpness, 0, 1)
            weight += felt
    return np.where(weight > 0, weighed / np.maximum(weight, 1e-9), np.nan), weight, taps


def f_score(found, expected, window=0.025):
    strokes = []
    for time in sorted(expected):
        if not strokes or time - strokes[-1] > 0.03:
            strokes.append(time)
    used = set()
    for time in strokes:
        near = [index for index, other in enumerate(found) if abs(other - time) <= window and index not in used]
        if near:
            used.add(min(near, key=lambda index: abs(found[index] - time)))
    return 2 * len(used) / max(len(found) + len(strokes), 1)


def by_centroid(samples, count):
    width = 1024
    frames = samples[: len(samples) // width * width].reshape(-1, width)
    spectra = np.abs(np.fft.rfft(frames * np.hanning(width)))
    centroids = (spectra * np.fft.rfftfreq(width, 1 / RATE)).sum(1) / np.maximum(spectra.sum(1), 1e-9)
    own, times = (np.arange(len(frames)) + 0.5) * width, (np.arange(count) + 0.5) * HOP
    return np.interp(times, own, np.sqrt((frames**2).mean(1))), np.interp(times, own, np.log(centroids + 20))


def by_shift(samples, count):
    hertz, _, spectra = stft(samples, RATE, nperseg=4096, noverlap=3072)
    shifted = np.where(hertz[:, None] < 200, spectra, 0)
    for factor in (2, 4):
        for index in np.flatnonzero((hertz >= 100 * factor) & (hertz < 200 * factor)):
            to = index // factor
            shifted[to] += np.abs(spectra[index]) * np.exp(1j * np.angle(spectra[to]))
    signal = istft(shifted, RATE, nperseg=4096, noverlap=3072)[1]
    return levels(signal, count), brightness(signal, count)


def judge(sound):
    name, samples, strokes, turns = sound
    path = f"{FOLDER}/{name}"
    save(f"{path}.wav", samples)
    for arguments in (
        ["listen", f"{path}.wav", "-o", f"{path}.ahap", "--force"],
        ["render", f"{path}.ahap", "-o", f"{path}-haptic.wav", "--bus", "haptic", "--format", "s16",
         "--sample-rate", str(RATE)],
    ):
        subprocess.run([HAPTIC, *arguments], check=True, capture_output=True)
    count = len(samples) // HOP
    level, bright = levels(samples, count), brightness(samples, count)
    signal = levels(load(f"{path}-haptic.wav"), count)
    sharp, weight, taps = read(f"{path}.ahap", count)
    loud = level > level.max() * 0.03
    felt = loud & ~np.isnan(sharp) & (weight > 0.05)
    moves = changes(bright[loud])
    result = [
        correlation(level, signal), correlation(bright[felt], sharp[felt]) if moves else np.nan,
        f_score(taps, strokes) if strokes else np.nan, np.nan,
    ]
    if turns is not None:
        own = np.interp(np.arange(count), np.linspace(0, count, len(turns)), turns)
        result[3] = spearmanr(sharp[~np.isnan(sharp)], own[~np.isnan(sharp)])[0]
    for method in (by_centroid, by_shift):
        other, others = method(samples, count)
        result += [correlation(other, level), correlation(others[loud], bright[loud]) if moves else np.nan]
    return result


def main():
    print("| class | envelope | brightness | strokes | turns | centroid: envelope | brightness "
          "| shift: envelope | brightness |\n|" + "---|" * 9)
    everything = []
    for name in haptics_sounds.CLASSES:
        sounds = [
            (f"{kind}-{number}-{seed}", samples, strokes, turns)
            for seed in SEEDS
            for kind, number, samples, strokes, turns in haptics_sounds.all_sounds(seed=seed)
            if kind == name
        ]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            rows = np.array(list(pool.map(judge, sounds)))
        everything += list(rows)
        print_row(name, np.nanmean(rows, 0))
    print_row("median of all", np.nanmedian(np.array(everything), 0))


def print_row(name, values):
    print(f"| {name} | " + " | ".join("" if np.isnan(value) else f"{value:.3f}" for value in values) + " |")


main()
