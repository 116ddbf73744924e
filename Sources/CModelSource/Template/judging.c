/* Adds an input with its weights, each a number of 20 bits: as the upper ones of 32, 4096 units. */
static void add_input(float value, int input, float *scores)
{
    int place, number = input * (CLASSES - 1);
    value *= WEIGHTS_UNIT;
    for (place = 0; place < CLASSES - 1; place++, number++) {
        const uint8_t *bytes = WEIGHTS + number * 5 / 2;
        uint32_t bits = (uint32_t)bytes[0] << 8 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 24;
        scores[place] += (float)(int32_t)(number & 1 ? bits & 0xFFFFF000u : bits << 4) * value;
    }
}

#include "kernels.c"
/* The squared distance of scaled features to the nearest activity of the training data. */
static float squared_distance(const float *scaled)
{
    float least = INFINITY, whitened[DISTANCE_CORE];
    const uint8_t *triangle = WHITENING;
    int row, column, activity;
    for (row = 0; row < DISTANCE_CORE; row++) {
        whitened[row] = 0;
        for (column = 0; column <= row; column++, triangle += 3)
            whitened[row] += unpacked(triangle) * WHITENING_UNIT * scaled[DISTANCE_PLACES[column]];
    }
    for (activity = 0; activity < ACTIVITIES; activity++) {
        float sum = 0;
        for (row = 0; row < DISTANCE_CORE; row++) {
            float difference = whitened[row] - unpacked(WHITENED_MEANS + 3 * (activity * DISTANCE_CORE + row)) * WHITENED_MEANS_UNIT;
            sum += difference * difference;
        }
        if (sum < least) least = sum;
    }
    return least;
}

static int judge(
    gaitway_classifier *model, const float *acceleration, const float *rotation,
    const float *pressure_spreads, float probabilities[CLASSES])
{
    float scores[CLASSES], greatest, sum = 0;
    float *scaled = model->sorted; /* no longer needed by then, and longer than the features */
    int place, first, second, best = 0, input = 0;
    form_features(model, acceleration, rotation, pressure_spreads);
    memcpy(scores, INTERCEPTS, sizeof INTERCEPTS);
    scores[CLASSES - 1] = 0; /* the others are given less the last one */
    for (place = 0; place < FEATURES; place++) {
        float value = model->features[place];
        scaled[place] = isnan(value) ? 0 : clipped((value - MEANS[place]) / DEVIATIONS[place], 4);
        add_input(scaled[place], input++, scores);
    }
    for (first = 0; first < CORE; first++) {
        for (second = first; second < CORE; second++) {
            float product = scaled[CORE_PLACES[first]] * scaled[CORE_PLACES[second]];
            add_input(clipped(product, 4) * 0.5f, input++, scores);
        }
    }
    model->squared_distance = squared_distance(scaled);
#include "add_kernels.h"
#include "add_lines.h"
    for (place = 1; place < CLASSES; place++) {
        if (scores[place] > scores[best]) best = place;
    }
    greatest = scores[best];
    for (place = 0; place < CLASSES; place++) {
        probabilities[place] = expf(scores[place] - greatest);
        sum += probabilities[place];
    }
    for (place = 0; place < CLASSES; place++) probabilities[place] /= sum;
    if (best == GAITWAY_CYCLING && road_share(model->features) < LEAST_ROAD_SHARE) return GAITWAY_UNKNOWN;
    if (model->squared_distance > DISTANCE_LIMIT && (best == GAITWAY_NONE || probabilities[best] < HIGH))
        return GAITWAY_UNKNOWN;
    return best;
}
