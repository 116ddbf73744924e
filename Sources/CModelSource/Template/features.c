static float clipped(float value, float limit)
{
    return value < -limit ? -limit : value > limit ? limit : value;
}

/* A number of three bytes, as the upper ones of four: 256 units. */
static float unpacked(const uint8_t *bytes)
{
    return (float)(int32_t)((uint32_t)bytes[0] << 8 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 24);
}

typedef struct {
    float entropy, peak, peak_share, centroid, total;
} shape;

static shape shape_of(const gaitway_classifier *model, int signal)
{
    const float *power = model->power[signal];
    const float width = 25.0f / POINTS;
    float gate, scale, entropy = 0, centroid = 0;
    int bin, peak = SHAPE_FIRST;
    shape result;
    result.total = power_in(model, signal, WHOLE_FIRST, WHOLE_END) + POWER_FLOOR[signal];
    gate = result.total / (result.total + GATE_FLOOR[signal]);
    scale = 1 / (power_in(model, signal, SHAPE_FIRST, SHAPE_END) + POWER_FLOOR[signal]);
    for (bin = SHAPE_FIRST; bin < SHAPE_END; bin++) {
        float share = power[bin] * scale;
        entropy -= share * logf(share < 1e-30f ? 1e-30f : share);
        centroid += share * (float)bin;
        if (power[bin] > power[peak]) peak = bin;
    }
    result.entropy = 1 - (1 - entropy / logf((float)(SHAPE_END - SHAPE_FIRST))) * gate;
    result.peak = (float)peak * width * gate;
    result.peak_share = (power[peak - 1] + power[peak] + power[peak + 1]) * scale * gate;
    result.centroid = 3 + (centroid * width - 3) * gate;
    return result;
}

static float *put_spectrum(const gaitway_classifier *model, int signal, float *next)
{
    shape own = shape_of(model, signal);
    int band;
    for (band = 0; band < POWER_BANDS_COUNT; band++) {
        float power = power_in(model, signal, POWER_BANDS[2 * band], POWER_BANDS[2 * band + 1]);
        *next++ = logf(power + POWER_FLOOR[signal]);
    }
    *next++ = own.entropy;
    *next++ = own.peak;
    *next++ = own.peak_share;
    *next++ = own.centroid;
    *next++ = logf(own.total);
    return next;
}

static float *put_statistics(gaitway_classifier *model, int signal, float *next, float *excess)
{
    const statistics own = measure(model, signal);
    const float *sorted = model->sorted;
    const float floor = DEVIATION_FLOOR[signal];
    float q05, q25, q50, q75, q95, kurtosis, greatest, largest;
    sort(model->sorted);
    q05 = quantile(sorted, 6, 0.35f);
    q25 = quantile(sorted, 31, 0.75f);
    q50 = quantile(sorted, 63, 0.5f);
    q75 = quantile(sorted, 95, 0.25f);
    q95 = quantile(sorted, 120, 0.65f);
    greatest = sorted[POINTS - 1];
    largest = greatest < -sorted[0] ? -sorted[0] : greatest;
    kurtosis = own.fourth_moment / (own.squared_deviation * own.squared_deviation);
    *next++ = 0.5f * logf(own.squared_deviation);
    *next++ = logf(q95 - q05 + floor);
    *next++ = logf(q75 - q25 + floor);
    *next++ = (q95 + q05 - 2 * q50) / (q95 - q05 + floor);
    *next++ = own.gate * (logf((kurtosis > 40 ? 40 : kurtosis) + 0.5f) - 1.25f);
    *next++ = own.gate * (logf((largest + floor) / sqrtf(own.squared_deviation)) - 1);
    *next++ = own.highest;
    *next++ = own.gate * own.lag;
    *next++ = own.lowest;
    *next++ = own.quietest;
    *next++ = own.loudest;
    *next++ = own.loudest - own.quietest;
    *excess = greatest;
    return next;
}

