// libyaml as visible to Swift: its types, and its functions through pointers, so that it is loaded when
// a file is read, not when the program starts.
#pragma once
#include "../CLibrary/functions.h"
#include <yaml.h>

#define CYAML_FUNCTIONS(F) \
  F(yaml_event_delete) F(yaml_parser_delete) F(yaml_parser_initialize) F(yaml_parser_parse) \
  F(yaml_parser_set_encoding) F(yaml_parser_set_input_string)

LIBRARY_FUNCTIONS(cyaml, CYAML_FUNCTIONS)
