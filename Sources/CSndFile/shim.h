// libsndfile as visible to Swift: its types, and its functions through pointers, so that it is loaded
// when a sound file is used, not when the program starts.
#pragma once
#include "../CLibrary/functions.h"
#include <sndfile.h>

#define CSNDFILE_FUNCTIONS(F) \
  F(sf_close) F(sf_command) F(sf_error) F(sf_error_number) F(sf_open_fd) F(sf_open_virtual) \
  F(sf_readf_float) F(sf_strerror) F(sf_version_string) F(sf_writef_float) F(sf_writef_int) \
  F(sf_writef_short)

LIBRARY_FUNCTIONS(csndfile, CSNDFILE_FUNCTIONS)
