// Tones and sounds; part of kernels.h.

// The lines of level, envelope and pan over a span, in single precision.
typedef struct {
  float level, level_slope, envelope, envelope_slope, pan, pan_slope;
} loudness_lines;

INLINE loudness_lines lines_of(const ckernels_loudness *loudness) {
  return (loudness_lines){
    (float)loudness->level.value, (float)loudness->level.slope, (float)loudness->envelope.value,
    (float)loudness->envelope.slope, (float)loudness->pan.value, (float)loudness->pan.slope};
}

// MARK: Tones
//
// The partials are harmonics, so all follow from one sine and one cosine: sin(kx) = sin(x) U(cos(x)),
// where U has degree k - 1 (Chebyshev, second kind).

static void tone_begin(
  ckernels_tone *tone, uint64_t phase, double cycles, double ratio, ckernels_line brightness,
  ckernels_loudness loudness) {
  tone->loudness = loudness;
  tone->brightness = brightness;
  tone->phase = phase;
  tone->step = (uint64_t)(cycles * 0x1p64);
  tone->is_moving = ratio != 1;
  if (!tone->is_moving) return;
  double power = 1, sum = 0;
  for (int i = 0; i < lane_count; i++) {
    // Lanes beyond the end of the span may hold anything that can be converted.
    tone->sums[i] = (float)(sum < 1e6 ? sum : 1e6);
    sum += power;
    power *= ratio;
  }
  tone->cycles = cycles;
  tone->ratio16 = power;
  tone->sum16 = sum;
}

// The fraction of each phase, in cycles, minus 0.5: the argument of `sine_of`.
INLINE lanes wrapped(lanes cycles) {
  return cycles - __builtin_convertvector(__builtin_convertvector(cycles, integers), lanes) - 0.5f;
}

// The phases of the current vector, as arguments of `sine_of`; `turned` is added, in cycles.
INLINE lanes moving_phases(const ckernels_tone *tone, float turned) {
  float start = (float)(tone->phase >> 40) * 0x1p-24f + turned;
  return wrapped(load(tone->sums) * (float)tone->cycles + start);
}

INLINE void advance_tone(ckernels_tone *tone) {
  double cycles = tone->cycles * tone->sum16;
  tone->phase += (uint64_t)((cycles - (double)(int64_t)cycles) * 0x1p64);
  tone->cycles *= tone->ratio16;
}

// The sum of the partials, whose levels add up to 1.
INLINE lanes partials(lanes s, lanes c, lanes b) {
  // Levels: 1, b/2, b^2/3, b^3/4, b^4/5.
  lanes b2 = b * b;
  lanes w2 = b * 0.5f, w3 = b2 * (1 / 3.0f), w4 = b2 * b * 0.25f, w5 = b2 * b2 * 0.2f;
  lanes sum = w4 * 8 + w5 * 16 * c;
  sum = (w3 * 4 - w5 * 12) + sum * c;
  sum = (w2 * 2 - w4 * 4) + sum * c;
  sum = (1 - w3 + w5) + sum * c;
  return s * sum / (1 + w2 + w3 + w4 + w5);
}

static void tone_add(
  ckernels_tone *tone, float *left, float *right, int64_t from, int64_t until) {
  if (!left) {
    // With a fixed pitch, nothing is carried from vector to vector.
    int64_t vectors = tone->is_moving ? until / lane_count - from / lane_count : 0;
    for (; vectors > 0; vectors--) advance_tone(tone);
    return;
  }
  const loudness_lines lines = lines_of(&tone->loudness);
  const float bright = (float)tone->brightness.value, brighter = (float)tone->brightness.slope;
  const int is_sine = bright <= 0 && brighter == 0;
  const lanes pan = __builtin_elementwise_max(
    __builtin_elementwise_min(splat(lines.pan), splat(1)), splat(-1));
  lanes gain_left = __builtin_elementwise_min(1 - pan, splat(1));
  lanes gain_right = __builtin_elementwise_min(1 + pan, splat(1));
  const integers places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  while (from < until) {
    const int64_t vector = from / lane_count;
    const int lane = (int)(from % lane_count);
    const int64_t rest = until - vector * lane_count;
    const int upto = rest < lane_count ? (int)rest : lane_count;
    const lanes n = indices() + (float)(vector * lane_count);
    lanes s, c = splat(0);
    if (tone->is_moving) {
      s = sine_of(moving_phases(tone, 0));
      if (!is_sine) c = sine_of(moving_phases(tone, 0.25f));
      if (upto == lane_count) advance_tone(tone);
    } else {
      uint64_t start = tone->phase + (uint64_t)(vector * lane_count) * tone->step;
      phases phase = __builtin_convertvector(places, phases) * (uint32_t)(tone->step >> 32)
        + (uint32_t)(start >> 32);
      s = sine(phase);
      if (!is_sine) c = sine(phase + 0x40000000u);
    }
    if (!is_sine) {
      lanes b = __builtin_elementwise_max(
        __builtin_elementwise_min(n * brighter + bright, splat(1)), splat(0));
      s = partials(s, c, b);
    }
    const lanes level = (n * lines.level_slope + lines.level)
      * (n * lines.envelope_slope + lines.envelope);
    if (lines.pan_slope != 0) {
      lanes moved = __builtin_elementwise_max(
        __builtin_elementwise_min(n * lines.pan_slope + lines.pan, splat(1)), splat(-1));
      gain_left = __builtin_elementwise_min(1 - moved, splat(1));
      gain_right = __builtin_elementwise_min(1 + moved, splat(1));
    }
    s *= level;
    if (upto - lane == lane_count) {
      store(left, multiply_add(s, gain_left, load(left)));
      store(right, multiply_add(s, gain_right, load(right)));
    } else {
      store_part(left, multiply_add(s, gain_left, load_part(left, lane, upto)), lane, upto);
      store_part(right, multiply_add(s, gain_right, load_part(right, lane, upto)), lane, upto);
    }
    left += upto - lane;
    right += upto - lane;
    from += upto - lane;
  }
}

