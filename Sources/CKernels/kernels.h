// The kernels, compiled once for each instruction set. The file that includes this one defines:
//
//   SET_NAME     its name
//   TABLE        its table
//   FUSED        whether `a * b + c` is rounded only once; if so, the processor must support this
//   TARGET       the processors that the set is for, if the build is for others
//   VECTOR_BITS  the widest vectors it may use
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "point.h"
#include "table.h"

// Only explicit multiply-adds are fused: the sets must agree on everything else.
#pragma STDC FP_CONTRACT OFF
// Vectors are passed only between inlined functions, so the calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

#ifdef TARGET
#pragma clang attribute push( \
  __attribute__((target(TARGET), min_vector_width(VECTOR_BITS))), apply_to = function)
#endif

// Sixteen lanes are one AVX-512 register, two AVX or four SSE or NEON registers. The compiler splits
// them; the lanes are independent in any case.
typedef float lanes __attribute__((ext_vector_type(16)));
typedef uint32_t phases __attribute__((ext_vector_type(16)));
typedef int32_t integers __attribute__((ext_vector_type(16)));

enum { lane_count = CKERNELS_LANES, chain_count = 4 };

#define INLINE static inline __attribute__((always_inline))

INLINE lanes splat(float x) { return (lanes)x; }

// a * b + c
INLINE lanes multiply_add(lanes a, lanes b, lanes c) {
#if FUSED
  return __builtin_elementwise_fma(a, b, c);
#else
  return a * b + c;
#endif
}

INLINE lanes load(const float *from) {
  lanes x;
  memcpy(&x, from, sizeof x);
  return x;
}

INLINE void store(float *to, lanes x) { memcpy(to, &x, sizeof x); }

// The lanes `from ..< upto`, the first of which is at `output`.
INLINE lanes load_part(const float *output, int from, int upto) {
#if VECTOR_BITS == 512
  __mmask16 mask = (__mmask16)(0xFFFFu >> (lane_count - upto) & 0xFFFFu << from);
  return (lanes)_mm512_maskz_loadu_ps(mask, output - from);
#else
  float x[lane_count] = {0};
  for (int i = from; i < upto; i++) x[i] = output[i - from];
  return load(x);
#endif
}

INLINE void store_part(float *output, lanes x, int from, int upto) {
#if VECTOR_BITS == 512
  __mmask16 mask = (__mmask16)(0xFFFFu >> (lane_count - upto) & 0xFFFFu << from);
  _mm512_mask_storeu_ps(output - from, mask, (__m512)x);
#else
  float y[lane_count];
  store(y, x);
  for (int i = from; i < upto; i++) output[i - from] = y[i];
#endif
}

