// A PCM for the tests; libasound loads it by path. There is nothing to call.
#pragma once
