/* SPDX-License-Identifier: Apache-2.0 */
/* Gives every function what it must refuse: abuse RIDE FOLDER. RIDE is a log; FOLDER may be written to. Nothing may end the process. */
#include <math.h>
#include <stdlib.h>

#include "expect.h"

enum { N = 4 };
static int64_t times[N] = {0, 10000000, 20000000, 30000000};
static float values[N][3] = {{0, 0, 9.8f}, {0, 0, 9.8f}, {0, 0, 9.8f}, {0, 0, 9.8f}};
static gaitway_model *model;
static const char *ride;
static void *const nowhere = (void *)0x1230;

static gaitway_series good_series(void) {
    gaitway_series series = GAITWAY_SERIES_INIT;
    series.sensor = GAITWAY_SENSOR_ACCELERATION;
    series.time_type = GAITWAY_INT64;
    series.value_type = GAITWAY_FLOAT32;
    series.count = N;
    series.times = times;
    series.time_stride = sizeof(int64_t);
    for (int axis = 0; axis < 3; axis++) series.axes[axis] = &values[0][axis];
    series.value_stride = sizeof(values[0]);
    return series;
}

static void words(void) {
    EXPECT(gaitway_abi_version() == GAITWAY_ABI_VERSION);
    EXPECT(strcmp(gaitway_class_name(GAITWAY_WALKING), "walking") == 0 && strcmp(gaitway_class_name(5), "none") == 0);
    EXPECT(gaitway_class_name(-1) == NULL && gaitway_class_name(6) == NULL && gaitway_class_name(INT32_MIN) == NULL);
    EXPECT(gaitway_reason_name(0) == NULL && gaitway_reason_name(9) == NULL && gaitway_reason_name(INT32_MIN) == NULL);
    EXPECT(strcmp(gaitway_reason_name(GAITWAY_REASON_FAR_FROM_TRAINING), "far-from-training") == 0);
    EXPECT(strcmp(gaitway_sensor_name(4), "speed") == 0 && gaitway_sensor_name(5) == NULL && gaitway_sensor_name(-1) == NULL);
    EXPECT(gaitway_feature_name(gaitway_feature_count()) == NULL && gaitway_feature_unit(SIZE_MAX) == NULL);
    EXPECT(gaitway_feature_formula(gaitway_feature_count()) == NULL);
    for (size_t i = 0; i < gaitway_feature_count(); i++)
        EXPECT(gaitway_feature_name(i)[0] != 0 && gaitway_feature_unit(i) != NULL && gaitway_feature_formula(i)[0] != 0);
    gaitway_free(NULL);
}

