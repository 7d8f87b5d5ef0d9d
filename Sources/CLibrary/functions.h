// What the shims of the system's libraries share: a library's functions by pointers, so that it is
// loaded when it is first needed and not when the program starts.
#pragma once
#include <dlfcn.h>

// Declares `struct PREFIX_functions`, a pointer for each of `FUNCTIONS`, a list that applies the macro
// it is given to each name; and `PREFIX_find`, which looks for them in a library that dlopen has
// returned: NULL if one is not there.
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
