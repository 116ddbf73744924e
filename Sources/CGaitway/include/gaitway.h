/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gaitway.h: Gaitway for C and for languages that can call C.
 *
 * Input is logs of phones' motion sensors; output is activities, features and decisions about alerts. INTERFACE.md has
 * the full rules. In short:
 *
 * Results.   Every function that can fail returns a gaitway_status: 0 is success, any other value is an error.
 *            gaitway_error_text() returns its text for the calling thread: one line of UTF-8. A function that fails
 *            sets output handles and texts to NULL and counts to 0. It may have filled output arrays in part.
 * Handles.   A handle is a name, not an address: never dereference it. A handle that was freed, has another kind or was
 *            never issued gives GAITWAY_ERROR_HANDLE. NULL gives GAITWAY_ERROR_ARGUMENT, except that freeing NULL does
 *            nothing.
 * Threads.   Any thread may use any handle, one thread at a time. If two threads use one handle at once, the second
 *            call returns GAITWAY_ERROR_BUSY and has no effect. Any number of threads may use a model at once.
 * Fork.      A handle belongs to the process that made it. In a child process it gives GAITWAY_ERROR_FORKED. The child
 *            makes its own handles and may free those that it inherited.
 * Memory.    Free texts and bytes that a function hands out with gaitway_free(). A pointer into a handle's memory stays
 *            valid as long as the function's comment says, at most until the handle is freed.
 * Structs.   Set up a struct that has a struct_size with its GAITWAY_..._INIT, or with memset to 0 and struct_size =
 *            sizeof. A newer library takes the shorter struct of an older program: fields that it lacks have the value
 *            of the INIT. An older library takes the longer struct of a newer program if the fields that it does not know
 *            are 0, else the call is GAITWAY_ERROR_ARGUMENT. Other structs never grow.
 * Times.     Times are nanoseconds (int64_t) since the log's first accelerometer sample. Moments are nanoseconds since
 *            1970, UTC.
 * Units.     Acceleration is in m/s^2 with Android's signs (a phone at rest, face up, reads +9.81 on z), rotation rate
 *            in rad/s, pressure in hPa, speed in m/s.
 * Effects.   No function ends the process, raises a signal or prints. Functions block only on the files that they read.
 */
#ifndef GAITWAY_H
#define GAITWAY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------------- versions */

/* The version of this interface. It grows by one with each change that can break a compiled program. */
#define GAITWAY_ABI_VERSION 1

/* The library's version of the interface. Compare it with GAITWAY_ABI_VERSION before any other call. */
uint32_t gaitway_abi_version(void);

/* The version of Gaitway, such as "0.1.0". */
const char *gaitway_version(void);

/* -------------------------------------------------------------------------------------------------------------- errors */

typedef int32_t gaitway_status;

enum {
    GAITWAY_OK = 0,
    /* An argument breaks this contract: NULL, a number out of range, a size that does not fit. */
    GAITWAY_ERROR_ARGUMENT = 1,
    /* The handle is unknown, has another kind, or was freed. */
    GAITWAY_ERROR_HANDLE = 2,
    /* Another thread is using the handle. */
    GAITWAY_ERROR_BUSY = 3,
    /* The handle was made before a fork, in another process. */
    GAITWAY_ERROR_FORKED = 4,
    /* The recogniser or window stream was finished. */
    GAITWAY_ERROR_FINISHED = 5,
    /* A time is earlier than the one before. */
    GAITWAY_ERROR_ORDER = 6,
    /* A value is NaN, infinite, or outside the sensor's range. */
    GAITWAY_ERROR_VALUE = 7,
    /* OpenBLAS, which only fits need, is not installed. */
    GAITWAY_ERROR_LIBRARY = 8,
    /* There is not enough memory for the result. */
    GAITWAY_ERROR_MEMORY = 9,
    /* Unusable input, by kind: it cannot be opened; it is empty; it ends too early; it breaks its format; its kind or
       version is unknown; it can be read in several ways and an option must choose; it exceeds a stated limit. */
    GAITWAY_ERROR_UNREADABLE = 20,
    GAITWAY_ERROR_EMPTY = 21,
    GAITWAY_ERROR_TRUNCATED = 22,
    GAITWAY_ERROR_MALFORMED = 23,
    GAITWAY_ERROR_UNSUPPORTED = 24,
    GAITWAY_ERROR_AMBIGUOUS = 25,
    GAITWAY_ERROR_LIMIT = 26
};

/* The text of the last error in this thread; "" before the first. Valid until the thread's next error. */
const char *gaitway_error_text(void);

/* Frees a text or bytes that a function handed out; NULL does nothing. */
void gaitway_free(void *memory);

/* --------------------------------------------------------------------------------------------------------------- words */

/* The words of answers are macros, so that a program may also include the C source of an exported model: that has the
   same definitions. */

/* Classes of motion, as indices of probabilities. */
#define GAITWAY_STATIONARY 0
#define GAITWAY_WALKING 1
#define GAITWAY_RUNNING 2
#define GAITWAY_CYCLING 3
#define GAITWAY_AUTOMOTIVE 4
#define GAITWAY_NONE 5 /* moving, but not in one of these five ways */
#define GAITWAY_CLASS_COUNT 6

