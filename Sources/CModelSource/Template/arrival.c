void gaitway_start(gaitway_sample_recognizer *own)
{
    memset(own, 0, sizeof *own);
    own->starts_segment = 1;
    own->last_delivered = INT64_MIN;
    own->newest = own->last[0] = own->last[1] = own->last[2] = INT64_MIN;
    own->patience = LONGEST_GAP;
    own->seen = -1;
}

/* The latest time that is taken for one. */
#define LATEST INT64_C(4000000000000000000)

/* Takes a sample whose time is right, in nanoseconds since the first one of the accelerometer. */
static void take(gaitway_sample_recognizer *own, const gaitway_sample *sample)
{
    int64_t time = sample->time;
    if (time > own->newest) own->newest = time;
    own->last[sample->sensor] = time;
    if (sample->sensor == 0) take_acceleration(own, time, sample->value);
    else if (sample->sensor == 1) take_rotation(own, time, sample->value);
    else take_pressure(own, time, sample->value[0]);
}

/* The first sample of the accelerometer: those of other sensors that came before it wait in the memory of grid points. */
static void take_early(gaitway_sample_recognizer *own, int64_t origin)
{
    gaitway_sample sample;
    int place, count = own->early;
    own->early = 0;
    own->origin = origin;
    for (place = 0; place < count; place++) {
        memcpy(&sample, own->points[2 * place], sizeof sample);
        sample.time -= origin;
        take(own, &sample);
    }
}

static void keep_early(gaitway_sample_recognizer *own, const gaitway_sample *sample)
{
    if (own->early == 192 / 2) memmove(own->points, own->points[2], (size_t)--own->early * sizeof *sample);
    memcpy(own->points[2 * own->early++], sample, sizeof *sample);
}

/* Whether the accelerometer's clock was set back: its times ascend from an earlier one on for a second. */
static int is_set_back(gaitway_sample_recognizer *own, int64_t time)
{
    if (!own->back_count || time <= own->back_last) {
        own->back_count = 0;
        own->back_first = time;
    }
    own->back_last = time;
    return ++own->back_count >= 32 && time - own->back_first >= SECOND;
}

/* The status of a sample that is taken. */
static int said_of(gaitway_sample_recognizer *own, const gaitway_sample *sample, int64_t last)
{
    int64_t time = sample->time, late;
    if (sample->sensor == 0) {
        if (!own->block_count++) own->block = time;
        if (last > INT64_MIN && time - last > LONGEST_GAP) own->block_gaps++;
        if (own->block_count > 64) {
            own->is_hasty = time - own->block < 64 * INT64_C(100000) || own->block_gaps > 60;
            own->block_count = own->block_gaps = 0;
        }
        if (own->is_hasty) return GAITWAY_STATUS_TIME_UNIT;
        if (own->foreign > 2) return GAITWAY_STATUS_UNIT;
    }
    late = sample->sensor == 1 ? own->newest_acceleration - time : 0;
    if (late > own->patience) {
        own->patience = late + LONGEST_GAP < 5 * HALF ? late + LONGEST_GAP : 5 * HALF;
        return GAITWAY_STATUS_LATE;
    }
    if (sample->sensor < 2 && last > INT64_MIN && time - last > LONGEST_GAP) return GAITWAY_STATUS_GAP;
    return sample->sensor == 0 && sign_of(own, sample->value) == 2 ? GAITWAY_STATUS_SATURATED : GAITWAY_STATUS_OK;
}

/* Takes the samples that waited after a gap. */
static void take_held(gaitway_sample_recognizer *own)
{
    int place, count = own->held_count;
    own->held_count = 0;
    for (place = 0; place < count; place++) {
        const gaitway_sample *sample = own->held + place;
        if (sample->time > own->last[sample->sensor]) take(own, sample);
    }
}

