// The C library of ALSA, as Swift can see it.
#pragma once
#include <alsa/asoundlib.h>
#include <stdio.h>

// The line that libasound's complaints of this thread are kept in, empty if there is none: Swift
// cannot see a thread-local variable. Only LibraryMessages.swift uses this and what follows: a
// second user file would have a line of its own.
static inline char *calsa_last_message(void) {
  static __thread char message[512];
  return message;
}

// The handler this thread had before.
static inline snd_local_error_handler_t *calsa_former_handler(void) {
  static __thread snd_local_error_handler_t handler;
  return &handler;
}

// Keeps a complaint: it comes with a va_list, whose Swift type differs from processor to processor.
static inline void calsa_keep_message(
    const char *file, int line, const char *function, int code, const char *format,
    va_list arguments) {
  (void)file, (void)line, (void)function, (void)code;
  vsnprintf(calsa_last_message(), 512, format, arguments);
}

// Installs the handler on this thread: its type has the va_list.
static inline void calsa_begin_capture(void) {
  calsa_last_message()[0] = 0;
  *calsa_former_handler() = snd_lib_error_set_local(calsa_keep_message);
}

// Gives this thread its former handler back: its type has the va_list.
static inline void calsa_end_capture(void) { snd_lib_error_set_local(*calsa_former_handler()); }