/* "stationary" ... "none"; NULL for any other index. Do not free the text. */
const char *gaitway_class_name(int32_t index);

/* The flags of a report. Several may be set; 0 means moving, but not in one of the five ways. */
#define GAITWAY_FLAG_STATIONARY 1
#define GAITWAY_FLAG_WALKING 2
#define GAITWAY_FLAG_RUNNING 4
#define GAITWAY_FLAG_AUTOMOTIVE 8
#define GAITWAY_FLAG_CYCLING 16
#define GAITWAY_FLAG_UNKNOWN 32

#define GAITWAY_CONFIDENCE_LOW 0
#define GAITWAY_CONFIDENCE_MEDIUM 1
#define GAITWAY_CONFIDENCE_HIGH 2

/* The reason for a missing estimate. */
#define GAITWAY_REASON_NONE 0 /* there is an estimate */
#define GAITWAY_REASON_GAP 1
#define GAITWAY_REASON_RATE_TOO_LOW 2
#define GAITWAY_REASON_NO_GRAVITY 3
#define GAITWAY_REASON_SATURATED 4
#define GAITWAY_REASON_DEAD_SENSOR 5
#define GAITWAY_REASON_FAR_FROM_TRAINING 6
#define GAITWAY_REASON_TOO_SHORT 7
#define GAITWAY_REASON_HANDLED 8

/* The reason as a word of the activity stream, such as "far-from-training"; NULL for GAITWAY_REASON_NONE and unknown
   numbers. */
const char *gaitway_reason_name(int32_t reason);

enum {
    GAITWAY_SENSOR_ACCELERATION = 0,        /* with gravity; x, y, z */
    GAITWAY_SENSOR_LINEAR_ACCELERATION = 1, /* without gravity; x, y, z */
    GAITWAY_SENSOR_ROTATION_RATE = 2,       /* x, y, z */
    GAITWAY_SENSOR_PRESSURE = 3,            /* one number */
    GAITWAY_SENSOR_SPEED = 4                /* of location fixes, one number */
};

/* "acceleration" ... "speed"; NULL for any other number. */
const char *gaitway_sensor_name(int32_t sensor);

/* ------------------------------------------------------------------------------------------------------------- samples */

/* Types of the numbers in an array. */
enum { GAITWAY_FLOAT32 = 0, GAITWAY_FLOAT64 = 1, GAITWAY_INT64 = 2 };

/*
 * The samples of one sensor in the program's memory. The library reads them during the call and keeps no pointer.
 *
 * The time of sample i is at times + i * time_stride, as int64 nanoseconds (GAITWAY_INT64) or double seconds
 * (GAITWAY_FLOAT64), rounded to the nanosecond. Axis k of sample i is at axes[k] + i * value_stride, as float or
 * double; doubles are rounded to float. A sensor of one number uses axes[0]. Strides are in bytes and may be negative.
 * Addresses need not be aligned.
 *
 * For an n x 3 array of floats by rows, set axes = {a, a + 1, a + 2} and value_stride = 12. For three arrays of
 * doubles, set axes to their addresses and value_stride = 8.
 */
typedef struct {
    size_t struct_size;
    int32_t sensor;      /* GAITWAY_SENSOR_... */
    int32_t time_type;   /* GAITWAY_INT64 or GAITWAY_FLOAT64 */
    int32_t value_type;  /* GAITWAY_FLOAT32 or GAITWAY_FLOAT64 */
    int32_t reserved;    /* 0 */
    size_t count;        /* number of samples; if 0, no address is read */
    const void *times;
    ptrdiff_t time_stride;
    const void *axes[3];
    ptrdiff_t value_stride;
} gaitway_series;

#define GAITWAY_SERIES_INIT { sizeof(gaitway_series), 0, 0, 0, 0, 0, NULL, 0, { NULL, NULL, NULL }, 0 }

/* -------------------------------------------------------------------------------------------------------------- models */

typedef struct gaitway_model gaitway_model;

/* The built-in model. */
gaitway_status gaitway_model_default(gaitway_model **model);

/* The model in the bytes of a model file. Errors name it `name`, which may be NULL. */
gaitway_status gaitway_model_create(const void *bytes, size_t size, const char *name, gaitway_model **model);

/* Frees the model. Recognisers that were made with it stay usable. */
gaitway_status gaitway_model_free(gaitway_model *model);

/* The model's name, such as "default-7"; gaitway_free() it. */
gaitway_status gaitway_model_name(gaitway_model *model, char **name);

/* The model as the bytes of a model file; gaitway_free() them. */
gaitway_status gaitway_model_bytes(gaitway_model *model, void **bytes, size_t *size);

/* ---------------------------------------------------------------------------------------------------------------- logs */

typedef struct gaitway_log gaitway_log;

/* Options of reading a log. The library detects fields that are NULL or 0. */
typedef struct {
    size_t struct_size;
    const char *logger;       /* as `gaitway classify --logger`: "phyphox", "sensor-logger", ... */
    const char *unit;         /* of acceleration: "m/s^2", "g" or "mg" */
    const char *acceleration; /* "total" or "linear" */
    double rate;              /* samples per second, for a log without times */
    int32_t reads_location;   /* 1: also read location fixes */
    int32_t reads_speed;      /* 1: also give the speeds of fixes, as GAITWAY_SENSOR_SPEED */
} gaitway_log_options;

