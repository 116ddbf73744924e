/* SPDX-License-Identifier: Apache-2.0 */
/* Reads windows from the file `windows`, and writes what the exported model makes of them to `answers`: 772 numbers of
 * single precision a window come in (acceleration, rotation rate, two pressure spreads, 1 where a segment begins, 1 where there
 * is a gyroscope), 116 go out (features, class, squared distance, probabilities). On a microcontroller it prints the mean
 * ticks of the processor's clock. */
#include <stdint.h>
#include <stdio.h>
#define GAITWAY_DECLARATIONS
#include MODEL

#ifdef __ARM_ARCH_7EM__
#define SYSTICK_CONTROL (*(volatile uint32_t *)0xE000E010)
#define SYSTICK_RELOAD (*(volatile uint32_t *)0xE000E014)
#define SYSTICK_VALUE (*(volatile uint32_t *)0xE000E018)

/* A counter of 24 bits that runs down with the processor's clock. */
static void start_clock(void)
{
    SYSTICK_RELOAD = 0xFFFFFF;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = 5;
}

static unsigned long ticks(void)
{
    return 0xFFFFFF - SYSTICK_VALUE;
}
#else
static void start_clock(void)
{
}

static unsigned long ticks(void)
{
    return 0;
}
#endif

int main(void)
{
    static gaitway_classifier model;
    static float window[2 * 3 * GAITWAY_POINTS + 4], answer[GAITWAY_FEATURES + 8];
    FILE *windows = fopen("windows", "rb"), *answers = fopen("answers", "wb");
    unsigned long long spent = 0;
    unsigned long count = 0;
    if (!windows || !answers) return 1;
    while (fread(window, sizeof window, 1, windows) == 1) {
        const float *rest = window + 2 * 3 * GAITWAY_POINTS;
        int place, class;
        if (rest[2] > 0) gaitway_begin(&model);
        start_clock();
        class = gaitway_classify(
            &model, window, rest[3] > 0 ? window + 3 * GAITWAY_POINTS : 0, rest, answer + GAITWAY_FEATURES + 2);
        spent += ticks();
        count++;
        for (place = 0; place < GAITWAY_FEATURES; place++) answer[place] = model.features[place];
        answer[GAITWAY_FEATURES] = (float)class;
        answer[GAITWAY_FEATURES + 1] = model.squared_distance;
        fwrite(answer, sizeof answer, 1, answers);
    }
    if (fclose(answers) != 0) return 1;
    printf("%lu\n", count > 0 ? (unsigned long)(spent / count) : 0);
    return 0;
}
