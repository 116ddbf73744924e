/*
 * gaitway.h: what Gaitway does, for C and for whatever calls C.
 *
 * Logs of phones' motion sensors go in; activities, features and decisions about alerts come out. INTERFACE.md tells the rules at
 * length. In short:
 *
 * Results.   Every function that can fail returns a gaitway_status: 0 is good, everything else is an error. The error's text, one
 *            line of UTF-8 as the command prints it, is gaitway_error_text() of the same thread. A function that fails
 *            hands out nothing: handles and texts become NULL, counts 0. Arrays that it was to fill may hold a part of the answer.
 * Handles.   A handle is a name and no address: it is never to be read through. One that was freed, belongs to another kind or was never
 *            handed out is an error (GAITWAY_ERROR_HANDLE), as long as it is compared by its value alone. NULL is an error, except
 *            that freeing NULL does nothing.
 * Threads.   Any thread may use any handle, one at a time: where two use one handle at once, the second has
 *            GAITWAY_ERROR_BUSY and nothing happens. A model may serve any number of threads at once.
 * Fork.      A handle belongs to the process that made it. A child has GAITWAY_ERROR_FORKED from it and makes its own; it may free what
 *            it inherited.
 * Memory.    What is handed out as text or bytes ends in gaitway_free(). What a handle lends (const pointers into it) is good until
 *            the comment of the function says, at the latest until the handle is freed.
 * Structs.   Those with a struct_size are set up by the GAITWAY_..._INIT of their name, or by memset to 0 and struct_size =
 *            sizeof; a library that is newer than the program then knows what the program knows.
 * Times.     Nanoseconds (int64_t) since the log's first accelerometer sample; moments are nanoseconds since 1970, UTC.
 * Units.     Acceleration in m/s^2 with Android's signs (a phone at rest, face up, reads +9.81 on z), rotation rate in rad/s, pressure in
 *            hPa, speed in m/s.
 * Stopping.  No function ends the process, raises a signal, prints, or waits for anything but the files it reads.
 */
#ifndef GAITWAY_H
#define GAITWAY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------------- versions */

/* The version of this interface. It grows by one whenever a program that was compiled before could go wrong. */
#define GAITWAY_ABI_VERSION 1

/* The version of the interface that the library has; compare it with GAITWAY_ABI_VERSION before anything else. */
uint32_t gaitway_abi_version(void);

/* The version of Gaitway, such as "0.1.0". */
const char *gaitway_version(void);

/* -------------------------------------------------------------------------------------------------------------- errors */

typedef int32_t gaitway_status;

enum {
    GAITWAY_OK = 0,
    /* What the program gave breaks this contract: a NULL, a number that cannot be, a size that does not fit. */
    GAITWAY_ERROR_ARGUMENT = 1,
    /* The handle is none, of another kind, or was freed. */
    GAITWAY_ERROR_HANDLE = 2,
    /* Another thread is using the handle. */
    GAITWAY_ERROR_BUSY = 3,
    /* The handle was made before a fork, in another process. */
    GAITWAY_ERROR_FORKED = 4,
    /* The recogniser or window stream was finished. */
    GAITWAY_ERROR_FINISHED = 5,
    /* Times run backwards. */
    GAITWAY_ERROR_ORDER = 6,
    /* A value is NaN, infinite, or beyond what the sensor can read. */
    GAITWAY_ERROR_VALUE = 7,
    /* A library that is needed is not there (OpenBLAS, for fits alone). */
    GAITWAY_ERROR_LIBRARY = 8,
    /* There is no memory for what is to be handed out. */
    GAITWAY_ERROR_MEMORY = 9,
    /* Input that cannot be used, by kind: cannot be opened; nothing in it; ends before it should; breaks its format; of a kind or version
       that is not known here; more than one reading fits, and an option settles it; larger than a stated limit. */
    GAITWAY_ERROR_UNREADABLE = 20,
    GAITWAY_ERROR_EMPTY = 21,
    GAITWAY_ERROR_TRUNCATED = 22,
    GAITWAY_ERROR_MALFORMED = 23,
    GAITWAY_ERROR_UNSUPPORTED = 24,
    GAITWAY_ERROR_AMBIGUOUS = 25,
    GAITWAY_ERROR_LIMIT = 26
};

