void gaitway_begin(gaitway_classifier *model)
{
    memset(model, 0, sizeof *model);
}

int gaitway_confidence(float probability)
{
    return (probability >= HIGH) + (probability >= MEDIUM);
}

/* The squared distance of scaled features to the nearest activity of the training data. */
static float squared_distance(const float *scaled)
{
    float least = INFINITY, whitened[DISTANCE_CORE];
    const float *triangle = WHITENING;
    int row, column, activity;
    for (row = 0; row < DISTANCE_CORE; row++) {
        whitened[row] = 0;
        for (column = 0; column <= row; column++) whitened[row] += *triangle++ * scaled[DISTANCE_PLACES[column]];
    }
    for (activity = 0; activity < ACTIVITIES; activity++) {
        float sum = 0;
        for (row = 0; row < DISTANCE_CORE; row++) {
            float difference = whitened[row] - WHITENED_MEANS[activity * DISTANCE_CORE + row];
            sum += difference * difference;
        }
        if (sum < least) least = sum;
    }
    return least;
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

static int judge(
    gaitway_classifier *model, const float *acceleration, const float *rotation,
    const float *pressure_spreads, float probabilities[CLASSES])
{
    float scores[CLASSES], greatest, sum = 0;
    float *scaled = model->sorted; /* no longer needed by then, and longer than the features */
    const uint8_t *weights = WEIGHTS;
    int place, first, second, best = 0;
    form_features(model, acceleration, rotation, pressure_spreads);
    memcpy(scores, INTERCEPTS, sizeof INTERCEPTS);
    scores[CLASSES - 1] = 0; /* the others are given less the last one */
    for (place = 0; place < FEATURES; place++) {
        float value = model->features[place];
        scaled[place] = isnan(value) ? 0 : clipped((value - MEANS[place]) / DEVIATIONS[place], 4);
        weights = add_input(scaled[place], weights, scores);
    }
    for (first = 0; first < CORE; first++) {
        for (second = first; second < CORE; second++) {
            float product = scaled[CORE_PLACES[first]] * scaled[CORE_PLACES[second]];
            weights = add_input(clipped(product, 4) * 0.5f, weights, scores);
        }
    }
    model->squared_distance = squared_distance(scaled);
#include "add_kernels.h"
    for (place = 1; place < CLASSES; place++) {
        if (scores[place] > scores[best]) best = place;
    }
    greatest = scores[best];
    for (place = 0; place < CLASSES; place++) {
        probabilities[place] = expf(scores[place] - greatest);
        sum += probabilities[place];
    }
    for (place = 0; place < CLASSES; place++) probabilities[place] /= sum;
    if (model->squared_distance > DISTANCE_LIMIT && probabilities[best] < HIGH) return GAITWAY_UNKNOWN;
    return best;
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
