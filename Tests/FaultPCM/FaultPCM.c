// An external PCM plugin of libasound for the tests: a device with its own clock, which records its
// output in a file and produces every fault on demand.
//
//   pcm_type.fault { lib "/path/libFaultPCM.so" }
//   pcm.device {
//     type fault
//     speed 10            clock: this many times real time (1)
//     patient yes         the clock waits for samples, so underruns do not occur (no)
//     capture "FILE"      the raw samples played, with or without faults
//     open_error 16       opening fails with this errno
//     once yes            opening fails with errno 111 if the capture already exists (no)
//     hw_params_error 16  configuring fails with this errno
//     format S16_LE       the only format (FLOAT, S32, S24, S24_3LE, S16)
//     rate 44100          the only rate (8000 to 192000)
//     channels 2          the only channel count (1 to 8)
//     buffer_bytes 65536  the largest buffer (no limit)
//     periods 1           the minimum number of periods in a buffer (2)
//     latency 480         the delay in frames after leaving the buffer (0)
//     positions "FL FR"   the channel map (none)
//     fault NAME          the fault to produce after every fault_at frames played:
//       underrun          the device runs dry
//       dry               from then on, the device runs dry immediately after each start
//       suspend           the device is suspended; the first resume_attempts resumes do nothing
//       unplug            the device is gone
//       stuck             the clock stops, but wakes waiting threads
//       stall             the clock stops
//       hang              a call does not return until the file hang_until exists
//       pause             a call takes 150 ms, while the clock continues
//     fault_at 4800       frames between faults
//     fault_count 1       the number of faults
//     fault_in_drain yes  faults occur only while the device drains (no)
//     resume_attempts 2
//     hang_until "FILE"
//     hang_in CALL        this call does not return until the file hang_until exists: open,
//                         hw_params, start, stop, drain or close; poll, after fault_at frames have
//                         been played; prepare and resume, after the first fault
//     prepare_error 5     preparing fails with this errno after the first fault
//   }
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum fault { NONE, UNDERRUN, DRY, SUSPEND, UNPLUG, STUCK, STALL, HANG, PAUSE };
static const char *const fault_names[] = {
    "none", "underrun", "dry", "suspend", "unplug", "stuck", "stall", "hang", "pause"};

struct device {
  snd_pcm_ioplug_t io;
  // Configuration.
  double speed;
  bool patient, fault_in_drain;
  int capture;
  long hw_params_error, prepare_error;
  enum fault fault;
  long fault_at, fault_count, resume_attempts;
  long buffer_bytes, periods, latency;
  char hang_until[512], hang_in[16], positions[64];
  snd_pcm_ioplug_callback_t callback;
  // State.
  int timer;
  size_t frame_bytes;
  bool ticking;
  int64_t origin;            // when the clock was started, nanoseconds
  snd_pcm_uframes_t played;  // frames since the last prepare
  long played_in_all, struck, resumes;
  bool clock_stands;
};

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static void hang(struct device *d) {
  while (access(d->hang_until, F_OK) != 0) usleep(1000);
}

static void may_hang(struct device *d, const char *call) {
  if (strcmp(d->hang_in, call) == 0) hang(d);
}

static void tick(struct device *d, bool on) {
  struct itimerspec time = {0};
  if (on) {
    int64_t period = (int64_t)(d->io.period_size * 1e9 / (d->io.rate * d->speed)) / 2;
    if (period < 100000) period = 100000;
    time.it_value.tv_sec = time.it_interval.tv_sec = period / 1000000000;
    time.it_value.tv_nsec = time.it_interval.tv_nsec = period % 1000000000;
  }
  timerfd_settime(d->timer, 0, &time, NULL);
  d->ticking = on;
}

static void start_clock(struct device *d) {
  d->origin = now() - (int64_t)(d->played * 1e9 / (d->io.rate * d->speed));
  tick(d, true);
}