/* The text of the last error in this thread; "" before the first. Good until the thread's next error. */
const char *gaitway_error_text(void);

/* Frees a text or bytes that a function handed out; NULL does nothing. */
void gaitway_free(void *memory);

/* --------------------------------------------------------------------------------------------------------------- words */

/* What is told apart, as indices of probabilities. */
enum {
    GAITWAY_STATIONARY = 0,
    GAITWAY_WALKING = 1,
    GAITWAY_RUNNING = 2,
    GAITWAY_CYCLING = 3,
    GAITWAY_AUTOMOTIVE = 4,
    GAITWAY_NONE = 5, /* moving, but none of the five */
    GAITWAY_CLASS_COUNT = 6
};

/* "stationary" ... "none"; NULL for another index. The text is the library's. */
const char *gaitway_class_name(int32_t index);

/* The flags of a report; more than one may be set, and none is "moving, but none of the five". */
enum {
    GAITWAY_FLAG_STATIONARY = 1 << 0,
    GAITWAY_FLAG_WALKING = 1 << 1,
    GAITWAY_FLAG_RUNNING = 1 << 2,
    GAITWAY_FLAG_AUTOMOTIVE = 1 << 3,
    GAITWAY_FLAG_CYCLING = 1 << 4,
    GAITWAY_FLAG_UNKNOWN = 1 << 5
};

enum { GAITWAY_CONFIDENCE_LOW = 0, GAITWAY_CONFIDENCE_MEDIUM = 1, GAITWAY_CONFIDENCE_HIGH = 2 };

/* Why there is no estimate. */
enum {
    GAITWAY_REASON_NONE = 0, /* there is one */
    GAITWAY_REASON_GAP = 1,
    GAITWAY_REASON_RATE_TOO_LOW = 2,
    GAITWAY_REASON_NO_GRAVITY = 3,
    GAITWAY_REASON_SATURATED = 4,
    GAITWAY_REASON_DEAD_SENSOR = 5,
    GAITWAY_REASON_FAR_FROM_TRAINING = 6,
    GAITWAY_REASON_TOO_SHORT = 7
};

/* The word that an activity stream has for it, such as "far-from-training"; NULL for none and for another number. */
const char *gaitway_reason_name(int32_t reason);

enum {
    GAITWAY_SENSOR_ACCELERATION = 0,        /* with gravity; x, y, z */
    GAITWAY_SENSOR_LINEAR_ACCELERATION = 1, /* without gravity; x, y, z */
    GAITWAY_SENSOR_ROTATION_RATE = 2,       /* x, y, z */
    GAITWAY_SENSOR_PRESSURE = 3,            /* one number */
    GAITWAY_SENSOR_SPEED = 4                /* of location fixes, one number */
};

/* "acceleration" ... "speed"; NULL for another number. */
const char *gaitway_sensor_name(int32_t sensor);

/* ------------------------------------------------------------------------------------------------------------- samples */

/* How the numbers of an array are stored. */
enum { GAITWAY_FLOAT32 = 0, GAITWAY_FLOAT64 = 1, GAITWAY_INT64 = 2 };

/*
 * The samples of one sensor, where they lie in the program's memory. Nothing is copied before it is used, and nothing is kept.
 *
 * Sample i has the time at times + i * time_stride, as int64 nanoseconds (GAITWAY_INT64) or double seconds
 * (GAITWAY_FLOAT64), rounded to the nanosecond. Axis k of sample i lies at axes[k] + i * value_stride, as
 * float or double; doubles are rounded to float. A sensor of one number has it in axes[0]. Strides are in bytes and may be
 * negative; addresses need not be aligned.
 *
 * An n x 3 array of floats by rows is axes = {a, a + 1, a + 2} with value_stride 12; three arrays of doubles are
 * their addresses with value_stride 8.
 */
typedef struct {
    size_t struct_size;
    int32_t sensor;      /* GAITWAY_SENSOR_... */
    int32_t time_type;   /* GAITWAY_INT64 or GAITWAY_FLOAT64 */
    int32_t value_type;  /* GAITWAY_FLOAT32 or GAITWAY_FLOAT64 */
    int32_t reserved;    /* 0 */
    size_t count;        /* of samples; if 0, no address is read */
    const void *times;
    ptrdiff_t time_stride;
    const void *axes[3];
    ptrdiff_t value_stride;
} gaitway_series;

