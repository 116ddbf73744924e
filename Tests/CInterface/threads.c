/* SPDX-License-Identifier: Apache-2.0 */
/* Threads and a fork: threads RIDE */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"

enum { THREADS = 4, SAMPLES = 5000 };
static gaitway_model *model;
static const char *ride;

/* The stream of the ride, classified by a recogniser of this thread's own. */
static void *stream_of_ride(void *unused) {
    gaitway_recognizer *recognizer = NULL;
    gaitway_log *log = NULL;
    gaitway_batch batch;
    char *text = NULL;
    (void)unused;
    if (gaitway_recognizer_create(model, NULL, &recognizer) == GAITWAY_OK && gaitway_log_open(ride, NULL, &log) == GAITWAY_OK) {
        do {
            if (gaitway_log_next(log, &batch) != GAITWAY_OK) break;
            if (gaitway_recognizer_append_batch(recognizer, &batch) != GAITWAY_OK) break;
        } while (batch.count > 0);
        gaitway_recognizer_finish(recognizer);
        gaitway_recognizer_stream_reports(recognizer, &text);
    }
    gaitway_log_free(log);
    gaitway_recognizer_free(recognizer);
    return text;
}

/* Each thread has its own recogniser, and all have the model. */
static void own_recognisers(void) {
    pthread_t threads[THREADS];
    char *alone = stream_of_ride(NULL);
    EXPECT(alone != NULL && strlen(alone) > 0);
    for (int i = 0; i < THREADS; i++) EXPECT(pthread_create(&threads[i], NULL, stream_of_ride, NULL) == 0);
    for (int i = 0; i < THREADS; i++) {
        void *text = NULL;
        pthread_join(threads[i], &text);
        EXPECT(text != NULL && strcmp(text, alone) == 0);
        gaitway_free(text);
    }
    gaitway_free(alone);
}

static gaitway_recognizer *shared;
static volatile int is_over, was_busy;
static int64_t now;

/* Gives the recogniser that all use 100 s of samples; whether it got them. */
static int append(void) {
    static int64_t times[SAMPLES];
    static float values[SAMPLES];
    gaitway_series series = GAITWAY_SERIES_INIT;
    for (int i = 0; i < SAMPLES; i++) {
        times[i] = now + (int64_t)i * 20000000;
        values[i] = 9.8f + 0.3f * (i % 7);
    }
    now += (int64_t)SAMPLES * 20000000;
    series.count = SAMPLES;
    series.time_type = GAITWAY_INT64;
    series.times = times, series.time_stride = 8;
    series.axes[0] = series.axes[1] = series.axes[2] = values, series.value_stride = 4;
    return gaitway_recognizer_append(shared, &series, 1) == GAITWAY_OK;
}

/* Uses the recogniser all the time, and tells whether it was in use, and how often something else was wrong. The text of the error is this
   thread's. */
static void *disturb(void *unused) {
    size_t *busy = calloc(2, sizeof *busy);
    (void)unused;
    while (!is_over && busy != NULL) {
        size_t left;
        gaitway_status status = gaitway_recognizer_take_reports(shared, NULL, 0, NULL, &left);
        if (status == GAITWAY_ERROR_BUSY && strstr(gaitway_error_text(), "another thread") != NULL) busy[0] = was_busy = 1;
        if (status != GAITWAY_ERROR_BUSY && status != GAITWAY_OK) busy[1]++;
    }
    return busy;
}

static void one_recogniser_for_two(void) {
    pthread_t thread;
    void *busy = NULL;
    size_t left = 0;
    int appended = 0, wanted = 10;
    GOOD(gaitway_recognizer_create(model, NULL, &shared));
    is_over = 0;
    EXPECT(pthread_create(&thread, NULL, disturb, NULL) == 0);
    /* A call that is refused has no effect, so that it can be made again with later samples. */
    for (int attempt = 0; attempt < 100000 && (appended < wanted || !was_busy); attempt++) appended += append();
    is_over = 1;
    pthread_join(thread, &busy);
    EXPECT(appended >= wanted);
    EXPECT(busy != NULL && ((size_t *)busy)[0] > 0 && ((size_t *)busy)[1] == 0);
    free(busy);
    GOOD(gaitway_recognizer_take_reports(shared, NULL, 0, NULL, &left));
    EXPECT(left > 0);
    GOOD(gaitway_recognizer_free(shared));
    STATUS(GAITWAY_ERROR_HANDLE, gaitway_recognizer_free(shared));
}

/* A child cannot use what its parent made; it may free it, and make its own. */
static void fork_off(void) {
    gaitway_recognizer *recognizer;
    int status = -1;
    size_t left;
    GOOD(gaitway_recognizer_create(model, NULL, &recognizer));
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        failures = 0;
        STATUS(GAITWAY_ERROR_FORKED, gaitway_recognizer_take_reports(recognizer, NULL, 0, NULL, &left));
        STATUS(GAITWAY_ERROR_FORKED, gaitway_recognizer_create(model, NULL, &recognizer));
        EXPECT(says("make one here"));
        GOOD(gaitway_model_free(model));
        GOOD(gaitway_model_default(&model));
        char *text = stream_of_ride(NULL);
        EXPECT(text != NULL && strlen(text) > 0);
        gaitway_free(text);
        GOOD(gaitway_model_free(model));
        fflush(stdout);
        _exit(failures);
    }
    EXPECT(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    /* The parent's are as they were. */
    GOOD(gaitway_recognizer_take_reports(recognizer, NULL, 0, NULL, &left));
    GOOD(gaitway_recognizer_free(recognizer));
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    ride = argv[1];
    GOOD(gaitway_model_default(&model));
    own_recognisers();
    one_recogniser_for_two();
    fork_off();
    GOOD(gaitway_model_free(model));
    return summary("threads");
}
