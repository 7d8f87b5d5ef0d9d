// libsamplerate, as Swift can see it: its types, and its functions by pointers, so that it is loaded when a
// sound file is used and not when the program starts.
#pragma once
#include <dlfcn.h>
#include <samplerate.h>

#define CSAMPLERATE_FUNCTIONS(F) \
  F(src_get_version) F(src_simple) F(src_strerror)

struct csamplerate_functions {
#define F(name) __typeof__(name) *_Nonnull name;
  CSAMPLERATE_FUNCTIONS(F)
#undef F
};

// The functions in a library that dlopen has returned; NULL if one is not there.
static inline const struct csamplerate_functions *_Nullable csamplerate_find(void *_Nonnull library) {
  static struct csamplerate_functions found;
#define F(name) \
  if (!(found.name = (__typeof__(name) *)dlsym(library, #name))) return 0;
  CSAMPLERATE_FUNCTIONS(F)
#undef F
  return &found;
}
