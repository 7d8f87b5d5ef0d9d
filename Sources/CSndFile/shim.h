// libsndfile, as Swift can see it: its types, and its functions by pointers, so that it is loaded when a
// sound file is used and not when the program starts.
#pragma once
#include <dlfcn.h>
#include <sndfile.h>

#define CSNDFILE_FUNCTIONS(F) \
  F(sf_close) F(sf_command) F(sf_error) F(sf_error_number) F(sf_open_fd) F(sf_open_virtual) \
  F(sf_readf_float) F(sf_strerror) F(sf_version_string) F(sf_writef_float) F(sf_writef_int) \
  F(sf_writef_short)

struct csndfile_functions {
#define F(name) __typeof__(name) *_Nonnull name;
  CSNDFILE_FUNCTIONS(F)
#undef F
};

// The functions in a library that dlopen has returned; NULL if one is not there.
static inline const struct csndfile_functions *_Nullable csndfile_find(void *_Nonnull library) {
  static struct csndfile_functions found;
#define F(name) \
  if (!(found.name = (__typeof__(name) *)dlsym(library, #name))) return 0;
  CSNDFILE_FUNCTIONS(F)
#undef F
  return &found;
}
