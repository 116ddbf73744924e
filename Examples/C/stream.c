/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the activity stream of a log as NDJSON, a line for each window, as it arrives: stream LOG */
#include <gaitway.h>
#include <stdio.h>

static int good(gaitway_status status) {
    if (status != GAITWAY_OK) fprintf(stderr, "stream: %s\n", gaitway_error_text());
    return status == GAITWAY_OK;
}

/* Prints and frees a text that a call returned. */
static int print(gaitway_status status, char **text) {
    if (!good(status)) return 0;
    fputs(*text, stdout);
    fflush(stdout);
    gaitway_free(*text);
    return 1;
}

int main(int argc, char **argv) {
    gaitway_model *model = NULL;
    gaitway_log *log = NULL;
    gaitway_recognizer *recognizer = NULL;
    gaitway_recognizer_options options = GAITWAY_RECOGNIZER_OPTIONS_INIT;
    gaitway_batch batch = {0, NULL, NULL, NULL};
    char *text = NULL;
    int is_whole = 1, goes_on = 1;
    if (argc != 2 || gaitway_abi_version() != GAITWAY_ABI_VERSION) return 2;
    options.every_window = 1;
    if (!good(gaitway_model_default(&model)) || !good(gaitway_log_open(argv[1], NULL, &log))) return 3;
    if (!good(gaitway_log_origin(log, &options.origin_ns, &options.has_origin))) return 1;
    if (!good(gaitway_recognizer_create(model, &options, &recognizer))) return 3;
    if (!print(gaitway_recognizer_stream_header(recognizer, argv[1], &text), &text)) return 1;
    while (goes_on) {
        is_whole = good(gaitway_log_next(log, &batch));
        goes_on = is_whole && batch.count > 0;
        if (!good(gaitway_recognizer_append_batch(recognizer, &batch))) return 1;
        if (!goes_on && !good(gaitway_recognizer_finish(recognizer))) return 1;
        if (!print(gaitway_recognizer_stream_reports(recognizer, &text), &text)) return 1;
    }
    /* Without the last line, the stream is that of a log that was cut. */
    if (is_whole && !print(gaitway_recognizer_stream_footer(recognizer, log, &text), &text)) return 1;
    gaitway_recognizer_free(recognizer);
    gaitway_log_free(log);
    gaitway_model_free(model);
    return is_whole ? 0 : 3;
}
