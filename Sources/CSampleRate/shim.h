// libsamplerate, as Swift can see it: its types, and its functions by pointers, so that it is loaded when a
// sound file is used and not when the program starts.
#pragma once
#include "../CLibrary/functions.h"
#include <samplerate.h>

#define CSAMPLERATE_FUNCTIONS(F) \
  F(src_get_version) F(src_simple) F(src_strerror)

LIBRARY_FUNCTIONS(csamplerate, CSAMPLERATE_FUNCTIONS)
