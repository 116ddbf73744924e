/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever way a ride goes through the library, the answers are the same to the last bit: agree RIDE... */
#include <math.h>
#include <stdlib.h>

#include "expect.h"

enum { SENSORS = 5 };
static gaitway_model *model;

/* The reports of a recogniser that was finished; free() them. */
static gaitway_report *finished_reports_of(gaitway_recognizer *recognizer, size_t *count) {
    size_t left = 0, taken = 0;
    gaitway_counts counts = GAITWAY_COUNTS_INIT;
    GOOD(gaitway_recognizer_counts(recognizer, &counts));
    GOOD(gaitway_recognizer_take_reports(recognizer, NULL, 0, NULL, &left));
    gaitway_report *reports = calloc(left + 1, sizeof *reports);
    /* In two goes. */
    GOOD(gaitway_recognizer_take_reports(recognizer, reports, left / 2, count, NULL));
    GOOD(gaitway_recognizer_take_reports(recognizer, reports + *count, left + 1, &taken, &left));
    EXPECT(left == 0);
    *count += taken;
    /* Every window was reported, and is unknown or has probabilities. */
    size_t unknown = 0;
    for (size_t i = 0; i < *count; i++) unknown += !(reports[i].has & GAITWAY_HAS_PROBABILITIES);
    EXPECT(counts.windows == *count && counts.unknown[0] == unknown);
    /* Steps are counted up from report to report; a cadence is there or NaN. */
    for (size_t i = 0; i < *count; i++) {
        EXPECT(reports[i].has & GAITWAY_HAS_STEPS && reports[i].steps >= (i > 0 ? reports[i - 1].steps : 0));
        EXPECT(isnan(reports[i].cadence) == !(reports[i].has & GAITWAY_HAS_CADENCE));
    }
    EXPECT(*count == 0 || counts.steps >= (uint64_t)reports[*count - 1].steps);
    GOOD(gaitway_recognizer_free(recognizer));
    return reports;
}

static gaitway_report *reports_of(gaitway_recognizer *recognizer, size_t *count) {
    GOOD(gaitway_recognizer_finish(recognizer));
    return finished_reports_of(recognizer, count);
}

static gaitway_recognizer *recognizer_of_all_windows(void) {
    gaitway_recognizer_options options = GAITWAY_RECOGNIZER_OPTIONS_INIT;
    gaitway_recognizer *recognizer;
    options.every_window = 1;
    options.smoothing = GAITWAY_SMOOTHING_NONE;
    GOOD(gaitway_recognizer_create(model, &options, &recognizer));
    return recognizer;
}

/* The series of a log that was read, of those sensors that it has. */
static size_t series_of(gaitway_log *log, gaitway_series *all) {
    size_t count = 0;
    for (int32_t sensor = 0; sensor < SENSORS; sensor++) {
        GOOD(gaitway_log_series(log, sensor, &all[count]));
        if (all[count].count > 0) count++;
    }
    return count;
}

/* The part of a series from `from` up to `to`; moves `place` on. */
static gaitway_series part(const gaitway_series *whole, size_t *place, int64_t to) {
    const int64_t *times = whole->times;
    gaitway_series result = *whole;
    size_t first = *place;
    while (*place < whole->count && times[*place] < to) (*place)++;
    result.count = *place - first;
    result.times = times + first;
    for (int axis = 0; axis < 3; axis++)
        if (whole->axes[axis] != NULL) result.axes[axis] = (const char *)whole->axes[axis] + first * (size_t)whole->value_stride;
    return result;
}

static void compare(const gaitway_report *reports, size_t count, const gaitway_report *others, size_t other_count) {
    EXPECT(count == other_count && memcmp(reports, others, count * sizeof *reports) == 0);
}