// Copies the played frames to the capture.
static void play(struct device *d, snd_pcm_uframes_t frames) {
  const snd_pcm_channel_area_t *areas = snd_pcm_ioplug_mmap_areas(&d->io);
  const char *ring = (const char *)areas->addr + areas->first / 8;
  d->played_in_all += frames;
  while (frames > 0) {
    snd_pcm_uframes_t at = d->played % d->io.buffer_size;
    snd_pcm_uframes_t part = d->io.buffer_size - at;
    if (part > frames) part = frames;
    if (d->capture >= 0 &&
        write(d->capture, ring + at * d->frame_bytes, part * d->frame_bytes) < 0) {
      SNDERR("capture: %s", strerror(errno));
    }
    d->played += part;
    frames -= part;
  }
}

static snd_pcm_sframes_t strike(struct device *d) {
  d->struck++;
  switch (d->fault) {
    case UNDERRUN:
    case DRY:
      // A device plays the written frames before it runs dry.
      play(d, d->io.appl_ptr - d->played);
      return -EPIPE;
    case SUSPEND:
      d->resumes = 0;
      snd_pcm_ioplug_set_state(&d->io, SND_PCM_STATE_SUSPENDED);
      break;
    case UNPLUG:
      snd_pcm_ioplug_set_state(&d->io, SND_PCM_STATE_DISCONNECTED);
      break;
    case STALL:
      tick(d, false);
      d->clock_stands = true;
      break;
    case STUCK:
      d->clock_stands = true;
      break;
    case HANG:
      hang(d);
      break;
    case PAUSE:
      usleep(150000);
      break;
    case NONE:
      break;
  }
  return d->played;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
  struct device *d = io->private_data;
  if (io->state != SND_PCM_STATE_RUNNING && io->state != SND_PCM_STATE_DRAINING) return d->played;
  if (d->clock_stands) return d->played;
  if (d->fault == DRY && d->struck > 0) {
    play(d, io->appl_ptr - d->played);
    return -EPIPE;
  }
  snd_pcm_uframes_t written = io->appl_ptr - d->played;
  snd_pcm_uframes_t due =
      (snd_pcm_uframes_t)((now() - d->origin) * 1e-9 * io->rate * d->speed) - d->played;
  if ((snd_pcm_sframes_t)due < 0) due = 0;
  bool dry = due > written;
  if (dry) due = written;
  bool may_strike = !d->fault_in_drain || io->state == SND_PCM_STATE_DRAINING;
  if (d->fault != NONE && may_strike && d->struck < d->fault_count) {
    long left = d->fault_at * (d->struck + 1) - d->played_in_all;
    if ((long)due >= left) {
      play(d, left > 0 ? left : 0);
      return strike(d);
    }
  }
  play(d, due);
  if (dry && d->patient) d->origin = now() - (int64_t)(d->played * 1e9 / (io->rate * d->speed));
  return dry && !d->patient && io->state == SND_PCM_STATE_RUNNING ? -EPIPE
                                                                   : (snd_pcm_sframes_t)d->played;
}

static int prepare(snd_pcm_ioplug_t *io) {
  struct device *d = io->private_data;
  if (d->struck > 0) may_hang(d, "prepare");
  if (d->struck > 0 && d->prepare_error) return -(int)d->prepare_error;
  if (io->state == SND_PCM_STATE_DISCONNECTED) return -ENODEV;
  d->played = 0;
  return 0;
}

static int start(snd_pcm_ioplug_t *io) {
  may_hang(io->private_data, "start");
  start_clock(io->private_data);
  return 0;
}

static int stop(snd_pcm_ioplug_t *io) {
  struct device *d = io->private_data;
  may_hang(d, "stop");
  // The device plays the frames that are due by now.
  if (d->fault == NONE) pointer(io);
  tick(io->private_data, false);
  return 0;
}

// libasound ignores the result; a failed attempt leaves the state unchanged.
static int resume(snd_pcm_ioplug_t *io) {
  struct device *d = io->private_data;
  may_hang(d, "resume");
  if (d->resumes++ < d->resume_attempts) return -EAGAIN;
  snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
  start_clock(d);
  return 0;
}

static int hw_params(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *params) {
  struct device *d = io->private_data;
  (void)params;
  may_hang(d, "hw_params");
  if (d->hw_params_error) return -(int)d->hw_params_error;
  d->frame_bytes = snd_pcm_format_physical_width(io->format) / 8 * io->channels;
  return 0;
}

