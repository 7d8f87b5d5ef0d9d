// The few calls that need GNU declarations; everything that the render path uses is inline in the
// header.
#define _GNU_SOURCE
#include "CRealtime.h"

#include <stdlib.h>

#if defined(__linux__)

#include <errno.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

void crealtime_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int crealtime_thread_identifier(void) { return gettid(); }

int crealtime_limit_realtime(long long microseconds) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_RTTIME, &limit) != 0) return -errno;
  if (limit.rlim_max <= (rlim_t)microseconds) return 0;
  limit.rlim_cur = limit.rlim_max = (rlim_t)microseconds;
  return setrlimit(RLIMIT_RTTIME, &limit) == 0 ? 0 : -errno;
}

int crealtime_make_event_descriptor(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#else

// The linkers of Apple's systems reject symbols that may be absent, so the sanitizers are not informed there.
static void (*const __tsan_acquire)(void *address) = NULL;
static void (*const __tsan_release)(void *address) = NULL;

#endif

void *crealtime_make_clock(void) { return __tsan_acquire ? malloc(sizeof(void *)) : NULL; }

void crealtime_free_clock(void *clock) { free(clock); }

void crealtime_acquire(void *clock) {
  if (clock) __tsan_acquire(clock);
}

void crealtime_release(void *clock) {
  if (clock) __tsan_release(clock);
}
