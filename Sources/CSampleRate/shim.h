// libsamplerate, as Swift can see it.
#pragma once
#include <samplerate.h>
