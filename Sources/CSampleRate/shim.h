// libsamplerate as visible to Swift: its types, and its functions through pointers, so that it is
// loaded when a sound file is used, not when the program starts.
#pragma once
#include "../CLibrary/functions.h"
#include <samplerate.h>

#define CSAMPLERATE_FUNCTIONS(F) \
  F(src_get_version) F(src_simple) F(src_strerror)

LIBRARY_FUNCTIONS(csamplerate, CSAMPLERATE_FUNCTIONS)