/* Arrays as a log: what is refused, what is found, and what is left out. */
static void arrays(void) {
    enum { LONG = 1500 };
    static int64_t clock[LONG];
    static double seconds[LONG], motion[LONG][3];
    gaitway_series series = good_series();
    gaitway_array_options options = GAITWAY_ARRAY_OPTIONS_INIT;
    gaitway_log *log = nowhere;
    int64_t origin;
    int32_t is_set;
    char *text = nowhere;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open_arrays(NULL, 1, NULL, &log));
    EXPECT(log == NULL);
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open_arrays(&series, 1, NULL, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open_arrays(&series, SIZE_MAX, NULL, &log));
    STATUS(GAITWAY_ERROR_UNSUPPORTED, gaitway_log_open_arrays(NULL, 0, NULL, &log));
    EXPECT(says("no acceleration"));
    for (int field = 0; field < 5; field++) {
        gaitway_array_options wrong = GAITWAY_ARRAY_OPTIONS_INIT;
        const char **fields[] = {&wrong.unit, &wrong.acceleration, &wrong.time_unit, &wrong.rotation_unit, &wrong.pressure_unit};
        *fields[field] = "furlong";
        STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open_arrays(&series, 1, &wrong, &log));
        EXPECT(says("furlong"));
    }
    options.struct_size = 7;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open_arrays(&series, 1, &options, &log));
    options.struct_size = sizeof options;
    options.reads_speed = 2;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open_arrays(&series, 1, &options, &log));
    options.reads_speed = 0;

    /* Unix seconds and g are found; a missing time and a missing value are counted. */
    for (int i = 0; i < LONG; i++) {
        clock[i] = i * 20000000LL;
        seconds[i] = 1.7e9 + i * 0.02;
        motion[i][0] = 0.01 * (i % 5);
        motion[i][2] = 1;
    }
    seconds[7] = NAN;
    motion[9][1] = NAN;
    series.time_type = series.value_type = GAITWAY_FLOAT64;
    series.count = LONG;
    series.times = seconds;
    series.time_stride = sizeof(double);
    for (int axis = 0; axis < 3; axis++) series.axes[axis] = &motion[0][axis];
    series.value_stride = sizeof motion[0];
    GOOD(gaitway_log_open_arrays(&series, 1, NULL, &log));
    GOOD(gaitway_log_origin(log, &origin, &is_set));
    EXPECT(is_set == 1 && origin == 1700000000000000000);
    GOOD(gaitway_log_header(log, &text));
    EXPECT(strstr(text, "acceleration was in g and is converted to m/s^2") != NULL);
    gaitway_free(text);
    GOOD(gaitway_log_read(log));
    GOOD(gaitway_log_repairs(log, &text));
    EXPECT(strstr(text, "\"not-a-number\":1") != NULL && strstr(text, "\"bad-row\":1") != NULL);
    gaitway_free(text);
    GOOD(gaitway_log_free(log));
    options.has_origin = 1;
    options.origin_ns = 5;
    STATUS(GAITWAY_ERROR_AMBIGUOUS, gaitway_log_open_arrays(&series, 1, &options, &log));
    options.has_origin = 0;

    /* Numbers at the ends of their range. */
    series.time_type = GAITWAY_INT64;
    series.times = clock;
    for (int i = 0; i < 4; i++) {
        const int64_t edges[] = {INT64_MIN, INT64_MIN + 1, INT64_MAX, -1};
        const char *units[] = {"s", "ms", "us", "ns"};
        for (int unit = 0; unit < 4; unit++) {
            clock[LONG - 1] = edges[i];
            options.time_unit = units[unit];
            gaitway_status status = gaitway_log_open_arrays(&series, 1, &options, &log);
            EXPECT(status == GAITWAY_OK || status >= 20);
            if (status != GAITWAY_OK) continue;
            GOOD(gaitway_log_read(log));
            GOOD(gaitway_log_free(log));
        }
    }

    const char *names[] = {"time_ms", "x (g)", "y (g)", "z (g)", "speed (km/h)"};
    GOOD(gaitway_table_columns(names, 5, &text));
    EXPECT(strstr(text, "\"unit\":\"ms\"") != NULL && strstr(text, "\"unit\":\"g\"") != NULL);
    gaitway_free(text);
    GOOD(gaitway_table_columns(NULL, 0, &text));
    gaitway_free(text);
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_table_columns(NULL, 1, &text));
    EXPECT(text == NULL);
    names[1] = "\xff";
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_table_columns(names, 5, &text));
    names[1] = "x (furlong)", names[2] = "y (furlong)", names[3] = "z (furlong)";
    STATUS(GAITWAY_ERROR_UNSUPPORTED, gaitway_table_columns(names, 5, &text));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_table_columns(names, SIZE_MAX, &text));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_table_columns(names, 5, NULL));
}

