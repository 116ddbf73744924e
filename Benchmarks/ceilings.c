/* SPDX-License-Identifier: Apache-2.0 */
/* ceilings.c: what each step of `gaitway classify` costs at the least on this machine, one core, as plain C.
   cc -O3 -march=native ceilings.c -o ceilings -lm && ./ceilings LOG.csv
   LOG.csv is what make_log.py writes: a header, then rows of eight plain decimal numbers.
   Each step has the arithmetic of the pipeline and nothing else: no gaps, no units, no faults, no memory to manage.
   Prints a table in Markdown: the step, its cost per unit, and its share of the log in seconds. The sum is the floor. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef float v4 __attribute__((vector_size(16)));
typedef float v8 __attribute__((vector_size(32)));
typedef double d8 __attribute__((vector_size(64)));
typedef int32_t i4 __attribute__((vector_size(16)));
typedef int32_t i8 __attribute__((vector_size(32)));

enum { POINTS = 128, LAGS = 34, FIRST_LAG = 7, FEATURES = 213, CORE = 26, PRODUCTS = CORE * (CORE + 1) / 2 };

static volatile double sink;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int order(const void *a, const void *b) {
    double d = *(const double *)a - *(const double *)b;
    return (d > 0) - (d < 0);
}

/* The median CPU seconds of seven runs of `step`. */
static double median(void (*step)(void)) {
    double s[7];
    for (int r = 0; r < 7; r++) {
        double t = now();
        step();
        s[r] = now() - t;
    }
    qsort(s, 7, sizeof *s, order);
    return s[3];
}

static const char *path;
static char *log_bytes;
static size_t log_size, rows;
static double *times;
static float *columns;

static void read_file(void) {
    static char buffer[1 << 20];
    int f = open(path, O_RDONLY);
    ssize_t n;
    while ((n = read(f, buffer, sizeof buffer)) > 0) sink += buffer[n / 2];
    close(f);
}

static void scan_lines(void) {
    rows = 0;
    for (const char *p = log_bytes, *end = p + log_size; (p = memchr(p, '\n', end - p)); p++) rows++;
    rows--;
}

static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

static const char *number(const char *p, double *value) {
    int negative = *p == '-';
    p += negative;
    uint64_t mantissa = 0;
    int decimals = 0;
    while ((unsigned char)(*p - '0') < 10) mantissa = mantissa * 10 + (*p++ - '0');
    if (*p == '.') {
        const char *first = ++p;
        while ((unsigned char)(*p - '0') < 10) mantissa = mantissa * 10 + (*p++ - '0');
        decimals = p - first;
    }
    double d = (double)mantissa / powers[decimals];
    *value = negative ? -d : d;
    return p;
}

static void parse(void) {
    const char *p = strchr(log_bytes, '\n') + 1;
    double v;
    for (size_t i = 0; i < rows; i++)
        for (int j = 0; j < 8; j++) {
            p = number(p, &v) + 1;
            if (j) columns[i * 8 + j] = v;
            else times[i] = v;
        }
}

/* Each sample is spread over 25 grid points (28 with padding), three components and the weight, by weights that are
   interpolated between two rows of a table. Two sensors. */
static v4 table[160][7];
static void resample(void) {
    static v4 sums[256], weights[7];
    for (int sensor = 0; sensor < 2; sensor++)
        for (size_t i = 0; i < rows; i++) {
            const float *x = columns + i * 8 + 1 + 3 * sensor;
            v4 value = {x[0] * .02f, x[1] * .02f, x[2] * .02f, .02f};
            int64_t ns = (int64_t)(times[i] * 1e9), phase = ns % 40000000;
            int row = phase >> 18, place = ns / 40000000 % 200;
            float fraction = (phase & 0x3ffff) * (1.0f / 0x40000);
            for (int k = 0; k < 7; k++) weights[k] = table[row][k] + (table[row + 1][k] - table[row][k]) * fraction;
            for (int k = 0; k < 28; k++) sums[place + k] += value * ((float *)weights)[k];
        }
    sink += sums[3][0];
}

