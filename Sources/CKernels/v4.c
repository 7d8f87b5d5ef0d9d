// The kernels for x86-64 processors with AVX-512 (Skylake-X, 2017; Zen 4, 2022).
#if defined(__x86_64__)
#include <immintrin.h>
#define SET_NAME "x86-64-v4"
#define TABLE ckernels_table_v4
#define FUSED 1
#define TARGET "arch=x86-64-v4"
#define VECTOR_BITS 512
#include "kernels.h"
#endif
