// FFTW in single precision as visible to Swift: its types, and its functions through pointers, so that
// it is loaded when a sound is analyzed, not when the program starts.
#pragma once
#include "../CLibrary/functions.h"
#include <fftw3.h>

#define CFFTW_FUNCTIONS(F) \
  F(fftwf_malloc) F(fftwf_free) F(fftwf_plan_dft_r2c_1d) F(fftwf_execute) F(fftwf_destroy_plan)

LIBRARY_FUNCTIONS(cfftw, CFFTW_FUNCTIONS)
