// See RealtimeProbe.h. Functions defined in the program itself take precedence over those of shared
// libraries, even within the libraries.
#define _GNU_SOURCE
#include "RealtimeProbe.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

static __thread int counting;
static __thread realtime_probe_counts counts;

void realtime_probe_begin(void) {
  counts = (realtime_probe_counts){0};
  counting = 1;
}

realtime_probe_counts realtime_probe_end(void) {
  counting = 0;
  return counts;
}

#if defined(SANITIZED) || !defined(__linux__)

int realtime_probe_is_there(void) { return 0; }
int realtime_probe_counts_references(void) { return 0; }

#else

int realtime_probe_is_there(void) { return 1; }

#define COUNT(what) \
  if (counting) counts.what++

// glibc's own names for its allocator.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

void *malloc(size_t size) {
  COUNT(allocations);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  COUNT(allocations);
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  COUNT(allocations);
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  COUNT(allocations);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  COUNT(allocations);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  COUNT(allocations);
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

void free(void *memory) {
  COUNT(frees);
  __libc_free(memory);
}

// Everything else is looked up when it is first needed, or before main: the lookup may lock.
#define NEXT(name) ((__typeof__(&name))next(#name, &next_##name))

static void *next(const char *name, void **place) {
  if (!*place) *place = dlsym(RTLD_NEXT, name);
  return *place;
}

#define STAND_IN(result, name, what, parameters, arguments) \
  static void *next_##name;                                  \
  result name parameters {                                   \
    COUNT(what);                                             \
    return NEXT(name) arguments;                             \
  }

STAND_IN(int, pthread_mutex_lock, locks, (pthread_mutex_t * mutex), (mutex))
STAND_IN(int, pthread_mutex_trylock, locks, (pthread_mutex_t * mutex), (mutex))
STAND_IN(int, pthread_rwlock_rdlock, locks, (pthread_rwlock_t * lock), (lock))
STAND_IN(int, pthread_rwlock_wrlock, locks, (pthread_rwlock_t * lock), (lock))
STAND_IN(int, pthread_cond_signal, locks, (pthread_cond_t * condition), (condition))
STAND_IN(int, pthread_cond_broadcast, locks, (pthread_cond_t * condition), (condition))
STAND_IN(int, sem_wait, locks, (sem_t * semaphore), (semaphore))
STAND_IN(int, sem_post, locks, (sem_t * semaphore), (semaphore))

#if defined(__x86_64__)

int realtime_probe_counts_references(void) { return 1; }

STAND_IN(void *, swift_retain, retains, (void *object), (object))
STAND_IN(void *, swift_retain_n, retains, (void *object, uint32_t count), (object, count))
STAND_IN(void *, swift_bridgeObjectRetain, retains, (void *object), (object))
STAND_IN(void, swift_release, releases, (void *object), (object))
STAND_IN(void, swift_release_n, releases, (void *object, uint32_t count), (object, count))
STAND_IN(void, swift_bridgeObjectRelease, releases, (void *object), (object))

__attribute__((constructor)) static void look_up(void) {
  NEXT(swift_retain);
  NEXT(swift_retain_n);
  NEXT(swift_bridgeObjectRetain);
  NEXT(swift_release);
  NEXT(swift_release_n);
  NEXT(swift_bridgeObjectRelease);
  NEXT(pthread_mutex_lock);
}

#else

int realtime_probe_counts_references(void) { return 0; }

#endif
#endif