#define GAITWAY_SERIES_INIT { sizeof(gaitway_series), 0, 0, 0, 0, 0, NULL, 0, { NULL, NULL, NULL }, 0 }

/* -------------------------------------------------------------------------------------------------------------- models */

typedef struct gaitway_model gaitway_model;

/* The model that is built in. */
gaitway_status gaitway_model_default(gaitway_model **model);

/* The model of a file's bytes. `name` stands in errors, as the file's; it may be NULL. */
gaitway_status gaitway_model_create(const void *bytes, size_t size, const char *name, gaitway_model **model);

/* Ends it. Recognisers that were made with it go on. */
gaitway_status gaitway_model_free(gaitway_model *model);

/* What it was called when it was trained, such as "default-6"; gaitway_free() it. */
gaitway_status gaitway_model_name(gaitway_model *model, char **name);

/* The model as a file's bytes; gaitway_free() them. */
gaitway_status gaitway_model_bytes(gaitway_model *model, void **bytes, size_t *size);

/* ---------------------------------------------------------------------------------------------------------------- logs */

typedef struct gaitway_log gaitway_log;

/* What the program says about a log. What is NULL or 0 is detected. */
typedef struct {
    size_t struct_size;
    const char *logger;       /* as `gaitway classify --logger`: "phyphox", "sensor-logger", ... */
    const char *unit;         /* of acceleration: "m/s^2" or "g" */
    const char *acceleration; /* "total" or "linear" */
    double rate;              /* samples a second of a log that has no times */
    int32_t reads_location;   /* 1: location fixes are read, too */
    int32_t reads_speed;      /* 1: the speeds of fixes are a sensor of their own, in time order with the others */
} gaitway_log_options;

#define GAITWAY_LOG_OPTIONS_INIT { sizeof(gaitway_log_options), NULL, NULL, NULL, 0, 0, 0 }

/* Opens the log at a path: a file, packed by gzip or not, a logger's export folder or a zip of one; a path may lead into a zip
   ("rides.zip/monday"). `options` may be NULL. */
gaitway_status gaitway_log_open(const char *path, const gaitway_log_options *options, gaitway_log **log);

/* Opens a log that is in memory, which is copied. The ending of `name` tells what it is. */
gaitway_status gaitway_log_open_bytes(
    const void *bytes, size_t size, const char *name, const gaitway_log_options *options, gaitway_log **log);

gaitway_status gaitway_log_free(gaitway_log *log);

/* What is known before the samples, as JSON: {"source", "logger", "device", "origin" (ISO 8601 or null), "origin_ns" (number or
   null), "sensors" (names), "has_location", "labels" ([{"elapsed_ns", "text"}]), "guesses"}. gaitway_free() it. */
gaitway_status gaitway_log_header(gaitway_log *log, char **json);

/* The moment of elapsed 0, as options of a recogniser take it; `has_origin` 0: the log has none. */
gaitway_status gaitway_log_origin(gaitway_log *log, int64_t *origin_ns, int32_t *has_origin);

/* What was repaired so far, complete once all is read, as JSON: the kinds that occurred and how often, {"gap": 2, ...}.
   gaitway_free() it. */
gaitway_status gaitway_log_repairs(gaitway_log *log, char **json);

/* The largest elapsed time so far. */
gaitway_status gaitway_log_end(gaitway_log *log, int64_t *end_ns);

/* A run of samples in time order over all sensors. */
typedef struct {
    size_t count;
    const int64_t *times;   /* count */
    const float *values;    /* count x 3, row by row; what a sensor does not have is 0 */
    const uint8_t *sensors; /* count; GAITWAY_SENSOR_... */
} gaitway_batch;

/* Lends the next samples, about 4096; count 0 is the end. They are good until the next call about this log. After an error in the middle
   of a log, `batch` has what came before it, and the next call says that the log has ended. */
gaitway_status gaitway_log_next(gaitway_log *log, gaitway_batch *batch);

/* Reads all that is left, for gaitway_log_series() and gaitway_log_fixes(); what gaitway_log_next() lent is not among it. After an
   error, what came before it is there. */
gaitway_status gaitway_log_read(gaitway_log *log);

