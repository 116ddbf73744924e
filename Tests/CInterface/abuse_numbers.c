/* SPDX-License-Identifier: Apache-2.0 */
/* Gives the functions for windows, fits and the gate what they must refuse. Nothing may end the process. */
#include <math.h>
#include <stdlib.h>

#include "expect.h"

static gaitway_model *model;
static void *const nowhere = (void *)0x1230;

static float window[2][GAITWAY_WINDOW_SAMPLES][6];
static double features[2 * 256];

static gaitway_windows good_windows(void) {
    gaitway_windows windows = GAITWAY_WINDOWS_INIT;
    windows.data = window;
    windows.channels = 6;
    windows.count = 2;
    windows.window_stride = sizeof window[0];
    windows.sample_stride = sizeof window[0][0];
    windows.channel_stride = sizeof(float);
    return windows;
}

static void windows(void) {
    gaitway_windows given = good_windows();
    double probabilities[12];
    uint8_t reasons[2];
    for (int w = 0; w < 2; w++)
        for (int i = 0; i < GAITWAY_WINDOW_SAMPLES; i++) {
            window[w][i][0] = sinf(0.7f * i);
            window[w][i][2] = 9.8f;
        }
    GOOD(gaitway_features(&given, features));
    GOOD(gaitway_model_estimate(model, &given, probabilities, reasons));
    GOOD(gaitway_model_estimate(model, &given, probabilities, NULL));
    /* Two windows of the same numbers that each stand alone have the same features, to the bit. */
    EXPECT(memcmp(features, features + gaitway_feature_count(), gaitway_feature_count() * sizeof(double)) == 0);
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_features(NULL, features));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_features(&given, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_model_estimate(NULL, &given, probabilities, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_model_estimate(model, &given, NULL, NULL));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_model_estimate(nowhere, &given, probabilities, NULL));
#define WRONG(status, change) \
    do { given = good_windows(); change; STATUS(status, gaitway_features(&given, features)); } while (0)
    WRONG(GAITWAY_ERROR_ARGUMENT, given.struct_size--);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.data = NULL);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.value_type = GAITWAY_INT64);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.channels = 4);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.is_linear = 2);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.follows = -1);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.rate = NAN);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.count = SIZE_MAX);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.count = (size_t)1 << 40);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.sample_stride = PTRDIFF_MIN);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.channel_stride = PTRDIFF_MAX);
    WRONG(GAITWAY_OK, given.count = 0);
    window[1][5][4] = NAN;
    WRONG(GAITWAY_ERROR_VALUE, (void)0);
    EXPECT(says("rotation rate 5 of window 1"));
    /* A window without any rotation rate, though, has no gyroscope: its features are those of acceleration alone. */
    double mixed[2 * 256];
    size_t width = gaitway_feature_count(), missing = 0;
    for (int i = 0; i < GAITWAY_WINDOW_SAMPLES; i++)
        for (int k = 3; k < 6; k++) window[1][i][k] = NAN;
    WRONG(GAITWAY_OK, (void)0);
    memcpy(mixed, features, sizeof mixed);
    WRONG(GAITWAY_OK, given.channels = 3);
    for (size_t k = 0; k < width; k++) {
        EXPECT(mixed[width + k] == features[width + k] || (isnan(mixed[width + k]) && isnan(features[width + k])));
        missing += isnan(mixed[width + k]) && !isnan(mixed[k]);
    }
    EXPECT(missing == 4);
    given = good_windows();
    GOOD(gaitway_model_estimate(model, &given, probabilities, reasons));
    window[0][7][1] = NAN;
    WRONG(GAITWAY_ERROR_VALUE, (void)0);
    EXPECT(says("acceleration 7 of window 0"));
    window[0][7][1] = 0;
    for (int i = 0; i < GAITWAY_WINDOW_SAMPLES; i++)
        for (int k = 3; k < 6; k++) window[1][i][k] = 0;
    double spread[4] = {NAN, NAN, 0.1, -1};
    WRONG(GAITWAY_ERROR_VALUE, given.pressure_spread = spread);
    spread[3] = INFINITY;
    WRONG(GAITWAY_ERROR_VALUE, given.pressure_spread = spread);

    gaitway_window_stream *stream = nowhere;
    gaitway_series series = GAITWAY_SERIES_INIT;
    size_t count;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_window_stream_create(NULL));
    GOOD(gaitway_window_stream_create(&stream));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_window_stream_append(stream, &series, 1));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_window_stream_append_batch(stream, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_window_stream_take(stream, SIZE_MAX, NULL, NULL, NULL, NULL, NULL));
    GOOD(gaitway_window_stream_take(stream, 5, NULL, NULL, NULL, &count, NULL));
    EXPECT(count == 0);
    GOOD(gaitway_window_stream_finish(stream));
    STATUS(GAITWAY_ERROR_FINISHED, gaitway_window_stream_finish(stream));
    STATUS(GAITWAY_ERROR_FINISHED, gaitway_window_stream_append(stream, NULL, 0));
    GOOD(gaitway_window_stream_free(stream));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_window_stream_free(stream));
}