static void models(void) {
    gaitway_model *none = nowhere;
    char *text = nowhere;
    void *bytes = nowhere;
    size_t size = 7;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_model_default(NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_model_create(NULL, 5, "m", &none));
    EXPECT(none == NULL);
    STATUS(GAITWAY_ERROR_EMPTY, gaitway_model_create(NULL, 0, "m.json", &none));
    EXPECT(says("m.json: the model file is empty"));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_model_create("{}", SIZE_MAX, NULL, &none));
    STATUS(GAITWAY_ERROR_MALFORMED, gaitway_model_create("no model", 8, NULL, &none));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_model_create("{}", 2, "\xff\xfe", &none));
    const char *newer = "{\"gaitway\":\"activity-model\",\"version\":99}";
    STATUS(GAITWAY_ERROR_UNSUPPORTED, gaitway_model_create(newer, strlen(newer), "new.json", &none));
    EXPECT(says("99") && says("new.json"));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_model_name(model, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_model_name(NULL, &text));
    EXPECT(text == NULL);
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_model_name(nowhere, &text));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_model_name((gaitway_model *)-1, &text));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_model_bytes(model, NULL, &size));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_model_bytes(model, &bytes, NULL));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_model_bytes(nowhere, &bytes, &size));
    EXPECT(bytes == NULL && size == 0);

    /* A model that was written can be read, and is the same. */
    GOOD(gaitway_model_bytes(model, &bytes, &size));
    GOOD(gaitway_model_create(bytes, size, NULL, &none));
    void *again = NULL;
    size_t size_again = 0;
    GOOD(gaitway_model_bytes(none, &again, &size_again));
    EXPECT(size == size_again && memcmp(bytes, again, size) == 0);
    /* One of other features, as an older Gaitway made it, is refused. */
    char *schema = strstr(again, gaitway_feature_schema());
    EXPECT(schema != NULL);
    if (schema != NULL) schema[strlen(gaitway_feature_schema()) - 1] = '0';
    gaitway_model *older = nowhere;
    STATUS(GAITWAY_ERROR_UNSUPPORTED, gaitway_model_create(again, size_again, "old.json", &older));
    EXPECT(older == NULL && says("old.json") && says(gaitway_feature_schema()));
    /* One that was cut is refused. */
    STATUS(GAITWAY_ERROR_TRUNCATED, gaitway_model_create(bytes, size / 2, "cut.json", &older));
    gaitway_free(bytes);
    gaitway_free(again);
    GOOD(gaitway_model_free(none));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_model_free(none));
    GOOD(gaitway_model_free(NULL));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_log_free((gaitway_log *)model));
}