#define GAITWAY_LOG_OPTIONS_INIT { sizeof(gaitway_log_options), NULL, NULL, NULL, 0, 0, 0 }

/* Opens the log at a path: a file, which may be gzipped, a logger's export folder, or a zip of one. A path may lead
   into a zip ("rides.zip/monday"). `options` may be NULL. */
gaitway_status gaitway_log_open(const char *path, const gaitway_log_options *options, gaitway_log **log);

/* Opens a copy of a log in memory. The extension of `name` tells its format. */
gaitway_status gaitway_log_open_bytes(
    const void *bytes, size_t size, const char *name, const gaitway_log_options *options, gaitway_log **log);

/* What a program states about its arrays. The library finds fields that are NULL or 0, as in a file without a header. */
typedef struct {
    size_t struct_size;
    const char *name;          /* the log's name, for results and errors */
    const char *unit;          /* of acceleration: "m/s^2", "g" or "mg" */
    const char *acceleration;  /* "total" or "linear" */
    const char *time_unit;     /* of all times: "s", "ms", "us" or "ns" */
    const char *rotation_unit; /* "rad/s" or "deg/s" */
    const char *pressure_unit; /* "hPa", "kPa" or "Pa" */
    int64_t origin_ns;         /* the moment of time 0 */
    int32_t has_origin;        /* 1: origin_ns is known */
    int32_t reads_speed;       /* 1: read GAITWAY_SENSOR_SPEED, too */
} gaitway_array_options;

#define GAITWAY_ARRAY_OPTIONS_INIT { sizeof(gaitway_array_options), NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0 }

/*
 * Opens arrays as a log: `count` series, one of each sensor, which are read as the columns of a file are. Units and
 * clocks are found and said in the header's "guesses". Clocks are repaired, and repairs are counted. Elapsed 0 is the
 * first acceleration. `options` may be NULL. The arrays must stay as they are until the log is freed.
 *
 * Times (INT64 or FLOAT64) may count in any of the units, from any moment. Times since 1970, in any unit, state the
 * origin. If nothing tells otherwise, FLOAT64 are seconds and INT64 nanoseconds. INT64_MIN and NaN are missing times,
 * NaN is a missing value. Series with the same address, step, type and number of times are one table, whose rows are
 * repaired together. GAITWAY_SENSOR_ACCELERATION may turn out to be linear.
 */
gaitway_status gaitway_log_open_arrays(
    const gaitway_series *series, size_t count, const gaitway_array_options *options, gaitway_log **log);

/* The columns that the names of a table in memory stand for, as in the header of a file, as JSON: {"times" (best first:
   [{"column", "unit"}]), "columns" ([{"role", "columns"}], x, y and z of a vector), "unit", "acceleration",
   "rotation_unit", "pressure_unit" (words of gaitway_array_options, or null), "speed_scale" (to m/s)}.
   gaitway_free() it. */
gaitway_status gaitway_table_columns(const char *const *names, size_t count, char **json);

gaitway_status gaitway_log_free(gaitway_log *log);

/* The facts that are known before the samples, as JSON: {"source", "logger", "device", "origin" (ISO 8601 or null),
   "origin_ns" (number or null), "sensors" (names), "has_location", "labels" ([{"elapsed_ns", "text"}]), "guesses"}.
   gaitway_free() it. */
gaitway_status gaitway_log_header(gaitway_log *log, char **json);

/* The moment of elapsed 0, for the options of a recogniser; `has_origin` is 0 for a log without a wall clock. */
gaitway_status gaitway_log_origin(gaitway_log *log, int64_t *origin_ns, int32_t *has_origin);

/* The repairs until now as JSON, by kind and count: {"gap": 2, ...}. They are complete at the log's end. gaitway_free()
   it. */
gaitway_status gaitway_log_repairs(gaitway_log *log, char **json);

/* The largest elapsed time so far. */
gaitway_status gaitway_log_end(gaitway_log *log, int64_t *end_ns);

/* `needs` is 1 if only speeds of fixes can answer the log: its rate is below all that the model serves, and it has fixes.
   Then open it again with reads_speed = 1, and set use_speed = 1. Ask before anything is read. */
gaitway_status gaitway_log_needs_speed(gaitway_log *log, gaitway_model *model, int32_t *needs);

/* Consecutive samples of all sensors, in order of time. */
typedef struct {
    size_t count;
    const int64_t *times;   /* count */
    const float *values;    /* count x 3, row by row; missing axes are 0 */
    const uint8_t *sensors; /* count; GAITWAY_SENSOR_... */
} gaitway_batch;

/* Lends the next samples, about 4096; count 0 means the end. They stay valid until the next call with this log. If the
   log breaks off, the call returns the error and `batch` has the samples before it; the next call returns the end. */
gaitway_status gaitway_log_next(gaitway_log *log, gaitway_batch *batch);

/* Reads the rest of the log for gaitway_log_series() and gaitway_log_fixes(), without the batches of
   gaitway_log_next(). After an error, the samples before it are available. */
gaitway_status gaitway_log_read(gaitway_log *log);

/* Lends the samples of one sensor that gaitway_log_read() read, as int64 and float with their strides; count is 0 for a
   sensor without samples. They stay valid until the log is freed. It writes the whole struct of version 1 of the
   interface, whatever struct_size was. */
