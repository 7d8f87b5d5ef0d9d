// Counts the operations that real-time code must not perform, by replacing the functions that perform
// them. It needs a separate test program, because sanitizers replace the same functions.
#pragma once

#include <stdint.h>

typedef struct {
  int64_t allocations;  // malloc, calloc, realloc, aligned_alloc, posix_memalign, swift_allocObject
  int64_t frees;        // free
  int64_t locks;        // mutexes, read-write locks, semaphores, conditions
  int64_t retains;      // swift_retain and its kin
  int64_t releases;     // swift_release and its kin
} realtime_probe_counts;

// Starts counting the operations of the calling thread, from zero.
void realtime_probe_begin(void);

// Stops counting and returns the counts.
realtime_probe_counts realtime_probe_end(void);

// Nonzero if the replacements are compiled in: only on Linux, and not under a sanitizer.
int realtime_probe_is_there(void);

// Nonzero if retains and releases are counted. On processors other than x86-64, those functions have a
// special calling convention.
int realtime_probe_counts_references(void);
