// The kernels for 64-bit ARM, all of which have a fused multiply-add.
#if defined(__aarch64__)
#define SET_NAME "armv8"
#define TABLE ckernels_table_fused
#define FUSED 1
#include "kernels.h"
#endif