INLINE lanes indices(void) {
  return (lanes){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
}

// -sin(2 pi w), w in -0.5 ..< 0.5, to within 3e-7: w (1 - 4 w^2) Q(w^2), which is exactly 0 at the
// zeros of the sine. Q is a least-squares fit, reweighted to minimize the maximum error.
INLINE lanes sine_of(lanes w) {
  lanes w2 = w * w;
  lanes q = multiply_add(splat(-3.0583258f), w2, splat(9.5308f));
  q = multiply_add(q, w2, splat(-16.760975f));
  q = multiply_add(q, w2, splat(16.20867f));
  q = multiply_add(q, w2, splat(-6.2831826f));
  return w * multiply_add(w2, splat(-4), splat(1)) * q;
}

// The sines of sixteen phases, 32-bit fractions of a cycle. The phase p becomes p - 0.5 without a
// conversion, using its upper 23 bits as a mantissa.
INLINE lanes sine(phases phase) {
  phases mantissa = (phase >> 9) | 0x3F800000u;
  lanes w;
  memcpy(&w, &mantissa, sizeof w);
  return sine_of(w - 1.5f);
}

// MARK: A sine of fixed frequency, perhaps decaying
//
// Sample j of a vector is Im(z p^j), where p is the step of one frame in the complex plane. With P =
// p^64, each vector follows from the fourth vector before it and their difference,
//
//   d[j] = (2 Re(P) - 1 - |P|^2) y[j - 64] + |P|^2 d[j - 64]
//   y[j] = y[j - 64] + d[j]
//
// This is y[j] = 2 Re(P) y[j - 64] - |P|^2 y[j - 128], written so that the coefficient of a slow sine
// is a small exact number instead of a rounded 2. Near P = -1 that would be as inaccurate as the other
// form is near 1. There, the same formula is used with -P instead of P, on the sine inverted every 64
// frames. The error grows with the length, so voices begin a new span, from their exact phase, every
// HapticVoice.longestSpan frames. Four chains run side by side, and each depends only on itself.

// The chains of a voice, or their replacements if its frequency is moving.
#define CURRENT(voice, k) ((voice)->carrier[k])
#define DIFFERENCE(voice, k) ((voice)->carrier[chain_count + (k)])
#define PHASES(voice) ((voice)->carrier[0])
#define STEPS(voice) ((voice)->carrier[1])

typedef struct {
  double re, im;
} complex_point;

INLINE complex_point polar(uint64_t phase, double magnitude) {
  ckernels_point p = point_at(phase);
  return (complex_point){magnitude * p.cosine, magnitude * p.sine};
}

INLINE complex_point times(complex_point a, complex_point b) {
  return (complex_point){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// p^0 ... p^15, by doubling.
typedef struct {
  lanes re, im;
} power_table;

INLINE power_table powers(complex_point p, complex_point p2, complex_point p4, complex_point p8) {
  complex_point p3 = times(p2, p);
  float re[lane_count] = {1, (float)p.re, (float)p2.re, (float)p3.re};
  float im[lane_count] = {0, (float)p.im, (float)p2.im, (float)p3.im};
  float re4 = (float)p4.re, im4 = (float)p4.im, re8 = (float)p8.re, im8 = (float)p8.im;
  for (int i = 0; i < 4; i++) {
    re[4 + i] = re[i] * re4 - im[i] * im4;
    im[4 + i] = re[i] * im4 + im[i] * re4;
  }
  for (int i = 0; i < 8; i++) {
    re[8 + i] = re[i] * re8 - im[i] * im8;
    im[8 + i] = re[i] * im8 + im[i] * re8;
  }
  return (power_table){load(re), load(im)};
}

INLINE lanes vector_at(power_table table, complex_point z) {
  return multiply_add(table.im, splat((float)z.re), table.re * (float)z.im);
}

static void begin_resonator(
  ckernels_haptic *voice, uint64_t phase, uint64_t step, double decay, double amplitude) {
  complex_point p = polar(step, decay);
  complex_point p2 = times(p, p), p4 = times(p2, p2), p8 = times(p4, p4), p16 = times(p8, p8);
  power_table table = powers(p, p2, p4, p8);
  complex_point p32 = times(p16, p16), p64 = times(p32, p32);
  double sign = p64.re < -0.5 ? -1 : 1;
  double re = sign * p64.re, im = sign * p64.im;
  double norm = re * re + im * im;
  // The factor that turns a sample into its difference from the previous sample in its chain.
  complex_point back = {1 - re / norm, im / norm};
  // 2 Re(P) - 1 - |P|^2 is -|P - 1|^2, which does not lose precision for P close to 1.
  voice->restoring = (float)(-sign * ((re - 1) * (re - 1) + im * im));
  voice->damping = (float)(sign * norm);
  voice->sign = (float)sign;
  voice->chain = 0;
  complex_point z = polar(phase, amplitude);
  for (int k = 0; k < chain_count; k++) {
    store(CURRENT(voice, k), vector_at(table, z));
    store(DIFFERENCE(voice, k), vector_at(table, times(z, back)));
    z = times(z, p16);
  }
}

// Advances one chain by one step.
INLINE void advance_chain(
  lanes *current, lanes *difference, float restoring, float damping, float sign) {
  *difference = multiply_add(*current, splat(restoring), *difference * damping);
  *current = multiply_add(*current, splat(sign), *difference);
}

// MARK: A sine whose frequency moves along a straight line
//
// The phases of sixteen samples, advanced by second differences. The lanes are rounded to 32 bits once;
// over one span, the rounding error grows to at most 2e-8 of a cycle.

static void begin_sweep(ckernels_haptic *voice, uint64_t phase, uint64_t step, uint64_t change) {
  uint32_t phases[lane_count], steps[lane_count];
  for (uint64_t i = 0; i < lane_count; i++) {
    uint64_t here = phase + i * step + i * (i - 1) / 2 * change;
    // Sixteen steps ahead: the sum of next, next + change ... next + 15 change.
    uint64_t ahead = (step + i * change) * 16 + change * 120;
    phases[i] = (uint32_t)(here >> 32);
    steps[i] = (uint32_t)(ahead >> 32);
  }
  memcpy(PHASES(voice), phases, sizeof phases);
  memcpy(STEPS(voice), steps, sizeof steps);
  voice->step_change = (uint32_t)((change * (lane_count * lane_count)) >> 32);
}

INLINE phases load_phases(const float *from) {
  phases x;
  memcpy(&x, from, sizeof x);
  return x;
}

INLINE void store_phases(float *to, phases x) { memcpy(to, &x, sizeof x); }

// MARK: Haptic voices

static void set_line(float *values, float *step, ckernels_line line) {
  store(values, indices() * (float)line.slope + (float)line.value);
  *step = (float)(line.slope * lane_count);
}

static void haptic_begin(
  ckernels_haptic *voice, ckernels_shape shape, uint64_t phase, uint64_t step, uint64_t change,
  double decay, double amplitude, ckernels_line line1, ckernels_line line2, float exponent) {
  voice->shape = shape;
  voice->exponent = exponent;
  voice->is_swept = change != 0;
  if (shape != ckernels_steady) {
    set_line(voice->line1, &voice->line1_step, line1);
    set_line(voice->line2, &voice->line2_step, line2);
  }
  if (change != 0) {
    begin_sweep(voice, phase, step, change);
  } else {
    begin_resonator(voice, phase, step, decay, amplitude);
  }
}

// The sine of the current vector.
INLINE lanes carrier(const ckernels_haptic *voice) {
  return voice->is_swept ? sine(load_phases(PHASES(voice)))
                         : load(CURRENT(voice, voice->chain));
}

// `base` to the power of the exponent; lanes that rounding made negative are 0.
INLINE lanes power(const ckernels_haptic *voice, lanes base) {
  if (voice->exponent == 2) return base * base;
  float x[lane_count];
  store(x, base);
  for (int i = 0; i < lane_count; i++) x[i] = x[i] > 0 ? powf(x[i], voice->exponent) : 0;
  return load(x);
}

// Returns `sum` plus the current vector. The arithmetic matches that of the loops below, so a lane is
// the same in a part of a vector as in a whole vector.
INLINE lanes adding(const ckernels_haptic *voice, lanes sum) {
  lanes wave = carrier(voice);
  switch (voice->shape) {
    case ckernels_steady: return sum + wave;
    case ckernels_ramped: return multiply_add(wave, load(voice->line1), sum);
    case ckernels_shaped:
    case ckernels_swept: return multiply_add(wave, load(voice->line1) * load(voice->line2), sum);
    case ckernels_curved:
      return multiply_add(wave, power(voice, load(voice->line1)) * load(voice->line2), sum);
  }
}

// Advances by one vector.
INLINE void advance(ckernels_haptic *voice) {
  if (voice->is_swept) {
    phases step = load_phases(STEPS(voice));
    store_phases(PHASES(voice), load_phases(PHASES(voice)) + step);
    store_phases(STEPS(voice), step + voice->step_change);
  } else {
    float *c = CURRENT(voice, voice->chain);
    float *d = DIFFERENCE(voice, voice->chain);
    lanes current = load(c), difference = load(d);
    advance_chain(&current, &difference, voice->restoring, voice->damping, voice->sign);
    store(c, current);
    store(d, difference);
    voice->chain = (voice->chain + 1) % chain_count;
  }
  if (voice->shape == ckernels_steady) return;
  store(voice->line1, load(voice->line1) + voice->line1_step);
  if (voice->shape == ckernels_ramped) return;
  store(voice->line2, load(voice->line2) + voice->line2_step);
}

// Adds `count` whole vectors at fixed frequency, whose level is the product of `line_count` lines.
INLINE void add_resonant(
  ckernels_haptic *voice, float *output, int64_t count, const int line_count, float restoring,
  float damping, float sign) {
  lanes c[chain_count], d[chain_count];
  const int first = voice->chain;
  for (int k = 0; k < chain_count; k++) {
    c[k] = load(CURRENT(voice, (first + k) % chain_count));
    d[k] = load(DIFFERENCE(voice, (first + k) % chain_count));
  }
  lanes a = load(voice->line1), b = load(voice->line2);
  const lanes a_step = splat(voice->line1_step), b_step = splat(voice->line2_step);
#define ADD(k)                                                                  \
  {                                                                             \
    lanes sum = load(output + lane_count * k);                                  \
    if (line_count == 0) sum += c[k];                                           \
    if (line_count == 1) sum = multiply_add(c[k], a, sum);                      \
    if (line_count == 2) sum = multiply_add(c[k], a * b, sum);                  \
    store(output + lane_count * k, sum);                                        \
    if (line_count > 0) a += a_step;                                            \
    if (line_count > 1) b += b_step;                                            \
    advance_chain(&c[k], &d[k], restoring, damping, sign);                      \
  }
  for (; count >= chain_count; count -= chain_count) {
    ADD(0) ADD(1) ADD(2) ADD(3)
    output += chain_count * lane_count;
  }
  if (count > 0) ADD(0)
  if (count > 1) ADD(1)
  if (count > 2) ADD(2)
#undef ADD
  for (int k = 0; k < chain_count; k++) {
    store(CURRENT(voice, (first + k) % chain_count), c[k]);
    store(DIFFERENCE(voice, (first + k) % chain_count), d[k]);
  }
  voice->chain = (first + (int)count) % chain_count;
  if (line_count > 0) store(voice->line1, a);
  if (line_count > 1) store(voice->line2, b);
}

// Constant factors of 1 are omitted by the compiler, which shortens the chains.
INLINE void add_resonant_by_damping(
  ckernels_haptic *voice, float *output, int64_t count, const int line_count) {
  if (voice->damping == 1 && voice->sign == 1) {
    add_resonant(voice, output, count, line_count, voice->restoring, 1, 1);
  } else {
    add_resonant(
      voice, output, count, line_count, voice->restoring, voice->damping, voice->sign);
  }
}

INLINE void add_swept(ckernels_haptic *voice, float *output, int64_t count) {
  phases phase = load_phases(PHASES(voice));
  phases step = load_phases(STEPS(voice));
  const phases change = (phases)voice->step_change;
  lanes a = load(voice->line1), b = load(voice->line2);
  const lanes a_step = splat(voice->line1_step), b_step = splat(voice->line2_step);
  for (; count > 0; count--, output += lane_count) {
    store(output, multiply_add(sine(phase), a * b, load(output)));
    phase += step;
    step += change;
    a += a_step;
    b += b_step;
  }
  store_phases(PHASES(voice), phase);
  store_phases(STEPS(voice), step);
  store(voice->line1, a);
  store(voice->line2, b);
}

static void add_vectors(ckernels_haptic *voice, float *output, int64_t count) {
  switch (voice->shape) {
    case ckernels_steady: add_resonant_by_damping(voice, output, count, 0); break;
    case ckernels_ramped: add_resonant_by_damping(voice, output, count, 1); break;
    case ckernels_shaped: add_resonant_by_damping(voice, output, count, 2); break;
    case ckernels_swept: add_swept(voice, output, count); break;
    case ckernels_curved:
      for (; count > 0; count--, output += lane_count) {
        store(output, adding(voice, load(output)));
        advance(voice);
      }
  }
}

static void haptic_add(ckernels_haptic *voice, float *output, int64_t lane, int64_t count) {
  if (lane != 0) {
    int64_t upto = lane + count < lane_count ? lane + count : lane_count;
    store_part(
      output, adding(voice, load_part(output, (int)lane, (int)upto)), (int)lane, (int)upto);
    if (upto < lane_count) return;
    advance(voice);
    output += upto - lane;
    count -= upto - lane;
  }
  int64_t vectors = count / lane_count, rest = count % lane_count;
  if (vectors > 0) add_vectors(voice, output, vectors);
  output += vectors * lane_count;
  if (rest > 0) {
    store_part(output, adding(voice, load_part(output, 0, (int)rest)), 0, (int)rest);
  }
}

static void haptic_skip(ckernels_haptic *voice, int64_t count) {
  for (; count > 0; count--) advance(voice);
}

#include "audio.h"

const ckernels_table TABLE = {
  SET_NAME, haptic_begin, haptic_add, haptic_skip, tone_begin, tone_add, sound_add,
};

#ifdef TARGET
#pragma clang attribute pop
#endif
