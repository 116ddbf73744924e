#ifdef GAITWAY_READINGS
/* The lines that engines draw between 10 and 45 Hz: of the samples as recorded, if they carry that band. */

static void add_lines(const gaitway_classifier *model, int input, float *scores);

#include "judging_fast.c"

static void add_lines(const gaitway_classifier *model, int input, float *scores)
{
    int line;
    for (line = 0; line < 6; line++) {
        float value = (model->lines[line] - LINE_MEANS[line]) / LINE_DEVIATIONS[line];
        if (!isnan(value)) add_input_fast(clipped(value, 4), input + line, scores);
    }
}

/* The FFT of some points, a power of two, in place. */
static void transform_points(float *real, float *imaginary, int count)
{
    int place, other = 0, bit, half, turn;
    for (place = 1; place < count; place++) {
        for (bit = count >> 1; other & bit; bit >>= 1) other ^= bit;
        other ^= bit;
        if (place < other) {
            float one = real[place], two = imaginary[place];
            real[place] = real[other];
            imaginary[place] = imaginary[other];
            real[other] = one;
            imaginary[other] = two;
        }
    }
    for (half = 1; half < count; half *= 2) {
        for (turn = 0; turn < half; turn++) {
            float cosine = cosf(3.14159265f * (float)turn / (float)half), sine = -sinf(3.14159265f * (float)turn / (float)half);
            for (place = turn; place < count; place += 2 * half) {
                float one = real[place + half] * cosine - imaginary[place + half] * sine;
                float two = real[place + half] * sine + imaginary[place + half] * cosine;
                real[place + half] = real[place] - one;
                imaginary[place + half] = imaginary[place] - two;
                real[place] += one;
                imaginary[place] += two;
            }
        }
    }
}

/* One segment of one or two axes less their means, under a Hann window. */
static void load_points(const gaitway_sample_recognizer *own, int axis, int begin, int count, float *points)
{
    float sum = 0;
    int point;
    if (axis == 3) {
        memset(points, 0, (size_t)count * sizeof *points);
        return;
    }
    for (point = 0; point < count; point++) sum += own->uniform[begin + point][axis];
    for (point = 0; point < count; point++)
        points[point] = (own->uniform[begin + point][axis] - sum / (float)count)
            * (0.5f - 0.5f * cosf(6.28318531f * (float)point / (float)count));
}

/* Whether a program filled in many readings: they repeat the one before, or lie on a line between their neighbours. */
static int are_filled_in(const gaitway_sample_recognizer *own, uint32_t first, int count)
{
    int number, axis, filled = 0;
    for (number = 2; number < count; number++) {
        const float *before = own->readings_kept[(first + (uint32_t)number - 2) % GAITWAY_READINGS];
        const float *middle = own->readings_kept[(first + (uint32_t)number - 1) % GAITWAY_READINGS];
        const float *last = own->readings_kept[(first + (uint32_t)number) % GAITWAY_READINGS];
        int same = 1, straight = 1;
        for (axis = 0; axis < 3; axis++) {
            float step = middle[axis] - before[axis], next = last[axis] - middle[axis];
            if (fabsf(step) > 1e-3f) same = 0;
            if (fabsf(next - step) > 1e-3f) straight = 0;
        }
        filled += same || straight;
    }
    return count < 3 || 4 * filled >= count - 2;
}

/* Twice as many uniform points as a segment has, by lines between the readings. */
static void interpolate(gaitway_sample_recognizer *own, uint32_t first, int readings, int points)
{
    int64_t start = own->reading_times[first % GAITWAY_READINGS];
    int64_t span = own->reading_times[(first + (uint32_t)readings - 1) % GAITWAY_READINGS] - start;
    int point, axis, next = 1;
    for (point = 0; point < points; point++) {
        int64_t time = span * point / (points - 1), from, to;
        uint32_t one, two;
        float share;
        while (own->reading_times[(first + (uint32_t)next) % GAITWAY_READINGS] - start < time && next < readings - 1) next++;
        two = (first + (uint32_t)next) % GAITWAY_READINGS;
        one = (first + (uint32_t)next - 1) % GAITWAY_READINGS;
        from = own->reading_times[one] - start;
        to = own->reading_times[two] - start;
        share = clipped((float)(time - from) / (float)(to - from), 1);
        for (axis = 0; axis < 3; axis++)
            own->uniform[point][axis] = own->readings_kept[one][axis]
                + (share < 0 ? 0 : share) * (own->readings_kept[two][axis] - own->readings_kept[one][axis]);
    }
}