static int arrive(gaitway_sample_recognizer *own, int sensor, int64_t time, float x, float y, float z)
{
    gaitway_sample sample;
    int status = GAITWAY_STATUS_OK, said;
    int64_t last = own->last[sensor];
    sample.value[0] = x;
    sample.value[1] = y;
    sample.value[2] = z;
    sample.sensor = sensor;
    sample.time = time;
    own->count = 0;
    if (!are_finite(sample.value, 3) || time > LATEST || time < -LATEST) return GAITWAY_STATUS_MISSING;
    if (own->last[0] == INT64_MIN) {
        if (sensor) {
            keep_early(own, &sample);
            return GAITWAY_STATUS_OK;
        }
        take_early(own, time);
    }
    sample.time = time -= own->origin;
    if (time > LATEST / 2 || time < -LATEST / 2) return GAITWAY_STATUS_MISSING;
    if (own->held_count) {
        int is_near = time >= own->held[0].time - LONGEST_GAP;
        if (sensor == own->held[0].sensor && !is_near) {
            own->held_count = 0;
            status = GAITWAY_STATUS_TIME_AHEAD;
        }
        else if (sensor == own->held[0].sensor || own->held_count == 8) {
            take_held(own);
            last = own->last[sensor];
        }
        else if (is_near) {
            own->held[own->held_count++] = sample;
            return said_of(own, &sample, last);
        }
    }
    if (time <= last) {
        if (sensor || !is_set_back(own, time)) return GAITWAY_STATUS_TIME_BACK;
        status = GAITWAY_STATUS_CLOCK_SET;
        sample.time = own->newest + (time - own->back_first);
        own->origin += time - sample.time;
    }
    if (sensor == 0) own->back_count = 0;
    said = said_of(own, &sample, last);
    if (status == GAITWAY_STATUS_OK) status = said;
    /* The first sample, and that of a set clock, are right. */
    if (own->held_count || last == INT64_MIN || status == GAITWAY_STATUS_CLOCK_SET
        || sample.time - own->newest <= LONGEST_GAP) take(own, &sample);
    else own->held[own->held_count++] = sample;
    return status;
}

int gaitway_push(gaitway_sample_recognizer *own, int64_t time, float x, float y, float z)
{
    return arrive(own, 0, time, x, y, z);
}

int gaitway_push_rotation(gaitway_sample_recognizer *own, int64_t time, float x, float y, float z)
{
    return arrive(own, 1, time, x, y, z);
}

int gaitway_push_pressure(gaitway_sample_recognizer *own, int64_t time, float pressure)
{
    return arrive(own, 2, time, pressure, 0, 0);
}

int gaitway_end(gaitway_sample_recognizer *own)
{
    int64_t from, end;
    int reason = GAITWAY_REASON_GAP;
    own->count = 0;
    take_held(own);
    finish(own, 0);
    finish(own, 1);
    resolve(own, 1);
    from = unsaid(own, end = own->seen);
    if (!own->has_spoken && end >= 0) {
        reason = is_slow(own, end) ? GAITWAY_REASON_RATE_TOO_LOW : GAITWAY_REASON_TOO_SHORT;
        from = 0;
    }
    if (from >= 0) answer(own, from, end, end, reason, GAITWAY_UNKNOWN, 0);
    end_rhythm(own);
    settle(own, INT64_MAX);
    if (own->is_hasty) return GAITWAY_STATUS_TIME_UNIT;
    return own->foreign > 2 ? GAITWAY_STATUS_UNIT : GAITWAY_STATUS_OK;
}

#if HAS_GRAVITY
#define UNIT "m/s^2 with gravity"
#else
#define UNIT "m/s^2 without gravity"
#endif

const char *gaitway_status_text(int status)
{
    /* One after the other, as pointers would be variables of some programs. */
    const char *text =
        "ok\0"
        "NaN, infinity or a time beyond 4e18 ns: left out\0"
        "not after the last sample: left out; push in order of time\0"
        "the sample before was far ahead: left out\0"
        "the clock was set back: a gap\0"
        "over 10,000 samples a second or under 2: give times in nanoseconds\0"
        "not " UNIT ": multiply g by 9.80665\0"
        "over 0.5 s after the last: a gap\0"
        "at the end of the range\0"
        "the gyroscope is late: push all in order of time";
    if (status < 0 || status > GAITWAY_STATUS_LATE) status = 0;
    for (; status > 0; status--) text += strlen(text) + 1;
    return text;
}
