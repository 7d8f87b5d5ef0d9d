// The C library of ALSA, as Swift can see it.
#pragma once
#include <alsa/asoundlib.h>
