// libsndfile, as Swift can see it.
#pragma once
#include <sndfile.h>
