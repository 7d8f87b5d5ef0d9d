"""Seventy-eight sounds in thirteen classes, for Benchmarks/haptics.

Each is made by a few lines, with a seed: drum strokes, grooves over a pad, struck and plucked notes, bowed and
sung notes, engines, impacts, steps and keys, weather, engines whose cylinders are unequal, scales of struck
notes, fast trains of pulses, kicks over a pad, rings that beat. `all_sounds` gives the class, the number, the samples at
RATE, the times at which strokes begin, and an engine's revolutions per minute every hundredth of a second.
"""
import numpy as np
RATE = 44_100

def t_of(seconds): return np.arange(int(seconds * RATE)) / RATE
def noise(rng, n): return rng.standard_normal(n)
def spectrum_shape(x, gain):
    f = np.fft.rfftfreq(len(x), 1 / RATE)
    return np.fft.irfft(np.fft.rfft(x) * gain(f), len(x))
def band(x, lo, hi, order=2):
    return spectrum_shape(x, lambda f: 1 / np.sqrt((1 + (lo / np.maximum(f, 1e-3)) ** (2 * order)) * (1 + (f / hi) ** (2 * order))))
def add(out, at, x, gain=1.0):
    a = int(at * RATE); e = min(len(out), a + len(x))
    if a < len(out): out[a:e] += gain * x[: e - a]

# strokes
def kick(rng):
    t = t_of(0.4); f = 50 + 110 * np.exp(-t / 0.02)
    return np.sin(2 * np.pi * np.cumsum(f) / RATE) * np.exp(-t / rng.uniform(.08, .14)) + .15 * noise(rng, len(t)) * np.exp(-t / .002)
def snare(rng):
    t = t_of(0.3)
    return .5 * np.sin(2 * np.pi * 190 * t) * np.exp(-t / .05) + .6 * band(noise(rng, len(t)), 800, 9000) * np.exp(-t / rng.uniform(.05, .09))
def hat(rng, length=.02):
    t = t_of(8 * length); return .35 * band(noise(rng, len(t)), 6000, 16000) * np.exp(-t / length)
def tom(rng, f0):
    t = t_of(.5); return np.sin(2 * np.pi * f0 * np.cumsum(1 + .3 * np.exp(-t / .05)) / RATE) * np.exp(-t / .15)
def piano(rng, f0, length):
    t = t_of(length); x = sum(np.sin(2 * np.pi * f0 * k * np.sqrt(1 + 4e-4 * k * k) * t + rng.uniform(0, 6)) / k ** 1.2 * np.exp(-t * (0.8 + .5 * k) / 1.0) for k in range(1, 13) if f0 * k < 18000)
    return x * np.minimum(1, t / .005) * np.minimum(1, (length - t) / .03)
def pluck(rng, f0, length):
    n = int(length * RATE); p = int(RATE / f0); b = noise(rng, p); out = np.empty(n)
    for i in range(0, n, p):
        m = min(p, n - i); out[i:i + m] = b[:m]; b = .5 * (b + np.roll(b, 1)) * .996
    return out
def bow(rng, f0, length, attack=.08, vib=5.5):
    t = t_of(length); ph = 2 * np.pi * np.cumsum(f0 * (1 + .006 * np.sin(2 * np.pi * vib * t))) / RATE
    e = np.minimum(1, t / attack) * np.minimum(1, (length - t) / .08)
    return e * sum(np.sin(k * ph) / k for k in range(1, 16) if f0 * k < 16000)
def pad(rng, notes, seconds, gain=.25):
    t = t_of(seconds); x = sum(sum(np.sin(2 * np.pi * f * k * t + rng.uniform(0, 6)) / k ** 1.5 for k in range(1, 7)) for f in notes)
    return gain * x / len(notes) * (1 + .2 * np.sin(2 * np.pi * .3 * t)) * np.minimum(1, t / .4) * np.minimum(1, (seconds - t) / .4)
