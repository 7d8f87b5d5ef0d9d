// liblo, as Swift can see it: its types, and its functions by pointers, so that it is loaded when OSC is
// listened to and not when the program starts. Only what reads bytes: liblo's servers listen on all
// interfaces, so that the socket is the program's own.
#pragma once
#include "../CLibrary/functions.h"
#include <lo/lo_lowlevel.h>

#define CLO_FUNCTIONS(F) \
  F(lo_get_path) F(lo_message_deserialise) F(lo_message_free) F(lo_message_get_argc) \
  F(lo_message_get_argv) F(lo_message_get_types)

LIBRARY_FUNCTIONS(clo, CLO_FUNCTIONS)