enum { BATCH = 200 };
static v4 signals[POINTS + 64];
static v8 wave[POINTS];

/* A real transform of eight lanes: half as many complex points, Stockham, radix 2, then untangled; and the power. */
static v8 re[2][POINTS / 2], im[2][POINTS / 2], power[POINTS / 2 + 1];
static float cosines[POINTS], sines[POINTS];
static void transform(void) {
    for (int b = 0; b < BATCH; b++) {
        int from = 0;
        for (int i = 0; i < POINTS / 2; i++) re[0][i] = wave[2 * i] * cosines[i], im[0][i] = wave[2 * i + 1] * cosines[i];
        for (int n = POINTS / 2, s = 1; n > 1; n /= 2, s *= 2, from ^= 1)
            for (int p = 0; p < n / 2; p++) {
                float c = cosines[2 * p * s], d = sines[2 * p * s];
                for (int q = 0; q < s; q++) {
                    v8 ar = re[from][q + s * p], ai = im[from][q + s * p];
                    v8 br = re[from][q + s * (p + n / 2)], bi = im[from][q + s * (p + n / 2)];
                    re[!from][q + s * 2 * p] = ar + br, im[!from][q + s * 2 * p] = ai + bi;
                    v8 x = ar - br, y = ai - bi;
                    re[!from][q + s * (2 * p + 1)] = x * c - y * d, im[!from][q + s * (2 * p + 1)] = x * d + y * c;
                }
            }
        for (int k = 1; k <= POINTS / 4; k++) {
            int m = POINTS / 2 - k;
            v8 er = (re[from][k] + re[from][m]) * .5f, ei = (im[from][k] - im[from][m]) * .5f;
            v8 or = (im[from][k] + im[from][m]) * .5f, oi = (re[from][m] - re[from][k]) * .5f;
            v8 tr = or * cosines[k] - oi * sines[k], ti = or * sines[k] + oi * cosines[k];
            power[k] = (er + tr) * (er + tr) + (ei + ti) * (ei + ti);
            power[m] = (er - tr) * (er - tr) + (ti - ei) * (ti - ei);
        }
        sink += power[3][2];
    }
}

/* Four columns sorted by Batcher's bitonic network. */
static void sort(void) {
    static v4 x[POINTS];
    for (int b = 0; b < BATCH; b++) {
        memcpy(x, signals, sizeof x);
        for (int size = 2; size <= POINTS; size *= 2)
            for (int step = size / 2; step; step /= 2)
                for (int i = 0; i < POINTS; i += 2 * step)
                    for (int j = i; j < i + step; j++) {
                        int k = step == size / 2 ? 2 * i + 2 * step - 1 - j : j + step;
                        v4 low = x[j], high = x[k];
                        i4 isLower = low < high, difference = ((i4)low ^ (i4)high) & isLower;
                        x[j] = (v4)((i4)high ^ difference);
                        x[k] = (v4)((i4)low ^ difference);
                    }
        sink += x[5][0];
    }
}

/* Sums of products at 34 lags. */
static void correlate(void) {
    for (int b = 0; b < BATCH; b++)
        for (int lag = FIRST_LAG; lag < FIRST_LAG + LAGS; lag += 2) {
            v4 s = {0}, t = {0};
            for (int i = 0; i < POINTS - lag; i++) s += signals[i] * signals[i + lag], t += signals[i] * signals[i + lag + 1];
            sink += s[0] + t[0];
        }
}

/* Turning the samples, three square roots, sums, squares, fourth powers, crossings: twelve passes over 128 points. */
static void pass(void) {
    static v8 x[POINTS];
    for (int b = 0; b < BATCH; b++) {
        for (int k = 0; k < 12; k++)
            for (int i = 0; i < POINTS; i++) x[i] = x[i] * .9f + wave[i] * (float)k;
        sink += x[7][3];
    }
}