/* Lends the samples of one sensor that gaitway_log_read() read, as int64 and float with their strides; count 0 if there are
   none. They are good until the log is freed. */
gaitway_status gaitway_log_series(gaitway_log *log, int32_t sensor, gaitway_series *series);

/* A location fix; what is not known is NaN. */
typedef struct {
    int64_t elapsed_ns;
    double latitude;  /* degrees */
    double longitude; /* degrees */
    double altitude;  /* m */
    double speed;     /* m/s */
    double course;    /* degrees */
    double accuracy;  /* horizontal, m */
} gaitway_fix;

/* Lends the fixes that were read so far, if the options asked for them; good until more of the log is read, or it is freed. */
gaitway_status gaitway_log_fixes(gaitway_log *log, const gaitway_fix **fixes, size_t *count);

/* ------------------------------------------------------------------------------------------------------------- reports */

/* Which fields of a report hold something. */
enum {
    GAITWAY_HAS_START = 1 << 0,
    GAITWAY_HAS_PROBABILITIES = 1 << 1,
    GAITWAY_HAS_SMOOTHED = 1 << 2,
    GAITWAY_HAS_WINDOW = 1 << 3,
    GAITWAY_HAS_SPEED = 1 << 4,
    GAITWAY_IS_REPEAT = 1 << 5 /* nothing changed: the line that a minute must have */
};

/* One report, as a line of an activity stream has it (FORMAT.md). 152 bytes, no padding. */
typedef struct {
    int64_t elapsed_ns;     /* when the activity began */
    int64_t delivered_ns;   /* when the last sample that it needed had arrived */
    int64_t start_ns;       /* the moment of elapsed_ns, if the recogniser knows its origin; else 0 */
    int64_t window_from_ns; /* the window, if every window is reported; else 0 */
    int64_t window_to_ns;
    double speed;            /* by fixes, that the probabilities rest on, too; else NaN */
    double probabilities[6]; /* of the window, by GAITWAY_STATIONARY ...; else NaN */
    double smoothed[6];      /* after smoothing; else NaN */
    uint32_t has;            /* GAITWAY_HAS_... */
    uint8_t flags;           /* GAITWAY_FLAG_... */
    uint8_t confidence;      /* GAITWAY_CONFIDENCE_... */
    uint8_t reason;          /* GAITWAY_REASON_... */
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
    int32_t every_window; /* 1: a report for each window, not only for each change */
    int32_t uses_speed;   /* 1: samples of GAITWAY_SENSOR_SPEED count, for a model that learnt from speeds */
    int32_t has_origin;   /* 1: origin_ns is known */
    int64_t origin_ns;    /* the moment of elapsed 0 */
    const char *prior;    /* how often each activity is done, "walking=0.3,cycling=0"; NULL: the windows alone decide */
} gaitway_recognizer_options;

#define GAITWAY_RECOGNIZER_OPTIONS_INIT { sizeof(gaitway_recognizer_options), 0, 0, 0, 0, 0, NULL }

/* A recogniser at the beginning of a recording. `options` may be NULL. */
gaitway_status gaitway_recognizer_create(
    gaitway_model *model, const gaitway_recognizer_options *options, gaitway_recognizer **recognizer);

gaitway_status gaitway_recognizer_free(gaitway_recognizer *recognizer);

/*
 * Takes samples of some sensors, merged by time. All or none of them is taken.
 *
 * The times of each sensor ascend, over all calls; equal times are allowed. Sensors need not be in step, but what lags behind
 * the accelerometer by more than half a second counts as missing, as on a phone: give what was recorded together in one call. Errors name the
 * sensor and the sample: GAITWAY_ERROR_ORDER, GAITWAY_ERROR_VALUE, GAITWAY_ERROR_FINISHED.
 */
gaitway_status gaitway_recognizer_append(gaitway_recognizer *recognizer, const gaitway_series *series, size_t count);

/* The same for a batch of a log, as gaitway_log_next() lends it. */
gaitway_status gaitway_recognizer_append_batch(gaitway_recognizer *recognizer, const gaitway_batch *batch);

/* Ends the recording: what waits is answered. Reports can still be taken. */
gaitway_status gaitway_recognizer_finish(gaitway_recognizer *recognizer);

