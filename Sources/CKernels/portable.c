// The kernels for every processor of the architecture.
#define SET_NAME "portable"
#define TABLE ckernels_table_portable
#define FUSED 0
#include "kernels.h"