/* Logarithms of eight lanes: bands, totals, shares of 39 bins, statistics. */
static void logarithms(void) {
    enum { COUNT = 65 };
    for (int b = 0; b < BATCH; b++) {
        v8 sum = {0};
        for (int i = 0; i < COUNT; i++) {
            v8 value = wave[i] * wave[i] + 1e-3f;
            i8 bits = (i8)value, exponent = (bits - 0x3f3504f3) >> 23;
            v8 m = (v8)(bits - (exponent << 23)) - 1, y = m * 7.0376836292e-2f - 1.1514610310e-1f;
            y = y * m + 1.1676998740e-1f, y = y * m - 1.2420140846e-1f, y = y * m + 1.4249322787e-1f;
            y = y * m - 1.6668057665e-1f, y = y * m + 2.0000714765e-1f, y = y * m - 2.4999993993e-1f;
            y = y * m + 3.3333331174e-1f;
            sum += m + y * m * m * m - m * m * .5f + __builtin_convertvector(exponent, v8) * .69314718f;
        }
        sink += sum[1];
    }
}

/* Scaling, products of pairs, six dot products, six exponentials. */
static void predict(void) {
    static double z[FEATURES + PRODUCTS], mean[FEATURES], scale[FEATURES];
    static d8 weights[FEATURES + PRODUCTS];
    for (int b = 0; b < BATCH; b++) {
        for (int i = 0; i < FEATURES; i++) {
            double v = (wave[i % POINTS][i % 8] - mean[i]) * scale[i];
            z[i] = v > 4 ? 4 : v < -4 ? -4 : v;
        }
        for (int i = 0, k = FEATURES; i < CORE; i++)
            for (int j = i; j < CORE; j++, k++) {
                double v = z[i] * z[j];
                z[k] = (v > 4 ? 4 : v < -4 ? -4 : v) * .5;
            }
        d8 s = {0};
        for (int i = 0; i < FEATURES + PRODUCTS; i++) s += weights[i] * z[i];
        sink += s[0];
    }
}

static double total;

static void report(const char *step, double cost, const char *unit, double seconds) {
    printf("| %s | %.3g %s | %.3f |\n", step, cost, unit, seconds);
    total += seconds;
}

int main(int argc, char **argv) {
    FILE *f = argc > 1 ? fopen(path = argv[1], "rb") : NULL;
    if (!f) return fprintf(stderr, "usage: ceilings LOG.csv\n"), 2;
    fseek(f, 0, SEEK_END);
    log_size = ftell(f);
    rewind(f);
    log_bytes = calloc(log_size + 16, 1);
    if (!log_bytes || fread(log_bytes, 1, log_size, f) != log_size) return 3;
    fclose(f);
    for (int i = 0; i < POINTS; i++) {
        cosines[i] = 1 - i / 64.0f, sines[i] = i / 64.0f;
        for (int l = 0; l < 8; l++) wave[i][l] = (i * 37 + l * 11) % 61 - 30;
        for (int l = 0; l < 4; l++) signals[i][l] = wave[i][l];
    }
    for (int i = 0; i < 160; i++) for (int k = 0; k < 7; k++) table[i][k] = (v4){i, k, 1, 2};

    double scan = median(scan_lines), read = median(read_file);
    times = calloc(rows, sizeof *times);
    columns = calloc(rows * 8, sizeof *columns);
    double parsed = median(parse), spread = median(resample);
    double windows = rows / 50.0 / 2.56 - 1, share = windows / BATCH;
    printf("| step | cost | s of this log |\n| --- | --- | --- |\n");
    report("read from the page cache", log_size / read * 1e-9, "GB/s", read);
    report("find the line ends", log_size / scan * 1e-9, "GB/s", scan);
    report("parse the numbers", log_size / parsed * 1e-6, "MB/s", parsed);
    report("resample two sensors", spread / rows / 2 * 1e9, "ns a sample", spread);
    struct { const char *name; void (*step)(void); } steps[] = {
        {"turn, moments", pass}, {"transform of eight lanes, power", transform}, {"order statistics", sort},
        {"autocorrelation", correlate}, {"logarithms", logarithms}, {"scaling, products, prediction", predict}};
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        double s = median(steps[i].step);
        report(steps[i].name, s / BATCH * 1e6, "us a window", s * share);
    }
    printf("| **sum** | %zu rows, %.0f windows | **%.3f** |\n", rows, windows, total);
}
