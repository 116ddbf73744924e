/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Samples to the windows that an exported model takes: 128 values at 25 Hz. It checks itself with the test vectors of
 *
 *     gaitway model export default --format onnx --output model.onnx --vectors vectors.json
 *     cc -std=c99 resampler.c -o resampler -lm && ./resampler vectors.json
 *
 * For an app, take `resample` and `cut`.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP INT64_C(40000000)          /* from one grid point to the next, ns */
#define HALF INT64_C(500000000)         /* half the support of the low-pass, ns */
#define LONGEST_GAP INT64_C(500000000)  /* a longer step between samples begins a segment, ns */
#define LONGEST_STEP INT64_C(75000000)  /* a longer step is filled by a straight line, ns */
#define CUTOFF 8.5                      /* -6 dB, Hz */
#define WINDOW 128
#define HOP 64

typedef struct {
    int64_t time; /* ns */
    double value[3];
} sample;

typedef struct {
    sample *points;
    int *begins; /* 1: a gap or the beginning lies before the point */
    size_t count;
} grid;

/* A sinc under a Hamming window, for a distance in ns. */
static double low_pass(int64_t distance)
{
    double time = (double)distance * 1e-9, angle = 2 * 3.14159265358979323846 * CUTOFF * time;
    double seconds = (double)HALF * 1e-9;
    return (distance == 0 ? 1 : sin(angle) / angle) * (0.54 + 0.46 * cos(3.14159265358979323846 * time / seconds));
}

/* The grid of one segment: y(t) = sum h(t - t_i) d_i x_i / sum h(t - t_i) d_i with d_i = (t_i+1 - t_i-1) / 2. */
static void resample_segment(const sample *samples, size_t count, grid *to)
{
    int64_t time = (samples[0].time + STEP - 1) / STEP * STEP;
    size_t first = 0, place;
    int axis, begins = 1;
    for (; time <= samples[count - 1].time; time += STEP, begins = 0) {
        double sums[4] = {0, 0, 0, 0};
        while (samples[first].time <= time - HALF) first++;
        for (place = first; place < count && samples[place].time < time + HALF; place++) {
            int64_t before = place > 0 ? samples[place].time - samples[place - 1].time : 0;
            int64_t after = place + 1 < count ? samples[place + 1].time - samples[place].time : 0;
            /* At the ends of a segment, the one known step counts twice; a lone sample weighs 1. */
            int64_t steps = (before ? before : after) + (after ? after : before);
            double weight = low_pass(time - samples[place].time) * (steps ? (double)steps * 0.5e-9 : 1);
            for (axis = 0; axis < 3; axis++) sums[axis] += weight * samples[place].value[axis];
            sums[3] += weight;
        }
        to->points[to->count].time = time;
        for (axis = 0; axis < 3; axis++) to->points[to->count].value[axis] = sums[axis] / sums[3];
        to->begins[to->count++] = begins;
    }
}

/* The grid of a recording. Samples whose time is not after that of the one before are left out. */
static grid resample(const sample *samples, size_t count)
{
    int64_t length = count ? samples[count - 1].time - samples[0].time : 0;
    size_t room = (size_t)(length / STEP) + 2, filled = count + (size_t)(length / LONGEST_STEP) + 2, held = 0, place;
    grid found = {calloc(room, sizeof(sample)), calloc(room, sizeof(int)), 0};
    sample *segment = calloc(filled, sizeof *segment);
    if (!found.points || !found.begins || !segment) exit(1);
    for (place = 0; place < count; place++) {
        int64_t step = held ? samples[place].time - segment[held - 1].time : 0;
        if (held && step <= 0) continue;
        if (step > LONGEST_GAP) {
            resample_segment(segment, held, &found);
            held = 0;
        } else if (step > LONGEST_STEP) {
            const sample from = segment[held - 1];
            int64_t parts = step / LONGEST_STEP + 1, part;
            int axis;
            for (part = 1; part < parts; part++, held++) {
                segment[held].time = from.time + step * part / parts;
                for (axis = 0; axis < 3; axis++) segment[held].value[axis] = from.value[axis]
                    + (samples[place].value[axis] - from.value[axis]) * (double)part / (double)parts;
            }
        }
        segment[held++] = samples[place];
    }
    if (held) resample_segment(segment, held, &found);
    free(segment);
    return found;
}