static float rank(const float *sorted, int count, float fraction)
{
    float place = fraction * (float)(count - 1);
    int lower = (int)place < count - 2 ? (int)place : count - 2;
    return quantile(sorted, lower, place - (float)lower);
}

/* The peak, share and tail of a band's powers, and the logarithm of their median; returns the median, -1 for few bins. */
static float shape_band(float *powers, int count, float *shape)
{
    float sum = 0, top = 0, median;
    int place, other;
    if (count < 4) return -1;
    for (place = 1; place < count; place++) {
        float value = powers[place];
        for (other = place; other > 0 && powers[other - 1] > value; other--) powers[other] = powers[other - 1];
        powers[other] = value;
    }
    for (place = 0; place < count; place++) {
        sum += powers[place] + 1e-7f;
        if (place >= count - 3) top += powers[place] + 1e-7f;
    }
    median = rank(powers, count, 0.5f);
    shape[3] = logf(median + 1e-7f);
    shape[0] = logf(powers[count - 1] + 1e-7f) - shape[3];
    shape[1] = logf(top / sum);
    shape[2] = logf(rank(powers, count, 0.9f) + 1e-7f) - shape[3];
    return median;
}

/* Measures the lines of a window; 0 if its readings do not carry them. */
static int measure_lines(gaitway_sample_recognizer *own, int64_t start, int64_t end)
{
    uint32_t first = own->reading_count > GAITWAY_READINGS ? own->reading_count - GAITWAY_READINGS : 0, last;
    float rate, edge, low[4], high[4], low_median, high_median, *power = own->spectrum;
    int readings, count = 128, segment, pair, bin;
    int64_t span;
    if (first && own->reading_times[first % GAITWAY_READINGS] > start) return 0;
    while (first < own->reading_count && own->reading_times[first % GAITWAY_READINGS] < start) first++;
    for (last = first; last < own->reading_count && own->reading_times[last % GAITWAY_READINGS] < end;) last++;
    readings = (int)(last - first);
    if ((float)readings < FAST_RATE * 5.12f || are_filled_in(own, first, readings)) return 0;
    span = own->reading_times[(last - 1) % GAITWAY_READINGS] - own->reading_times[first % GAITWAY_READINGS];
    if (span <= 0) return 0;
    rate = (float)(readings - 1) / ((float)span * 1e-9f);
    while ((float)count * 1.05f < rate * 2.56f) count *= 2;
    if (rate < 45 || count > GAITWAY_READINGS / 2) return 0;
    interpolate(own, first, readings, 2 * count);
    memset(power, 0, sizeof own->spectrum);
    for (segment = 0; segment < 3; segment++) {
        for (pair = 0; pair < 4; pair += 2) {
            load_points(own, pair, segment * count / 2, count, own->real);
            load_points(own, pair + 1, segment * count / 2, count, own->imaginary);
            transform_points(own->real, own->imaginary, count);
            /* The sum of the powers of two real signals, from that of one complex signal. */
            for (bin = 26; bin < 116 && bin <= count / 2; bin++)
                power[bin] += (own->real[bin] * own->real[bin] + own->imaginary[bin] * own->imaginary[bin]
                    + own->real[count - bin] * own->real[count - bin] + own->imaginary[count - bin] * own->imaginary[count - bin])
                    * (0.5f * 16 / 9) / ((float)count * (float)count);
        }
    }
    edge = 0.42f * rate < 45 ? 0.42f * rate : 45;
    bin = (int)ceilf((edge < 24 ? edge : 24) * 2.56f);
    low_median = shape_band(power + 26, bin - 26, low);
    high_median = rate < FAST_RATE ? -1 : shape_band(power + 62, (int)ceilf(edge * 2.56f) - 62, high);
    if (low_median >= 0 && high_median >= 0 && high_median < 1e-4f * low_median) return 0;
    for (bin = 0; bin < 3; bin++) own->model.lines[bin] = low_median < 0 ? NAN : low[bin];
    for (bin = 0; bin < 2; bin++) own->model.lines[3 + bin] = high_median < 0 ? NAN : high[bin];
    own->model.lines[5] = low_median < 0 || high_median < 0 ? NAN : low[3] - high[3];
    return 1;
}
#endif