gaitway_status gaitway_log_series(gaitway_log *log, int32_t sensor, gaitway_series *series);

/* A location fix; unknown fields are NaN. */
typedef struct {
    int64_t elapsed_ns;
    double latitude;  /* degrees */
    double longitude; /* degrees */
    double altitude;  /* m */
    double speed;     /* m/s */
    double course;    /* degrees */
    double accuracy;  /* horizontal, m */
} gaitway_fix;

/* Lends the fixes so far, if reads_location is 1. They stay valid until more of the log is read or the log is freed. */
gaitway_status gaitway_log_fixes(gaitway_log *log, const gaitway_fix **fixes, size_t *count);

/* ------------------------------------------------------------------------------------------------------------- reports */

/* The fields of a report that have a value. */
enum {
    GAITWAY_HAS_START = 1 << 0,
    GAITWAY_HAS_PROBABILITIES = 1 << 1,
    GAITWAY_HAS_SMOOTHED = 1 << 2,
    GAITWAY_HAS_WINDOW = 1 << 3,
    GAITWAY_HAS_SPEED = 1 << 4,
    GAITWAY_IS_REPEAT = 1 << 5, /* nothing changed; there is a report at least every 60 s */
    GAITWAY_HAS_STEPS = 1 << 6,
    GAITWAY_HAS_CADENCE = 1 << 7,
    GAITWAY_IS_PROVISIONAL = 1 << 8 /* a first answer from half a window, until the first full one */
};

/* One report, as in a line of an activity stream (FORMAT.md). 168 bytes, no padding. */
typedef struct {
    int64_t elapsed_ns;     /* when the activity began */
    int64_t delivered_ns;   /* when the last sample that it needed arrived */
    int64_t start_ns;       /* the moment of elapsed_ns; 0 without an origin */
    int64_t window_from_ns; /* the window if every_window is 1, else 0 */
    int64_t window_to_ns;
    double speed;            /* speed of fixes that the probabilities use, or NaN */
    double cadence;          /* steps a second, or NaN: at rest */
    int64_t steps;           /* since the recording began, while walking or running; 0 if not counted */
    double probabilities[6]; /* of the window, by class, or NaN */
    double smoothed[6];      /* after smoothing, or NaN */
    uint32_t has;            /* GAITWAY_HAS_... */
    uint8_t flags;           /* GAITWAY_FLAG_... */
    uint8_t confidence;      /* GAITWAY_CONFIDENCE_... */
    uint8_t reason;          /* GAITWAY_REASON_...; with probabilities: why they are by the speed alone */
    uint8_t reserved;        /* 0 */
} gaitway_report;

/* ---------------------------------------------------------------------------------------------------------- recogniser */

typedef struct gaitway_recognizer gaitway_recognizer;

enum {
    GAITWAY_SMOOTHING_CAUSAL = 0, /* each answer from the windows so far */
    GAITWAY_SMOOTHING_NONE = 1,   /* every window alone */
    GAITWAY_SMOOTHING_LAG = 2,    /* each answer 10 s later */
    GAITWAY_SMOOTHING_VITERBI = 3 /* all answers at the end */
};

typedef struct {
    size_t struct_size;
    int32_t smoothing;    /* GAITWAY_SMOOTHING_... */
    int32_t every_window; /* 1: a report for each window, instead of each change */
    int32_t uses_speed;   /* 1: use samples of GAITWAY_SENSOR_SPEED, if the model knows speeds */
    int32_t has_origin;   /* 1: origin_ns is known */
    int64_t origin_ns;    /* the moment of elapsed 0 */
    const char *prior;    /* share of time of each activity, "walking=0.3,cycling=0"; NULL: no prior */
    int32_t gives_provisional_answers; /* 1: first answers 2.56 s after the start or a gap, never of high confidence;
                                          with GAITWAY_SMOOTHING_CAUSAL */
    int32_t reserved;                  /* 0 */
} gaitway_recognizer_options;

#define GAITWAY_RECOGNIZER_OPTIONS_INIT { sizeof(gaitway_recognizer_options), 0, 0, 0, 0, 0, NULL, 0, 0 }

/* A recogniser for a new recording. `options` may be NULL. */
gaitway_status gaitway_recognizer_create(
    gaitway_model *model, const gaitway_recognizer_options *options, gaitway_recognizer **recognizer);

gaitway_status gaitway_recognizer_free(gaitway_recognizer *recognizer);

/*
 * Takes samples of several sensors and merges them by time. It takes all of them or none.
 *
 * The times of each sensor ascend over all calls; equal times are allowed. Give samples that were recorded together in
 * one call: as on a phone, samples of a sensor that is more than half a second behind the accelerometer count as
 * missing. Errors name the sensor and the sample: GAITWAY_ERROR_ORDER, GAITWAY_ERROR_VALUE, GAITWAY_ERROR_FINISHED.
 */
gaitway_status gaitway_recognizer_append(gaitway_recognizer *recognizer, const gaitway_series *series, size_t count);

/* Takes a batch that gaitway_log_next() lent. */
gaitway_status gaitway_recognizer_append_batch(gaitway_recognizer *recognizer, const gaitway_batch *batch);