/* Windows of the ride through the window stream, and through features and estimates of arrays. */
static void check_windows(const gaitway_series *series, size_t count, const gaitway_report *reports, size_t report_count) {
    gaitway_window_stream *stream;
    size_t width = gaitway_feature_count(), number = 0, left = 0;
    GOOD(gaitway_window_stream_create(&stream));
    GOOD(gaitway_window_stream_append(stream, series, count));
    GOOD(gaitway_window_stream_finish(stream));
    GOOD(gaitway_window_stream_take(stream, 0, NULL, NULL, NULL, NULL, &number));
    gaitway_window *windows = calloc(number + 1, sizeof *windows);
    double *features = calloc((number + 1) * width, sizeof *features), *again = calloc(width, sizeof *again);
    float *samples = calloc((number + 1) * GAITWAY_WINDOW_SAMPLES * 6, sizeof *samples);
    GOOD(gaitway_window_stream_take(stream, 3, windows, features, samples, &left, NULL));
    GOOD(gaitway_window_stream_take(stream, number, windows + left, features + left * width,
        samples + left * GAITWAY_WINDOW_SAMPLES * 6, NULL, NULL));
    GOOD(gaitway_window_stream_free(stream));

    size_t estimates = 0, fast = 0;
    for (size_t w = 0; w < number; w++) {
        /* Each window with the one before it, if nothing lies between. */
        size_t before = w > 0 && !windows[w].starts_segment && windows[w - 1].has_rotation == windows[w].has_rotation;
        double spread[4] = {NAN, NAN, NAN, NAN}, probabilities[12], rows[2][256];
        gaitway_windows given = GAITWAY_WINDOWS_INIT;
        given.data = samples + (w - before) * GAITWAY_WINDOW_SAMPLES * 6;
        given.channels = windows[w].has_rotation ? 6 : 3;
        given.count = 1 + before;
        given.window_stride = GAITWAY_WINDOW_SAMPLES * 24, given.sample_stride = 24, given.channel_stride = 4;
        given.is_linear = windows[w].is_linear;
        given.follows = 1;
        given.pressure_spread = spread;
        given.rate = windows[w].rate;
        for (int k = 0; k < 2; k++) spread[2 * before + k] = windows[w].pressure_spread[k];
        GOOD(gaitway_features(&given, rows[0]));
        for (size_t k = 0; k < width && before == (w > 0 && !windows[w].starts_segment); k++) {
            double here = (&rows[0][0])[before * width + k], there = features[w * width + k];
            EXPECT(here == there || (isnan(here) && isnan(there)));
        }
        if (windows[w].fault != 0) continue;
        GOOD(gaitway_model_estimate(model, &given, probabilities, NULL));
        /* The recogniser hears engines in the samples as recorded, which a window does not have. */
        if (windows[w].rate >= 95 && !windows[w].is_linear) {
            fast++;
            continue;
        }
        for (size_t r = 0; r < report_count && before == (w > 0 && !windows[w].starts_segment); r++) {
            if (reports[r].window_from_ns != windows[w].from_ns || !(reports[r].has & GAITWAY_HAS_PROBABILITIES)) continue;
            EXPECT(memcmp(reports[r].probabilities, probabilities + before * 6, 6 * sizeof(double)) == 0);
            estimates++;
        }
    }
    EXPECT(number == 0 || estimates + fast > 0 || reports[0].reason != 0);
    free(windows);
    free(features);
    free(again);
    free(samples);
}

