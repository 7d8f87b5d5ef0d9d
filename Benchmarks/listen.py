"""Makes grooves with known onsets and compares detectors on them; Benchmarks/listen runs it.

Arguments: a folder for the grooves, the program. A groove's onsets are the times at which its notes begin:
for drum samples, the time at which the sample first exceeds a tenth of its peak; for MIDI, the time of the
note. Onsets closer than 30 ms are merged. Samples whose attack takes longer than 12 ms, or that begin
twice, are not used. fluidsynth begins notes in blocks of 64 frames, up to 1.5 ms late, and an instrument's
sample may rise slowly from there; the score refers to the beginning of the note. The constants of `haptic
listen` were chosen with other grooves of the instruments of `make_songs`; those of `make_other_songs` were
used only for judging.
"""
import glob
import json
import os
import random
import subprocess
import sys
import time
import warnings

import librosa
import mir_eval
import numpy as np
import pretty_midi
import soundfile

warnings.filterwarnings("ignore")
FOLDER, HAPTIC = sys.argv[1], sys.argv[2]
RATE = 44_100
SOUNDFONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"
WINDOWS = (0.01, 0.025, 0.05)


def save(name, samples, onsets):
    peak = np.abs(samples).max()
    soundfile.write(f"{FOLDER}/{name}.wav", samples / max(peak, 1) * 0.98, RATE, subtype="PCM_16")
    merged = []
    for onset in sorted(onsets):
        if not merged or onset - merged[-1] > 0.03:
            merged.append(onset)
    np.savetxt(f"{FOLDER}/{name}.txt", merged, fmt="%.6f")


def load(path):
    samples, rate = soundfile.read(path, always_2d=True)
    samples = samples.mean(1)
    return samples if rate == RATE else librosa.resample(samples, orig_sr=rate, target_sr=RATE)