/* Moves the oldest reports that wait into `reports`, up to `capacity`; `taken` is how many, `left` how many wait still. Either may be
   NULL, and with capacity 0 so may `reports`. */
gaitway_status gaitway_recognizer_take_reports(
    gaitway_recognizer *recognizer, gaitway_report *reports, size_t capacity, size_t *taken, size_t *left);

/* The counts of windows so far. */
typedef struct {
    size_t struct_size;
    uint64_t windows;            /* with an estimate, or a reason against one */
    uint64_t windows_with_speed; /* whose estimate rests on a speed, too */
    uint64_t unknown[8];         /* by GAITWAY_REASON_...; [0] is their sum */
} gaitway_counts;

#define GAITWAY_COUNTS_INIT { sizeof(gaitway_counts), 0, 0, { 0, 0, 0, 0, 0, 0, 0, 0 } }

gaitway_status gaitway_recognizer_counts(gaitway_recognizer *recognizer, gaitway_counts *counts);

/* Why the model could not serve the recording at all, in words; NULL if it could. gaitway_free() it. */
gaitway_status gaitway_recognizer_why_unknown(gaitway_recognizer *recognizer, char **text);

/* Saves all that the recogniser remembers, in the middle of a recording: ten to twenty kilobytes at 100 Hz, in version 1 of their form. Restoring makes a
   recogniser that gives the same reports from there on, in any process; it has the options that the other was made with. The
   model must be the one that the state was saved with, by its name. Reports are to be taken first, else GAITWAY_ERROR_ARGUMENT; a finished
   recogniser is GAITWAY_ERROR_FINISHED. gaitway_free() the bytes. */
gaitway_status gaitway_recognizer_save(gaitway_recognizer *recognizer, void **bytes, size_t *size);
gaitway_status gaitway_recognizer_restore(
    gaitway_model *model, const void *bytes, size_t size, gaitway_recognizer **recognizer);

/* The activity stream as NDJSON, byte for byte what `gaitway classify --format ndjson` writes: the line that begins it, the lines
   of the reports that wait (which are then taken), the line that closes it. `log` gives the end and the repairs; NULL: the end is that of
   the samples, and nothing was repaired. gaitway_free() the text. */
gaitway_status gaitway_recognizer_stream_header(gaitway_recognizer *recognizer, const char *source, char **line);
gaitway_status gaitway_recognizer_stream_reports(gaitway_recognizer *recognizer, char **lines);
gaitway_status gaitway_recognizer_stream_footer(gaitway_recognizer *recognizer, gaitway_log *log, char **line);

/* A time in which one thing was done, as a row of the table that `gaitway classify` prints. 64 bytes, no padding. */
typedef struct {
    int64_t start_ns;
    int64_t end_ns;
    int64_t rest_ns;      /* for how much of it a vehicle stood */
    int64_t windows;
    double probability;   /* mean of the answer's, over its windows; NaN if there is none */
    int32_t answer;       /* GAITWAY_STATIONARY ... GAITWAY_NONE; -1: unknown */
    int32_t confidence;   /* GAITWAY_CONFIDENCE_... of most of its windows */
    int32_t reason;       /* GAITWAY_REASON_... if unknown */
    int32_t is_rest;      /* 1: a vehicle's rest, told apart from its motion */
    int64_t reserved;     /* 0 */
} gaitway_stretch;

/* The stretches of the reports of every window of a recording (every_window = 1), that ended at `end_ns`. With `folds` = 1 a short
   stretch that its own windows do not believe is folded into a neighbour, as the table does; with 0 every change is there, as with
   --all. There are at most `count` stretches: `stretches` has room for so many. */
gaitway_status gaitway_stretches(
    const gaitway_report *reports, size_t count, int64_t end_ns, int32_t folds, gaitway_stretch *stretches,
    size_t *stretch_count);

/* ------------------------------------------------------------------------------------------------ windows and features */

/* Samples of a window (25 Hz, 5.12 s), and how many of them lie between the starts of neighbours. */
#define GAITWAY_WINDOW_SAMPLES 128
#define GAITWAY_WINDOW_HOP 64

/* How many features a window has; more may come with a new schema, whose name is gaitway_feature_schema(). */
size_t gaitway_feature_count(void);

/* "motion-3"; the library's text. */
const char *gaitway_feature_schema(void);