static int poll_revents(
    snd_pcm_ioplug_t *io, struct pollfd *set, unsigned int count, unsigned short *revents) {
  struct device *d = io->private_data;
  uint64_t ticks;
  (void)count;
  *revents = 0;
  if (d->played_in_all >= d->fault_at) may_hang(d, "poll");
  if (set->revents & POLLIN && read(d->timer, &ticks, sizeof ticks) > 0) *revents = POLLOUT;
  return 0;
}

static int close_device(snd_pcm_ioplug_t *io) {
  struct device *d = io->private_data;
  may_hang(d, "close");
  if (d->capture >= 0) close(d->capture);
  close(d->timer);
  free(d);
  return 0;
}

static int drain(snd_pcm_ioplug_t *io) {
  may_hang(io->private_data, "drain");
  return 0;
}

static int delay(snd_pcm_ioplug_t *io, snd_pcm_sframes_t *frames) {
  struct device *d = io->private_data;
  pointer(io);
  *frames = (snd_pcm_sframes_t)(io->appl_ptr - d->played) + d->latency;
  return 0;
}

static snd_pcm_chmap_t *get_chmap(snd_pcm_ioplug_t *io) {
  struct device *d = io->private_data;
  return snd_pcm_chmap_parse_string(d->positions);
}

static snd_pcm_chmap_query_t **query_chmaps(snd_pcm_ioplug_t *io) {
  struct device *d = io->private_data;
  snd_pcm_chmap_t *map = snd_pcm_chmap_parse_string(d->positions);
  if (!map) return NULL;
  size_t bytes = map->channels * sizeof map->pos[0];
  snd_pcm_chmap_query_t **list = calloc(2, sizeof *list);
  list[0] = calloc(1, sizeof *list[0] + bytes);
  list[0]->type = SND_CHMAP_TYPE_FIXED;
  list[0]->map.channels = map->channels;
  memcpy(list[0]->map.pos, map->pos, bytes);
  free(map);
  return list;
}

static void set_callbacks(struct device *d) {
  d->callback = (snd_pcm_ioplug_callback_t){
      .start = start,
      .stop = stop,
      .pointer = pointer,
      .prepare = prepare,
      .resume = resume,
      .hw_params = hw_params,
      .poll_revents = poll_revents,
      .close = close_device,
  };
  if (strcmp(d->hang_in, "drain") == 0) d->callback.drain = drain;
  if (d->latency) d->callback.delay = delay;
  if (d->positions[0]) {
    d->callback.get_chmap = get_chmap;
    d->callback.query_chmaps = query_chmaps;
  }
}

static int constrain(struct device *d, snd_pcm_format_t format, long rate, long channels) {
  static const unsigned int access[] = {
      SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
  unsigned int formats[] = {
      SND_PCM_FORMAT_FLOAT_LE, SND_PCM_FORMAT_S32_LE, SND_PCM_FORMAT_S24_LE,
      SND_PCM_FORMAT_S24_3LE, SND_PCM_FORMAT_S16_LE};
  unsigned int format_count = 5;
  if (format != SND_PCM_FORMAT_UNKNOWN) {
    formats[0] = format;
    format_count = 1;
  }
  snd_pcm_ioplug_t *io = &d->io;
  int result = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, access);
  if (result >= 0)
    result = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, format_count, formats);
  if (result >= 0)
    result = snd_pcm_ioplug_set_param_minmax(
        io, SND_PCM_IOPLUG_HW_CHANNELS, channels ? channels : 1, channels ? channels : 8);
  if (result >= 0)
    result = snd_pcm_ioplug_set_param_minmax(
        io, SND_PCM_IOPLUG_HW_RATE, rate ? rate : 8000, rate ? rate : 192000);
  if (result >= 0)
    result = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, d->periods, 64);
  if (result >= 0 && d->buffer_bytes)
    result = snd_pcm_ioplug_set_param_minmax(
        io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 64, d->buffer_bytes);
  return result;
}

