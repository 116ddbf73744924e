static void add_step(gaitway_sample_recognizer *own, int64_t time)
{
    if (own->waiting_count < 96) own->waiting[own->waiting_count++] = time;
}

/* Adds a step, unless it is the last one again, and before it those that a time without a rhythm hides. */
static void find_step(gaitway_sample_recognizer *own, int64_t time, float cadence)
{
    if (own->has_step) {
        float distance = (float)(time - own->step_time) * 1e-9f;
        if (distance < 0.6f / cadence) return;
        if (own->keeps_moving && distance < 6) {
            int period, periods = (int)roundf(distance * (cadence + own->step_cadence) / 2);
            for (period = 1; period < periods; period++)
                add_step(own, own->step_time + (time - own->step_time) * period / periods);
        }
    }
    add_step(own, time);
    own->has_step = own->keeps_moving = 1;
    own->step_time = time;
    own->step_cadence = cadence;
}

static void end_rhythm(gaitway_sample_recognizer *own)
{
    int place;
    if (own->rhythm > 0)
        for (place = 0; place < own->tail_count; place++) find_step(own, own->tail[place], own->rhythm);
    own->rhythm = 0;
    own->tail_count = 0;
}

static float bell(float octaves, float spread)
{
    return expf(-0.5f * (octaves / spread) * (octaves / spread));
}

/* Where the parabola through three values has its vertex, from the middle one. */
static float vertex(float left, float middle, float right)
{
    float curvature = left - 2 * middle + right;
    return curvature < 0 ? (left - right) / (2 * curvature) : 0;
}

static float frequency_power(const float *values, float frequency)
{
    float even = 0, odd = 0;
    int point;
    for (point = 0; point < 32; point++) {
        float angle = 0.502654825f * frequency * ((float)point + 0.5f), weight = HANN[63 - 2 * point];
        even += weight * cosf(angle) * (values[32 + point] + values[31 - point]);
        odd += weight * sinf(angle) * (values[32 + point] - values[31 - point]);
    }
    return even * even + odd * odd;
}

/* The frequency of the likeliest peak of the spectrum. */
static float likeliest_cadence(
    const gaitway_sample_recognizer *own, const float *values, float deviation, int64_t start)
{
    float expected = 1.6f + 0.06f * deviation, best = -1, found, powers[3] = {0, 0, 0};
    int is_continued = own->has_step && start - own->step_time < 8 * SECOND, index;
    if (expected > 2.9f) expected = 2.9f;
    found = expected;
    for (index = 0; index <= 28; index++) {
        float frequency = 1 + 0.1f * (float)index, octave, score;
        powers[0] = powers[1];
        powers[1] = powers[2];
        powers[2] = index < 28 ? frequency_power(values, frequency + 0.1f) : 0;
        if (index == 0 || powers[1] < powers[0] || powers[1] <= powers[2]) continue;
        octave = log2f(frequency);
        score = powers[1] * bell(octave - log2f(expected), 0.3f);
        if (is_continued) score *= 1 + bell(octave - log2f(own->step_cadence), 0.1f);
        if (score <= best) continue;
        best = score;
        found = frequency;
        if (index > 1 && index < 28) found += 0.1f * vertex(powers[0], powers[1], powers[2]);
    }
    return found;
}

/* The correlation of the signal with itself at the lag of most within a point of a time in seconds. */
static float repetition(const float *values, float seconds)
{
    int lag = (int)roundf(seconds * 12.5f) - 1, last = lag + 2, index;
    float most = -1;
    for (; lag <= last; lag++) {
        float product = 0, head = 0, tail = 0, correlation;
        for (index = 0; index < ((64 - lag) & ~3); index++) {
            product += values[index] * values[index + lag];
            head += values[index] * values[index];
            tail += values[index + lag] * values[index + lag];
        }
        correlation = head * tail > 0 ? product / sqrtf(head * tail) : 0;
        if (correlation > most) most = correlation;
    }
    return most;
}

/* Filters the signal around a frequency. */
static void filter_signal(const float *values, float frequency, float *filtered)
{
    float taps[16], sum = 0, gain = 0;
    int tap, index;
    for (tap = 0; tap < 16; tap++) {
        taps[tap] = cosf(0.502654825f * frequency * (float)tap) * 0.5f * (1 + cosf(0.196349541f * (float)tap));
        sum += taps[tap] * (tap ? 2 : 1);
    }
    for (tap = 0; tap < 16; tap++) {
        taps[tap] -= sum / 31;
        gain += taps[tap] * cosf(0.502654825f * frequency * (float)tap) * (tap ? 2 : 1);
    }
    for (index = 0; index < 64; index++) {
        filtered[index] = values[index] * taps[0];
        for (tap = 1; tap < 16; tap++)
            filtered[index] += ((index + tap < 64 ? values[index + tap] : 0) + (index >= tap ? values[index - tap] : 0)) * taps[tap];
        filtered[index] /= gain;
    }
}