static void logs(const char *folder) {
    gaitway_log *log = nowhere;
    gaitway_log_options options = GAITWAY_LOG_OPTIONS_INIT;
    gaitway_batch batch;
    gaitway_series series;
    const gaitway_fix *fixes;
    size_t count;
    int64_t number;
    int32_t is_set;
    char *text = nowhere;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open(NULL, NULL, &log));
    EXPECT(log == NULL);
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open(ride, NULL, NULL));
    STATUS(GAITWAY_ERROR_UNREADABLE, gaitway_log_open("/nowhere/at/all.csv", NULL, &log));
    EXPECT(says("/nowhere/at/all.csv"));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open("a\xff", NULL, &log));
    options.struct_size = 7;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open(ride, &options, &log));
    options.struct_size = sizeof options;
    options.logger = "palm-pilot";
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open(ride, &options, &log));
    EXPECT(says("palm-pilot") && says("phyphox"));
    options.logger = NULL;
    options.rate = NAN;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open(ride, &options, &log));
    options.rate = -1;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open(ride, &options, &log));
    options.rate = 0;
    options.reads_speed = 7;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open(ride, &options, &log));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open_bytes(NULL, 3, "a.csv", NULL, &log));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_open_bytes("a", 1, NULL, NULL, &log));
    STATUS(GAITWAY_ERROR_EMPTY, gaitway_log_open_bytes("", 0, "a.csv", NULL, &log));
    STATUS(GAITWAY_ERROR_UNSUPPORTED, gaitway_log_open_bytes("%PDF-1.4 and more of it", 23, "a.csv", NULL, &log));

    /* Remedies name fields of the options, and no option of the command. */
    static char table[40000];
    size_t length = (size_t)snprintf(table, sizeof table, "time,x,y,z\n");
    for (int row = 0; row < 2000; row++)
        length += (size_t)snprintf(table + length, sizeof table - length, "%.2f,%d,2,3\n", row * 0.02, 100 + row % 7);
    STATUS(GAITWAY_ERROR_AMBIGUOUS, gaitway_log_open_bytes(table, length, "a.csv", NULL, &log));
    EXPECT(says("set unit to m/s^2 or g") && !says("--"));
    const char *untimed = "x,y,z\n1,2,3\n4,5,6\n";
    STATUS(GAITWAY_ERROR_UNSUPPORTED, gaitway_log_open_bytes(untimed, strlen(untimed), "a.csv", NULL, &log));
    EXPECT(says("set rate") && !says("--"));

    GOOD(gaitway_log_open(ride, NULL, &log));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_next(log, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_next(NULL, &batch));
    EXPECT(batch.count == 0);
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_series(log, 0, &series)); /* not read yet */
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_header(log, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_repairs(log, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_end(log, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_origin(log, &number, NULL));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_log_origin(nowhere, &number, &is_set));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_log_header((gaitway_log *)model, &text));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_log_read(nowhere));
    GOOD(gaitway_log_read(log));
    GOOD(gaitway_log_read(log));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_series(log, 0, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_series(log, 9, &series));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_series(log, -1, &series));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_fixes(log, &fixes, NULL));
    GOOD(gaitway_log_fixes(log, &fixes, &count));
    EXPECT(count == 0 && fixes != NULL);
    GOOD(gaitway_log_next(log, &batch));
    EXPECT(batch.count == 0);
    GOOD(gaitway_log_free(log));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_log_next(log, &batch));

    /* A log that is removed while it is read: the file that is open is read on. */
    char path[4096];
    snprintf(path, sizeof path, "%s/removed.csv", folder);
    FILE *file = fopen(path, "w");
    if (file == NULL) { EXPECT(file != NULL); return; }
    fputs("time (s),x (m/s^2),y (m/s^2),z (m/s^2)\n", file);
    for (int i = 0; i < 100000; i++) fprintf(file, "%.2f,0.1,0.2,%.1f\n", i * 0.02, 9.7 + 0.1 * (i % 3));
    fclose(file);
    GOOD(gaitway_log_open(path, NULL, &log));
    GOOD(gaitway_log_next(log, &batch));
    remove(path);
    size_t read = batch.count;
    while (gaitway_log_next(log, &batch) == GAITWAY_OK && batch.count > 0) read += batch.count;
    EXPECT(read == 100000);
    GOOD(gaitway_log_free(log));

    /* One that is cut while it is read ends early, and says so or counts the row. */
    file = fopen(path, "w");
    if (file == NULL) { EXPECT(file != NULL); return; }
    fputs("time (s),x (m/s^2),y (m/s^2),z (m/s^2)\n", file);
    for (int i = 0; i < 200000; i++) fprintf(file, "%.2f,0.1,0.2,%.1f\n", i * 0.02, 9.7 + 0.1 * (i % 3));
    fclose(file);
    GOOD(gaitway_log_open(path, NULL, &log));
    GOOD(gaitway_log_next(log, &batch));
    file = fopen(path, "w");
    if (file != NULL) fclose(file);
    read = batch.count;
    gaitway_status status;
    while ((status = gaitway_log_next(log, &batch)) == GAITWAY_OK && batch.count > 0) read += batch.count;
    EXPECT(read < 200000);
    GOOD(gaitway_log_free(log));
    remove(path);
}

static void samples(void) {
    gaitway_recognizer *recognizer = nowhere;
    gaitway_recognizer_options options = GAITWAY_RECOGNIZER_OPTIONS_INIT;
    gaitway_series series = good_series(), both[2];
    gaitway_report report;
    gaitway_counts counts;
    char *text;
    size_t count;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_create(NULL, NULL, &recognizer));
    EXPECT(recognizer == NULL);
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_create(model, NULL, NULL));
    options.smoothing = 4;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_create(model, &options, &recognizer));
    options.smoothing = 0;
    options.prior = "walking=2";
    STATUS(GAITWAY_ERROR_MALFORMED, gaitway_recognizer_create(model, &options, &recognizer));
    options.prior = "flying=1";
    STATUS(GAITWAY_ERROR_MALFORMED, gaitway_recognizer_create(model, &options, &recognizer));
    options.prior = NULL;
    options.struct_size = 4096;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_create(model, &options, &recognizer));

    GOOD(gaitway_recognizer_create(model, NULL, &recognizer));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_append(NULL, &series, 1));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_append(recognizer, NULL, 1));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_append(recognizer, &series, 6));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_append(recognizer, &series, SIZE_MAX));
    GOOD(gaitway_recognizer_append(recognizer, NULL, 0));
