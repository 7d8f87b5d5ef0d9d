// The yardstick of the benchmark: the workloads rendered by hand-optimized C, without the parts that an
// engine needs: players, commands, capacity checks. Like the engine, it fills three buses: the haptic
// bus, and the two audio buses, which are silent in these workloads. Reads the lines that `HapticBench
// --export` prints (see HapticBench/Workload.swift).
//
//   kernel fast FILE RUNS     vectors of 16 lanes, recurrences, polynomial sines
//   kernel bare FILE RUNS     the same without the audio buses
//   kernel plain FILE RUNS    one sinf, and for a transient one expf, per sample
//   kernel check FILE         compares samples, 32-bit floats on standard input, with those of fast
//   kernel file AHAP WAV      reads AHAP with jansson, renders, and writes with libsndfile what
//                             `haptic render AHAP -o WAV` writes; built with -DFILES
//
// Prints the root mean square, the frames, and the fastest run in processor seconds; or the largest
// difference, with exit status 1 if it is over 1e-4 or samples are missing.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef FILES
#include <jansson.h>
#include <sndfile.h>
#endif

typedef float v16 __attribute__((vector_size(64)));
typedef uint32_t u16v __attribute__((vector_size(64)));

#define FS 48000.0
#define TILE 4096

typedef struct { double start, value, slope; } segment;
typedef struct {
  int transient;
  double intensity, sharpness, duration, attack, release;
  int64_t onset, end;
} event;
typedef struct { segment *list; int count; double fallback; } control;

static event *events;
static int event_count;
static control intensity_control = {0, 0, 1}, sharpness_control = {0, 0, 0};

static double hertz(double s) { return 80 + 150 * s; }
static double clamp01(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static double control_value(const control *c, double t) {
  double value = c->fallback;
  for (int i = 0; i < c->count && c->list[i].start <= t + 1e-11; i++)
    value = c->list[i].value + c->list[i].slope * (t - c->list[i].start);
  return value;
}

static int by_onset(const void *a, const void *b) {
  const event *x = a, *y = b;
  return x->onset < y->onset ? -1 : x->onset > y->onset;
}

static void add_event(event e, double time) {
  static int capacity = 0;
  e.onset = (int64_t)(time * FS + 0.5);
  double length = e.transient ? 9.210340371976182 * 0.5 / hertz(e.sharpness) : e.duration + e.release;
  e.end = e.onset + (int64_t)ceil(length * FS - 1e-6);
  if (event_count == capacity) events = realloc(events, sizeof(event) * (capacity = capacity * 2 + 64));
  events[event_count++] = e;
}

static void add_point(control *c, double time, double value, int begins) {
  c->list = realloc(c->list, sizeof(segment) * (c->count + 1));
  if (!begins) {
    segment *last = &c->list[c->count - 1];
    last->slope = (value - last->value) / (time - last->start);
  }
  c->list[c->count++] = (segment){time, value, 0};
}

static void load(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) { perror(path); exit(66); }
  char kind[3];
  while (fscanf(file, "%2s", kind) == 1) {
    event e = {0};
    double time, value;
    if (kind[0] == 'I' || kind[0] == 'S') {
      if (fscanf(file, "%lf %lf", &time, &value) != 2) exit(65);
      add_point(kind[0] == 'I' ? &intensity_control : &sharpness_control, time, value, kind[1] == 'C');
      continue;
    }
    if (kind[0] == 'T') {
      e.transient = 1;
      if (fscanf(file, "%lf %lf %lf", &time, &e.intensity, &e.sharpness) != 3) exit(65);
    } else if (fscanf(file, "%lf %lf %lf %lf %lf %lf", &time, &e.duration, &e.intensity,
                      &e.sharpness, &e.attack, &e.release) != 6) {
      exit(65);
    }
    add_event(e, time);
  }
  fclose(file);
  qsort(events, event_count, sizeof(event), by_onset);
}

// MARK: Sixteen lanes