def is_one_stroke(samples):
    size = np.abs(samples)
    peak = size.max()
    if len(samples) < 441 or peak < 1e-3:
        return False
    if np.argmax(size > 0.5 * peak) - np.argmax(size > 0.01 * peak) > 0.012 * RATE:
        return False
    frames = size[: len(size) // 441 * 441].reshape(-1, 441).max(1)
    first = int(np.argmax(frames > 0.5 * peak))
    return not any(
        frames[i] > 2.5 * frames[i - 6 : i - 1].min() + 0.02 * peak
        for i in range(first + 7, len(frames))
    )


def make_kits():
    chance = random.Random(1)
    for number, kit in enumerate(sorted(glob.glob("/usr/share/hydrogen/data/drumkits/*"))):
        sounds = []
        for path in sorted(glob.glob(f"{glob.escape(kit)}/*.flac") + glob.glob(f"{glob.escape(kit)}/*.wav")):
            try:
                samples = load(path)
            except Exception:
                continue
            if is_one_stroke(samples):
                sounds.append(samples / np.abs(samples).max())
        if not sounds:
            continue
        chance.shuffle(sounds)
        sounds = sounds[:10]
        groove, onsets = np.zeros(RATE * 24), []
        step = 60 / chance.choice([80, 100, 120, 140]) / 4
        at = 0.3
        while at < 20:
            if chance.random() < 0.6:
                for _ in range(chance.choice([1, 1, 1, 2])):
                    sound, level = chance.choice(sounds), chance.uniform(0.25, 1)
                    first = int((at + chance.uniform(-0.003, 0.003)) * RATE)
                    groove[first : first + len(sound)] += level * sound[: len(groove) - first]
                    onsets.append((first + int(np.argmax(np.abs(sound) > 0.1))) / RATE)
            at += step
        save(f"kit-{number:02}", groove, onsets)


def make_midi(name, seed, bpm, tracks):
    chance, song, onsets = random.Random(seed), pretty_midi.PrettyMIDI(), []
    step = 60 / bpm / 4
    for program, is_drum, density, notes, length, voices in tracks:
        instrument = pretty_midi.Instrument(program, is_drum=is_drum)
        at = 0.5
        while at < 20:
            if chance.random() < density:
                for note in chance.sample(notes, voices):
                    start = at + chance.uniform(-0.004, 0.004)
                    instrument.notes.append(
                        pretty_midi.Note(chance.randint(60, 120), note, start, start + length * step)
                    )
                    onsets.append(start)
            at += step
        song.instruments.append(instrument)
    middle, wave = f"{FOLDER}/{name}.mid", f"{FOLDER}/{name}-stereo.wav"
    song.write(middle)
    subprocess.run(
        ["fluidsynth", "-ni", "-q", "-F", wave, "-r", str(RATE), "-R", "0", "-C", "0", "-g", "0.6",
         SOUNDFONT, middle],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    save(name, load(wave), onsets)
    os.remove(wave)
    os.remove(middle)


def make_songs():
    keys = list(range(48, 80))
    make_midi("midi-drums-1", 1, 110, [(0, True, .6, [36, 38], 1, 1), (0, True, .7, [42, 46], 1, 1)])
    make_midi("midi-drums-2", 2, 140, [(0, True, .5, [35, 40, 41, 43], 1, 1), (0, True, .5, [51, 42], 1, 1)])
    make_midi("midi-drums-3", 3, 90, [(25, True, .5, [36, 38, 39, 56], 1, 1), (0, True, .5, [42, 44, 46], 1, 1)])
    make_midi("piano", 4, 110, [(0, False, .5, keys, 2, 1), (0, False, .2, keys, 4, 3)])
    make_midi("guitar", 5, 110, [(25, False, .6, list(range(40, 70)), 2, 1)])
    make_midi("bass-and-drums", 6, 110, [(33, False, .5, list(range(28, 50)), 2, 1), (0, True, .5, [36, 38, 42], 1, 1)])
    make_midi("band", 9, 110, [(0, True, .5, [36, 38, 42], 1, 1), (33, False, .4, list(range(28, 50)), 2, 1),
                               (0, False, .3, keys, 3, 3), (56, False, .15, keys, 4, 1)])
    make_midi("rock", 10, 130, [(0, True, .6, [36, 38, 42, 49], 1, 1), (30, False, .25, list(range(40, 60)), 4, 2),
                                (34, False, .5, list(range(28, 45)), 2, 1)])
    make_midi("marimba", 11, 110, [(12, False, .6, keys, 1, 1)])
    make_midi("trumpet", 12, 110, [(56, False, .4, keys, 2, 1)])
    make_midi("strings", 7, 110, [(48, False, .2, keys, 5, 1)])
    make_midi("flute", 8, 110, [(73, False, .3, list(range(60, 84)), 3, 1)])


def make_other_songs():
    """One voice of each instrument that was not used to choose constants, and mixes of them."""
    chance, keys, low = random.Random(21), list(range(48, 80)), list(range(28, 50))
    voices = {
        "epiano": (4, keys, 2, .4), "clavinet": (7, keys, 1, .5), "glockenspiel": (9, range(72, 96), 1, .5),
        "church-organ": (19, keys, 3, .3), "steel-guitar": (25, range(40, 72), 2, .5),
        "jazz-guitar": (26, range(40, 72), 2, .5), "muted-guitar": (28, range(40, 64), 1, .6),
        "overdriven-guitar": (29, range(40, 64), 2, .4), "synth-bass": (38, low, 2, .5),
        "violin": (40, range(55, 84), 2, .3), "pizzicato": (45, keys, 1, .5), "harp": (46, keys, 2, .5),
        "trombone": (57, range(40, 68), 2, .35), "horn": (60, range(40, 72), 3, .3),
        "oboe": (68, range(58, 84), 2, .35), "pan-flute": (75, range(60, 84), 2, .35),
        "sitar": (104, keys, 2, .4),
    }
    for name, (program, notes, length, density) in voices.items():
        make_midi(f"other-{name}", 100 + program, chance.choice([80, 95, 110, 125, 140]),
                  [(program, False, density, list(notes), length, 1)])
    make_midi("other-funk", 31, 105, [(8, True, .5, [36, 38, 42, 46], 1, 1), (36, False, .5, low, 1, 1),
                                      (28, False, .4, list(range(45, 65)), 1, 2)])
    make_midi("other-jazz", 32, 120, [(32, True, .5, [36, 38, 51, 44], 1, 1), (32, False, .4, low, 3, 1),
                                      (26, False, .3, keys, 2, 2), (65, False, .2, list(range(50, 76)), 3, 1)])
    make_midi("other-pop", 33, 100, [(0, True, .5, [36, 40, 42, 49], 1, 1), (38, False, .4, low, 2, 1),
                                     (4, False, .3, keys, 3, 3)])


def haptic(path, samples):
    run = subprocess.run([HAPTIC, "listen", path, "--json"], check=True, capture_output=True)
    return [onset["time"] for onset in json.loads(run.stdout)["onsets"]]


def aubio(path, samples):
    run = subprocess.run(["aubioonset", "-i", path], check=True, capture_output=True, text=True)
    return [float(word) for word in run.stdout.split()]


def librosa_default(path, samples):
    return librosa.onset.onset_detect(y=samples, sr=RATE, units="time")


def librosa_superflux(path, samples):
    """The recipe of librosa's documentation: advanced examples, superflux onsets."""
    hop = int(librosa.time_to_samples(1 / 200, sr=RATE))
    spectrum = librosa.feature.melspectrogram(
        y=samples, sr=RATE, n_fft=1024, hop_length=hop, fmin=27.5, fmax=16_000, n_mels=138)
    strength = librosa.onset.onset_strength(
        S=librosa.power_to_db(spectrum, ref=np.max), sr=RATE, hop_length=hop, lag=2, max_size=3)
    return librosa.onset.onset_detect(onset_envelope=strength, sr=RATE, hop_length=hop, units="time")


def measure(name, detector, grooves):
    rows, offsets, seconds, length = [], [], 0, 0
    for path, samples, expected in grooves:
        began = time.process_time() + sum(os.times()[2:4])
        found = np.array(detector(path, samples), dtype=float)
        seconds += time.process_time() + sum(os.times()[2:4]) - began
        length += len(samples) / RATE
        rows.append([mir_eval.onset.f_measure(expected, found, window=w)[0] if len(found) else 0
                     for w in WINDOWS])
        pairs = mir_eval.util.match_events(expected, found, 0.025) if len(found) else []
        offsets += [found[j] - expected[i] for i, j in pairs]
    f = np.mean(rows, axis=0)
    print(f"{name:20} {f[0]:8.3f} {f[1]:8.3f} {f[2]:8.3f} {np.median(offsets) * 1000:+9.1f} "
          f"{length / seconds:9.0f}")


def main():
    if not glob.glob(f"{FOLDER}/*.txt"):
        make_kits()
        if os.path.exists(SOUNDFONT):
            make_songs()
            make_other_songs()
    everything = []
    for path in sorted(glob.glob(f"{FOLDER}/*.wav")):
        expected = np.loadtxt(path[:-4] + ".txt", ndmin=1)
        everything.append((path, load(path), expected))
    groups = {
        "drum kits": [g for g in everything if "/kit-" in g[0]],
        "MIDI drums": [g for g in everything if "/midi-drums" in g[0]],
        "MIDI instruments": [
            g for g in everything if not any(f"/{k}-" in g[0] for k in ("kit", "midi", "other"))],
        "MIDI instruments that were not used for tuning": [g for g in everything if "/other-" in g[0]],
    }
    for title, grooves in groups.items():
        if not grooves:
            continue
        print(f"\n{title}: {len(grooves)} grooves, {sum(len(g[2]) for g in grooves)} onsets")
        print(f"{'':20} {'F 10 ms':>8} {'F 25 ms':>8} {'F 50 ms':>8} {'median ms':>9} {'x real':>9}")
        librosa_default(*grooves[0][:2])
        measure("haptic listen", haptic, grooves)
        try:
            measure("aubio", aubio, grooves)
        except FileNotFoundError:
            print("aubio: not installed")
        measure("librosa", librosa_default, grooves)
        measure("librosa, superflux", librosa_superflux, grooves)


main()
