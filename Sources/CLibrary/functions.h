// Shared by the shims of system libraries: access to a library's functions through pointers, so that it
// is loaded when it is first needed, not when the program starts.
#pragma once
#include <dlfcn.h>

// Declares `struct PREFIX_functions`, with a pointer for each of `FUNCTIONS`, a list that applies a
// given macro to each name. Also declares `PREFIX_find`, which looks them up in a library returned by
// dlopen, and returns NULL if one is missing.
#define LIBRARY_FUNCTIONS(PREFIX, FUNCTIONS)                                                  \
  struct PREFIX##_functions {                                                                 \
    FUNCTIONS(LIBRARY_FUNCTION_POINTER)                                                       \
  };                                                                                          \
  static inline const struct PREFIX##_functions *_Nullable PREFIX##_find(void *_Nonnull library) { \
    static struct PREFIX##_functions found;                                                   \
    FUNCTIONS(LIBRARY_FUNCTION_LOOKUP)                                                        \
    return &found;                                                                            \
  }

#define LIBRARY_FUNCTION_POINTER(name) __typeof__(name) *_Nonnull name;
#define LIBRARY_FUNCTION_LOOKUP(name) \
  if (!(found.name = (__typeof__(name) *)dlsym(library, #name))) return 0;