/* The name, such as "vertical.power.1.6-2.0", and the unit of a feature; NULL for another index. The texts are the library's. */
const char *gaitway_feature_name(size_t index);
const char *gaitway_feature_unit(size_t index);

/*
 * Windows that the program has cut: `count` windows of 128 samples at 25 Hz, each of 3 channels (acceleration x, y, z in m/s^2) or 6
 * (rotation rate x, y, z in rad/s behind them), without NaN; but a window whose rotation rate is NaN throughout has none.
 *
 * Channel k of sample i of window w lies at data + w * window_stride + i * sample_stride + k * channel_stride, all in bytes;
 * addresses need not be aligned.
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
    int32_t follows;    /* 1: each window begins 2.56 s after the one before; 0: each stands alone, and what needs the one before is
                           missing */
    /* count x 2 or NULL: standard deviations of the detrended pressure over the last 30 s and 60 s, in hPa; NaN where not known. */
    const double *pressure_spread;
    double rate;        /* accelerometer samples a second before resampling; 0: 25 */
} gaitway_windows;

#define GAITWAY_WINDOWS_INIT { sizeof(gaitway_windows), NULL, 0, 3, 0, 0, 0, 0, 0, 0, NULL, 0 }

/* The features of windows: `features` has room for count x gaitway_feature_count() numbers, row by row. NaN is missing: what needs a
   gyroscope, a barometer, gravity or the window before, where there is none. */
gaitway_status gaitway_features(const gaitway_windows *windows, double *features);

/* What a model makes of windows: count x 6 probabilities, row by row, NaN where there is no estimate, for which `reasons` (count; may be
   NULL) has the cause. */
gaitway_status gaitway_model_estimate(
    gaitway_model *model, const gaitway_windows *windows, double *probabilities, uint8_t *reasons);

/* What a window of a recording is, beside its samples. 64 bytes, no padding. */
typedef struct {
    int64_t from_ns;
    int64_t to_ns;
    int64_t arrival_ns;        /* when the last sample that it needed had arrived */
    double rate;               /* accelerometer samples a second within it */
    double pressure_spread[2]; /* over the last 30 s and 60 s, in hPa; NaN where not known */
    double speed;              /* median of the fixes, in m/s; NaN where there are none */
    uint8_t starts_segment;    /* 1: a gap or the beginning lies right before it */
    uint8_t is_linear;         /* 1: acceleration without gravity */
    uint8_t has_rotation;      /* 1: the gyroscope covers it */
    uint8_t fault;             /* 0, GAITWAY_REASON_SATURATED or GAITWAY_REASON_DEAD_SENSOR */
    uint32_t reserved;         /* 0 */
} gaitway_window;

/* Cuts a recording into windows on its uniform grid, as the recogniser does, and computes their features. */
typedef struct gaitway_window_stream gaitway_window_stream;

gaitway_status gaitway_window_stream_create(gaitway_window_stream **stream);
gaitway_status gaitway_window_stream_free(gaitway_window_stream *stream);

/* As gaitway_recognizer_append(), gaitway_recognizer_append_batch() and gaitway_recognizer_finish(). */
gaitway_status gaitway_window_stream_append(gaitway_window_stream *stream, const gaitway_series *series, size_t count);
gaitway_status gaitway_window_stream_append_batch(gaitway_window_stream *stream, const gaitway_batch *batch);
gaitway_status gaitway_window_stream_finish(gaitway_window_stream *stream);

/* Moves the oldest windows that wait, up to `capacity`: what they are into `windows`, their features into `features` (capacity x
   gaitway_feature_count()), their samples into `samples` (capacity x 128 x 6; rotation rate is NaN where there is none). Each
   of the three may be NULL; `taken` and `left` as for reports. */
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
    double tolerance;              /* bound of the largest entry of the mean objective's gradient, above 0; 0: 1e-6 */
    int64_t maximum_iterations;    /* 0: 1000 */
} gaitway_training;

#define GAITWAY_TRAINING_INIT { sizeof(gaitway_training), 0, 0, NULL, 0, 0, NULL, NULL, 0, 0, 1, 0, 0 }

