// Counts what real-time code must not do, by standing in for the functions that do it. For a test
// program of its own: a sanitizer stands in for the same functions.
#pragma once

#include <stdint.h>

typedef struct {
  int64_t allocations;  // malloc, calloc, realloc, aligned_alloc, posix_memalign, swift_allocObject
  int64_t frees;        // free
  int64_t locks;        // mutexes, read-write locks, semaphores, conditions
  int64_t retains;      // swift_retain and its kin
  int64_t releases;     // swift_release and its kin
} realtime_probe_counts;

// Begins to count what the calling thread does, from zero.
void realtime_probe_begin(void);

// Ends that and returns the counts.
realtime_probe_counts realtime_probe_end(void);

// Nonzero where the stand-ins are compiled in: not under a sanitizer, not but on Linux.
int realtime_probe_is_there(void);

// Nonzero where retains and releases are counted: elsewhere than on x86-64 those functions have a
// calling convention of their own.
int realtime_probe_counts_references(void);
