#ifndef GAITWAY_MODEL_H
#define GAITWAY_MODEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The model, the command that exported it, its sensor case, and the samples per second that the accelerometer needs at least. */
#include "about.h"

/* The words of answers. The library's header gaitway.h has the same numbers. */
#define GAITWAY_UNKNOWN (-1) /* unlike all training data, and not sure; or a dead accelerometer */
#define GAITWAY_STATIONARY 0
#define GAITWAY_WALKING 1
#define GAITWAY_RUNNING 2
#define GAITWAY_CYCLING 3
#define GAITWAY_AUTOMOTIVE 4
#define GAITWAY_NONE 5

/* The flags of an answer. Several may be set; 0 means moving, but not in one of the five ways. */
#define GAITWAY_FLAG_STATIONARY 1
#define GAITWAY_FLAG_WALKING 2
#define GAITWAY_FLAG_RUNNING 4
#define GAITWAY_FLAG_CYCLING 16
#define GAITWAY_FLAG_AUTOMOTIVE 8
#define GAITWAY_FLAG_UNKNOWN 32

#define GAITWAY_CONFIDENCE_LOW 0
#define GAITWAY_CONFIDENCE_MEDIUM 1
#define GAITWAY_CONFIDENCE_HIGH 2

/* The reason for a missing estimate. */
#define GAITWAY_REASON_NONE 0
#define GAITWAY_REASON_GAP 1
#define GAITWAY_REASON_RATE_TOO_LOW 2
#define GAITWAY_REASON_NO_GRAVITY 3
#define GAITWAY_REASON_SATURATED 4
#define GAITWAY_REASON_DEAD_SENSOR 5
#define GAITWAY_REASON_FAR_FROM_TRAINING 6
#define GAITWAY_REASON_TOO_SHORT 7
#define GAITWAY_REASON_HANDLED 8 /* the phone is turned, which looks like a bicycle or a vehicle */

/* The status of a sample. gaitway_status_text has a sentence for each. */
#define GAITWAY_STATUS_OK 0
#define GAITWAY_STATUS_MISSING 1    /* NaN, infinity or an absurd time: left out */
#define GAITWAY_STATUS_TIME_BACK 2  /* not after the sensor's last sample: left out */
#define GAITWAY_STATUS_TIME_AHEAD 3 /* the sample before was far ahead of this one: that one is left out */
#define GAITWAY_STATUS_CLOCK_SET 4  /* the clock was set back for a second: taken, after a gap */
#define GAITWAY_STATUS_TIME_UNIT 5  /* more than 10,000 samples a second, or less than 2: are the times nanoseconds? */
#define GAITWAY_STATUS_UNIT 6       /* the acceleration of the last three windows is not m/s^2 with (linear: without) gravity */
#define GAITWAY_STATUS_GAP 7        /* more than half a second after the last sample: taken */
#define GAITWAY_STATUS_SATURATED 8  /* at an end of the accelerometer's range: taken */
#define GAITWAY_STATUS_LATE 9       /* a gyroscope's batch: taken, but the window may have gone */

/* Samples of a window: 5.12 s at 25 Hz. The next window begins 64 samples, 2.56 s, later. */
#define GAITWAY_POINTS 128
#define GAITWAY_FEATURES 108
#define GAITWAY_CLASSES 6

/* All the memory that is needed; yours to place. Begin with gaitway_begin. */
typedef struct {
    float features[GAITWAY_FEATURES]; /* of the last window; NaN is missing */
    float squared_distance;           /* of the last window to the training data */
    float gravity[3];                 /* unit gravity of the window before; not in the case linear */
    int has_gravity;
    int has_rotation;
    /* The rest is scratch. */
    float values[4][GAITWAY_POINTS]; /* magnitude, vertical, horizontal, rotation */
    float power[4][64];
    float real[2][64], imaginary[2][64];
    float cross_real[3][41], cross_imaginary[3][41]; /* the bins up to 8 Hz of a.u, a.e1 and a.e2 */
    float sorted[GAITWAY_POINTS];
    int16_t quanta[GAITWAY_POINTS + 2 * 56];
    int16_t totals[GAITWAY_POINTS];
#ifdef GAITWAY_READINGS
    float lines[6]; /* of engines */
#endif
} gaitway_classifier;

/* At the beginning of a recording, and after a gap: forgets the window before. */
void gaitway_begin(gaitway_classifier *model);

/*
 * The probabilities of the classes for a window, and the class: the most likely one, or GAITWAY_UNKNOWN.
 * Acceleration is x, y and z of each of the 128 samples, in m/s^2. With gravity, a phone at rest, face up, has +9.81 on z. In the case linear, leave gravity out.
 * The rotation rate is the same in rad/s, NULL without a gyroscope. The pressure's spreads are the standard deviations of the detrended pressure over the last 30
 * and 60 s in hPa, a NaN for a missing one, NULL without a barometer.
 * A window with a NaN or an infinity in its acceleration is GAITWAY_UNKNOWN, with probabilities of 0. The model stays as it was.
 * A rotation rate with one counts as none.
 */