/* The first grid points of all windows: every 64th of each segment that has 128 points from there on. */
static size_t cut(const grid *points, size_t *windows)
{
    size_t start = 0, end, count = 0;
    for (; start < points->count; start = end) {
        for (end = start + 1; end < points->count && !points->begins[end]; end++) {}
        for (; start + WINDOW <= end; start += HOP) windows[count++] = start;
    }
    return count;
}

/* ------------------------------------------------------------------------------------------------------- the test */

/* The numbers of the next list with a name, from a place in the text on; the place moves behind it. */
static double *numbers(const char **text, const char *name, size_t *count)
{
    double *list = NULL;
    size_t room = 0;
    char *end;
    const char *place = strstr(*text, name);
    *count = 0;
    if (!place || !(place = strchr(place, '['))) exit(1);
    for (place++; *place != ']'; place = *end == ',' ? end + 1 : end) {
        if (*count == room) list = realloc(list, (room = 2 * room + 64) * sizeof *list);
        if (!list) exit(1);
        list[(*count)++] = strtod(place, &end);
        if (end == place) exit(1);
    }
    *text = place;
    return list;
}

static char *contents(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text;
    long size;
    if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET)) return NULL;
    text = calloc((size_t)size + 1, 1);
    if (!text || fread(text, 1, (size_t)size, file) != (size_t)size) return NULL;
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    const char *text = argc == 2 ? contents(argv[1]) : NULL, *mark;
    size_t rides = 0, points = 0, cuts = 0, wrong = 0;
    double largest = 0;
    if (!text || !strstr(text, "\"gaitway\":\"export-vectors\",\"version\":1")) {
        fprintf(stderr, "give the file of gaitway model export --vectors, version 1\n");
        return 2;
    }
    for (; strstr(text, "\"sample_ns\""); rides++) {
        size_t count, values, grid_count, grid_values, place, number = 0, axis;
        double *times = numbers(&text, "\"sample_ns\"", &count), *given = numbers(&text, "\"samples\"", &values);
        double *grid_times = numbers(&text, "\"grid_ns\"", &grid_count);
        double *expected = numbers(&text, "\"grid\"", &grid_values);
        sample *samples = calloc(count + 1, sizeof *samples);
        size_t *windows = calloc(grid_count + 1, sizeof *windows);
        grid found;
        if (!samples || !windows || values != 3 * count || grid_values != 3 * grid_count) return 1;
        for (place = 0; place < count; place++) {
            samples[place].time = (int64_t)times[place];
            for (axis = 0; axis < 3; axis++) samples[place].value[axis] = given[3 * place + axis];
        }
        found = resample(samples, count);
        if (found.count != grid_count) return fprintf(stderr, "%zu grid points, not %zu\n", found.count, grid_count), 1;
        for (place = 0; place < grid_count; place++) {
            wrong += found.points[place].time != (int64_t)grid_times[place];
            for (axis = 0; axis < 3; axis++) {
                double difference = fabs(found.points[place].value[axis] - expected[3 * place + axis]);
                if (!(difference <= largest)) largest = difference;
            }
        }
        number = cut(&found, windows);
        for (place = 0; (mark = strstr(text, "\"window_ns\":")) != NULL; place++) {
            const char *next = strstr(text, "\"sample_ns\"");
            if (next && next < mark) break;
            wrong += place >= number || found.points[windows[place]].time != (int64_t)strtod(mark + 12, NULL)
                || found.begins[windows[place]] != (strncmp(strstr(mark, "segment\":") + 9, "true", 4) == 0);
            text = mark + 12;
        }
        wrong += place != number;
        points += grid_count;
        cuts += number;
        free(times), free(given), free(grid_times), free(expected), free(samples), free(windows);
        free(found.points), free(found.begins);
    }
    printf("%zu rides, %zu grid points, %zu windows, %zu wrong; largest difference %.1e m/s^2\n", rides, points, cuts,
        wrong, largest);
    return rides > 0 && wrong == 0 && largest < 2e-4 ? 0 : 1;
}
