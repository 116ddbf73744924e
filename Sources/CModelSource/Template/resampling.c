#define SECOND INT64_C(1000000000)
#define STEP INT64_C(40000000)
#define HALF (SECOND / 2)
#define HOP (64 * STEP)
#define LONGEST_GAP (SECOND / 2)
#define LONGEST_SPACING INT64_C(75000000)
#define REACH 25

static void resolve(gaitway_sample_recognizer *own, int is_final);

static int64_t floor_of(int64_t time, int64_t unit)
{
    return time / unit - (time % unit < 0);
}

/* The low-pass at the grid points that a sample reaches, for a phase in 2^18 ns. */
static float low_pass(int32_t row, int point)
{
    int32_t distance = row * 262144 - (int32_t)HALF + point * (int32_t)STEP;
    float time = (float)distance * 1e-9f, angle = 53.4070751f * time;
    return (distance ? sinf(angle) / angle : 1) * (0.54f + 0.46f * cosf(6.28318531f * time));
}

/* Spreads the newest sample over the grid; the step behind it is 0 at the end of a segment. */
static void spread(gaitway_resampler *resampler, int64_t step)
{
    int64_t begin = resampler->newest - HALF, point = (floor_of(begin - 1, STEP) + 1) * STEP;
    int64_t before = resampler->step_before;
    int64_t steps = (before ? before : step) + (step ? step : before);
    float weight = steps ? (float)steps * 0.5e-9f : 1, value[4];
    int32_t phase = (int32_t)(point - begin), row = phase >> 18;
    float fraction = (float)(phase & 262143) * (1.0f / 262144);
    int place, axis;
    for (axis = 0; axis < 4; axis++) value[axis] = (axis < 3 ? resampler->value[axis] : 1) * weight;
    for (place = phase ? 0 : 1; place < REACH; place++) {
        float *sums = resampler->sums[(uint64_t)(point / STEP + place) & 31], h;
        if (point + place * STEP < resampler->next) continue;
        h = low_pass(row, place);
        h += (low_pass(row + 1, place) - h) * fraction;
        for (axis = 0; axis < 4; axis++) sums[axis] += value[axis] * h;
    }
    resampler->step_before = step;
}

/* Takes grid points up to a time. */
static void drain(gaitway_sample_recognizer *own, int sensor, int64_t until)
{
    gaitway_resampler *resampler = own->resamplers + sensor;
    int axis;
    for (; resampler->next <= until; resampler->next += STEP) {
        int64_t time = resampler->next;
        float *sums = resampler->sums[(uint64_t)(time / STEP) & 31], *point;
        if (sensor) {
            int64_t index = (time - own->rotation_first) / STEP;
            if (!own->rotation_count || index >= 2 * 256) {
                own->rotation_count = 0;
                own->rotation_first = time;
                index = 0;
            }
            /* What lies between segments is NaN. */
            do {
                if (own->rotation_count == 256) {
                    own->rotation_count -= 64;
                    own->rotation_first += HOP;
                    index -= 64;
                    memmove(own->rotation, own->rotation + 64, 192 * sizeof own->rotation[0]);
                }
                point = own->rotation[own->rotation_count++];
                point[0] = NAN;
            } while (own->rotation_count <= index);
        } else {
            if (own->point_count == 192) resolve(own, 1);
            if (!own->point_count) own->first = time;
            point = own->points[own->point_count++];
        }
        for (axis = 0; axis < 3; axis++) point[axis] = sums[axis] / sums[3];
        memset(sums, 0, sizeof resampler->sums[0]);
        if (!sensor) resolve(own, 0);
    }
}

/* Ends a segment. */
static void finish(gaitway_sample_recognizer *own, int sensor)
{
    gaitway_resampler *resampler = own->resamplers + sensor;
    if (!resampler->has_sample) return;
    spread(resampler, 0);
    drain(own, sensor, resampler->newest);
    resampler->has_sample = 0;
}

static void feed(gaitway_sample_recognizer *own, int sensor, int64_t time, const float *value)
{
    gaitway_resampler *resampler = own->resamplers + sensor;
    int64_t from = resampler->newest, step = time - from;
    int part, parts, axis;
    float first[3];
    if (resampler->has_sample && step <= 0) return;
    if (resampler->has_sample && step > LONGEST_GAP) finish(own, sensor);
    if (!resampler->has_sample) {
        memset(resampler, 0, sizeof *resampler);
        resampler->has_sample = 1;
        resampler->next = (floor_of(time - 1, STEP) + 1) * STEP;
        resampler->newest = time;
        memcpy(resampler->value, value, sizeof resampler->value);
        return;
    }
    memcpy(first, resampler->value, sizeof first);
    /* A long step is filled by a straight line. */
    parts = step > LONGEST_SPACING ? (int)(step / LONGEST_SPACING) + 1 : 1;
    for (part = 1; part <= parts; part++) {
        int64_t at = from + step * part / parts;
        spread(resampler, at - resampler->newest);
        resampler->newest = at;
        for (axis = 0; axis < 3; axis++)
            resampler->value[axis] = part == parts ? value[axis] : first[axis] + (value[axis] - first[axis]) * ((float)part / (float)parts);
        drain(own, sensor, at - HALF);
    }
}
