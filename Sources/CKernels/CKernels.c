#include "CKernels.h"

#include <stdlib.h>
#include <string.h>

#include "point.h"
#include "table.h"

// In the order of the sets' numbers: the widest last.
static const ckernels_table *const tables[] = {
  &ckernels_table_portable,
#if defined(__x86_64__)
  &ckernels_table_v3,
  &ckernels_table_v4,
#elif defined(__aarch64__)
  &ckernels_table_fused,
#endif
};

static int32_t count = 1;
static int32_t fastest = CKERNELS_PORTABLE;

// Runs before main, so that the render path never has to choose, or wait for a choice.
// Intel Macs keep the portable kernels, because nobody has tried the question there.
__attribute__((constructor)) static void choose(void) {
#if defined(__x86_64__) && defined(__linux__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v3")) count = 2;
  if (count == 2 && __builtin_cpu_supports("x86-64-v4")) count = 3;
#elif defined(__aarch64__)
  count = 2;
#endif
  const char *portable = getenv("HAPTIC_PORTABLE");
  if (!portable || !strcmp(portable, "") || !strcmp(portable, "0")) fastest = count - 1;
}

int32_t ckernels_fastest(void) { return fastest; }
int32_t ckernels_count(void) { return count; }
const char *ckernels_name(int32_t set) { return tables[set]->name; }

void ckernels_haptic_begin(
  ckernels_haptic *voice, ckernels_shape shape, uint64_t phase, uint64_t step, uint64_t change,
  double decay, double amplitude, ckernels_line line1, ckernels_line line2, float exponent) {
  tables[voice->set]->haptic_begin(
    voice, shape, phase, step, change, decay, amplitude, line1, line2, exponent);
}

void ckernels_haptic_add(ckernels_haptic *voice, float *output, int64_t lane, int64_t frames) {
  tables[voice->set]->haptic_add(voice, output, lane, frames);
}

void ckernels_haptic_skip(ckernels_haptic *voice, int64_t vectors) {
  tables[voice->set]->haptic_skip(voice, vectors);
}

void ckernels_tone_begin(
  ckernels_tone *tone, uint64_t phase, double cycles, double ratio, ckernels_line brightness,
  ckernels_loudness loudness) {
  tables[tone->set]->tone_begin(tone, phase, cycles, ratio, brightness, loudness);
}

void ckernels_tone_add(
  ckernels_tone *tone, float *left, float *right, int64_t from, int64_t until) {
  tables[tone->set]->tone_add(tone, left, right, from, until);
}

void ckernels_sound_add(
  ckernels_sound *sound, const float *source_left, const float *source_right, float *left,
  float *right, int64_t from, int64_t until) {
  tables[sound->set]->sound_add(sound, source_left, source_right, left, right, from, until);
}

ckernels_point ckernels_point_at(uint64_t phase) { return point_at(phase); }
