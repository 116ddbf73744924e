/* Where the first gap since the last window begins, if no answer covers it; else -1. */
static int64_t unsaid(const gaitway_sample_recognizer *own, int64_t time)
{
    if (own->is_silent) return -1;
    if (own->gap_to) return own->gap_from;
    return own->has_window && time - own->newest_acceleration > LONGEST_GAP ? own->newest_acceleration : -1;
}

/* Whether there is no window for 10 s, and why. */
static void watch(gaitway_sample_recognizer *own, int64_t time, int is_acceleration)
{
    int64_t from, silence, gap;
    int reason = GAITWAY_REASON_GAP;
    if (!is_acceleration) {
        end_silent(own, time);
        resolve(own, 0);
    }
    if (time < 0) return;
    own->seen = time;
    own->samples += (uint32_t)is_acceleration;
    silence = time - own->newest_acceleration;
    if (own->longest_step > silence) silence = own->longest_step;
    /* A window may have come by this very sample. */
    from = own->window_end;
    if (time - from <= 10 * SECOND) return;
    if (own->samples && silence <= 5 * SECOND && is_slow(own, time)) reason = GAITWAY_REASON_RATE_TOO_LOW;
    if (own->is_silent) from += 10 * SECOND - 2 * HOP - 3 * HALF;
    if ((gap = unsaid(own, time)) >= 0) from = gap;
    own->is_silent = 1;
    own->gap_to = 0;
    own->window_end = time - 10 * SECOND + HOP;
    restart(own, time);
    answer(own, from, time, time, reason, GAITWAY_UNKNOWN, 0);
}

static void take_acceleration(gaitway_sample_recognizer *own, int64_t time, const float *value)
{
    int64_t step = own->has_acceleration ? time - own->newest_acceleration : 0;
    own->newest_acceleration = time;
    if (own->has_rotation && time - own->newest_rotation > own->patience) finish(own, 1);
    feed(own, 0, time, value);
    if (step > LONGEST_GAP) {
        resolve(own, 1);
        own->gaps++;
        own->gap_time += own->counted_from > time - step ? time - own->counted_from : step;
        if (!own->gap_to) own->gap_from = own->has_window ? time - step : 0;
        own->gap_to = own->is_silent ? 0 : time;
    }
    if (!own->has_acceleration || step > LONGEST_GAP) {
        own->segment = own->resamplers[0].next;
        /* The first reading then empties all four bins. */
        own->bin = -4;
        own->point_count = 0;
        own->starts_segment = 1;
    }
    count_reading(own, time, value);
    own->has_acceleration = 1;
    resolve(own, 0);
    if (step > own->longest_step) own->longest_step = step;
    watch(own, time, 1);
}

static void take_rotation(gaitway_sample_recognizer *own, int64_t time, const float *value)
{
    int64_t turn = floor_of(time, STEP);
    feed(own, 1, time, value);
    own->newest_rotation = time;
    if (!own->has_rotation || turn - own->turns_end >= 256) {
        memset(own->turns, 0, sizeof own->turns);
        own->turns_end = turn;
    }
    own->has_rotation = 1;
    while (own->turns_end <= turn) own->turns[(uint64_t)own->turns_end++ & 255] = 0;
    if (own->turns[(uint64_t)turn & 255] < 255) own->turns[(uint64_t)turn & 255]++;
    watch(own, time, 0);
}

static void take_pressure(gaitway_sample_recognizer *own, int64_t time, float pressure)
{
    int32_t second = (int32_t)floor_of(time, SECOND);
    int last = own->pressure_count - 1;
    if (last < 0) own->pressure_base = pressure;
    if (last < 0 || second > own->seconds[last]) {
        if (++last == 80) {
            last = 72;
            memmove(own->seconds, own->seconds + 8, 72 * sizeof own->seconds[0]);
            memmove(own->pressures, own->pressures + 8, 72 * sizeof own->pressures[0]);
            memmove(own->pressure_counts, own->pressure_counts + 8, 72 * sizeof own->pressure_counts[0]);
        }
        own->seconds[last] = second;
        own->pressures[last] = 0;
        own->pressure_counts[last] = 0;
        own->pressure_count = last + 1;
    }
    if (second == own->seconds[last]) {
        own->pressures[last] += pressure - own->pressure_base;
        own->pressure_counts[last]++;
    }
    watch(own, time, 0);
}