// MARK: Sounds

INLINE float clamped(float x) { return x > -1 ? (x < 1 ? x : 1) : -1; }

// Copies frames that coincide with frames of the sound, one by one.
static void add_plain(
  const ckernels_sound *sound, const float *source_left, const float *source_right,
  float *restrict left, float *restrict right, int64_t from, int64_t count) {
  const loudness_lines lines = lines_of(&sound->loudness);
  const float pan = clamped(lines.pan);
  const float gain_left = pan > 0 ? 1 - pan : 1, gain_right = pan < 0 ? 1 + pan : 1;
  for (int i = 0; i < (int)count; i++) {
    float n = (float)((int)from + i);
    float level = (lines.level + lines.level_slope * n) * (lines.envelope + lines.envelope_slope * n);
    left[i] += source_left[i] * level * gain_left;
    right[i] += source_right[i] * level * gain_right;
  }
}

// One frame of the sound at its position, interpolated linearly between the two adjacent frames.
INLINE void read_sound(
  const ckernels_sound *sound, const float *source_left, const float *source_right, double place,
  float *left, float *right) {
  int64_t index = (int64_t)place;
  float fraction = (float)(place - (double)index);
  float l = source_left[index], r = source_right[index];
  if (fraction > 0) {
    int64_t next = index + 1 < sound->frames ? index + 1 : (sound->loops ? 0 : index);
    l += (source_left[next] - l) * fraction;
    r += (source_right[next] - r) * fraction;
  }
  *left = l;
  *right = r;
}

static void sound_add(
  ckernels_sound *sound, const float *source_left, const float *source_right, float *left,
  float *right, int64_t from, int64_t until) {
  const double frames = (double)sound->frames;
  const loudness_lines lines = lines_of(&sound->loudness);
  const int is_plain = sound->speed == 1 && sound->ratio == 1 && sound->corner_ratio == 1
    && sound->low_pass == 1 && lines.pan_slope == 0;
  double place = sound->place, speed = sound->speed, corner = sound->corner;
  float state_left = sound->state_left, state_right = sound->state_right;
  float low_pass = sound->low_pass;
  int64_t done = 0;
  const int64_t count = until - from;
  while (done < count) {
    if (place >= frames) {
      if (!sound->loops || sound->frames == 0) break;
      place -= frames * (double)(int64_t)(place / frames);
    }
    if (is_plain && place == (double)(int64_t)place) {
      int64_t part = sound->frames - (int64_t)place;
      if (part > count - done) part = count - done;
      if (left) {
        add_plain(
          sound, source_left + (int64_t)place, source_right + (int64_t)place, left + done,
          right + done, from + done, part);
      }
      // The initial state of the filter, in case it starts later.
      state_left = source_left[(int64_t)place + part - 1];
      state_right = source_right[(int64_t)place + part - 1];
      place += (double)part;
      done += part;
      continue;
    }
    float l, r;
    read_sound(sound, source_left, source_right, place, &l, &r);
    if (sound->corner_ratio != 1) {
      low_pass = (float)(1 - exp(-corner));
      corner *= sound->corner_ratio;
    }
    if (low_pass != 1) {
      state_left += (l - state_left) * low_pass;
      state_right += (r - state_right) * low_pass;
      l = state_left;
      r = state_right;
    } else {
      state_left = l;
      state_right = r;
    }
    if (left) {
      float n = (float)(int)(from + done);
      float level =
        (lines.level + lines.level_slope * n) * (lines.envelope + lines.envelope_slope * n);
      float pan = clamped(lines.pan + lines.pan_slope * n);
      left[done] += l * level * (pan > 0 ? 1 - pan : 1);
      right[done] += r * level * (pan < 0 ? 1 + pan : 1);
    }
    place += speed;
    speed *= sound->ratio;
    done++;
  }
  sound->place = place;
  sound->speed = speed;
  sound->corner = corner;
  sound->state_left = state_left;
  sound->state_right = state_right;
}
