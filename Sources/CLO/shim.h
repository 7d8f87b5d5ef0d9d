// liblo as visible to Swift: its types, and its functions through pointers, so that it is loaded when
// listening to OSC, not when the program starts. Only functions that read bytes are included: liblo's
// servers listen on all interfaces, so the program uses its own socket.
#pragma once
#include "../CLibrary/functions.h"
#include <lo/lo_lowlevel.h>

#define CLO_FUNCTIONS(F) \
  F(lo_get_path) F(lo_message_deserialise) F(lo_message_free) F(lo_message_get_argc) \
  F(lo_message_get_argv) F(lo_message_get_types)

LIBRARY_FUNCTIONS(clo, CLO_FUNCTIONS)