def ring(rng, base, n, decay, length):
    t = t_of(length); fs = base * np.sort(rng.uniform(1, 6, n))
    x = sum(np.sin(2 * np.pi * f * t + rng.uniform(0, 6)) * np.exp(-t / (decay * base / f * rng.uniform(.6, 1.6))) for f in fs) / np.sqrt(n)
    return x + 1.2 * noise(rng, len(t)) * np.exp(-t / .004)

def groove(rng, seconds, bpm, hats=True):
    out = np.zeros(int(seconds * RATE)); times = []; step = 60 / bpm / 4; at = .25; i = 0
    while at < seconds - .4:
        hit = False
        if i % 8 in (0, 5) : add(out, at, kick(rng), .9 * rng.uniform(.8, 1)); hit = True
        if i % 8 == 4: add(out, at, snare(rng), .8 * rng.uniform(.8, 1)); hit = True
        if hats and i % 2 == 0: add(out, at, hat(rng), rng.uniform(.6, 1)); hit = True
        if hit: times.append(at)
        at += step; i += 1
    return out, times

def drums(rng, i):
    if i == 0: return groove(rng, 6, 100)
    if i == 1: return groove(rng, 6, 128)
    if i == 2: return groove(rng, 6, 84, False)
    if i == 3:  # toms, a fill
        out = np.zeros(5 * RATE); ts = list(np.arange(.3, 4.4, .18))
        for n, at in enumerate(ts): add(out, at, tom(rng, [180, 140, 110, 85][n // 6 % 4]), rng.uniform(.5, 1))
        return out, ts
    if i == 4:
        out = np.zeros(5 * RATE); ts = list(np.arange(.3, 4.6, .125))
        for n, at in enumerate(ts): add(out, at, snare(rng), .3 + .7 * n / len(ts))
        return out, ts
    out = np.zeros(6 * RATE); ts = []
    at = .3
    while at < 5.5: add(out, at, kick(rng), rng.uniform(.4, 1)); ts.append(at); at += rng.uniform(.25, .6)
    return out, ts
def mixes(rng, i):
    s = 8
    notes = [[110, 165, 220], [147, 220, 294], [98, 147, 196, 247], [220, 277, 330], [131, 196, 262], [65, 98, 131]][i]
    d, ts = groove(rng, s, [96, 110, 120, 90, 132, 104][i])
    return d + pad(rng, notes, s, [.25, .35, .2, .4, .3, .45][i]), ts
def melodies(rng, i):
    out = np.zeros(8 * RATE); ts = []; at = .3; k = 0
    scale = np.array([0, 2, 4, 5, 7, 9, 11, 12, 14, 16])
    while len(ts) < 14 and at < 7.2:
        f = [220, 330, 262, 196, 440, 110][i] * 2 ** (rng.choice(scale) / 12); length = rng.choice([.25, .5, .5, .75])
        gain = rng.uniform(.5, 1)
        if i in (0, 1, 5): add(out, at, piano(rng, f, length + .3), gain * .3)
        elif i in (2, 4): add(out, at, pluck(rng, f, length + .2), gain * .3)
        else: add(out, at, ring(rng, f, 4, .3, length + .3), gain * .3)
        ts.append(at); at += length
    return out, ts
def sustained(rng, i):
    out = np.zeros(8 * RATE); at = .3; ts = []
    if i in (0, 1, 2):
        while at < 7:
            length = rng.uniform(.6, 1.4); add(out, at, bow(rng, [196, 294, 440][i] * 2 ** (rng.integers(0, 12) / 12), min(length, 7.9 - at), [.08, .15, .05][i]), rng.uniform(.2, .5)); at += length
    elif i == 3:  # a siren
        t = t_of(8); f = 600 * 2 ** (.7 * np.sin(2 * np.pi * .25 * t)); ph = 2 * np.pi * np.cumsum(f) / RATE
        out = (.5 * np.sin(ph) + .2 * np.sin(2 * ph) + .1 * np.sin(3 * ph)) * (.6 + .4 * np.sin(2 * np.pi * .25 * t + .5))
    elif i == 4:  # a voice that sings vowels
        t = t_of(8); f = 160 * 2 ** (.3 * np.sin(2 * np.pi * .2 * t)); ph = 2 * np.pi * np.cumsum(f) / RATE
        src = sum(np.sin(k * ph) / k for k in range(1, 30)); open_ = .5 + .5 * np.sin(2 * np.pi * .7 * t)
        out = src * 0; a, b = band(src, 200, 500), band(src, 700, 2500)
        out = (a * (1 - open_) + 1.5 * b * open_) * (.3 + .7 * np.abs(np.sin(2 * np.pi * .55 * t)))
    else:  # synth swells
        t = t_of(8); x = band(noise(rng, len(t)), 100, 400) * 0
        cut = np.abs(np.sin(2 * np.pi * .2 * t)); ph = 2 * np.pi * 110 * t
        out = sum(np.sin(k * ph) / k * np.clip(cut * 20 - k + 1, 0, 1) for k in range(1, 21)) * (.1 + .5 * cut)
    return out, ts
def engines(rng, i):
    s = 8; t = t_of(s)
    if i == 0: rpm = np.interp(t, [0, 4, 8], [900, 4500, 900])
    elif i == 1: rpm = np.interp(t, [0, 1, 2.5, 2.7, 4.5, 4.7, 7, 8], [900, 900, 5500, 3600, 6000, 4000, 6500, 5000])
    elif i == 2: rpm = 1800 + 1200 * np.sin(2 * np.pi * .2 * t)
    elif i == 3: rpm = np.interp(t, [0, .5, 1.2, 2, 2.6, 3.4, 4, 8], [800, 800, 3500, 900, 4200, 1000, 900, 850])
    elif i == 4: rpm = np.interp(t, [0, 8], [1000, 7000])
    else: rpm = np.interp(t, [0, 3, 8], [600, 2400, 700])
    rpm = rpm * (1 + .01 * np.sin(2 * np.pi * 7 * t))
    order = [1, 2, .5, 2, 1.5, 2][i]; ph = 2 * np.pi * np.cumsum(rpm / 60 * order) / RATE
    load = .3 + .7 * (rpm - rpm.min()) / (rpm.max() - rpm.min())
    x = sum(np.sin(k * ph + rng.uniform(0, 6)) / k ** [.8, 1, .9, 1.2, .7, .6][i] for k in range(1, 25))
    hiss = band(noise(rng, len(t)), 300, 3000) * .15
    return (x * .2 + hiss * load) * (.35 + .65 * load), [], rpm[::441]
def impacts(rng, i):
    out = np.zeros(int(3.5 * RATE)); ts = [.3]
    if i == 0: add(out, .3, ring(rng, 700, 14, .9, 2.5), .5)          # sword
    if i == 1: add(out, .3, ring(rng, 180, 20, 1.2, 3), .5)           # gong
    if i == 2:                                                        # explosion
        t = t_of(3); add(out, .3, (band(noise(rng, len(t)), 20, 180) * 3 * np.exp(-t / .7) + band(noise(rng, len(t)), 300, 6000) * np.exp(-t / .12)) * np.minimum(1, t / .003), .5)
    if i == 3:                                                        # a door
        t = t_of(.4); add(out, .3, band(noise(rng, len(t)), 60, 900) * np.exp(-t / .06), 1.5)
    if i == 4:                                                        # glass
        add(out, .3, ring(rng, 1800, 10, .15, 1), .4)
        for _ in range(25):
            at = .32 + rng.exponential(.3)
            if at < 2.5: add(out, at, ring(rng, rng.uniform(2500, 5000), 4, .05, .2), rng.uniform(.05, .3)); ts.append(at)
    if i == 5:                                                        # sword, twice
        add(out, .3, ring(rng, 900, 12, .7, 2), .5); add(out, 1.4, ring(rng, 1100, 12, .8, 2), .4); ts.append(1.4)
    return out, sorted(ts)
def steps(rng, i):
    out = np.zeros(6 * RATE); ts = []; at = .3
    while at < 5.6:
        t = t_of(.25); g = rng.uniform(.6, 1)
        if i == 0: x = band(noise(rng, len(t)), 80, 600) * np.exp(-t / .03) + .3 * band(noise(rng, len(t)), 2000, 8000) * np.exp(-t / .01)
        elif i == 1: x = band(noise(rng, len(t)), 1500, 9000) * np.exp(-t / .05)              # gravel
        elif i == 2: x = np.sin(2 * np.pi * 1200 * t) * np.exp(-t / .012)                      # clicks of a wheel
        elif i == 3: x = band(noise(rng, len(t)), 700, 5000) * np.exp(-t / .008)               # keyboard
        elif i == 4: x = np.sin(2 * np.pi * 220 * t) * np.exp(-t / .02) + .2 * noise(rng, len(t)) * np.exp(-t / .003)  # knock
        else: x = band(noise(rng, len(t)), 50, 300) * np.exp(-t / .06) * 2                     # heavy
        add(out, at, x, g); ts.append(at); at += [.5, .45, .22, .17, .6, .9][i] * rng.uniform(.8, 1.2)
    return out, ts
def weather(rng, i):
    s = 8; t = t_of(s); ts = []
    if i == 0: out = band(noise(rng, len(t)), 150, 1200) * (.1 + .9 * np.clip(np.sin(2 * np.pi * .15 * t) + .4 * np.sin(2 * np.pi * .37 * t + 1), 0, 2))  # gusts
    elif i == 1:  # waves
        e = np.clip(np.sin(2 * np.pi * .25 * t), 0, 1) ** 2; out = band(noise(rng, len(t)), 100, 700) * e + .5 * band(noise(rng, len(t)), 1500, 7000) * np.roll(e, RATE // 2)
    elif i == 2:  # single drops
        out = .01 * noise(rng, len(t)); 
        for _ in range(40):
            at = rng.uniform(.2, 7.6); tt = t_of(.06); add(out, at, np.sin(2 * np.pi * (rng.uniform(900, 2500) * tt + 4000 * tt * tt)) * np.exp(-tt / .012), rng.uniform(.3, 1)); ts.append(at)
    elif i == 3:  # fire
        out = .06 * band(noise(rng, len(t)), 60, 400)
        for _ in range(60):
            at = rng.uniform(.2, 7.6); tt = t_of(.05); add(out, at, band(noise(rng, len(tt)), 1500, 9000) * np.exp(-tt / rng.uniform(.002, .01)), rng.uniform(.1, 1)); ts.append(at)
    elif i == 4:  # thunder
        out = np.zeros(len(t))
        for at, g in [(.5, 1), (1.1, .6), (2.0, .8), (3.5, .4)]:
            tt = t_of(4); add(out, at, band(noise(rng, len(tt)), 25, 140) * np.exp(-tt / 1.1) * np.minimum(1, tt / .06), g)
    else:  # a train that passes
        out = band(noise(rng, len(t)), 80, 500) * np.exp(-((t - 4) / 1.5) ** 2) + .4 * band(noise(rng, len(t)), 1500, 5000) * np.exp(-((t - 4) / 1) ** 2)
    return out, sorted(ts)
def cylinders(rng, i):
    """Four-stroke engines whose four cylinders fire with unequal strength."""
    s = 8; t = t_of(s)
    rpm = np.interp(t, *[([0, 4, 8], [900, 4500, 900]), ([0, 4, 8], [900, 4500, 900]), ([0, 8], [800, 5000]),
                         ([0, 1, 3, 4.5, 8], [900, 900, 4200, 2000, 3600]), ([0, 8], [4500, 1000]), ([0, 4, 8], [1200, 3600, 1200])][i])
    strong = np.array([1.02, .95, .96, .76]) if i == 0 else rng.uniform(.75, 1.05, 4)
    firings = np.cumsum(rpm / 60 * 2) / RATE; number = firings.astype(int); part = firings - number
    since = part / (rpm / 60 * 2)
    ringing = [480, 480, 420, 520, 380, 600][i]
    burst = np.sin(2 * np.pi * ringing * since) * np.exp(-since / rng.uniform(.004, .006))
    load = .3 + .7 * (rpm - rpm.min()) / (rpm.max() - rpm.min())
    out = strong[number % 4] * burst + band(noise(rng, len(t)), 300, 3000) * .01
    return out * (.35 + .65 * load), [], rpm[::441]
def scales(rng, i):
    """Fourteen struck notes, up and down a scale over two octaves."""
    out = np.zeros(8 * RATE); ts = []
    base, step, decay, count = [(110, .3, .6, 4), (220, .3, 1.5, 1), (110, .5, 1.5, 4), (440, .3, 1.5, 1), (131, .3, 1.5, 4), (110, .3, 1.5, 1)][i]
    scale = np.array([0, 2, 4, 5, 7, 9, 11, 12, 14, 16, 17, 19, 21, 24])
    for number, note in enumerate(scale[::-1] if i % 2 else scale):
        f = base * 2 ** (note / 12); at = .3 + step * number; t = t_of(step + .3)
        x = sum(np.sin(2 * np.pi * f * k * t) / k * np.exp(-t / decay) for k in range(1, count + 1))
        add(out, at, x * np.minimum(1, t / .003) * np.minimum(1, (step + .3 - t) / .03), .3 * rng.uniform(.85, 1)); ts.append(at)
    return out, ts
def pulses(rng, i):
    """Equidistant bursts that are too fast to be felt separately; only the first is a stroke."""
    out = np.zeros(5 * RATE); at = .5
    hertz, rate, decay = [(90, 30, .012), (90, 40, .006), (120, 30, .012), (120, 40, .006), (120, 40, .02), (90, 40, .012)][i]
    while at < 4.5:
        t = t_of(.1); add(out, at, np.sin(2 * np.pi * hertz * t) * np.exp(-t / decay), rng.uniform(.7, 1)); at += 1 / rate
    return out, [.5]
def kicks(rng, i):
    """Kick drums without a click over a sustained chord."""
    s = 8; t = t_of(s); ts = []; at = .6
    notes = [[110, 165, 220], [98, 147, 196, 247], [131, 196, 262], [220, 277, 330], [82, 123, 165], [147, 220, 294]][i]
    chord = sum(sum(np.sin(2 * np.pi * f * k * t + rng.uniform(0, 6)) / k for k in range(1, 5)) for f in notes)
    out = chord / np.abs(chord).max() * [.06, .09, .12, .15, .18, .2][i] * np.minimum(1, t / .4) * np.minimum(1, (s - t) / .4)
    while at < 7.2:
        tt = t_of(.4); f = 50 + 70 * np.exp(-tt / rng.uniform(.02, .04))
        add(out, at, np.sin(2 * np.pi * np.cumsum(f) / RATE) * np.exp(-tt / rng.uniform(.08, .14)), .75 * rng.uniform(.7, 1)); ts.append(at)
        at += rng.uniform(.35, .6)
    return out, ts
def beating(rng, i):
    """A struck ring of two or three close partials, whose tail beats."""
    out = np.zeros(6 * RATE); t = t_of(5.5)
    base, apart, decay, depth = [(440, 4, .9, .95), (700, 3, .7, .9), (330, 6, 1.1, .9), (1000, 5, .8, .85), (520, 2.5, 1, .8), (260, 7, .9, .95)][i]
    x = np.sin(2 * np.pi * base * t) + depth * np.sin(2 * np.pi * (base + apart) * t) + .3 * np.sin(2 * np.pi * 2.76 * base * t) * np.exp(-t / .2)
    add(out, .3, x * np.exp(-t / decay) + noise(rng, len(t)) * np.exp(-t / .004), .4)
    return out, [.3]
CLASSES = dict(drums=drums, mixes=mixes, melodies=melodies, sustained=sustained, engines=engines, impacts=impacts, steps=steps, weather=weather,
               cylinders=cylinders, scales=scales, pulses=pulses, kicks=kicks, beating=beating)
def all_sounds(count=6, seed=1):
    for c, (name, make) in enumerate(CLASSES.items()):
        for i in range(count):
            r = make(np.random.default_rng([seed, c, i]), i)
            x = r[0] / np.abs(r[0]).max() * .9
            yield name, i, x, r[1], (r[2] if len(r) > 2 else None)