typedef struct {
  const event *e;
  int64_t position, span_end, span_start;
  double phase, step, change;     // cycles at span_start, cycles per frame, change per frame
  double hertz_of_table;
  v16 re, im;                     // p^0 ... p^15
  double p16re, p16im, p64re, p64im;
  float g1, g2;
  double level, decay;
  int segment_i, segment_s;
} voice;

static const v16 lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

static inline v16 splat(float x) { return (v16){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x}; }

static void make_table(voice *v, double cycles, double decay) {
  double re = 1, im = 0, c = decay * cos(2 * M_PI * cycles), s = decay * sin(2 * M_PI * cycles);
  for (int j = 0; j < 16; j++) {
    v->re[j] = re, v->im[j] = im;
    double r = re * c - im * s;
    im = re * s + im * c, re = r;
  }
  v->p16re = re, v->p16im = im;
  for (int j = 0; j < 2; j++) {
    double r = re * re - im * im;
    im = 2 * re * im, re = r;
  }
  v->p64re = re, v->p64im = im;
  v->g1 = 2 * re, v->g2 = -(re * re + im * im);
}

static inline void store_part(float *out, v16 x, int count) {
  for (int j = 0; j < count; j++) out[j] += x[j];
}

static inline v16 sine(u16v phase) {
  u16v m = (phase >> 9) | 0x3F800000u;
  v16 w;
  memcpy(&w, &m, sizeof w);
  w -= 1.5f;
  v16 w2 = w * w;
  v16 q = -3.0583258f * w2 + 9.5308f;
  q = q * w2 - 16.760975f;
  q = q * w2 + 16.20867f;
  q = q * w2 - 6.2831826f;
  return w * (1 - 4 * w2) * q;
}

static void resonate(voice *v, float *out, int count, double amplitude, double a, double da, double b, double db) {
  double angle = 2 * M_PI * v->phase;
  double re = amplitude * cos(angle), im = amplitude * sin(angle);
  double norm = v->p64re * v->p64re + v->p64im * v->p64im;
  int level_moves = da != 0 || db != 0;
  if (!level_moves) re *= a * b, im *= a * b;
  // Four chains, so that none waits for itself: each vector follows from the 4th and 8th before it.
  v16 now[4], before[4];
  for (int k = 0; k < 4; k++) {
    now[k] = v->re * (float)im + v->im * (float)re;
    double pr = (re * v->p64re + im * v->p64im) / norm, pi = (im * v->p64re - re * v->p64im) / norm;
    before[k] = v->re * (float)pi + v->im * (float)pr;
    double r = re * v->p16re - im * v->p16im;
    im = re * v->p16im + im * v->p16re, re = r;
  }
  v16 g1 = splat(v->g1), g2 = splat(v->g2);
  v16 la = lanes * (float)da + (float)a, lb = lanes * (float)db + (float)b;
  float sa = da * 16, sb = db * 16;
  if (!level_moves) {
    for (; count >= 64; count -= 64, out += 64) {
      for (int k = 0; k < 4; k++) {
        v16 x;
        memcpy(&x, out + 16 * k, sizeof x);
        x += now[k];
        memcpy(out + 16 * k, &x, sizeof x);
        v16 next = now[k] * g1 + before[k] * g2;
        before[k] = now[k], now[k] = next;
      }
    }
    for (int k = 0; count > 0; k++, count -= 16, out += 16) store_part(out, now[k], count < 16 ? count : 16);
    return;
  }
  for (; count >= 64; count -= 64, out += 64) {
    for (int k = 0; k < 4; k++, la += sa, lb += sb) {
      v16 x;
      memcpy(&x, out + 16 * k, sizeof x);
      x += now[k] * (la * lb);
      memcpy(out + 16 * k, &x, sizeof x);
      v16 next = now[k] * g1 + before[k] * g2;
      before[k] = now[k], now[k] = next;
    }
  }
  for (int k = 0; count > 0; k++, count -= 16, out += 16, la += sa, lb += sb)
    store_part(out, now[k] * (la * lb), count < 16 ? count : 16);
}

