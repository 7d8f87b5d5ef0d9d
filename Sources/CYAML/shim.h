// libyaml, as Swift can see it: its types, and its functions by pointers, so that it is loaded when a
// file is read and not when the program starts.
#pragma once
#include "../CLibrary/functions.h"
#include <yaml.h>

#define CYAML_FUNCTIONS(F) \
  F(yaml_event_delete) F(yaml_parser_delete) F(yaml_parser_initialize) F(yaml_parser_parse) \
  F(yaml_parser_set_encoding) F(yaml_parser_set_input_string)

LIBRARY_FUNCTIONS(cyaml, CYAML_FUNCTIONS)