static void check(const char *ride) {
    gaitway_log *log;
    gaitway_batch batch;
    gaitway_series series[SENSORS], parts[SENSORS];
    size_t batch_count, count, number;
    int64_t end, step = 700000000;

    /* As the log lends it, batch by batch. */
    gaitway_recognizer *recognizer = recognizer_of_all_windows();
    GOOD(gaitway_log_open(ride, NULL, &log));
    do {
        GOOD(gaitway_log_next(log, &batch));
        GOOD(gaitway_recognizer_append_batch(recognizer, &batch));
    } while (batch.count > 0);
    GOOD(gaitway_log_free(log));
    gaitway_report *by_batch = reports_of(recognizer, &batch_count);
    EXPECT(batch_count > 0);

    /* As a whole log, with threads and without. */
    for (int32_t threads = 0; threads < 2; threads++) {
        recognizer = recognizer_of_all_windows();
        GOOD(gaitway_log_open(ride, NULL, &log));
        GOOD(gaitway_recognizer_append_log(recognizer, log, threads));
        STATUS(GAITWAY_ERROR_FINISHED, gaitway_recognizer_append_log(recognizer, log, threads));
        GOOD(gaitway_log_free(log));
        gaitway_report *whole = finished_reports_of(recognizer, &count);
        compare(whole, count, by_batch, batch_count);
        free(whole);
    }

    /* All at once, merged by the library. */
    GOOD(gaitway_log_open(ride, NULL, &log));
    GOOD(gaitway_log_read(log));
    GOOD(gaitway_log_end(log, &end));
    number = series_of(log, series);
    recognizer = recognizer_of_all_windows();
    GOOD(gaitway_recognizer_append(recognizer, series, number));
    gaitway_report *reports = reports_of(recognizer, &count);
    compare(reports, count, by_batch, batch_count);
    free(reports);

    /* In pieces of 0.7 s. */
    size_t places[SENSORS] = {0};
    recognizer = recognizer_of_all_windows();
    /* Other sensors may begin before the accelerometer, which begins at 0. */
    for (int64_t to = 0; to < end + step; to += step) {
        for (size_t i = 0; i < number; i++) parts[i] = part(&series[i], &places[i], to);
        GOOD(gaitway_recognizer_append(recognizer, parts, number));
    }
    reports = reports_of(recognizer, &count);
    compare(reports, count, by_batch, batch_count);
    free(reports);

    /* As doubles, axis by axis, from the last sample to the first. */
    double *columns[SENSORS][3];
    int64_t *times[SENSORS];
    recognizer = recognizer_of_all_windows();
    for (size_t i = 0; i < number; i++) {
        size_t n = series[i].count;
        times[i] = calloc(n, sizeof(int64_t));
        for (size_t k = 0; k < n; k++) times[i][n - 1 - k] = ((const int64_t *)series[i].times)[k];
        parts[i] = series[i];
        parts[i].times = times[i] + n - 1;
        parts[i].time_stride = -(ptrdiff_t)sizeof(int64_t);
        parts[i].value_type = GAITWAY_FLOAT64;
        parts[i].value_stride = -(ptrdiff_t)sizeof(double);
        for (int axis = 0; axis < 3; axis++) {
            columns[i][axis] = NULL;
            if (series[i].axes[axis] == NULL) continue;
            columns[i][axis] = calloc(n, sizeof(double));
            for (size_t k = 0; k < n; k++) columns[i][axis][n - 1 - k] = ((const float *)series[i].axes[axis])[3 * k];
            parts[i].axes[axis] = columns[i][axis] + n - 1;
        }
    }
    GOOD(gaitway_recognizer_append(recognizer, parts, number));
    reports = reports_of(recognizer, &count);
    compare(reports, count, by_batch, batch_count);
    free(reports);
    for (size_t i = 0; i < number; i++) {
        free(times[i]);
        for (int axis = 0; axis < 3; axis++) free(columns[i][axis]);
    }

    /* As arrays that are a log, which is repaired once more: there is nothing to repair but gaps. */
    gaitway_log *arrays;
    gaitway_array_options stated = GAITWAY_ARRAY_OPTIONS_INIT;
    char *repairs;
    stated.unit = "m/s^2";
    stated.acceleration = series[0].sensor == GAITWAY_SENSOR_ACCELERATION ? "total" : "linear";
    stated.time_unit = "ns";
    stated.rotation_unit = "rad/s";
    stated.pressure_unit = "hPa";
    for (int32_t threads = 0; threads < 2; threads++) {
        recognizer = recognizer_of_all_windows();
        GOOD(gaitway_log_open_arrays(series, number, &stated, &arrays));
        GOOD(gaitway_recognizer_append_log(recognizer, arrays, threads));
        GOOD(gaitway_log_repairs(arrays, &repairs));
        reports = finished_reports_of(recognizer, &count);
        if (strstr(repairs, "duplicate") == NULL && strstr(repairs, "shared") == NULL)
            compare(reports, count, by_batch, batch_count);
        free(reports);
        gaitway_free(repairs);
        GOOD(gaitway_log_free(arrays));
    }

    check_windows(series, number, by_batch, batch_count);

    /* Stretches touch, and last as long as the log. */
    gaitway_stretch *stretches = calloc(batch_count, sizeof *stretches);
    for (int folds = 0; folds < 2; folds++) {
        GOOD(gaitway_stretches(by_batch, batch_count, end, -1, folds, stretches, &count));
        uint64_t steps = 0;
        for (size_t i = 0; i < count; i++) steps += (uint64_t)stretches[i].steps;
        EXPECT(steps == (uint64_t)by_batch[batch_count - 1].steps);
        EXPECT(count > 0 && count <= batch_count && stretches[0].start_ns == 0 && stretches[count - 1].end_ns == end);
        for (size_t i = 1; i < count; i++) EXPECT(stretches[i].start_ns == stretches[i - 1].end_ns);
    }
    free(stretches);
    GOOD(gaitway_log_free(log));
    free(by_batch);
}

int main(int argc, char **argv) {
    GOOD(gaitway_model_default(&model));
    for (int i = 1; i < argc; i++) check(argv[i]);
    GOOD(gaitway_model_free(model));
    return summary("agree");
}
