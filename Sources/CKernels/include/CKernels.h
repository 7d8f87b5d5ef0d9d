// The arithmetic of the voices, sixteen samples at a time, for several kinds of processor.
//
// Swift decides everything else about a voice: its event, its envelope, its controls, and where its
// spans begin and end. This module only turns one span into samples. Each function exists once for each
// instruction set (kernels.h, compiled several times). The widest set that the processor supports is
// chosen when the program starts. This is C because only C can compile one function for several
// processors.
//
// All sets with a fused multiply-add give the same bits on every machine. The set without it gives
// slightly different results, because of rounding.
#pragma once

#include <stdint.h>

// The attributes that `@_noAllocation @_noLocks` Swift callers check for.
#define CKERNELS_SAFE \
  __attribute__((swift_attr("@_noLocks"), swift_attr("@_noAllocation")))

// MARK: The sets

// The set that every processor supports: without a fused multiply-add.
#define CKERNELS_PORTABLE 0

// The set for this processor: the one with the widest vectors, or the portable set if the environment
// contains HAPTIC_PORTABLE=1 when the program starts.
int32_t ckernels_fastest(void) CKERNELS_SAFE;

// The number of sets in this program that this processor supports: 0 ..< count may be chosen.
int32_t ckernels_count(void) CKERNELS_SAFE;

// The name of a set, for people: "portable", "x86-64-v3", ...
const char *ckernels_name(int32_t set);

// The number of samples computed at a time; the vectors of a span are counted from its first frame.
#define CKERNELS_LANES 16

// MARK: Haptic voices

// How the samples of a span are computed.
typedef enum __attribute__((enum_extensibility(closed))) {
  // Fixed frequency, fixed level: the resonator includes the level.
  ckernels_steady,
  // Fixed frequency; the level is a straight line.
  ckernels_ramped,
  // Fixed frequency; the level is the product of two straight lines.
  ckernels_shaped,
  // Moving frequency; the level is the product of two straight lines.
  ckernels_swept,
  // Moving intensity with an exponent other than 1, at any frequency.
  ckernels_curved
} ckernels_shape;

// A straight line: its value at a span's first frame, and its change per frame.
typedef struct {
  double value, slope;
} ckernels_line;

// A sine in the middle of a span. Only the kernels use its fields.
typedef struct {
  // Fixed frequency: four chains, each of which produces every fourth vector (see kernels.h), and their
  // differences. Moving frequency: the phases of the current vector, and the advance of each lane, as
  // 32-bit integers.
  float carrier[8][CKERNELS_LANES];
  // The lines of the level: the values of the current vector, and their change per vector.
  float line1[CKERNELS_LANES], line2[CKERNELS_LANES];
  float line1_step, line2_step;
  float restoring, damping, sign, exponent;
  uint32_t step_change;
  // The next chain.
  int32_t chain;
  ckernels_shape shape;
  int32_t is_swept;
  int32_t set;
} ckernels_haptic;

// Begins a span: a sine that starts at `phase` and advances by `step` each frame; `step` changes by
// `change` each frame. The sine is multiplied by `decay` each frame and by `amplitude`. `shape`
// determines which lines multiply the sine; `exponent` applies to the first of these lines.
void ckernels_haptic_begin(
  ckernels_haptic *voice, ckernels_shape shape, uint64_t phase, uint64_t step, uint64_t change,
  double decay, double amplitude, ckernels_line line1, ckernels_line line2, float exponent)
  CKERNELS_SAFE;

// Adds `count` frames to `output`, starting with lane `lane` of the current vector.
void ckernels_haptic_add(ckernels_haptic *voice, float *output, int64_t lane, int64_t count)
  CKERNELS_SAFE;

// Advances by `count` vectors without adding them.
void ckernels_haptic_skip(ckernels_haptic *voice, int64_t count) CKERNELS_SAFE;

// MARK: Audio voices

// The factors of an audio voice in a span: lines that are clamped where they are used.
typedef struct {
  ckernels_line level, envelope, pan;
} ckernels_loudness;

// A tone in a span: five partials, each with the level of the previous one times the brightness.
typedef struct {
  ckernels_loudness loudness;
  ckernels_line brightness;
  // The phase of the span's first frame and its step; if the pitch is moving, the phase of the current
  // vector.
  uint64_t phase, step;
  // If the pitch is moving: the cycles per frame at the current vector, the factor from vector to
  // vector, and the sums of the powers of the factor from frame to frame.
  double cycles, ratio16, sum16;
  float sums[CKERNELS_LANES];
  int32_t is_moving;
  int32_t set;
} ckernels_tone;

// Begins a span at `phase` with `cycles` per frame, which are multiplied by `ratio` each frame.
void ckernels_tone_begin(
  ckernels_tone *tone, uint64_t phase, double cycles, double ratio, ckernels_line brightness,
  ckernels_loudness loudness) CKERNELS_SAFE;

// Adds the frames `from ..< until` of the span. If `left` is NULL, only advances past them.
void ckernels_tone_add(
  ckernels_tone *tone, float *left, float *right, int64_t from, int64_t until) CKERNELS_SAFE;

// A sampled sound in a span.
typedef struct {
  ckernels_loudness loudness;
  int64_t frames;
  // The position in the sound, in its frames; the advance per frame, and the factor of the advance per
  // frame.
  double place, speed, ratio;
  // The corner of the low-pass in radians per frame, and its factor per frame; its coefficient, 1 for
  // no filter.
  double corner, corner_ratio;
  float low_pass;
  float state_left, state_right;
  int32_t loops;
  int32_t set;
} ckernels_sound;

// Adds the frames `from ..< until` of the span, from the frames of the sound. If `left` is NULL, only
// advances past them.
void ckernels_sound_add(
  ckernels_sound *sound, const float *source_left, const float *source_right, float *left,
  float *right, int64_t from, int64_t until) CKERNELS_SAFE;

// The sine and cosine of a phase, a 64-bit fraction of a cycle: the same bits on every machine, which
// libm does not guarantee.
typedef struct {
  double sine, cosine;
} ckernels_point;
ckernels_point ckernels_point_at(uint64_t phase) CKERNELS_SAFE;