#define WRONG(status, change) \
    do { series = good_series(); change; STATUS(status, gaitway_recognizer_append(recognizer, &series, 1)); } while (0)
    WRONG(GAITWAY_ERROR_ARGUMENT, series.struct_size = 0);
    WRONG(GAITWAY_ERROR_ARGUMENT, series.sensor = 5);
    WRONG(GAITWAY_ERROR_ARGUMENT, series.sensor = -1);
    WRONG(GAITWAY_ERROR_ARGUMENT, series.sensor = 256);
    WRONG(GAITWAY_ERROR_ARGUMENT, series.time_type = GAITWAY_FLOAT32);
    WRONG(GAITWAY_ERROR_ARGUMENT, series.value_type = GAITWAY_INT64);
    WRONG(GAITWAY_ERROR_ARGUMENT, series.times = NULL);
    WRONG(GAITWAY_ERROR_ARGUMENT, series.axes[1] = NULL);
    WRONG(GAITWAY_ERROR_ARGUMENT, series.count = SIZE_MAX);
    WRONG(GAITWAY_ERROR_ARGUMENT, series.count = SIZE_MAX / 2);
    WRONG(GAITWAY_ERROR_ARGUMENT, series.time_stride = PTRDIFF_MIN);
    WRONG(GAITWAY_ERROR_ARGUMENT, series.value_stride = PTRDIFF_MAX);
    float bad[] = {NAN, INFINITY, -INFINITY, 10001, -10001};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        values[2][1] = bad[i];
        WRONG(GAITWAY_ERROR_VALUE, (void)0);
        EXPECT(says("acceleration sample 2"));
    }
    values[2][1] = 0;
    int64_t backwards[] = {5, 4, -1, INT64_MIN, INT64_MAX};
    for (size_t i = 0; i < sizeof backwards / sizeof *backwards; i++) {
        times[1] = 5;
        times[2] = backwards[i] == 5 ? 4 : backwards[i];
        WRONG(i < 3 ? GAITWAY_ERROR_ORDER : GAITWAY_ERROR_VALUE, (void)0);
    }
    times[1] = 10000000;
    times[2] = 20000000;
    double seconds[N] = {0, 0.01, NAN, 0.03};
    WRONG(GAITWAY_ERROR_VALUE, (series.times = seconds, series.time_type = GAITWAY_FLOAT64));
    seconds[2] = 1e300;
    WRONG(GAITWAY_ERROR_VALUE, (series.times = seconds, series.time_type = GAITWAY_FLOAT64));
    double large[N] = {1e300, 1, 1, 1};
    WRONG(GAITWAY_ERROR_VALUE, (series.axes[0] = large, series.axes[1] = large, series.axes[2] = large, series.value_stride = 8,
        series.value_type = GAITWAY_FLOAT64));
    both[0] = both[1] = good_series();
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_append(recognizer, both, 2));
    /* Nothing of what was refused was taken: the same times are good still. Then they are over. */
    series = good_series();
    GOOD(gaitway_recognizer_append(recognizer, &series, 1));
    STATUS(GAITWAY_ERROR_ORDER, gaitway_recognizer_append(recognizer, &series, 1));
    uint8_t sensors[N] = {9, 0, 0, 0};
    gaitway_batch batch = {N, times, &values[0][0], sensors};
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_append_batch(recognizer, &batch));
    sensors[0] = 0;
    STATUS(GAITWAY_ERROR_ORDER, gaitway_recognizer_append_batch(recognizer, &batch));
    batch.sensors = NULL;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_append_batch(recognizer, &batch));
    batch.count = SIZE_MAX / 8;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_append_batch(recognizer, &batch));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_append_batch(recognizer, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_take_reports(recognizer, NULL, 1, NULL, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_take_reports(recognizer, &report, SIZE_MAX, &count, &count));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_counts(recognizer, NULL));
    counts.struct_size = 1;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_counts(recognizer, &counts));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_why_unknown(recognizer, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_stream_header(recognizer, NULL, &text));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_recognizer_stream_reports(recognizer, NULL));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_recognizer_stream_footer(recognizer, nowhere, &text));
    /* A gap of fifty years, and the end. */
    times[0] = times[1] = times[2] = times[3] = 1577880000000000000;
    series = good_series();
    GOOD(gaitway_recognizer_append(recognizer, &series, 1));
    GOOD(gaitway_recognizer_finish(recognizer));
    STATUS(GAITWAY_ERROR_FINISHED, gaitway_recognizer_finish(recognizer));
    STATUS(GAITWAY_ERROR_FINISHED, gaitway_recognizer_append(recognizer, &series, 1));
    GOOD(gaitway_recognizer_take_reports(recognizer, &report, 1, &count, NULL));
    EXPECT(count == 1 && report.flags == GAITWAY_FLAG_UNKNOWN && report.reason == GAITWAY_REASON_GAP);
    GOOD(gaitway_recognizer_stream_footer(recognizer, NULL, &text));
    gaitway_free(text);
    GOOD(gaitway_recognizer_free(recognizer));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_recognizer_finish(recognizer));
    for (int i = 0; i < N; i++) times[i] = i * 10000000;
}