typedef struct {
    size_t struct_size;
    double objective;              /* sum(w_i loss_i) / sum(w) + lambda |W|^2 / 2, lambda = 1 / (C sum(w)) */
    double largest_gradient_entry; /* of that objective */
    int64_t iterations;
    int64_t evaluations;
    int32_t has_converged; /* 0: the weights are the best that were found */
    int32_t solver;        /* the one that took the last step */
} gaitway_fit;

#define GAITWAY_FIT_INIT { sizeof(gaitway_fit), 0, 0, 0, 0, 0, 0 }

/* Fits multinomial logistic regression: `coefficients` classes x columns, row by row, `intercepts` classes (their sum is 0). `fit`
   may be NULL. Not having converged is no error. Needs OpenBLAS (libopenblas.so.0), which is loaded at the first fit. */
gaitway_status gaitway_logistic_fit(
    const gaitway_training *training, double *coefficients, double *intercepts, gaitway_fit *fit);

/* ---------------------------------------------------------------------------------------------------------------- gate */

typedef struct gaitway_gate gaitway_gate;

/* The gate of a profile ("gaitway", "here", "article"). */
gaitway_status gaitway_gate_create(const char *profile, gaitway_gate **gate);

/* The gate of a policy file's bytes (POLICY.md). `name` stands in errors; it may be NULL. */
gaitway_status gaitway_gate_create_policy(const void *bytes, size_t size, const char *name, gaitway_gate **gate);

gaitway_status gaitway_gate_free(gaitway_gate *gate);

/* The policy as a file's text, and all that the gate remembers; restoring takes the memory up again. gaitway_free() what is
   handed out. */
gaitway_status gaitway_gate_policy(gaitway_gate *gate, char **json);
gaitway_status gaitway_gate_save(gaitway_gate *gate, void **bytes, size_t *size);
gaitway_status gaitway_gate_restore(gaitway_gate *gate, const void *bytes, size_t size);

/* What reaches the gate at a moment (nanoseconds since 1970). The gate first goes through the ticks that it asked for up to then. Moments
   do not run backwards: an earlier one is GAITWAY_ERROR_ORDER. */
gaitway_status gaitway_gate_advance(gaitway_gate *gate, int64_t moment_ns);

/* A report was delivered; its flags, its confidence and whether it is a repeat count. */
gaitway_status gaitway_gate_report(gaitway_gate *gate, int64_t moment_ns, const gaitway_report *report);

/* A region was entered. */
typedef struct {
    size_t struct_size;
    const char *place;
    const char *story;    /* NULL: none */
    double distance;      /* from the place, m; NaN: not known */
    double speed;         /* m/s; NaN: not known */
    double nearest_other; /* to the edge of the nearest other place that may still alert, m; infinite: there is none; NaN: not known */
    int32_t has_priority; /* 1: passes the caps, and waits for no other */
    int32_t is_unknown;   /* 1: the program does not know the place */
} gaitway_entry;

/* Of a place, with nothing else known; NAN is that of math.h. */
#define GAITWAY_ENTRY_INIT(place) { sizeof(gaitway_entry), place, NULL, NAN, NAN, NAN, 0, 0 }

gaitway_status gaitway_gate_enter(gaitway_gate *gate, int64_t moment_ns, const gaitway_entry *entry);
gaitway_status gaitway_gate_exit(gaitway_gate *gate, int64_t moment_ns, const char *place);

enum {
    GAITWAY_MOTION_AVAILABLE = 0,
    GAITWAY_MOTION_UNSUPPORTED = 1, /* no motion hardware */
    GAITWAY_MOTION_UNAUTHORISED = 2 /* the person declined */
};
gaitway_status gaitway_gate_availability(gaitway_gate *gate, int64_t moment_ns, int32_t availability);

/* What the person says. */
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

/* Moves the decisions that were taken since the last call into a text: one JSON object a line, as `gaitway simulate --format ndjson` has
   them; "" if there are none. gaitway_free() it. */
gaitway_status gaitway_gate_take_decisions(gaitway_gate *gate, char **lines);

/* When the gate wants to be asked again if nothing comes before; `is_set` 0: never. And how many entries have no final decision yet. */
gaitway_status gaitway_gate_wake_up(gaitway_gate *gate, int64_t *moment_ns, int32_t *is_set);
gaitway_status gaitway_gate_waiting(gaitway_gate *gate, size_t *entries);

#ifdef __cplusplus
}
#endif

#endif