/* Takes a log from its first sample to its last, and ends the recording. With `threads` 1, one thread reads the log and
   another cuts it into windows beside the caller's; they touch nothing once the call returns. With 0 there are none. The
   reports are those of a loop of gaitway_log_next() and gaitway_recognizer_append_batch() with gaitway_recognizer_finish()
   at its end. Neither handle may have had samples before. If the log breaks off, the error is that of gaitway_log_next(),
   and the reports of the samples before can be taken. */
gaitway_status gaitway_recognizer_append_log(gaitway_recognizer *recognizer, gaitway_log *log, int32_t threads);

/* Ends the recording and answers the windows that wait. Take the last reports after it. */
gaitway_status gaitway_recognizer_finish(gaitway_recognizer *recognizer);

/* Moves at most `capacity` waiting reports into `reports`, the oldest first. `taken` is the number of moved reports,
   `left` the number that still wait. Both may be NULL; with capacity 0, `reports` may be NULL, too. */
gaitway_status gaitway_recognizer_take_reports(
    gaitway_recognizer *recognizer, gaitway_report *reports, size_t capacity, size_t *taken, size_t *left);

/* Counts of windows and steps so far. */
typedef struct {
    size_t struct_size;
    uint64_t windows;            /* all windows, with or without an estimate */
    uint64_t windows_with_speed; /* windows whose estimate uses a speed */
    uint64_t unknown[8];         /* windows without an estimate, by GAITWAY_REASON_...; [0] is the sum,
                                    which alone has those of GAITWAY_REASON_HANDLED */
    uint64_t steps;              /* steps while walking or running */
} gaitway_counts;

#define GAITWAY_COUNTS_INIT { sizeof(gaitway_counts), 0, 0, { 0, 0, 0, 0, 0, 0, 0, 0 }, 0 }

gaitway_status gaitway_recognizer_counts(gaitway_recognizer *recognizer, gaitway_counts *counts);

/* The reason why the model cannot serve the recording, in words; NULL if it can. gaitway_free() it. */
gaitway_status gaitway_recognizer_why_unknown(gaitway_recognizer *recognizer, char **text);

/* The moment of elapsed 0, as the options state it, also of a restored recogniser; `has_origin` is 0 if it is
   unknown. */
gaitway_status gaitway_recognizer_origin(gaitway_recognizer *recognizer, int64_t *origin_ns, int32_t *has_origin);

/* Saves the state of a recogniser in the middle of a recording: 10 to 20 kB at 100 Hz. A restored recogniser has the
   same options and gives the same reports from there on, in any process. The model must have the name of the one that
   the state was saved with. Take all reports before saving, else it is GAITWAY_ERROR_ARGUMENT; a finished recogniser is
   GAITWAY_ERROR_FINISHED. gaitway_free() the bytes. */
gaitway_status gaitway_recognizer_save(gaitway_recognizer *recognizer, void **bytes, size_t *size);
gaitway_status gaitway_recognizer_restore(
    gaitway_model *model, const void *bytes, size_t size, gaitway_recognizer **recognizer);

/* The activity stream as NDJSON, with the bytes that `gaitway classify --format ndjson --live` writes: the first line, the
   lines of the waiting reports (which this takes), and the last line. `log` gives the end and the repairs; with NULL,
   the end is the last sample's and there are no repairs. gaitway_free() the text. */
gaitway_status gaitway_recognizer_stream_header(gaitway_recognizer *recognizer, const char *source, char **line);
gaitway_status gaitway_recognizer_stream_reports(gaitway_recognizer *recognizer, char **lines);
gaitway_status gaitway_recognizer_stream_footer(gaitway_recognizer *recognizer, gaitway_log *log, char **line);

/* A stretch of one activity, as a row of the table that `gaitway classify` prints. 64 bytes, no padding. */
typedef struct {
    int64_t start_ns;
    int64_t end_ns;
    int64_t rest_ns;      /* time in a vehicle at rest */
    int64_t windows;
    double probability;   /* mean probability of the answer over its windows, or NaN */
    int32_t answer;       /* GAITWAY_STATIONARY ... GAITWAY_NONE; -1: unknown */
    int32_t confidence;   /* GAITWAY_CONFIDENCE_..., the most frequent of its windows */
    int32_t reason;       /* GAITWAY_REASON_... if unknown, or if the answer is by the speed alone */
    int32_t is_rest;      /* 1: a vehicle at rest, as a stretch of its own */
    int64_t steps;        /* counted during it; 0 if it is not on foot */
} gaitway_stretch;

/* The stretches of a recording that ended at `end_ns`, from the reports of all its windows (every_window = 1). With
   `folds` = 1, short stretches with low probability merge into their neighbours, as in the command's table; with 0,
   every change begins a stretch. `steps` are those of the whole recording, from gaitway_recognizer_counts(), because some
   are known only after the last report; -1 counts those of the reports. `stretches` needs room for `count` stretches. */
gaitway_status gaitway_stretches(
    const gaitway_report *reports, size_t count, int64_t end_ns, int64_t steps, int32_t folds, gaitway_stretch *stretches,
    size_t *stretch_count);

/* ------------------------------------------------------------------------------------------------ windows and features */