int gaitway_classify(
    gaitway_classifier *model, const float *acceleration, const float *rotation, const float *pressure_spreads,
    float probabilities[GAITWAY_CLASSES]);

/* GAITWAY_CONFIDENCE_..., for the probability of the class. */
int gaitway_confidence(float probability);

/* The answer over time for one window, or for a time without windows. Times are nanoseconds. */
typedef struct {
    int64_t start, end; /* of the window */
    int64_t since;      /* when the activity began */
    int64_t delivered;  /* when the last sample needed had come */
    int flags;          /* of the activity: a sum of GAITWAY_FLAG_... */
    int confidence;     /* GAITWAY_CONFIDENCE_... */
    int reason;         /* GAITWAY_REASON_... */
    float probabilities[GAITWAY_CLASSES]; /* of the window; 0 without an estimate */
    float smoothed[GAITWAY_CLASSES];      /* over time; 0 without an estimate */
    uint32_t steps;                       /* since the recording began */
    float cadence;                        /* steps a second; 0: not known */
} gaitway_answer;

typedef struct {
    int64_t newest, next; /* the newest sample's time, and the next grid point's */
    int64_t step_before;
    int has_sample;
    float value[3];
    float sums[32][4];
} gaitway_resampler;

/* A sample of the accelerometer (0), the gyroscope (1) or the barometer (2). */
typedef struct {
    int64_t time;
    float value[3];
    int32_t sensor;
} gaitway_sample;

/* All the memory of a recogniser; yours to place. Begin with gaitway_start. */
typedef struct {
    gaitway_answer answers[6]; /* of the last call */
    int count;                 /* how many they are */
    uint32_t steps;            /* since the recording began */
    /* The rest is not for you. */
    int has_spoken;
    int64_t origin, last[3], patience, back_first, back_last, block;
    gaitway_sample held[8];
    int early, held_count, back_count, block_count, block_gaps, is_hasty, foreign;
    gaitway_classifier model;
    gaitway_resampler resamplers[2];
    float points[192][3], rotation[256][3];
    uint8_t turns[256];
    int64_t first, rotation_first, turns_end, segment, newest, newest_acceleration, newest_rotation;
    int point_count, rotation_count, starts_segment, has_acceleration, has_rotation;
    uint16_t readings[4], repeated[4], at_end[4];
    int64_t bin;
    float last_value[3];
    float pressure_base, pressures[80];
    int32_t seconds[80];
    uint16_t pressure_counts[80];
    int pressure_count;
    int64_t window_end, counted_from, seen, longest_step, gap_time, gap_from, gap_to;
    uint32_t samples, gaps;
    int has_window, is_silent;
    float state[7], rest;
    int64_t state_start, rest_start;
    int has_state, has_rest;
    float mean_readings, steady_windows;
    int64_t since, last_delivered;
    int flags, confidence;
    int64_t step_time, tail[16], waiting[96], newest_steps[96], on_foot_start, on_foot_end;
    float step_cadence, rhythm;
    int keeps_moving, tail_count, waiting_count, newest_count, has_step, is_sure, can_hold;
#ifdef GAITWAY_READINGS
    int is_fast;
    uint32_t reading_count;
    int64_t reading_times[GAITWAY_READINGS];
    float readings_kept[GAITWAY_READINGS][3], uniform[GAITWAY_READINGS][3];
    float real[GAITWAY_READINGS / 2], imaginary[GAITWAY_READINGS / 2], spectrum[116];
#endif
} gaitway_sample_recognizer;

/* At the beginning of a recording. */
void gaitway_start(gaitway_sample_recognizer *recognizer);

/*
 * Takes a sample of the accelerometer, as gaitway_classify does, and returns a GAITWAY_STATUS_.... The answers that are ready are the first recognizer->count of
 * recognizer->answers; the next call overwrites them. Samples of all sensors come in the order of time, in nanoseconds of any clock: since 1970, since boot, since
 * the first sample. Answers have times of the same clock. A sample more than half a second after the one before waits for the next, which shows whether its time is
 * right. Times that run back for a second and 32 samples are a clock that was set.
 */
int gaitway_push(gaitway_sample_recognizer *recognizer, int64_t nanoseconds, float x, float y, float z);

/*
 * The same for the gyroscope, in rad/s. Leave it out without one. Windows wait for it for half a second; after a late batch for as long as that was late, up to
 * 2.5 s.
 */
int gaitway_push_rotation(gaitway_sample_recognizer *recognizer, int64_t nanoseconds, float x, float y, float z);

/* The same for the barometer, in hPa. Leave it out without one. */
int gaitway_push_pressure(gaitway_sample_recognizer *recognizer, int64_t nanoseconds, float pressure);

/* Ends the recording: what is complete comes out. Returns GAITWAY_STATUS_TIME_UNIT, GAITWAY_STATUS_UNIT or GAITWAY_STATUS_OK. */
int gaitway_end(gaitway_sample_recognizer *recognizer);

/* What a status means and what to do, in one sentence. */
const char *gaitway_status_text(int status);

#ifdef __cplusplus
}
#endif

#endif
