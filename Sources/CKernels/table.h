// A set of kernels: one function of each kind.
#pragma once

#include "CKernels.h"

typedef struct {
  const char *name;
  void (*haptic_begin)(
    ckernels_haptic *, ckernels_shape, uint64_t, uint64_t, uint64_t, double, double, ckernels_line,
    ckernels_line, float);
  void (*haptic_add)(ckernels_haptic *, float *, int64_t, int64_t);
  void (*haptic_skip)(ckernels_haptic *, int64_t);
  void (*tone_begin)(
    ckernels_tone *, uint64_t, double, double, ckernels_line, ckernels_loudness);
  void (*tone_add)(ckernels_tone *, float *, float *, int64_t, int64_t);
  void (*sound_add)(
    ckernels_sound *, const float *, const float *, float *, float *, int64_t, int64_t);
} ckernels_table;

extern const ckernels_table ckernels_table_portable;
#if defined(__x86_64__)
extern const ckernels_table ckernels_table_v3, ckernels_table_v4;
#elif defined(__aarch64__)
extern const ckernels_table ckernels_table_fused;
#endif
