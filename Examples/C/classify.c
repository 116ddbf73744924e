/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the log of a phone's sensors and prints the person's activities: classify LOG */
#include <gaitway.h>
#include <stdio.h>
#include <stdlib.h>

static int good(gaitway_status status) {
    if (status != GAITWAY_OK) fprintf(stderr, "classify: %s\n", gaitway_error_text());
    return status == GAITWAY_OK;
}

int main(int argc, char **argv) {
    gaitway_model *model = NULL;
    gaitway_log *log = NULL;
    gaitway_recognizer *recognizer = NULL;
    gaitway_recognizer_options options = GAITWAY_RECOGNIZER_OPTIONS_INIT;
    options.smoothing = GAITWAY_SMOOTHING_VITERBI;
    options.every_window = 1;
    if (argc != 2 || gaitway_abi_version() != GAITWAY_ABI_VERSION) return 2;
    if (!good(gaitway_model_default(&model)) || !good(gaitway_log_open(argv[1], NULL, &log))) return 3;
    if (!good(gaitway_recognizer_create(model, &options, &recognizer))) return 3;

    /* A damaged log is classified up to the damage. */
    int is_whole = good(gaitway_recognizer_append_log(recognizer, log, 1));

    size_t windows = 0, count = 0;
    int64_t end = 0;
    gaitway_log_end(log, &end);
    gaitway_recognizer_take_reports(recognizer, NULL, 0, NULL, &windows);
    gaitway_report *reports = calloc(windows + 1, sizeof *reports);
    gaitway_stretch *stretches = calloc(windows + 1, sizeof *stretches);
    if (reports == NULL || stretches == NULL) return 1;
    gaitway_recognizer_take_reports(recognizer, reports, windows, &windows, NULL);
    gaitway_counts counts = GAITWAY_COUNTS_INIT;
    gaitway_recognizer_counts(recognizer, &counts);
    if (!good(gaitway_stretches(reports, windows, end, (int64_t)counts.steps, 1, stretches, &count))) return 1;
    for (size_t i = 0; i < count; i++) {
        const char *name = stretches[i].answer < 0 ? "unknown" : gaitway_class_name(stretches[i].answer);
        printf("%8.2f s to %8.2f s  %s\n", stretches[i].start_ns * 1e-9, stretches[i].end_ns * 1e-9, name);
    }
    free(reports);
    free(stretches);
    gaitway_recognizer_free(recognizer);
    gaitway_log_free(log);
    gaitway_model_free(model);
    return is_whole ? 0 : 3;
}