static int open_device(struct device *d, const char *name, int mode) {
  d->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (d->timer < 0) return -errno;
  d->io.version = SND_PCM_IOPLUG_VERSION;
  d->io.name = "Device with faults";
  d->io.flags = SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
  d->io.mmap_rw = 1;
  d->io.poll_fd = d->timer;
  d->io.poll_events = POLLIN;
  set_callbacks(d);
  d->io.callback = &d->callback;
  d->io.private_data = d;
  return snd_pcm_ioplug_create(&d->io, name, SND_PCM_STREAM_PLAYBACK, mode);
}

static enum fault fault_named(const char *name) {
  for (int i = 0; i <= PAUSE; i++) {
    if (strcmp(name, fault_names[i]) == 0) return i;
  }
  SNDERR("unknown fault %s", name);
  return NONE;
}

SND_PCM_PLUGIN_DEFINE_FUNC(fault) {
  struct device *d = calloc(1, sizeof *d);
  snd_config_iterator_t i, next;
  snd_pcm_format_t format = SND_PCM_FORMAT_UNKNOWN;
  long rate = 0, channels = 0, open_error = 0;
  bool once = false, is_second = false;
  (void)root, (void)stream;
  d->speed = 1;
  d->capture = -1;
  d->fault_at = 4800;
  d->fault_count = 1;
  d->resume_attempts = 2;
  d->periods = 2;
  snd_config_for_each(i, next, conf) {
    snd_config_t *entry = snd_config_iterator_entry(i);
    const char *key, *text;
    double real;
    if (snd_config_get_id(entry, &key) < 0) continue;
    if (strcmp(key, "speed") == 0 && snd_config_get_ireal(entry, &real) >= 0) d->speed = real;
    if (strcmp(key, "patient") == 0) d->patient = snd_config_get_bool(entry) == 1;
    if (strcmp(key, "once") == 0) once = snd_config_get_bool(entry) == 1;
    if (strcmp(key, "fault_in_drain") == 0) d->fault_in_drain = snd_config_get_bool(entry) == 1;
    if (strcmp(key, "rate") == 0) snd_config_get_integer(entry, &rate);
    if (strcmp(key, "channels") == 0) snd_config_get_integer(entry, &channels);
    if (strcmp(key, "open_error") == 0) snd_config_get_integer(entry, &open_error);
    if (strcmp(key, "hw_params_error") == 0) snd_config_get_integer(entry, &d->hw_params_error);
    if (strcmp(key, "prepare_error") == 0) snd_config_get_integer(entry, &d->prepare_error);
    if (strcmp(key, "fault_at") == 0) snd_config_get_integer(entry, &d->fault_at);
    if (strcmp(key, "buffer_bytes") == 0) snd_config_get_integer(entry, &d->buffer_bytes);
    if (strcmp(key, "periods") == 0) snd_config_get_integer(entry, &d->periods);
    if (strcmp(key, "latency") == 0) snd_config_get_integer(entry, &d->latency);
    if (strcmp(key, "fault_count") == 0) snd_config_get_integer(entry, &d->fault_count);
    if (strcmp(key, "resume_attempts") == 0) snd_config_get_integer(entry, &d->resume_attempts);
    if (snd_config_get_string(entry, &text) < 0) continue;
    if (strcmp(key, "format") == 0) format = snd_pcm_format_value(text);
    if (strcmp(key, "fault") == 0) d->fault = fault_named(text);
    if (strcmp(key, "hang_until") == 0) snprintf(d->hang_until, sizeof d->hang_until, "%s", text);
    if (strcmp(key, "hang_in") == 0) snprintf(d->hang_in, sizeof d->hang_in, "%s", text);
    if (strcmp(key, "positions") == 0) snprintf(d->positions, sizeof d->positions, "%s", text);
    if (strcmp(key, "capture") == 0) {
      is_second = access(text, F_OK) == 0;
      d->capture = open(text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    }
  }
  may_hang(d, "open");
  if (once && is_second) open_error = 111;
  int result = open_error ? -(int)open_error : open_device(d, name, mode);
  if (result < 0) {
    free(d);
    return result;
  }
  result = constrain(d, format, rate, channels);
  if (result < 0) {
    snd_pcm_ioplug_delete(&d->io);
    return result;
  }
  *pcmp = d->io.pcm;
  return 0;
}

SND_PCM_PLUGIN_SYMBOL(fault);