static void fits(void) {
    double x[8] = {0, 1, 1, 0, 2, 1, 1, 2}, w[4] = {1, 1, 1, 1}, coefficients[8], intercepts[4];
    int32_t y[4] = {0, 1, 0, 1};
    gaitway_fit fit = GAITWAY_FIT_INIT;
    gaitway_training given;
    const gaitway_training good = {sizeof(gaitway_training), 4, 2, x, 16, 8, y, w, 2, 0, 1, 0, 0};
    GOOD(gaitway_logistic_fit(&good, coefficients, intercepts, &fit));
    EXPECT(fit.has_converged && fit.largest_gradient_entry <= 1e-6 && fit.objective > 0);
    /* The same by columns, by rows in reverse order, and without weights. */
    double transposed[8] = {0, 1, 2, 1, 1, 0, 1, 2}, others[4];
    given = good;
    given.features = transposed, given.row_stride = 8, given.column_stride = 32, given.weights = NULL;
    GOOD(gaitway_logistic_fit(&given, others, intercepts, NULL));
    EXPECT(memcmp(coefficients, others, 4 * sizeof(double)) == 0);
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_logistic_fit(NULL, coefficients, intercepts, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_logistic_fit(&good, NULL, intercepts, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_logistic_fit(&good, coefficients, NULL, NULL));
    fit.struct_size = 3;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_logistic_fit(&good, coefficients, intercepts, &fit));
#undef WRONG
#define WRONG(status, change) \
    do { given = good; change; STATUS(status, gaitway_logistic_fit(&given, coefficients, intercepts, NULL)); } while (0)
    WRONG(GAITWAY_ERROR_ARGUMENT, given.struct_size = 0);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.rows = 0);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.columns = 0);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.rows = SIZE_MAX);
    WRONG(GAITWAY_ERROR_LIMIT, given.rows = (size_t)1 << 50);
    WRONG(GAITWAY_ERROR_LIMIT, given.columns = (size_t)1 << 50);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.features = NULL);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.labels = NULL);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.row_stride = PTRDIFF_MIN);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.classes = 1);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.classes = 3); /* no row of the third */
    WRONG(GAITWAY_ERROR_ARGUMENT, given.classes = INT32_MAX);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.classes = -2);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.solver = 3);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.inverse_regularization = 0);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.inverse_regularization = NAN);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.tolerance = -1);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.tolerance = NAN);
    WRONG(GAITWAY_ERROR_ARGUMENT, given.maximum_iterations = -1);
    y[2] = 2;
    WRONG(GAITWAY_ERROR_ARGUMENT, (void)0);
    y[2] = -1;
    WRONG(GAITWAY_ERROR_ARGUMENT, (void)0);
    y[2] = 0;
    x[3] = NAN;
    WRONG(GAITWAY_ERROR_VALUE, (void)0);
    EXPECT(says("row 1, column 1"));
    x[3] = 0;
    w[1] = -1;
    WRONG(GAITWAY_ERROR_VALUE, (void)0);
    w[1] = 0, w[3] = 0;
    WRONG(GAITWAY_ERROR_ARGUMENT, (void)0);
    w[1] = w[3] = 1;
    /* Numbers that no sum of squares holds end the fit early, and not the process. */
    x[0] = 1e300, x[5] = -1e308;
    WRONG(GAITWAY_OK, given.solver = GAITWAY_SOLVER_LBFGS);
    WRONG(GAITWAY_OK, given.solver = GAITWAY_SOLVER_NEWTON);
}

