// The C functions that the render path needs, annotated so that the Swift compiler knows that they do
// not allocate or lock. They do not contain any logic.
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

// The attributes that `@_noAllocation @_noLocks` Swift callers check for.
#define CREALTIME_SAFE \
  __attribute__((swift_attr("@_noLocks"), swift_attr("@_noAllocation")))

// libm. None of these functions allocates or locks (glibc: "MT-Safe, AS-Safe, AC-Safe").
static inline double crealtime_sin(double x) CREALTIME_SAFE { return sin(x); }
static inline double crealtime_cos(double x) CREALTIME_SAFE { return cos(x); }
static inline double crealtime_expm1(double x) CREALTIME_SAFE { return expm1(x); }
static inline double crealtime_exp(double x) CREALTIME_SAFE { return exp(x); }
static inline double crealtime_exp2(double x) CREALTIME_SAFE { return exp2(x); }
static inline double crealtime_pow(double x, double y) CREALTIME_SAFE { return pow(x, y); }
static inline float crealtime_powf(float x, float y) CREALTIME_SAFE { return powf(x, y); }

// Sine and cosine together, for little more than the cost of one. It has a separate name because glibc
// and musl declare it only for GNU programs. Apple's libm declares it as __sincos.
#if defined(__APPLE__)
#define crealtime_libm_sincos __sincos
#else
extern void crealtime_libm_sincos(double x, double *sine, double *cosine) __asm__("sincos");
#endif
typedef struct {
  double sine, cosine;
} crealtime_sine_cosine;
static inline crealtime_sine_cosine crealtime_sincos(double x) CREALTIME_SAFE {
  crealtime_sine_cosine both;
  crealtime_libm_sincos(x, &both.sine, &both.cosine);
  return both;
}

// Sets `count` bytes to zero, which is silence in every format. In Swift this would be a loop, which
// becomes a memset only if the optimizer recognizes it.
static inline void crealtime_zero(void *memory, long count) CREALTIME_SAFE {
  memset(memory, 0, (size_t)count);
}

// Denormal numbers are a hundred times as slow as others on x86, and inaudible: flush them to zero
// while rendering. Returns the former control word for `crealtime_restore_denormals`.
static inline uint64_t crealtime_flush_denormals(void) CREALTIME_SAFE {
#if defined(__x86_64__)
  unsigned int before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);  // flush-to-zero and denormals-are-zero
  return before;
#elif defined(__aarch64__)
  uint64_t before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" : : "r"(before | (1ull << 24)));
  return before;
#else
  return 0;
#endif
}

static inline void crealtime_restore_denormals(uint64_t before) CREALTIME_SAFE {
#if defined(__x86_64__)
  _mm_setcsr((unsigned int)before);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(before));
#else
  (void)before;
#endif
}

// The real-time sanitizer's hooks. They are weak, so without `-fsanitize=realtime` they are absent and
// nothing happens. The linkers of Apple's systems reject symbols that may be absent.
#if defined(__linux__)
extern void __rtsan_realtime_enter(void) __attribute__((weak));
extern void __rtsan_realtime_exit(void) __attribute__((weak));
#else
static void (*const __rtsan_realtime_enter)(void) = NULL;
static void (*const __rtsan_realtime_exit)(void) = NULL;
#endif

static inline void crealtime_enter(void) CREALTIME_SAFE {
  if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}
static inline void crealtime_exit(void) CREALTIME_SAFE {
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

// Declares synchronization that the thread sanitizer cannot see, such as a futex or an eventfd: one
// thread's release of a clock happens before another's acquire of it. These are weak as well: without
// `-fsanitize=thread`, a clock is NULL and nothing happens.
void *crealtime_make_clock(void);
void crealtime_free_clock(void *clock);
void crealtime_acquire(void *clock);
void crealtime_release(void *clock);

#if defined(__linux__)

// Sets the name of the calling thread, as shown by `ps -L` and /proc (at most 15 bytes). It is a
// separate function because glibc declares pthread_setname_np only for GNU programs, which hides it
// from Swift.
void crealtime_name_thread(const char *name);

// The kernel's identifier of the calling thread. Swift's Glibc module does not have gettid either.
int crealtime_thread_identifier(void);

// Makes the kernel end the process if one of its real-time threads computes for longer than
// `microseconds` without waiting (RLIMIT_RTTIME). A lower existing limit remains. Returns a negative
// errno on failure. The type of limit numbers differs between C libraries.
int crealtime_limit_realtime(long long microseconds);

// Creates a descriptor for poll(2) that another thread can make readable: eventfd, close-on-exec and
// non-blocking. Swift's Glibc module does not have <sys/eventfd.h>. Returns a negative errno on
// failure.
int crealtime_make_event_descriptor(void);

#endif
