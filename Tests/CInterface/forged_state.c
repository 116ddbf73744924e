/* SPDX-License-Identifier: Apache-2.0 */
/*
 * States of a recogniser that somebody changed who knows the checksum: forged_state FIRST LAST tries those of the seeds. Each is
 * refused, or the recogniser goes on from it: with samples right behind those that it knew, long after them, and to the end.
 */
#include <gaitway.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

enum { PER_SECOND = 75, HEAD = 25 + 2 + 8 };

static gaitway_model *model;

/* Adds seconds of a phone that swings, from one to another. */
static gaitway_status add(gaitway_recognizer *recognizer, int64_t from, int64_t to)
{
    static int64_t times[20 * PER_SECOND];
    static float values[20 * PER_SECOND * 3];
    static uint8_t sensors[20 * PER_SECOND];
    size_t count = 0;
    for (int64_t step = from * 50; step < to * 50; step++) {
        float phase = (float)(step % 25) / 25;
        for (int sensor = 0; sensor < (step % 2 ? 1 : 2); sensor++) {
            times[count] = step * 20000000;
            values[3 * count] = phase;
            values[3 * count + 1] = 2 * phase;
            values[3 * count + 2] = sensor == 0 ? 9.8f - phase : 0.1f;
            sensors[count++] = sensor == 0 ? GAITWAY_SENSOR_ACCELERATION : GAITWAY_SENSOR_ROTATION_RATE;
        }
    }
    gaitway_batch batch = {count, times, values, sensors};
    return gaitway_recognizer_append_batch(recognizer, &batch);
}

static void take(gaitway_recognizer *recognizer)
{
    gaitway_report reports[64];
    size_t taken = 1;
    while (taken > 0) EXPECT(gaitway_recognizer_take_reports(recognizer, reports, 64, &taken, NULL) == GAITWAY_OK);
}

static uint64_t seed;

/* Knuth's multiplier; the upper bits are the good ones. */
static uint32_t below(uint32_t count)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((seed >> 33) % count);
}

/* Changes a few numbers of a state, and makes its checksum right again. */
static void forge(unsigned char *state, size_t size)
{
    static const unsigned char extremes[] = {0, 1, 0x7F, 0x80, 0xFF};
    for (uint32_t left = 1 + below(3); left > 0; left--) {
        size_t place = HEAD + below((uint32_t)(size - HEAD - 8));
        memset(state + place, extremes[below(5)], 1 + below(8));
    }
    uint64_t sum = 0xCBF29CE484222325u;
    for (size_t place = HEAD; place < size; place++) sum = (sum ^ state[place]) * 0x100000001B3u;
    for (int byte = 0; byte < 8; byte++) state[HEAD - 8 + byte] = (unsigned char)(sum >> (8 * byte));
}

int main(int count, char **arguments)
{
    EXPECT(count == 3);
    EXPECT(gaitway_model_default(&model) == GAITWAY_OK);
    int refused = 0, gone_on = 0;
    for (int number = atoi(arguments[1]); number < atoi(arguments[2]); number++) {
        seed = (uint64_t)number;
        gaitway_recognizer_options options = GAITWAY_RECOGNIZER_OPTIONS_INIT;
        options.smoothing = number % 4;
        options.every_window = number / 4 % 2;
        gaitway_recognizer *recognizer;
        EXPECT(gaitway_recognizer_create(model, &options, &recognizer) == GAITWAY_OK);
        EXPECT(add(recognizer, 0, 17) == GAITWAY_OK);
        take(recognizer);
        void *state;
        size_t size;
        EXPECT(gaitway_recognizer_save(recognizer, &state, &size) == GAITWAY_OK);
        EXPECT(gaitway_recognizer_free(recognizer) == GAITWAY_OK);
        forge(state, size);
        for (int64_t start = 17; start < 1000000; start *= 30000) {
            gaitway_status status = gaitway_recognizer_restore(model, state, size, &recognizer);
            if (status != GAITWAY_OK) {
                EXPECT(status == GAITWAY_ERROR_MALFORMED || status == GAITWAY_ERROR_UNSUPPORTED);
                refused++;
                continue;
            }
            /* The state may know of samples that are later than these. */
            status = add(recognizer, start, start + 9);
            EXPECT(status == GAITWAY_OK || status == GAITWAY_ERROR_ORDER);
            EXPECT(gaitway_recognizer_finish(recognizer) == GAITWAY_OK);
            take(recognizer);
            EXPECT(gaitway_recognizer_free(recognizer) == GAITWAY_OK);
            gone_on++;
        }
        gaitway_free(state);
    }
    EXPECT(gaitway_model_free(model) == GAITWAY_OK);
    printf("%d refused, %d gone on\n", refused, gone_on);
    EXPECT(refused > 0 && gone_on > 0);
    return summary("forged_state");
}