/* Coherence and correlation of the vertical with the level components in a band. */
static float *put_coordination(const gaitway_classifier *model, int first, int end, float *next)
{
    const float *up = model->cross_real[0], *up_imaginary = model->cross_imaginary[0];
    float in_phase = 0, turned = 0, reference;
    int component, bin;
    for (component = 1; component < 3; component++) {
        const float *level = model->cross_real[component], *imaginary = model->cross_imaginary[component];
        float real_sum = 0, imaginary_sum = 0;
        for (bin = first; bin < end; bin++) {
            real_sum += up[bin] * level[bin] + up_imaginary[bin] * imaginary[bin];
            imaginary_sum += up_imaginary[bin] * level[bin] - up[bin] * imaginary[bin];
        }
        real_sum *= POWER_SCALE;
        imaginary_sum *= POWER_SCALE;
        in_phase += real_sum * real_sum;
        turned += imaginary_sum * imaginary_sum;
    }
    reference = (power_in(model, 1, first, end) + POWER_FLOOR[1]) * (power_in(model, 2, first, end) + POWER_FLOOR[1]);
    *next++ = sqrtf((in_phase + turned) / reference);
    *next++ = sqrtf(in_phase / reference);
    return next;
}

static float total_of(const gaitway_classifier *model, int signal)
{
    return power_in(model, signal, WHOLE_FIRST, WHOLE_END) + POWER_FLOOR[signal];
}

static void form_features(
    gaitway_classifier *model, const float *acceleration, const float *rotation,
    const float *pressure_spreads)
{
    float halves[2][3] = {{0, 0, 0}, {0, 0, 0}}, excess, vertical_excess = 0, sum = 0;
    float *next = model->features;
    axes turned;
    shape of_rotation;
    int signal, band, point, axis;
#if HAS_GRAVITY
    find_gravity(acceleration, halves, turned.up);
#else
    principal_axis(acceleration, turned.up);
#endif
    level_axes(&turned);
    model->has_rotation = rotation != 0;
    form_signals(model, &turned, acceleration, rotation);
    form_spectra(model, &turned, acceleration, rotation);

    for (signal = 0; signal < 3; signal++) next = put_spectrum(model, signal, next);
    for (signal = 0; signal < 3; signal++) {
        next = put_statistics(model, signal, next, &excess);
        if (signal == 1) vertical_excess = excess;
    }
    for (band = 0; band < COORDINATED_COUNT; band++)
        next = put_coordination(model, COORDINATED[2 * band], COORDINATED[2 * band + 1], next);
    *next++ = logf(total_of(model, 1) / total_of(model, 2));
    for (band = 0; band < COMPARED_COUNT; band++) {
        float vertical = power_in(model, 1, COMPARED[2 * band], COMPARED[2 * band + 1]) + POWER_FLOOR[1];
        float level = power_in(model, 2, COMPARED[2 * band], COMPARED[2 * band + 1]) + POWER_FLOOR[1];
        *next++ = logf(vertical / level);
    }
    *next++ = vertical_excess;
    *next++ = logf(power_in(model, 2, SLOW_FIRST, SLOW_END) + POWER_FLOOR[2]);
    *next++ = HAS_GRAVITY ? logf(angle(halves[0], halves[1]) + 0.01f) : NAN;
    *next++ = model->has_gravity ? logf(angle(model->gravity, turned.up) + 0.01f) : NAN;
    memcpy(model->gravity, turned.up, sizeof model->gravity);
    model->has_gravity = HAS_GRAVITY;
    if (rotation) {
        float turns = power_in(model, 3, OF_ROTATION_FIRST, OF_ROTATION_END) + POWER_FLOOR[3];
        float moves = power_in(model, 1, OF_ROTATION_FIRST, OF_ROTATION_END)
            + power_in(model, 2, OF_ROTATION_FIRST, OF_ROTATION_END) + POWER_FLOOR[1];
        of_rotation = shape_of(model, 3);
        for (point = 0; point < POINTS; point++) sum += model->values[3][point];
        *next++ = of_rotation.entropy;
        *next++ = logf(of_rotation.total);
        *next++ = logf(sum / POINTS + 0.003f);
        *next++ = logf(turns / moves);
    } else {
        for (axis = 0; axis < 4; axis++) *next++ = NAN;
    }
    *next++ = pressure_spreads ? logf(pressure_spreads[0] + 0.003f) : NAN;
    *next++ = pressure_spreads ? logf(pressure_spreads[1] + 0.003f) : NAN;
}

/* The share of what a road does to a wheel, beside what legs do to pedals. */
static float road_share(const float *features)
{
    float shares[3] = {0, 0, 0}; /* below 1.6 Hz, below 3 Hz, above */
    int place;
    for (place = 0; place < 24; place++) {
        int band = place % 12, first = place < 12 ? VERTICAL_POWERS : HORIZONTAL_POWERS;
        shares[(band > 3) + (band > 6)] += expf(features[first + band]);
    }
    return shares[2] / (shares[0] + shares[2]);
}
