void gaitway_begin(gaitway_classifier *model)
{
    memset(model, 0, sizeof *model);
}

int gaitway_confidence(float probability)
{
    return (HIGH < 1 && probability >= HIGH) + (probability >= MEDIUM);
}

/* Whether samples differ by rounding only. Linear acceleration does at rest, and is not dead. */
static int is_dead(const float *acceleration)
{
    int point, axis;
    for (axis = 0; axis < 3; axis++) {
        float least = acceleration[axis], greatest = least;
        for (point = 1; point < POINTS; point++) {
            float value = acceleration[3 * point + axis];
            if (value < least) least = value;
            if (value > greatest) greatest = value;
        }
        if (greatest - least >= ROUNDING) return 0;
    }
    return HAS_GRAVITY;
}

static int are_finite(const float *values, int count)
{
    int place;
    for (place = 0; place < count; place++) {
        if (values[place] - values[place] != 0) return 0; /* NaN and infinity */
    }
    return 1;
}

int gaitway_classify(
    gaitway_classifier *model, const float *acceleration, const float *rotation,
    const float *pressure_spreads, float probabilities[CLASSES])
{
    int class;
    if (!are_finite(acceleration, 3 * POINTS)) {
        memset(probabilities, 0, CLASSES * sizeof *probabilities);
        return GAITWAY_UNKNOWN;
    }
    if (rotation && !are_finite(rotation, 3 * POINTS)) rotation = 0;
    class = judge(model, acceleration, rotation, pressure_spreads, probabilities);
    return is_dead(acceleration) ? GAITWAY_UNKNOWN : class;
}