static void sweep(voice *v, float *out, int count, double a, double da, double b, double db) {
  u16v phase, step;
  for (int j = 0; j < 16; j++) {
    double here = v->phase + j * v->step + 0.5 * j * (j - 1) * v->change;
    double there = v->phase + (j + 16) * v->step + 0.5 * (j + 16) * (j + 15) * v->change;
    phase[j] = (uint32_t)(int64_t)((here - floor(here)) * 4294967296.0);
    step[j] = (uint32_t)(int64_t)((there - here) * 4294967296.0);
  }
  uint32_t change = (uint32_t)(int64_t)(v->change * 256 * 4294967296.0);
  v16 la = lanes * (float)da + (float)a, lb = lanes * (float)db + (float)b;
  float sa = da * 16, sb = db * 16;
  for (; count >= 16; count -= 16, out += 16, la += sa, lb += sb) {
    v16 x;
    memcpy(&x, out, sizeof x);
    x += sine(phase) * (la * lb);
    memcpy(out, &x, sizeof x);
    phase += step, step += change;
  }
  store_part(out, sine(phase) * (la * lb), count);
}

static segment piece(const control *c, int *cursor, int64_t n, int64_t *end) {
  double t = n / FS;
  while (*cursor < c->count && c->list[*cursor].start <= t + 2e-11) ++*cursor;
  if (*cursor < c->count) {
    int64_t next = (int64_t)ceil(c->list[*cursor].start * FS - 1e-6);
    if (next < *end) *end = next;
  }
  if (*cursor == 0) return (segment){t, c->fallback, 0};
  segment s = c->list[*cursor - 1];
  return (segment){t, s.value + s.slope * (t - s.start), s.slope / FS};
}

static void fast_event(voice *v, float *out, int64_t from, int64_t to) {
  const event *e = v->e;
  if (e->transient) {
    int64_t m = from - e->onset;
    if (m == 0) {
      v->step = hertz(e->sharpness) / FS, v->decay = exp(-2 * hertz(e->sharpness) / FS);
      make_table(v, v->step, v->decay);
      v->level = 0.8 * e->intensity * control_value(&intensity_control, e->onset / FS);
    }
    v->phase = fmod(m * v->step, 1);
    resonate(v, out, to - from, v->level * pow(v->decay, m), 1, 0, 1, 0);
    return;
  }
  while (from < to) {
    int64_t end = to, m = from - e->onset;
    segment i = piece(&intensity_control, &v->segment_i, from, &end);
    segment s = piece(&sharpness_control, &v->segment_s, from, &end);
    double x = m / FS, level = 1, slope = 0;
    int64_t attack = (int64_t)ceil(e->attack * FS - 1e-6), hold = (int64_t)ceil(e->duration * FS - 1e-6);
    if (m < attack) {
      level = x / e->attack, slope = 1 / (e->attack * FS);
      if (e->onset + attack < end) end = e->onset + attack;
    } else if (m < hold) {
      if (e->onset + hold < end) end = e->onset + hold;
    } else {
      level = 1 - (x - e->duration) / e->release, slope = -1 / (e->release * FS);
    }
    double sum = e->sharpness + s.value, change = s.slope;
    if (change != 0) {
      int below = sum < 0, above = sum > 1;
      if ((below && change < 0) || (above && change > 0)) {
        change = 0;
      } else {
        double bound = below ? 0 : above ? 1 : change > 0 ? 1 : 0;
        int64_t crossing = (int64_t)ceil((bound - sum) / change - 1e-6);
        if (crossing < 1) crossing = 1;
        if (from + crossing < end) end = from + crossing;
        if (below || above) change = 0;
      }
    }
    v->step = hertz(clamp01(sum)) / FS, v->change = 150 * change / FS;
    double a = 0.6 * clamp01(e->intensity * i.value), da = 0.6 * e->intensity * i.slope;
    int count = (int)(end - from);
    if (v->change == 0) {
      if (v->hertz_of_table != v->step) make_table(v, v->step, 1), v->hertz_of_table = v->step;
      resonate(v, out, count, 1, a, da, level, slope);
    } else {
      sweep(v, out, count, a, da, level, slope);
    }
    double next = v->phase + count * v->step + 0.5 * (double)count * (count - 1) * v->change;
    v->phase = next - floor(next);
    out += count, from = end;
  }
}

