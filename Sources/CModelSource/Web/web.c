/* SPDX-License-Identifier: Apache-2.0 */
/* What gaitway.js calls. One recogniser for each instance of the module; times are seconds. */
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name)))

static gaitway_sample_recognizer recognizer;
static double report[9 + 2 * GAITWAY_CLASSES];

static double seconds(int64_t nanoseconds)
{
    return (double)nanoseconds / 1e9;
}

EXPORT(start) void start(void)
{
    gaitway_start(&recognizer);
}

EXPORT(push) int push(int sensor, double time, float x, float y, float z)
{
    /* As floor, for times before 1970, too. */
    int64_t nanoseconds = (int64_t)(time * 1e9 + (time < 0 ? -0.5 : 0.5));
    if (sensor == 0) return gaitway_push(&recognizer, nanoseconds, x, y, z);
    if (sensor == 1) return gaitway_push_rotation(&recognizer, nanoseconds, x, y, z);
    return gaitway_push_pressure(&recognizer, nanoseconds, x);
}

EXPORT(end) int end(void)
{
    return gaitway_end(&recognizer);
}

/* How many reports the last call made. */
EXPORT(count) int count(void)
{
    return recognizer.count;
}

EXPORT(steps) uint32_t steps(void)
{
    return recognizer.steps;
}

/* Nine numbers of a report, the probabilities and the smoothed ones. */
EXPORT(read) double *read_report(int number)
{
    const gaitway_answer *answer = recognizer.answers + number;
    int place;
    report[0] = seconds(answer->start);
    report[1] = seconds(answer->end);
    report[2] = seconds(answer->since);
    report[3] = seconds(answer->delivered);
    report[4] = answer->flags;
    report[5] = answer->confidence;
    report[6] = answer->reason;
    report[7] = answer->steps;
    report[8] = (double)answer->cadence;
    for (place = 0; place < GAITWAY_CLASSES; place++) {
        report[9 + place] = (double)answer->probabilities[place];
        report[9 + GAITWAY_CLASSES + place] = (double)answer->smoothed[place];
    }
    return report;
}

EXPORT(text) const char *text(int status)
{
    return gaitway_status_text(status);
}

/* The model's name, version and sensor case. */
EXPORT(about) const char *about(int place)
{
    static const char *const texts[] = {GAITWAY_MODEL_NAME, GAITWAY_MODEL_VERSION, GAITWAY_MODEL_CASE};
    return texts[place];
}

EXPORT(rate) float rate(void)
{
    return GAITWAY_MODEL_RATE;
}
