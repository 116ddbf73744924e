/* SPDX-License-Identifier: Apache-2.0 */
/* Structs of programs that were compiled with an older and with a newer header. Each lies in memory of exactly its size, so
   that valgrind sees a byte read or written beyond it. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "expect.h"

static gaitway_model *model;
static const int64_t second = 1000000000;

/* gaitway_entry as the first header had it. */
typedef struct {
    size_t struct_size;
    const char *place, *story;
    double distance, speed, nearest_other;
    int32_t has_priority, is_unknown;
} older_entry;

/* A copy of the first `size` bytes of a struct, which state that size; bytes beyond the struct are 0. */
static void *sized(const void *start, size_t known, size_t size) {
    char *copy = calloc(1, size);
    if (copy == NULL) exit(1);
    memcpy(copy, start, size < known ? size : known);
    memcpy(copy, &size, sizeof size);
    return copy;
}

/* A size that no header has is refused, and so is a field that the library does not know. */
#define REFUSED(value, call) \
    do { \
        const size_t wrong[] = {0, 1, sizeof(size_t) - 1, sizeof(size_t) + 1, 4096, SIZE_MAX}; \
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) { \
            char *given = sized(&(value), sizeof(value), sizeof(value)); \
            memcpy(given, &wrong[i], sizeof *wrong); \
            STATUS(GAITWAY_ERROR_ARGUMENT, call); \
            EXPECT(says("struct_size")); \
            free(given); \
        } \
        char *given = sized(&(value), sizeof(value), sizeof(value) + 16); \
        GOOD(call); \
        free(given); \
        given = sized(&(value), sizeof(value), sizeof(value) + 16); \
        given[sizeof(value) + 15] = 1; \
        STATUS(GAITWAY_ERROR_ARGUMENT, call); \
        EXPECT(says("leave newer fields 0")); \
        free(given); \
    } while (0)

static void entries(void) {
    gaitway_gate *gates[2];
    char *texts[2];
    const int64_t start = 1777636800 * second;
    gaitway_entry entry = GAITWAY_ENTRY_INIT("mill");
    entry.nearest_other = INFINITY;
    older_entry *older = sized(&entry, sizeof entry, sizeof(older_entry));
    for (int i = 0; i < 2; i++) {
        GOOD(gaitway_gate_create("gaitway", &gates[i]));
        GOOD(gaitway_gate_enter(gates[i], start, i == 0 ? &entry : (const gaitway_entry *)older));
        GOOD(gaitway_gate_advance(gates[i], start + 3600 * second));
        GOOD(gaitway_gate_take_decisions(gates[i], &texts[i]));
    }
    EXPECT(strcmp(texts[0], texts[1]) == 0 && strstr(texts[0], "mill") != NULL);
    free(older);
    /* Nothing but the size: the place is missing. */
    void *empty = sized(&entry, sizeof entry, sizeof(size_t));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_enter(gates[0], start + 3600 * second, empty));
    EXPECT(says("entry.place"));
    free(empty);
    REFUSED(entry, gaitway_gate_enter(gates[0], start + 3600 * second, (const gaitway_entry *)given));
    for (int i = 0; i < 2; i++) {
        gaitway_free(texts[i]);
        GOOD(gaitway_gate_free(gates[i]));
    }
}

static void options(const char *ride) {
    gaitway_log *log = NULL;
    gaitway_recognizer *recognizer = NULL;
    gaitway_log_options log_options = GAITWAY_LOG_OPTIONS_INIT;
    gaitway_recognizer_options options = GAITWAY_RECOGNIZER_OPTIONS_INIT;
    options.smoothing = GAITWAY_SMOOTHING_VITERBI, options.every_window = 1;
    void *only_size = sized(&log_options, sizeof log_options, sizeof(size_t));
    GOOD(gaitway_log_open(ride, only_size, &log));
    free(only_size);
    void *shorter = sized(&options, sizeof options, offsetof(gaitway_recognizer_options, prior));
    GOOD(gaitway_recognizer_create(model, shorter, &recognizer));
    free(shorter);
    GOOD(gaitway_recognizer_append_log(recognizer, log, 0));

    /* Counts: no byte is written behind the older struct. */
    gaitway_counts counts = GAITWAY_COUNTS_INIT, *older;
    GOOD(gaitway_recognizer_counts(recognizer, &counts));
    older = sized(&counts, sizeof counts, offsetof(gaitway_counts, steps));
    older->windows = 0;
    GOOD(gaitway_recognizer_counts(recognizer, older));
    EXPECT(older->windows == counts.windows && counts.windows > 0);
    EXPECT(older->struct_size == offsetof(gaitway_counts, steps));
    free(older);
    REFUSED(counts, gaitway_recognizer_counts(recognizer, (gaitway_counts *)given));
    GOOD(gaitway_recognizer_free(recognizer));
    GOOD(gaitway_log_free(log));
    REFUSED(log_options, (gaitway_log_open(ride, (const gaitway_log_options *)given, &log) == GAITWAY_OK
        ? gaitway_log_free(log) : GAITWAY_ERROR_ARGUMENT));
    REFUSED(options, (gaitway_recognizer_create(model, (const gaitway_recognizer_options *)given, &recognizer) == GAITWAY_OK
        ? gaitway_recognizer_free(recognizer) : GAITWAY_ERROR_ARGUMENT));
}