/* Samples in a window (25 Hz, 5.12 s), and samples from the start of a window to the start of the next. */
#define GAITWAY_WINDOW_SAMPLES 128
#define GAITWAY_WINDOW_HOP 64

/* The number of features of a window. It belongs to the schema, whose name is gaitway_feature_schema(). */
size_t gaitway_feature_count(void);

/* "motion-3". Do not free the text. */
const char *gaitway_feature_schema(void);

/* The name, such as "vertical.power.1.6-2.0", the unit and the formula of a feature; NULL for any other index. Do not free
 * them. */
const char *gaitway_feature_name(size_t index);
const char *gaitway_feature_unit(size_t index);
const char *gaitway_feature_formula(size_t index);

/*
 * Windows that the program cut: `count` windows of 128 samples at 25 Hz. A sample has 3 channels (acceleration x, y, z
 * in m/s^2) or 6 (and rotation rate x, y, z in rad/s). NaN is an error, except in a window without rotation, whose
 * rotation rate is all NaN.
 *
 * Channel k of sample i of window w is at data + w * window_stride + i * sample_stride + k * channel_stride, in bytes.
 * Addresses need not be aligned.
 */
typedef struct {
    size_t struct_size;
    const void *data;
    int32_t value_type; /* GAITWAY_FLOAT32 or GAITWAY_FLOAT64 */
    int32_t channels;   /* 3 or 6 */
    size_t count;
    ptrdiff_t window_stride;
    ptrdiff_t sample_stride;
    ptrdiff_t channel_stride;
    int32_t is_linear;  /* 1: acceleration without gravity */
    int32_t follows;    /* 1: each window begins 2.56 s after the one before; 0: windows are unrelated, and features that need the
                           window before are missing */
    /* count x 2 or NULL: standard deviations of the detrended pressure over the last 30 s and 60 s, in hPa; NaN if
       unknown. */
    const double *pressure_spread;
    double rate;        /* accelerometer samples per second before resampling; 0: 25 */
} gaitway_windows;

#define GAITWAY_WINDOWS_INIT { sizeof(gaitway_windows), NULL, 0, 3, 0, 0, 0, 0, 0, 0, NULL, 0 }

/* The features of windows, row by row: `features` needs room for count x gaitway_feature_count() numbers. A feature is
   NaN if it needs a gyroscope, a barometer, gravity or the window before, and the window lacks it. */
gaitway_status gaitway_features(const gaitway_windows *windows, double *features);

/* A model's probabilities of windows: count x 6, row by row. Rows without an estimate are NaN, and `reasons` (count
   entries; may be NULL) has the reason. A sensor is dead if its acceleration has gravity and does not change by 1e-4 m/s^2. */
gaitway_status gaitway_model_estimate(
    gaitway_model *model, const gaitway_windows *windows, double *probabilities, uint8_t *reasons);

/* Facts of a window of a recording. 64 bytes, no padding. */
typedef struct {
    int64_t from_ns;
    int64_t to_ns;
    int64_t arrival_ns;        /* when the last sample that it needed arrived */
    double rate;               /* accelerometer samples per second, by all windows since they changed by 10 % or more */
    double pressure_spread[2]; /* over the last 30 s and 60 s, in hPa; NaN if unknown */
    double speed;              /* median speed of its fixes, in m/s; NaN without fixes */
    uint8_t starts_segment;    /* 1: the first window, or the first after a gap */
    uint8_t is_linear;         /* 1: acceleration without gravity */
    uint8_t has_rotation;      /* 1: the gyroscope covers it */
    uint8_t fault;             /* 0, GAITWAY_REASON_SATURATED or GAITWAY_REASON_DEAD_SENSOR */
    uint32_t reserved;         /* 0 */
} gaitway_window;

/* Cuts a recording into windows on its uniform grid, as the recogniser does, and computes their features. */
typedef struct gaitway_window_stream gaitway_window_stream;

gaitway_status gaitway_window_stream_create(gaitway_window_stream **stream);
gaitway_status gaitway_window_stream_free(gaitway_window_stream *stream);

/* These work like gaitway_recognizer_append(), gaitway_recognizer_append_batch() and gaitway_recognizer_finish(). */
gaitway_status gaitway_window_stream_append(gaitway_window_stream *stream, const gaitway_series *series, size_t count);
gaitway_status gaitway_window_stream_append_batch(gaitway_window_stream *stream, const gaitway_batch *batch);
gaitway_status gaitway_window_stream_finish(gaitway_window_stream *stream);

/* Moves at most `capacity` waiting windows, the oldest first: their facts into `windows`, their features into
   `features` (capacity x gaitway_feature_count()), their samples into `samples` (capacity x 128 x 6; rotation rate is
   NaN without a gyroscope). Each of the three may be NULL. `taken` and `left` are as in
   gaitway_recognizer_take_reports(). */
gaitway_status gaitway_window_stream_take(
    gaitway_window_stream *stream, size_t capacity, gaitway_window *windows, double *features, float *samples,
    size_t *taken, size_t *left);

/* ------------------------------------------------------------------------------------------------- logistic regression */

enum { GAITWAY_SOLVER_AUTOMATIC = 0, GAITWAY_SOLVER_NEWTON = 1, GAITWAY_SOLVER_LBFGS = 2 };

