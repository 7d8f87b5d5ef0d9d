// ALSA's C library as visible to Swift: its types, and its functions through pointers, so that it is
// loaded when a device is used, not when the program starts.
#pragma once
#include "../CLibrary/functions.h"
#include <alsa/asoundlib.h>
#include <stdio.h>

#define CALSA_FUNCTIONS(F) \
  F(snd_asoundlib_version) F(snd_card_next) F(snd_config_delete) F(snd_config_load) \
  F(snd_config_top) F(snd_ctl_card_info) F(snd_ctl_card_info_free) F(snd_ctl_card_info_get_id) \
  F(snd_ctl_card_info_get_longname) F(snd_ctl_card_info_malloc) F(snd_ctl_close) \
  F(snd_ctl_open) F(snd_device_name_free_hint) F(snd_device_name_get_hint) \
  F(snd_device_name_hint) F(snd_input_buffer_open) F(snd_input_close) \
  F(snd_lib_error_set_local) F(snd_output_buffer_open) F(snd_output_buffer_string) \
  F(snd_output_close) F(snd_pcm_avail_update) F(snd_pcm_chmap_name) F(snd_pcm_close) \
  F(snd_pcm_delay) F(snd_pcm_drain) F(snd_pcm_drop) F(snd_pcm_dump) F(snd_pcm_format_name) \
  F(snd_pcm_free_chmaps) F(snd_pcm_get_chmap) F(snd_pcm_hw_params) F(snd_pcm_hw_params_any) \
  F(snd_pcm_hw_params_free) F(snd_pcm_hw_params_get_buffer_size) \
  F(snd_pcm_hw_params_get_buffer_size_max) F(snd_pcm_hw_params_get_period_size) \
  F(snd_pcm_hw_params_get_rate_max) F(snd_pcm_hw_params_get_rate_min) \
  F(snd_pcm_hw_params_malloc) F(snd_pcm_hw_params_set_access) \
  F(snd_pcm_hw_params_set_buffer_size_near) F(snd_pcm_hw_params_set_channels) \
  F(snd_pcm_hw_params_set_format) F(snd_pcm_hw_params_set_period_size_near) \
  F(snd_pcm_hw_params_set_periods_min) F(snd_pcm_hw_params_set_rate_near) \
  F(snd_pcm_hw_params_set_rate_resample) F(snd_pcm_hw_params_test_channels) \
  F(snd_pcm_hw_params_test_format) F(snd_pcm_open) F(snd_pcm_open_lconf) \
  F(snd_pcm_poll_descriptors) F(snd_pcm_poll_descriptors_count) \
  F(snd_pcm_poll_descriptors_revents) F(snd_pcm_prepare) F(snd_pcm_query_chmaps) \
  F(snd_pcm_resume) F(snd_pcm_start) F(snd_pcm_state) F(snd_pcm_sw_params) \
  F(snd_pcm_sw_params_current) F(snd_pcm_sw_params_free) F(snd_pcm_sw_params_malloc) \
  F(snd_pcm_sw_params_set_avail_min) F(snd_pcm_sw_params_set_start_threshold) F(snd_pcm_writei) \
  F(snd_strerror)

LIBRARY_FUNCTIONS(calsa, CALSA_FUNCTIONS)

// A buffer for libasound's last message on this thread; empty if there was none. Swift cannot see a
// thread-local variable. Only LibraryMessages.swift uses this and the following functions: a second
// file would get its own buffer.
static inline char *_Nonnull calsa_last_message(void) {
  static __thread char message[512];
  return message;
}

// The handler that this thread had before.
static inline snd_local_error_handler_t *calsa_former_handler(void) {
  static __thread snd_local_error_handler_t handler;
  return &handler;
}

// Keeps a message. It comes with a va_list, whose Swift type differs between processors.
static inline void calsa_keep_message(
    const char *file, int line, const char *function, int code, const char *format,
    va_list arguments) {
  (void)file, (void)line, (void)function, (void)code;
  vsnprintf(calsa_last_message(), 512, format, arguments);
}

// Installs the handler on this thread. Written in C because the handler's type contains the va_list.
static inline void calsa_begin_capture(const struct calsa_functions *_Nonnull functions) {
  calsa_last_message()[0] = 0;
  *calsa_former_handler() = functions->snd_lib_error_set_local(calsa_keep_message);
}

// Restores this thread's former handler. Written in C because the handler's type contains the va_list.
static inline void calsa_end_capture(const struct calsa_functions *_Nonnull functions) {
  functions->snd_lib_error_set_local(*calsa_former_handler());
}