/* An array of newer series has larger steps. */
static void series(void) {
    enum { N = 1000, SIZE = sizeof(gaitway_series) + 8 };
    static int64_t times[N];
    static float values[N][3], pressure[N];
    for (int i = 0; i < N; i++) {
        times[i] = i * 20000000LL;
        values[i][0] = 0.1f * (float)(i % 7), values[i][2] = 9.8f;
        pressure[i] = 1000;
    }
    gaitway_series one = GAITWAY_SERIES_INIT;
    one.time_type = GAITWAY_INT64, one.value_type = GAITWAY_FLOAT32;
    one.count = N, one.times = times, one.time_stride = sizeof *times;
    char *both = calloc(2, SIZE);
    if (both == NULL) exit(1);
    for (int i = 0; i < 2; i++) {
        gaitway_series *item = (gaitway_series *)(both + i * SIZE);
        *item = one;
        item->struct_size = SIZE;
        item->sensor = i == 0 ? GAITWAY_SENSOR_ACCELERATION : GAITWAY_SENSOR_PRESSURE;
        for (int axis = 0; axis < 3; axis++) item->axes[axis] = i == 0 ? &values[0][axis] : &pressure[0];
        item->value_stride = i == 0 ? sizeof *values : sizeof *pressure;
    }
    gaitway_recognizer *recognizer = NULL;
    size_t count = 0;
    GOOD(gaitway_recognizer_create(model, NULL, &recognizer));
    GOOD(gaitway_recognizer_append(recognizer, (const gaitway_series *)both, 2));
    GOOD(gaitway_recognizer_finish(recognizer));
    GOOD(gaitway_recognizer_take_reports(recognizer, NULL, 0, NULL, &count));
    EXPECT(count > 0);
    both[2 * SIZE - 1] = 1;
    GOOD(gaitway_recognizer_free(recognizer));
    GOOD(gaitway_recognizer_create(model, NULL, &recognizer));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_append(recognizer, (const gaitway_series *)both, 2));
    EXPECT(says("series[1]"));
    GOOD(gaitway_recognizer_free(recognizer));

    gaitway_array_options options = GAITWAY_ARRAY_OPTIONS_INIT;
    gaitway_log *log = NULL;
    for (int axis = 0; axis < 3; axis++) one.axes[axis] = &values[0][axis];
    one.value_stride = sizeof *values;
    REFUSED(options, (gaitway_log_open_arrays(&one, 1, (const gaitway_array_options *)given, &log) == GAITWAY_OK
        ? gaitway_log_free(log) : GAITWAY_ERROR_ARGUMENT));
    free(both);
}

static void numbers(void) {
    static float window[GAITWAY_WINDOW_SAMPLES][3];
    double probabilities[2][GAITWAY_CLASS_COUNT];
    for (int i = 0; i < GAITWAY_WINDOW_SAMPLES; i++) window[i][0] = (float)(i % 9), window[i][2] = 9.8f;
    gaitway_windows windows = GAITWAY_WINDOWS_INIT;
    windows.data = window, windows.value_type = GAITWAY_FLOAT32, windows.count = 1;
    windows.sample_stride = sizeof *window, windows.channel_stride = sizeof(float), windows.window_stride = sizeof window;
    void *older = sized(&windows, sizeof windows, offsetof(gaitway_windows, pressure_spread));
    GOOD(gaitway_model_estimate(model, &windows, probabilities[0], NULL));
    GOOD(gaitway_model_estimate(model, older, probabilities[1], NULL));
    EXPECT(memcmp(probabilities[0], probabilities[1], sizeof probabilities[0]) == 0 && !isnan(probabilities[0][0]));
    free(older);
    REFUSED(windows, gaitway_model_estimate(model, (const gaitway_windows *)given, probabilities[0], NULL));

    double features[] = {0, 1, 2, 1, 3, 2}, coefficients[2][2], intercepts[2];
    int32_t labels[] = {0, 1, 1, 0, 1, 0};
    gaitway_training training = GAITWAY_TRAINING_INIT;
    training.rows = 6, training.columns = 1, training.features = features;
    training.row_stride = training.column_stride = sizeof *features;
    training.labels = labels, training.classes = 2;
    gaitway_fit fit = GAITWAY_FIT_INIT, *short_fit;
    /* Without its last fields, the training has the regularisation 1 of the INIT. */
    void *short_training = sized(&training, sizeof training, offsetof(gaitway_training, inverse_regularization));
    short_fit = sized(&fit, sizeof fit, offsetof(gaitway_fit, iterations));
    gaitway_status status = gaitway_logistic_fit(&training, coefficients[0], intercepts, &fit);
    EXPECT(status == GAITWAY_OK || status == GAITWAY_ERROR_LIBRARY);
    if (status == GAITWAY_OK) {
        GOOD(gaitway_logistic_fit(short_training, coefficients[1], intercepts, short_fit));
        EXPECT(coefficients[0][0] == coefficients[1][0] && fit.objective == short_fit->objective && fit.objective > 0);
        REFUSED(training, gaitway_logistic_fit((const gaitway_training *)given, coefficients[0], intercepts, NULL));
        REFUSED(fit, gaitway_logistic_fit(&training, coefficients[0], intercepts, (gaitway_fit *)given));
    }
    free(short_training);
    free(short_fit);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    GOOD(gaitway_model_default(&model));
    entries();
    options(argv[1]);
    series();
    numbers();
    GOOD(gaitway_model_free(model));
    return summary("grown");
}