/* Rows of features, n x d, each with a class 0 ... classes - 1 and a weight. Row i, column j lies at
   features + i * row_stride + j * column_stride (bytes), as double. */
typedef struct {
    size_t struct_size;
    size_t rows;
    size_t columns;
    const double *features;
    ptrdiff_t row_stride;
    ptrdiff_t column_stride;
    const int32_t *labels; /* rows */
    const double *weights; /* rows, or NULL: all 1 */
    int32_t classes;       /* at least 2; each has a row of positive weight */
    int32_t solver;        /* GAITWAY_SOLVER_... */
    double inverse_regularization; /* C of C sum(w_i loss_i) + |W|^2 / 2, above 0; intercepts are free */
    double tolerance;              /* greatest entry of the mean objective's gradient at the end; 0: 1e-6 */
    int64_t maximum_iterations;    /* 0: 1000 */
} gaitway_training;

#define GAITWAY_TRAINING_INIT { sizeof(gaitway_training), 0, 0, NULL, 0, 0, NULL, NULL, 0, 0, 1, 0, 0 }

typedef struct {
    size_t struct_size;
    double objective;              /* sum(w_i loss_i) / sum(w) + lambda |W|^2 / 2, lambda = 1 / (C sum(w)) */
    double largest_gradient_entry; /* of that objective */
    int64_t iterations;
    int64_t evaluations;
    int32_t has_converged; /* 0: the weights are the best so far */
    int32_t solver;        /* the one that took the last step */
} gaitway_fit;

#define GAITWAY_FIT_INIT { sizeof(gaitway_fit), 0, 0, 0, 0, 0, 0 }

/* Fits multinomial logistic regression. `coefficients` has classes x columns numbers, row by row; `intercepts` has one
   per class, with sum 0. `fit` may be NULL. A fit that has not converged is not an error. The first fit loads OpenBLAS
   (libopenblas.so.0). */
gaitway_status gaitway_logistic_fit(
    const gaitway_training *training, double *coefficients, double *intercepts, gaitway_fit *fit);

/* ---------------------------------------------------------------------------------------------------------------- gate */

typedef struct gaitway_gate gaitway_gate;

/* The gate of a profile ("gaitway", "here", "article"). */
gaitway_status gaitway_gate_create(const char *profile, gaitway_gate **gate);

/* The gate with the policy in the bytes of a policy file (POLICY.md). Errors name it `name`, which may be NULL. */
gaitway_status gaitway_gate_create_policy(const void *bytes, size_t size, const char *name, gaitway_gate **gate);

gaitway_status gaitway_gate_free(gaitway_gate *gate);

/* The policy as the text of a policy file, and the gate's state, which a gate with the same policy restores.
   gaitway_free() the text and the bytes. */
gaitway_status gaitway_gate_policy(gaitway_gate *gate, char **json);
gaitway_status gaitway_gate_save(gaitway_gate *gate, void **bytes, size_t *size);
gaitway_status gaitway_gate_restore(gaitway_gate *gate, const void *bytes, size_t size);

/* The following functions give inputs to the gate, each at a moment (nanoseconds since 1970). The gate first handles its
   own wake-ups up to that moment. A moment before the last one is GAITWAY_ERROR_ORDER; see gaitway_gate_rebase. */
gaitway_status gaitway_gate_advance(gaitway_gate *gate, int64_t moment_ns);

/* Takes a moment for the right one, though earlier inputs had later moments: the clock was set back, or it ran ahead for a
   while. What happened later counts as happening now, and what lies ahead keeps the time that is left of it. */
gaitway_status gaitway_gate_rebase(gaitway_gate *gate, int64_t moment_ns);

/* How far the moment of the last input lies from the one before it: a step of more than seven days ahead, or, for a gate
   that was restored, of more than a minute back (negative). `is_set` is 0 without such a jump. */
gaitway_status gaitway_gate_clock_jump(gaitway_gate *gate, int64_t *jump_ns, int32_t *is_set);

/* Delivers a report. The gate uses its flags, its confidence and GAITWAY_IS_REPEAT. */
gaitway_status gaitway_gate_report(gaitway_gate *gate, int64_t moment_ns, const gaitway_report *report);

/* A location fix, as evidence of the phone's speed: it holds alerts back if the policy has a vehicle_speed. The moment
   counts, not elapsed_ns. Entries and exits are inputs of their own. */
gaitway_status gaitway_gate_fix(gaitway_gate *gate, int64_t moment_ns, const gaitway_fix *fix);

/* The event at a place that makes its alert due. */
enum {
    GAITWAY_ALERT_ENTER = 0,
    GAITWAY_ALERT_EXIT = 1, /* give the entry when the person leaves, and gaitway_gate_come_back() if they come back */
    GAITWAY_ALERT_DWELL = 2 /* give the entry when the person has stayed long enough */
};

/* The place's own rules that an entry states. A rule that it does not state comes from the category, or else the policy. */
enum { GAITWAY_RULE_PRIORITY = 1 << 0, GAITWAY_RULE_EXPIRY = 1 << 1, GAITWAY_RULE_COOLDOWN = 1 << 2 };