// MARK: One sinf per sample

static void plain_event(voice *v, float *out, int64_t from, int64_t to) {
  const event *e = v->e;
  int64_t end = INT64_MAX;
  if (e->transient) {
    float f = hertz(e->sharpness);
    float level = 0.8 * e->intensity * control_value(&intensity_control, e->onset / FS);
    for (int64_t n = from; n < to; n++) {
      float t = (float)((n - e->onset) / FS);
      out[n - from] += level * expf(-2 * f * t) * sinf(6.2831853f * f * t);
    }
    return;
  }
  for (int64_t n = from; n < to; n++) {
    double t = (n - e->onset) / FS;
    float i = clamp01(e->intensity * piece(&intensity_control, &v->segment_i, n, &end).value);
    float s = clamp01(e->sharpness + piece(&sharpness_control, &v->segment_s, n, &end).value);
    float envelope = t < e->attack ? t / e->attack : 1;
    if (t >= e->duration) envelope *= 1 - (t - e->duration) / e->release;
    out[n - from] += 0.6f * i * envelope * sinf((float)v->phase);
    v->phase += 6.283185307179586 * hertz(s) / FS;
    if (v->phase > 6.283185307179586) v->phase -= 6.283185307179586;
  }
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

// Adds the voices that sound in `begin ..< begin + TILE`, and returns how many continue.
static int render_tile(voice *active, int count, int *next, int64_t begin, float *tile, int fast) {
  int64_t end = begin + TILE;
  while (*next < event_count && events[*next].onset < end) {
    memset(&active[count], 0, sizeof(voice));
    active[count].e = &events[*next];
    active[count].position = events[*next].onset;
    count++, ++*next;
  }
  int kept = 0;
  for (int i = 0; i < count; i++) {
    voice *v = &active[i];
    int64_t to = v->e->end < end ? v->e->end : end;
    if (to > v->position) {
      if (fast) fast_event(v, tile + (v->position - begin), v->position, to);
      else plain_event(v, tile + (v->position - begin), v->position, to);
      v->position = to;
    }
    if (v->e->end > end) {
      if (kept != i) active[kept] = *v;
      kept++;
    }
  }
  return kept;
}

// The largest difference between `count` samples and the next ones from standard input.
static double difference(const float *tile, int count) {
  static float other[TILE];
  double worst = fread(other, sizeof(float), count, stdin) == (size_t)count ? 0 : INFINITY;
  for (int j = 0; j < count; j++) worst = fmax(worst, fabs((double)tile[j] - other[j]));
  return worst;
}

#ifdef FILES
static double number(const json_t *object, const char *key, double fallback) {
  const json_t *value = json_object_get(object, key);
  return value ? json_number_value(value) : fallback;
}

static void read_event(const json_t *object) {
  event e = {.intensity = 1, .sharpness = 0.5};
  e.transient = !strcmp(json_string_value(json_object_get(object, "EventType")), "HapticTransient");
  e.duration = number(object, "EventDuration", 30);
  double attack = 0, release = 0;
  size_t i;
  json_t *parameter;
  json_array_foreach(json_object_get(object, "EventParameters"), i, parameter) {
    const char *id = json_string_value(json_object_get(parameter, "ParameterID"));
    double value = number(parameter, "ParameterValue", 0);
    if (!strcmp(id, "HapticIntensity")) e.intensity = value;
    if (!strcmp(id, "HapticSharpness")) e.sharpness = value;
    if (!strcmp(id, "AttackTime")) attack = value;
    if (!strcmp(id, "ReleaseTime")) release = value;
  }
  e.attack = 0.002 * pow(1 / 0.002, attack);
  e.release = 0.005 * pow(2 / 0.005, release);
  add_event(e, number(object, "Time", 0));
}

static void read_curve(const json_t *object) {
  const char *id = json_string_value(json_object_get(object, "ParameterID"));
  control *c = !strcmp(id, "HapticIntensityControl") ? &intensity_control : &sharpness_control;
  double time = number(object, "Time", 0);
  size_t i;
  json_t *point;
  json_array_foreach(json_object_get(object, "ParameterCurveControlPoints"), i, point)
    add_point(c, time + number(point, "Time", 0), number(point, "ParameterValue", 0), i == 0);
}

static int render_file(const char *ahap, const char *wav) {
  json_error_t problem;
  json_t *root = json_load_file(ahap, 0, &problem);
  if (!root) { fprintf(stderr, "%s:%d: %s\n", ahap, problem.line, problem.text); return 65; }
  size_t i;
  json_t *entry;
  json_array_foreach(json_object_get(root, "Pattern"), i, entry) {
    const json_t *object;
    if ((object = json_object_get(entry, "Event"))) read_event(object);
    if ((object = json_object_get(entry, "ParameterCurve"))) read_curve(object);
  }
  json_decref(root);
  qsort(events, event_count, sizeof(event), by_onset);
  int64_t frames = 0;
  for (int j = 0; j < event_count; j++) if (events[j].end > frames) frames = events[j].end;
  SF_INFO info = {.samplerate = (int)FS, .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_FLOAT};
  SNDFILE *file = sf_open(wav, SFM_WRITE, &info);
  if (!file) { fprintf(stderr, "%s: %s\n", wav, sf_strerror(NULL)); return 73; }
  sf_command(file, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE);
  static voice active[4096];
  static float tile[TILE], stereo[TILE * 2];
  int count = 0, next = 0;
  for (int64_t begin = 0; begin < frames; begin += TILE) {
    memset(tile, 0, sizeof tile);
    count = render_tile(active, count, &next, begin, tile, 1);
    int length = frames - begin < TILE ? (int)(frames - begin) : TILE;
    for (int j = 0; j < length; j++) {
      float x = tile[j] > 1 ? 1 : tile[j] < -1 ? -1 : tile[j];
      stereo[2 * j] = x, stereo[2 * j + 1] = x;
    }
    if (sf_writef_float(file, stereo, length) != length) return 74;
  }
  return sf_close(file) ? 74 : 0;
}
#endif

int main(int argc, char **argv) {
#ifdef FILES
  if (argc == 4 && !strcmp(argv[1], "file")) return render_file(argv[2], argv[3]);
#endif
  int check = argc == 3 && !strcmp(argv[1], "check");
  if (argc != 4 && !check) {
    fprintf(stderr, "usage: kernel fast|bare|plain FILE RUNS, kernel check FILE < SAMPLES\n");
    return 64;
  }
  int bare = !strcmp(argv[1], "bare"), fast = strcmp(argv[1], "plain") != 0;
  int runs = check ? 1 : atoi(argv[3]);
  load(argv[2]);
  int64_t frames = 0;
  for (int i = 0; i < event_count; i++) if (events[i].end > frames) frames = events[i].end;
  static voice active[4096];
  float *tile = aligned_alloc(64, sizeof(float) * TILE);
  float *audio = aligned_alloc(64, sizeof(float) * TILE * 2);
  double best = 1e9, power = 0, worst = 0;
  for (int run = 0; run < runs; run++) {
    double start = seconds();
    int count = 0, next = 0;
    for (int64_t begin = 0; begin < frames; begin += TILE) {
      if (!bare) memset(audio, 0, sizeof(float) * TILE * 2);
      __asm__ volatile("" : : "r"(audio) : "memory");  // the result escapes, so it cannot be optimized away
      memset(tile, 0, sizeof(float) * TILE);
      count = render_tile(active, count, &next, begin, tile, fast);
      __asm__ volatile("" : : "r"(tile) : "memory");
      if (run > 0) continue;
      int length = frames - begin < TILE ? (int)(frames - begin) : TILE;
      for (int j = 0; j < length; j++) power += tile[j] * tile[j];
      if (check) worst = fmax(worst, difference(tile, length));
    }
    double took = seconds() - start;
    if (run > 0 && took < best) best = took;  // the first run measures the signal instead
  }
  if (check) {
    printf("%.2g\n", worst);
    return worst < 1e-4 ? 0 : 1;
  }
  printf("rms %.6f frames %lld seconds %.6f\n", sqrt(power / frames), (long long)frames, best);
  return 0;
}
