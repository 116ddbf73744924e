/* A signal less its mean in whole quanta, with zeros around it. */
static void quantize(gaitway_classifier *model, int signal)
{
    float sum = 0, mean, scale = signal == 3 ? 200.0f : 100.0f;
    int point;
    for (point = 0; point < POINTS; point++) sum += model->values[signal][point];
    mean = sum / POINTS;
    memset(model->quanta, 0, sizeof model->quanta);
    for (point = 0; point < POINTS; point++) {
        float scaled = (model->values[signal][point] - mean) * scale;
        if (scaled > 2730) scaled = 2730;
        if (scaled < -2730) scaled = -2730;
        model->quanta[56 + point] = (int16_t)rintf(scaled);
    }
}

static void add_kernels(gaitway_classifier *model, int input, float *scores)
{
    int kernel, point, tap, number = 0, last_signal = -1, last_dilation = -1;
    for (kernel = 0; kernel < KERNELS; kernel++) {
        const uint8_t *taps;
        const int16_t *one, *two, *three;
        int dilation, signal, count = 0;
        float share;
        number += KERNEL_STEPS[kernel];
        taps = TAPS + 3 * (number % 84);
        dilation = DILATIONS[number / 84 % 5];
        signal = number / (84 * 5);
        if (signal == 3 && !model->has_rotation) continue;
        if (signal != last_signal) {
            quantize(model, signal);
            last_dilation = -1;
        }
        if (dilation != last_dilation) {
            for (point = 0; point < POINTS; point++) {
                int total = 0;
                for (tap = -4; tap <= 4; tap++) total += model->quanta[56 + point + tap * dilation];
                model->totals[point] = (int16_t)total;
            }
        }
        last_signal = signal;
        last_dilation = dilation;
        one = model->quanta + 56 + (taps[0] - 4) * dilation;
        two = model->quanta + 56 + (taps[1] - 4) * dilation;
        three = model->quanta + 56 + (taps[2] - 4) * dilation;
        for (point = 0; point < POINTS; point++)
            count += 3 * (one[point] + two[point] + three[point]) - model->totals[point] > THRESHOLDS[kernel];
        share = (float)count * (unpacked(KERNEL_SCALES + 3 * kernel) * KERNEL_SCALES_UNIT)
            - unpacked(KERNEL_OFFSETS + 3 * kernel) * KERNEL_OFFSETS_UNIT;
        add_input(clipped(share, 2), input + kernel, scores);
    }
}
