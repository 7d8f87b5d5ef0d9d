// Sine and cosine of a phase, without libm, whose last bits depend on the machine.
#pragma once

#include "CKernels.h"

#pragma STDC FP_CONTRACT OFF

// The coefficients are those of fdlibm's __kernel_sin and __kernel_cos, for -pi/4 ... pi/4.
static inline __attribute__((always_inline)) ckernels_point point_at(uint64_t phase) {
  uint64_t turned = phase + (UINT64_C(1) << 61);  // by an eighth, so that quarters are rounded to
  uint64_t quarter = turned >> 62;
  double x = (double)(int64_t)(phase - (quarter << 62)) * (6.283185307179586 / 0x1p64);
  double z = x * x;
  double s = x
    + x * z
      * (-1.66666666666666324348e-01
         + z * (8.33333333332248946124e-03
                + z * (-1.98412698298579493134e-04
                       + z * (2.75573137070700676789e-06
                              + z * (-2.50507602534068634195e-08
                                     + z * 1.58969099521155010221e-10)))));
  double c = 1
    - (0.5 * z
       - z * z
         * (4.16666666666666019037e-02
            + z * (-1.38888888888741095749e-03
                   + z * (2.48015872894767294178e-05
                          + z * (-2.75573143513906633035e-07
                                 + z * (2.08757232129817482790e-09
                                        + z * -1.13596475577881948265e-11))))));
  switch (quarter) {
    case 0: return (ckernels_point){s, c};
    case 1: return (ckernels_point){c, -s};
    case 2: return (ckernels_point){-s, -c};
    default: return (ckernels_point){-c, s};
  }
}
