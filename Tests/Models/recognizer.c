/* SPDX-License-Identifier: Apache-2.0 */
/* Reads samples from the standard input, as WindowWriter writes them, and prints a line for each answer of the exported
 * recogniser: start, end, since and delivered in nanoseconds, flags, confidence, reason, steps, cadence, the window's
 * probabilities and the smoothed ones; then the steps, and on standard error each status with its count. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#define GAITWAY_DECLARATIONS
#include MODEL

static void print(const gaitway_sample_recognizer *recognizer)
{
    int place, index;
    for (index = 0; index < recognizer->count; index++) {
        const gaitway_answer *answer = recognizer->answers + index;
        printf(
            "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %d %d %d %u %.9g", answer->start, answer->end, answer->since,
            answer->delivered, answer->flags, answer->confidence, answer->reason, (unsigned)answer->steps,
            (double)answer->cadence);
        for (place = 0; place < GAITWAY_CLASSES; place++) printf(" %.9g", (double)answer->probabilities[place]);
        for (place = 0; place < GAITWAY_CLASSES; place++) printf(" %.9g", (double)answer->smoothed[place]);
        putchar('\n');
    }
}

int main(void)
{
    static gaitway_sample_recognizer recognizer;
    unsigned char record[24];
    unsigned statuses[GAITWAY_STATUS_LATE + 1] = {0};
    int status;
    gaitway_start(&recognizer);
    while (fread(record, sizeof record, 1, stdin) == 1) {
        int32_t sensor;
        int64_t time;
        float value[3];
        memcpy(&sensor, record, sizeof sensor);
        memcpy(&time, record + 4, sizeof time);
        memcpy(value, record + 12, sizeof value);
        switch (sensor) {
        case 0: status = gaitway_push(&recognizer, time, value[0], value[1], value[2]); break;
        case 1: status = gaitway_push_rotation(&recognizer, time, value[0], value[1], value[2]); break;
        case 2: status = gaitway_push_pressure(&recognizer, time, value[0]); break;
        default: continue;
        }
        statuses[status]++;
        print(&recognizer);
    }
    statuses[gaitway_end(&recognizer)]++;
    print(&recognizer);
    printf("%u\n", (unsigned)recognizer.steps);
    for (status = 1; status <= GAITWAY_STATUS_LATE; status++)
        if (statuses[status]) fprintf(stderr, "%d %u %s\n", status, statuses[status], gaitway_status_text(status));
    return 0;
}
