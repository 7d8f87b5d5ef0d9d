// The few calls that need GNU declarations; everything the render path uses is inline in the header.
#define _GNU_SOURCE
#include "CRealtime.h"

#include <errno.h>
#include <pthread.h>
#include <sys/eventfd.h>

void crealtime_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int crealtime_make_event_descriptor(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}
