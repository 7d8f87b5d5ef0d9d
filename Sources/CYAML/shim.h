// libyaml, as Swift can see it: its types, and its functions by pointers, so that it is loaded when a
// file is read and not when the program starts.
#pragma once
#include <dlfcn.h>
#include <yaml.h>

#define CYAML_FUNCTIONS(F) \
  F(yaml_event_delete) F(yaml_parser_delete) F(yaml_parser_initialize) F(yaml_parser_parse) \
  F(yaml_parser_set_encoding) F(yaml_parser_set_input_string)

struct cyaml_functions {
#define F(name) __typeof__(name) *_Nonnull name;
  CYAML_FUNCTIONS(F)
#undef F
};

// The functions in a library that dlopen has returned; NULL if one is not there.
static inline const struct cyaml_functions *_Nullable cyaml_find(void *_Nonnull library) {
  static struct cyaml_functions found;
#define F(name) \
  if (!(found.name = (__typeof__(name) *)dlsym(library, #name))) return 0;
  CYAML_FUNCTIONS(F)
#undef F
  return &found;
}
