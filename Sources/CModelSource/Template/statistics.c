typedef struct {
    float mean, squared_deviation, gate, fourth_moment, highest, lowest, lag, quietest, loudest;
} statistics;

/* Ascending (Shell's method, with Ciura's gaps). */
static void sort(float *values)
{
    static const uint8_t GAPS[6] = {57, 23, 10, 4, 1, 0};
    int place, other, step;
    for (step = 0; GAPS[step]; step++) {
        int gap = GAPS[step];
        for (place = gap; place < POINTS; place++) {
            float value = values[place];
            for (other = place; other >= gap && values[other - gap] > value; other -= gap)
                values[other] = values[other - gap];
            values[other] = value;
        }
    }
}

/* By linear interpolation between order statistics. */
static float quantile(const float *sorted, int index, float rest)
{
    return sorted[index] + (sorted[index + 1] - sorted[index]) * rest;
}

/* The deviations of a signal from its mean are left in model->sorted, not sorted yet. */
static statistics measure(gaitway_classifier *model, int signal)
{
    statistics result;
    float *deviations = model->sorted;
    float sum = 0, squares = 0, fourths = 0, variance, reference;
    int point, lag, quarter;
    for (point = 0; point < POINTS; point++) sum += model->values[signal][point];
    result.mean = sum / POINTS;
    for (point = 0; point < POINTS; point++) {
        float deviation = model->values[signal][point] - result.mean, square = deviation * deviation;
        deviations[point] = deviation;
        squares += square;
        fourths += square * square;
    }
    variance = squares / POINTS;
    result.squared_deviation = variance + DEVIATION_FLOOR[signal] * DEVIATION_FLOOR[signal];
    result.gate = variance / result.squared_deviation;
    result.fourth_moment = fourths / POINTS;

    reference = result.squared_deviation * POINTS;
    result.highest = -INFINITY;
    result.lowest = INFINITY;
    result.lag = 0;
    for (lag = 7; lag <= 40; lag++) {
        float products = 0, correlation;
        for (point = 0; point < POINTS - lag; point++) products += deviations[point] * deviations[point + lag];
        correlation = products * ((float)POINTS / (float)(POINTS - lag)) / reference;
        if (correlation > result.highest) {
            result.highest = correlation;
            result.lag = (float)lag / 25;
        }
        if (correlation < result.lowest) result.lowest = correlation;
    }

    result.quietest = INFINITY;
    result.loudest = -INFINITY;
    for (quarter = 0; quarter < 4; quarter++) {
        float own = 0, spread, mean;
        squares = 0;
        for (point = 32 * quarter; point < 32 * (quarter + 1); point++) {
            own += deviations[point];
            squares += deviations[point] * deviations[point];
        }
        mean = own / 32;
        variance = squares / 32 - mean * mean;
        spread = logf((variance < 0 ? 0 : sqrtf(variance)) + DEVIATION_FLOOR[signal]);
        if (spread < result.quietest) result.quietest = spread;
        if (spread > result.loudest) result.loudest = spread;
    }
    return result;
}