/* A person entered a region, stayed in it or left it, whichever its place alerts on. */
typedef struct {
    size_t struct_size;
    const char *place;
    const char *story;    /* NULL: none */
    double distance;      /* from the place, m; NaN if unknown */
    double speed;         /* m/s; NaN if unknown */
    double nearest_other; /* to the edge of the nearest other place that may still alert, m; infinite without one, NaN
                             if unknown */
    int32_t has_priority; /* 1: not limited by the caps, and does not wait for others */
    int32_t is_unknown;   /* 1: the program does not know the place */
    int32_t alert;        /* GAITWAY_ALERT_... */
    uint32_t rules;       /* a sum of GAITWAY_RULE_...; GAITWAY_RULE_PRIORITY makes has_priority rank above the category */
    double expiry;        /* with GAITWAY_RULE_EXPIRY: how long the entry is valid, s */
    double cooldown;      /* with GAITWAY_RULE_COOLDOWN: how long the place is ignored after its alert, s */
    const char *category; /* for which the policy may have rules; NULL: none */
    const char *hours;    /* when the alert may be shown, "Mo-Fr 08:00-18:00; Sa off" (PLACES.md); NULL: always */
} gaitway_entry;

/* An entry with only the place known; NAN is from math.h. */
#define GAITWAY_ENTRY_INIT(place) { sizeof(gaitway_entry), place, NULL, NAN, NAN, NAN, 0, 0, 0, 0, 0, 0, NULL, NULL }

gaitway_status gaitway_gate_enter(gaitway_gate *gate, int64_t moment_ns, const gaitway_entry *entry);

/* The person left the region of a place; the person came back into that of a place that alerts on exit. */
gaitway_status gaitway_gate_exit(gaitway_gate *gate, int64_t moment_ns, const char *place);
gaitway_status gaitway_gate_come_back(gaitway_gate *gate, int64_t moment_ns, const char *place);

enum {
    GAITWAY_MOTION_AVAILABLE = 0,
    GAITWAY_MOTION_UNSUPPORTED = 1, /* no motion hardware */
    GAITWAY_MOTION_UNAUTHORISED = 2 /* the person declined */
};
gaitway_status gaitway_gate_availability(gaitway_gate *gate, int64_t moment_ns, int32_t availability);

/* Actions of the user. */
enum {
    GAITWAY_ACTION_LATER = 0,         /* place */
    GAITWAY_ACTION_DISMISS = 1,       /* place */
    GAITWAY_ACTION_SNOOZE = 2,        /* until_ns, or 0 for the policy's time */
    GAITWAY_ACTION_END_SNOOZE = 3,
    GAITWAY_ACTION_PASSENGER = 4,     /* until_ns, or 0 for the policy's time */
    GAITWAY_ACTION_END_PASSENGER = 5,
    GAITWAY_ACTION_RESET = 6
};
gaitway_status gaitway_gate_action(
    gaitway_gate *gate, int64_t moment_ns, int32_t action, const char *place, int64_t until_ns);

/* Takes the decisions since the last call as a text: one JSON object per line, as in `gaitway simulate --format ndjson`;
   "" without decisions. gaitway_free() it. */
gaitway_status gaitway_gate_take_decisions(gaitway_gate *gate, char **lines);

/* The moment at which to call gaitway_gate_advance() if no input comes before; `is_set` is 0 if there is no such moment.
   And the number of entries without a final decision. */
gaitway_status gaitway_gate_wake_up(gaitway_gate *gate, int64_t *moment_ns, int32_t *is_set);
gaitway_status gaitway_gate_waiting(gaitway_gate *gate, size_t *entries);

/* --------------------------------------------------------------------------------------------------------------- trips */

/* Makes a timeline of visits, moves by activity and gaps from the fixes of one phone and the reports of a recogniser. */
typedef struct gaitway_trips gaitway_trips;

/* `origin_ns` is the moment from which all elapsed times count. `policy` are the bytes of a file of thresholds (POLICY.md
   of the timeline), NULL with size 0 for the built-in ones. */
gaitway_status gaitway_trips_create(int64_t origin_ns, const void *policy, size_t size, gaitway_trips **trips);
gaitway_status gaitway_trips_free(gaitway_trips *trips);

/* Takes fixes, all of them or none, in any order. A negative speed, course or accuracy is unknown. */
gaitway_status gaitway_trips_append_fixes(gaitway_trips *trips, const gaitway_fix *fixes, size_t count);

/* Takes reports of one recogniser, all of them or none. Their deliveries ascend over all calls, else it is
   GAITWAY_ERROR_ORDER. Steps count if the reports have them. */
gaitway_status gaitway_trips_append_reports(gaitway_trips *trips, const gaitway_report *reports, size_t count);

/* The timeline of everything so far, in the form that `gaitway trips --format json` writes (FORMAT.md of the timeline),
   with a summary of each day of `time_zone`, an IANA name. `end_ns` is the elapsed time at which the reports' source ended
   (gaitway_log_end()); -1: the last delivery. `steps` are those of the whole recording, from gaitway_recognizer_counts();
   -1 counts those of the reports. `notes` has a line for each thing that was left out or guessed; it may be
   NULL. More may be appended afterwards. gaitway_free() both texts. */
gaitway_status gaitway_trips_timeline(
    gaitway_trips *trips, int64_t end_ns, int64_t steps, const char *time_zone, char **json, char **notes);

#ifdef __cplusplus
}
#endif

#endif