static void gates(void) {
    gaitway_gate *gate = nowhere, *other;
    gaitway_report report;
    gaitway_entry entry = GAITWAY_ENTRY_INIT("bridge");
    char *text = nowhere;
    void *bytes;
    size_t size;
    int64_t moment;
    int32_t is_set;
    memset(&report, 0, sizeof report);
    report.flags = GAITWAY_FLAG_AUTOMOTIVE;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_create(NULL, &gate));
    EXPECT(gate == NULL);
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_create("gaitway", NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_create("nobody's", &gate));
    STATUS(GAITWAY_ERROR_EMPTY, gaitway_gate_create_policy(NULL, 0, "p.json", &gate));
    STATUS(GAITWAY_ERROR_UNSUPPORTED, gaitway_gate_create_policy("[1,2]", 5, "p.json", &gate));
    STATUS(GAITWAY_ERROR_TRUNCATED, gaitway_gate_create_policy("{\"gaitway\":", 11, "p.json", &gate));
    const char *zone = "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"gaitway\",\"quiet_hours\":"
                       "{\"from\":\"22:00\",\"to\":\"07:00\",\"time_zone\":\"Mars/Olympus\"}}";
    STATUS(GAITWAY_ERROR_UNSUPPORTED, gaitway_gate_create_policy(zone, strlen(zone), "p.json", &gate));
    EXPECT(says("Mars/Olympus"));

    GOOD(gaitway_gate_create("gaitway", &gate));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_report(gate, 0, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_enter(gate, 0, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_exit(gate, 0, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_availability(gate, 0, 3));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_action(gate, 0, 7, NULL, 0));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_action(gate, 0, GAITWAY_ACTION_LATER, NULL, 0));
    STATUS(GAITWAY_ERROR_VALUE, gaitway_gate_action(gate, 0, GAITWAY_ACTION_SNOOZE, NULL, INT64_MAX));
    STATUS(GAITWAY_ERROR_VALUE, gaitway_gate_advance(gate, INT64_MIN));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_gate_advance((gaitway_gate *)model, 0));
    entry.place = NULL;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_enter(gate, 0, &entry));
    entry.place = "bridge", entry.distance = -1;
    STATUS(GAITWAY_ERROR_VALUE, gaitway_gate_enter(gate, 0, &entry));
    entry.distance = NAN, entry.struct_size = 0;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_enter(gate, 0, &entry));
    entry.struct_size = sizeof entry, entry.nearest_other = INFINITY;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_take_decisions(gate, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_wake_up(gate, NULL, &is_set));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_waiting(gate, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_clock_jump(gate, &moment, NULL));
    STATUS(GAITWAY_ERROR_VALUE, gaitway_gate_rebase(gate, INT64_MAX));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_rebase(NULL, 0));

    /* Enter a place at the wheel: deferred, delivered after the drive. A gate restored in between goes on the same way. */
    int64_t second = 1000000000, start = 1777622400 * second;
    GOOD(gaitway_gate_report(gate, start, &report));
    GOOD(gaitway_gate_enter(gate, start + second, &entry));
    STATUS(GAITWAY_ERROR_ORDER, gaitway_gate_advance(gate, start));
    EXPECT(says("gaitway_gate_rebase"));
    GOOD(gaitway_gate_take_decisions(gate, &text));
    EXPECT(strstr(text, "\"decision\":\"defer\"") != NULL && strstr(text, "driving") != NULL);
    gaitway_free(text);
    GOOD(gaitway_gate_waiting(gate, &size));
    EXPECT(size == 1);
    GOOD(gaitway_gate_save(gate, &bytes, &size));
    GOOD(gaitway_gate_create("gaitway", &other));
    STATUS(GAITWAY_ERROR_MALFORMED, gaitway_gate_restore(other, "{}", 2));
    STATUS(GAITWAY_ERROR_EMPTY, gaitway_gate_restore(other, NULL, 0));
    GOOD(gaitway_gate_restore(other, bytes, size));
    gaitway_free(bytes);
    report.flags = GAITWAY_FLAG_WALKING, report.confidence = GAITWAY_CONFIDENCE_HIGH;
    char *texts[2];
    gaitway_gate *gates[2] = {gate, other};
    for (int i = 0; i < 2; i++) {
        GOOD(gaitway_gate_report(gates[i], start + 60 * second, &report));
        GOOD(gaitway_gate_wake_up(gates[i], &moment, &is_set));
        EXPECT(is_set == 1 && moment > start);
        GOOD(gaitway_gate_advance(gates[i], start + 1200 * second));
        GOOD(gaitway_gate_take_decisions(gates[i], &texts[i]));
    }
    EXPECT(strcmp(texts[0], texts[1]) == 0 && strstr(texts[0], "\"decision\":\"deliver\"") != NULL);
    gaitway_free(texts[0]);
    gaitway_free(texts[1]);

    /* One input a year ahead: the jump is named, and a re-base sets the gate right. */
    GOOD(gaitway_gate_clock_jump(gate, &moment, &is_set));
    EXPECT(is_set == 0 && moment == 0);
    GOOD(gaitway_gate_exit(gate, start + 366 * 86400 * second, "bridge"));
    GOOD(gaitway_gate_clock_jump(gate, &moment, &is_set));
    EXPECT(is_set == 1 && moment > 365 * 86400 * second);
    STATUS(GAITWAY_ERROR_ORDER, gaitway_gate_advance(gate, start + 1300 * second));
    GOOD(gaitway_gate_rebase(gate, start + 1300 * second));
    GOOD(gaitway_gate_advance(gate, start + 1400 * second));
    entry.place = "mill";
    GOOD(gaitway_gate_enter(gate, start + 1400 * second, &entry));
    GOOD(gaitway_gate_take_decisions(gate, &text));
    EXPECT(strstr(text, "\"decision\":\"deliver\"") != NULL && strstr(text, "clock-jump") == NULL);
    gaitway_free(text);
    GOOD(gaitway_gate_policy(gate, &text));
    GOOD(gaitway_gate_free(other));
    GOOD(gaitway_gate_create_policy(text, strlen(text), NULL, &other));
    gaitway_free(text);
    GOOD(gaitway_gate_free(other));
    GOOD(gaitway_gate_free(gate));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_gate_free(gate));
}

int main(void) {
    GOOD(gaitway_model_default(&model));
    windows();
    fits();
    gates();
    GOOD(gaitway_model_free(model));
    return summary("abuse_numbers");
}
