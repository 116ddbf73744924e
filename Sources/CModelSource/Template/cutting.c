static void restart(gaitway_sample_recognizer *own, int64_t time)
{
    own->counted_from = time;
    own->samples = own->gaps = 0;
    own->longest_step = own->gap_time = 0;
}

static int is_slow(const gaitway_sample_recognizer *own, int64_t time)
{
    int64_t from = own->counted_from, span = time - from, silence, regular;
    uint32_t count = own->samples;
    float seconds;
    silence = time - (own->newest_acceleration > from ? own->newest_acceleration : from);
    regular = span - own->gap_time - (silence > LONGEST_GAP ? silence : 0);
    /* Between gaps, unless there is hardly anything else. */
    if (regular > 0 && count > 5 * own->gaps) {
        span = regular;
        count -= own->gaps;
    }
    seconds = (float)span * 1e-9f;
    return seconds > 0 && (float)count < MINIMUM_RATE * seconds;
}

/* Whether a reading repeats the one before (1) or stands at an end of the range (2). */
static int sign_of(const gaitway_sample_recognizer *own, const float *value)
{
    int axis, same = 0, sign = 0;
    for (axis = 0; axis < 3; axis++) {
        if (!own->has_acceleration || value[axis] == own->last_value[axis]) {
            same++;
            if (fabsf(value[axis]) >= 19) sign = 2;
        }
    }
    return same == 3 ? 1 : sign;
}

static void count_reading(gaitway_sample_recognizer *own, int64_t time, const float *value)
{
    int64_t bin = floor_of(time - own->segment, HOP);
    int sign = sign_of(own, value);
    memcpy(own->last_value, value, sizeof own->last_value);
#ifdef GAITWAY_READINGS
    own->reading_times[own->reading_count % GAITWAY_READINGS] = time;
    memcpy(own->readings_kept[own->reading_count++ % GAITWAY_READINGS], value, 3 * sizeof *value);
#endif
    if (bin < 0) return;
    while (own->bin < bin) {
        int place = (int)(++own->bin & 3);
        own->readings[place] = own->repeated[place] = own->at_end[place] = 0;
    }
    own->readings[bin & 3]++;
    if (sign == 1) own->repeated[bin & 3]++;
    if (sign == 2) own->at_end[bin & 3]++;
}

/* The standard deviation of the detrended pressure over the seconds before a time; NaN if too few have it. */
static float pressure_spread(const gaitway_sample_recognizer *own, int64_t end, int seconds)
{
    int32_t last = (int32_t)(end / SECOND);
    float sums[2] = {0, 0}, tt = 0, tp = 0, pp = 0, count = 0, residual;
    int place, is_second;
    for (is_second = 0; is_second < 2; is_second++) {
        for (place = 0; place < own->pressure_count; place++) {
            float time, pressure;
            if (own->seconds[place] >= last || own->seconds[place] < last - seconds) continue;
            time = (float)(own->seconds[place] - last);
            pressure = own->pressures[place] / (float)own->pressure_counts[place];
            if (is_second) {
                time -= sums[0] / count;
                pressure -= sums[1] / count;
                tt += time * time;
                tp += time * pressure;
                pp += pressure * pressure;
            }
            else {
                count += 1;
                sums[0] += time;
                sums[1] += pressure;
            }
        }
        if (count < (float)seconds * 0.8f) return NAN;
    }
    residual = pp - tp * tp / tt;
    return sqrtf((residual > 0 ? residual : 0) / count);
}

/* The rotation rate on the window's grid points, if one segment has them all at a sufficient rate. */
static const float *rotation_of(const gaitway_sample_recognizer *own)
{
    int64_t index = (own->first - own->rotation_first) / STEP, turn = own->first / STEP;
    int point, count = 0;
    if (!own->rotation_count || index < 0 || index + POINTS > own->rotation_count || own->turns_end - turn > 256) return 0;
    for (point = 0; point < POINTS; point++) {
        if (isnan(own->rotation[index + point][0])) return 0;
        if (turn + point < own->turns_end) count += own->turns[(uint64_t)(turn + point) & 255];
    }
    return count >= 88 ? own->rotation[index] : 0;
}

/* Whether a window's acceleration has the size of gravity, or none; sets the status of the next samples. */
static int has_known_unit(gaitway_sample_recognizer *own)
{
    float sums[3] = {0, 0, 0}, size = 0, deviation = 0;
    int point, axis;
    for (point = 0; point < POINTS; point++) {
        float one = sqrtf(along(own->points[point], own->points[point])) / POINTS;
        size += one;
        deviation += fabsf(one - 9.8f / POINTS);
        for (axis = 0; axis < 3; axis++) sums[axis] += own->points[point][axis] / POINTS;
    }
    /* A phone that turns loses the direction of gravity, and keeps its size. */
    if (HAS_GRAVITY ? (along(sums, sums) < 16 && deviation > 3) || size > 40 : along(sums, sums) > 16) own->foreign++;
    else own->foreign = 0;
    return !HAS_GRAVITY || size >= 2.5f;
}

