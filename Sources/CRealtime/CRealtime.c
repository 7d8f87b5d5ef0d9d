// The few calls that need GNU declarations; everything the render path uses is inline in the header.
#define _GNU_SOURCE
#include "CRealtime.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>

void crealtime_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int crealtime_make_event_descriptor(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

void *crealtime_make_clock(void) { return __tsan_acquire ? malloc(sizeof(void *)) : NULL; }

void crealtime_free_clock(void *clock) { free(clock); }

void crealtime_acquire(void *clock) {
  if (clock) __tsan_acquire(clock);
}

void crealtime_release(void *clock) {
  if (clock) __tsan_release(clock);
}