/* The steps of a window; the model's memory is scratch. */
static void count_steps(
    gaitway_sample_recognizer *own, const float *acceleration, int64_t start, int starts_segment, int is_faulty)
{
    float *points = own->model.values[0], *values = own->model.values[1], *filtered = own->model.values[2];
    float sum = 0, squares = 0, quarters[4], cadence = 0, highest = 0;
    int quarter, index, first, begin;
    if (starts_segment) {
        end_rhythm(own);
        own->keeps_moving = 0;
    }
#if !HAS_GRAVITY
    float axis[3];
    principal_axis(acceleration, axis);
#endif
    for (index = 0; index < POINTS; index++) {
        const float *a = acceleration + 3 * index;
#if HAS_GRAVITY
        points[index] = sqrtf(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
#else
        points[index] = along(axis, a);
#endif
        sum += points[index];
    }
    for (quarter = 0; quarter < 4; quarter++) {
        float mean = 0, own_squares = 0;
        for (index = 32 * quarter; index < 32 * quarter + 32; index++) {
            points[index] -= sum / POINTS;
            mean += points[index];
            own_squares += points[index] * points[index];
        }
        squares += own_squares;
        mean /= 32;
        own_squares = own_squares / 32 - mean * mean;
        quarters[quarter] = own_squares > 0 ? sqrtf(own_squares) : 0;
    }
    squares = sqrtf(squares / POINTS);
    if (quarters[1] < 0.3f || quarters[2] < 0.3f || is_faulty) own->keeps_moving = 0;
    if (squares >= 0.3f && !is_faulty) {
        for (index = 0; index < 64; index++) values[index] = (points[2 * index] + points[2 * index + 1]) / 2;
        cadence = likeliest_cadence(own, values, squares, start);
        if (repetition(values, 1 / cadence) < 0.25f && repetition(values, 2 / cadence) < 0.25f) cadence = 0;
    }
    if (cadence <= 0) {
        end_rhythm(own);
        return;
    }
    first = own->rhythm > 0 ? 16 : 0;
    begin = first ? first - 2 : 0;
    filter_signal(values, cadence, filtered);
    for (index = begin; index < 64; index++) {
        if (fabsf(filtered[index]) > highest) highest = fabsf(filtered[index]);
    }
    highest = highest > 1 ? 0.3f * highest : 0.3f;
    own->tail_count = 0;
    for (index = begin + 1; index < 63; index++) {
        float left = filtered[index - 1], middle = filtered[index], right = filtered[index + 1], place;
        int64_t time;
        if (middle <= left || middle < right || middle <= highest || quarters[index / 16] < 0.3f) continue;
        place = (float)index + 0.25f + vertex(left, middle, right);
        time = start + (int64_t)(place * 80e6f);
        if (place * 80e6f < (float)first * 80e6f - 0.3e9f / cadence) continue;
        if (time < start + 96 * STEP) find_step(own, time, cadence);
        else if (own->tail_count < 16) own->tail[own->tail_count++] = time;
    }
    own->rhythm = cadence;
}

/* Counts the steps in the time on foot, and drops those before a time that are not. While it is not sure they wait. */
static void settle(gaitway_sample_recognizer *own, int64_t start)
{
    int settled = 0;
    for (; settled < own->waiting_count; settled++) {
        int64_t time = own->waiting[settled];
        if (time >= own->on_foot_start && time < own->on_foot_end) {
            if (!own->is_sure) {
                int unsure = settled;
                if (start > own->on_foot_end) continue;
                while (unsure < own->waiting_count && own->waiting[unsure] < own->on_foot_end) unsure++;
                if (unsure - settled > 64) settled = unsure - 64;
                break;
            }
            own->steps++;
            if (own->newest_count == 96)
                memmove(own->newest_steps, own->newest_steps + 1, 8u * (unsigned)--own->newest_count);
            own->newest_steps[own->newest_count++] = time;
        }
        else if (time >= start) {
            break;
        }
    }
    own->waiting_count -= settled;
    memmove(own->waiting, own->waiting + settled, 8u * (unsigned)own->waiting_count);
}

/*
 * Takes a window's answer, and whether cycling is unlikely, as pedals have the rhythm of steps. Returns the cadence; 0
 * for none.
 */
static float tally(gaitway_sample_recognizer *own, int64_t start, int64_t end, int on_foot, int is_sure)
{
    int count = 0, last;
    if (on_foot) {
        if (own->on_foot_end == own->on_foot_start || start > own->on_foot_end) {
            settle(own, start);
            own->on_foot_start = start;
            own->on_foot_end = end;
            own->is_sure = 0;
        }
        own->is_sure |= is_sure;
        if (end > own->on_foot_end) own->on_foot_end = end;
    }
    settle(own, start);
    if (!on_foot) return 0;
    while (count < own->newest_count && own->newest_steps[count] < start) count++;
    own->newest_count -= count;
    memmove(own->newest_steps, own->newest_steps + count, 8u * (unsigned)own->newest_count);
    last = own->newest_count - 1;
    if (last < 2 || own->newest_steps[last] <= own->newest_steps[0]) return 0;
    return (float)last / ((float)(own->newest_steps[last] - own->newest_steps[0]) * 1e-9f);
}
