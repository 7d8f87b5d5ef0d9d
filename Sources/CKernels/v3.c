// The kernels for x86-64 processors with AVX2 and FMA (Haswell, 2013; Zen, 2017).
#if defined(__x86_64__)
#define SET_NAME "x86-64-v3"
#define TABLE ckernels_table_v3
#define FUSED 1
#define TARGET "arch=x86-64-v3"
#define VECTOR_BITS 256
#include "kernels.h"
#endif