#if HAS_GRAVITY
/* Whether gravity points 45 degrees or more apart in two means of 32 samples, which begin every 16. */
static int is_turned(const gaitway_sample_recognizer *own)
{
    float directions[7][3];
    int first, second, point, axis;
    for (first = 0; first < 7; first++) {
        float sum[3] = {0, 0, 0};
        for (point = 16 * first; point < 16 * first + 32; point++)
            for (axis = 0; axis < 3; axis++) sum[axis] += own->points[point][axis];
        unit(sum, directions[first]);
        for (second = 0; second < first; second++)
            if (along(directions[second], directions[first]) < 0.70710678f) return 1;
    }
    return 0;
}
#endif

/* The mean of the readings of a window since their number changed by a tenth or more. */
static float steady_readings(gaitway_sample_recognizer *own, float readings)
{
    if (fabsf(readings - own->mean_readings) > 0.1f * own->mean_readings) own->mean_readings = own->steady_windows = 0;
    own->steady_windows++;
    own->mean_readings += (readings - own->mean_readings) / own->steady_windows;
    return own->mean_readings;
}

static void release(gaitway_sample_recognizer *own)
{
    int64_t start = own->first, end = start + 2 * HOP;
    int one = (int)((start - own->segment) / HOP & 3), two = (one + 1) & 3;
    int readings = own->readings[one] + own->readings[two];
    int repeated = own->repeated[one] + own->repeated[two];
    int at_end = own->at_end[one] + own->at_end[two];
    int reason = GAITWAY_REASON_NONE, class, drop;
    const float *rotation = rotation_of(own);
    float spreads[2], probabilities[CLASSES], steady = steady_readings(own, (float)readings);
    if (own->gap_to)
        answer(own, own->gap_from, own->gap_to, own->newest, GAITWAY_REASON_GAP, GAITWAY_UNKNOWN, 0);
    own->gap_to = own->is_silent = 0;
    own->has_window = 1;
    if (own->seen >= 0) restart(own, own->seen);
    else restart(own, end);
    if (end > own->window_end) own->window_end = end;
    /* Phones write exact zeros for linear acceleration at rest. */
    if (HAS_GRAVITY && readings > 1 && repeated == readings) reason = GAITWAY_REASON_DEAD_SENSOR;
    else if (2 * at_end > readings) reason = GAITWAY_REASON_SATURATED;
    if (!has_known_unit(own) && reason == GAITWAY_REASON_NONE) reason = GAITWAY_REASON_NO_GRAVITY;
    count_steps(own, own->points[0], start, own->starts_segment, reason != GAITWAY_REASON_NONE);
    if (own->starts_segment) gaitway_begin(&own->model);
    own->starts_segment = 0;
    spreads[0] = pressure_spread(own, end, 30);
    spreads[1] = pressure_spread(own, end, 60);
#ifdef GAITWAY_READINGS
    own->is_fast = reason == GAITWAY_REASON_NONE && (float)readings >= FAST_RATE * 5.12f
        && steady >= FAST_RATE * 5.12f && measure_lines(own, start, end);
    class = (own->is_fast ? judge_fast : judge)(&own->model, own->points[0], rotation, spreads, probabilities);
#else
    class = judge(&own->model, own->points[0], rotation, spreads, probabilities);
#endif
    if (reason == GAITWAY_REASON_NONE && steady < MINIMUM_RATE * 5.12f)
        reason = GAITWAY_REASON_RATE_TOO_LOW;
    if (reason == GAITWAY_REASON_NONE && class == GAITWAY_UNKNOWN) reason = GAITWAY_REASON_FAR_FROM_TRAINING;
#if HAS_GRAVITY
    if (reason == GAITWAY_REASON_NONE && (class == GAITWAY_CYCLING || class == GAITWAY_AUTOMOTIVE) && is_turned(own))
        reason = GAITWAY_REASON_HANDLED;
#endif
    answer(own, start, end, own->newest, reason, class, probabilities);
    own->point_count -= 64;
    own->first += HOP;
    memmove(own->points, own->points + 64, (size_t)own->point_count * sizeof own->points[0]);
    drop = (int)((own->first - own->rotation_first) / STEP);
    if (drop > own->rotation_count) drop = own->rotation_count;
    if (drop > 0) {
        own->rotation_count -= drop;
        own->rotation_first += drop * STEP;
        memmove(
            own->rotation, own->rotation + drop, (size_t)own->rotation_count * sizeof own->rotation[0]);
    }
}

/* Releases the windows that need not wait for the gyroscope any longer. */
static void resolve(gaitway_sample_recognizer *own, int is_final)
{
    while (own->point_count >= POINTS) {
        int64_t last = own->first + (POINTS - 1) * STEP;
        int64_t covered = own->rotation_first + (own->rotation_count - 1) * STEP;
        if (!is_final && own->has_rotation && own->newest_acceleration - own->newest_rotation <= own->patience
            && own->newest_rotation < last + 2 * LONGEST_GAP && (!own->rotation_count || covered < last)) return;
        release(own);
    }
}

/* Ends the segment of an accelerometer that has been silent for longer than a window may span. */
static void end_silent(gaitway_sample_recognizer *own, int64_t time)
{
    int is_rotation_silent = !own->has_rotation || time - own->newest_rotation > own->patience;
    if (!own->has_acceleration || time - own->newest_acceleration <= LONGEST_GAP) return;
    if (is_rotation_silent) finish(own, 1);
    finish(own, 0);
    if (is_rotation_silent) resolve(own, 1);
}