static void speeds(void) {
    gaitway_log *log = NULL;
    int32_t needs = 7;
    GOOD(gaitway_log_open(ride, NULL, &log));
    GOOD(gaitway_log_needs_speed(log, model, &needs));
    EXPECT(needs == 0);
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_needs_speed(log, model, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_needs_speed(log, NULL, &needs));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_needs_speed(NULL, model, &needs));
    gaitway_batch batch;
    GOOD(gaitway_log_next(log, &batch));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_log_needs_speed(log, model, &needs));
    GOOD(gaitway_log_free(log));
}

static void stretches(void) {
    gaitway_report report;
    gaitway_stretch stretch;
    size_t count;
    memset(&report, 0, sizeof report);
    GOOD(gaitway_stretches(NULL, 0, 0, -1, 1, NULL, &count));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_stretches(NULL, 1, 0, -1, 1, &stretch, &count));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_stretches(&report, 1, 0, -1, 1, NULL, &count));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_stretches(&report, 1, 0, -1, 1, &stretch, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_stretches(&report, SIZE_MAX / 2, 0, -1, 1, &stretch, &count));
    STATUS(GAITWAY_ERROR_VALUE, gaitway_stretches(&report, 1, INT64_MAX, -1, 1, &stretch, &count));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_stretches(&report, 1, 0, -2, 1, &stretch, &count));
    report.flags = 64;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_stretches(&report, 1, 0, -1, 1, &stretch, &count));
    report.flags = 0, report.confidence = 3;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_stretches(&report, 1, 0, -1, 1, &stretch, &count));
    report.confidence = 0, report.reason = 9;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_stretches(&report, 1, 0, -1, 1, &stretch, &count));
    report.reason = 0, report.has = GAITWAY_HAS_WINDOW, report.window_from_ns = 2, report.window_to_ns = 1;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_stretches(&report, 1, 0, -1, 1, &stretch, &count));
    report.has = GAITWAY_HAS_PROBABILITIES, report.probabilities[3] = NAN;
    STATUS(GAITWAY_ERROR_VALUE, gaitway_stretches(&report, 1, 0, -1, 1, &stretch, &count));
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    ride = argv[1];
    EXPECT(strcmp(gaitway_error_text(), "") == 0);
    GOOD(gaitway_model_default(&model));
    words();
    speeds();
    models();
    arrays();
    logs(argv[2]);
    samples();
    stretches();
    GOOD(gaitway_model_free(model));
    return summary("abuse");
}
