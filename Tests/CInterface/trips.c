/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the timeline of a log: trips LOG ZONE. Without arguments: what must be refused. */
#include <math.h>
#include <stdlib.h>

#include "expect.h"

static int print(const char *path, const char *zone) {
    gaitway_model *model = NULL;
    gaitway_log *log = NULL;
    gaitway_recognizer *recognizer = NULL;
    gaitway_trips *trips = NULL;
    gaitway_log_options options = GAITWAY_LOG_OPTIONS_INIT;
    gaitway_recognizer_options answers = GAITWAY_RECOGNIZER_OPTIONS_INIT;
    const gaitway_fix *fixes = NULL;
    gaitway_counts counts = GAITWAY_COUNTS_INIT;
    gaitway_report report;
    int64_t origin = 0, end = 0;
    int32_t has_origin = 0;
    size_t count = 0, taken = 0;
    char *json = NULL, *notes = NULL;
    options.reads_location = 1, answers.every_window = 1;
    GOOD(gaitway_model_default(&model));
    GOOD(gaitway_log_open(path, &options, &log));
    GOOD(gaitway_log_origin(log, &origin, &has_origin));
    answers.origin_ns = origin, answers.has_origin = has_origin;
    GOOD(gaitway_recognizer_create(model, &answers, &recognizer));
    GOOD(gaitway_recognizer_append_log(recognizer, log, 0));
    GOOD(gaitway_log_end(log, &end));
    GOOD(gaitway_trips_create(origin, NULL, 0, &trips));
    GOOD(gaitway_log_fixes(log, &fixes, &count));
    /* One by one, the last first: the order does not count. */
    while (count-- > 0) GOOD(gaitway_trips_append_fixes(trips, &fixes[count], 1));
    while (gaitway_recognizer_take_reports(recognizer, &report, 1, &taken, NULL) == GAITWAY_OK && taken == 1) {
        GOOD(gaitway_trips_append_reports(trips, &report, 1));
    }
    GOOD(gaitway_recognizer_counts(recognizer, &counts));
    /* The command reads the end from an activity stream, which has milliseconds. */
    end -= end % 1000000;
    GOOD(gaitway_trips_timeline(trips, end, (int64_t)counts.steps, zone, &json, &notes));
    if (failures == 0) printf("%s", json);
    gaitway_free(json);
    gaitway_free(notes);
    gaitway_trips_free(trips);
    gaitway_recognizer_free(recognizer);
    gaitway_log_free(log);
    gaitway_model_free(model);
    return failures == 0 ? 0 : 1;
}

static void refuse(void) {
    gaitway_trips *trips = NULL;
    gaitway_report reports[2];
    char *json = (char *)1, *notes = (char *)1;
    gaitway_fix fixes[4];
    for (int i = 0; i < 4; i++) fixes[i] = (gaitway_fix){i * 60000000000LL, 48 + 0.001 * i, 11, NAN, NAN, NAN, 5};
    memset(reports, 0, sizeof reports);
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_trips_create(0, NULL, 0, NULL));
    STATUS(GAITWAY_ERROR_VALUE, gaitway_trips_create(INT64_MAX, NULL, 0, &trips));
    STATUS(GAITWAY_ERROR_UNSUPPORTED, gaitway_trips_create(0, "no policy", 9, &trips));
    EXPECT(trips == NULL);
    GOOD(gaitway_trips_create(1777636800000000000, NULL, 0, &trips));
    STATUS(GAITWAY_ERROR_EMPTY, gaitway_trips_timeline(trips, -1, -1, "UTC", &json, &notes));
    EXPECT(json == NULL && notes == NULL);
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_trips_append_fixes(trips, NULL, 1));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_trips_append_fixes(trips, fixes, SIZE_MAX));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_trips_append_fixes(trips, fixes, SIZE_MAX / 8));
    GOOD(gaitway_trips_append_fixes(trips, NULL, 0));
    fixes[3].longitude = 181;
    STATUS(GAITWAY_ERROR_VALUE, gaitway_trips_append_fixes(trips, fixes, 4));
    EXPECT(says("fixes[3]"));
    /* Nothing of it was taken. */
    STATUS(GAITWAY_ERROR_EMPTY, gaitway_trips_timeline(trips, -1, -1, "UTC", &json, NULL));
    fixes[3].longitude = 11;
    GOOD(gaitway_trips_append_fixes(trips, fixes, 4));
    STATUS(GAITWAY_ERROR_UNSUPPORTED, gaitway_trips_timeline(trips, -1, -1, "Europe/Nowhere", &json, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_trips_timeline(trips, -1, -1, NULL, &json, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_trips_timeline(trips, -2, -1, "UTC", &json, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_trips_timeline(trips, -1, -2, "UTC", &json, NULL));
    STATUS(GAITWAY_ERROR_VALUE, gaitway_trips_timeline(trips, INT64_MAX, -1, "UTC", &json, NULL));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_trips_timeline(trips, -1, -1, "UTC", NULL, NULL));
    GOOD(gaitway_trips_timeline(trips, -1, -1, "UTC", &json, &notes));
    EXPECT(strstr(json, "\"gaitway\":\"timeline\"") != NULL && strstr(json, "2026-05-01") != NULL);
    EXPECT(strstr(notes, "no activity reports") != NULL);
    gaitway_free(json);
    gaitway_free(notes);
    /* Reports change the timeline that was made before them. */
    reports[0].flags = reports[1].flags = GAITWAY_FLAG_CYCLING;
    reports[0].confidence = reports[1].confidence = GAITWAY_CONFIDENCE_HIGH;
    reports[1].delivered_ns = -1;
    STATUS(GAITWAY_ERROR_ORDER, gaitway_trips_append_reports(trips, reports, 2));
    EXPECT(says("reports[1]"));
    reports[1].elapsed_ns = reports[1].delivered_ns = 180000000000;
    GOOD(gaitway_trips_append_reports(trips, reports, 2));
    GOOD(gaitway_trips_timeline(trips, -1, -1, "UTC", &json, &notes));
    EXPECT(strstr(json, "cycling") != NULL && strstr(notes, "no activity reports") == NULL);
    gaitway_free(json);
    gaitway_free(notes);
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_gate_free((gaitway_gate *)trips));
    GOOD(gaitway_trips_free(trips));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_trips_append_fixes(trips, fixes, 1));
    GOOD(gaitway_trips_free(NULL));
}

int main(int argc, char **argv) {
    if (argc == 3) return print(argv[1], argv[2]);
    refuse();
    return summary("trips");
}
