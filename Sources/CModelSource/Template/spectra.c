/* A pass over `length` samples of each of `stride` interleaved transforms, split into four each. */
static void pass(
    int length, int stride, const float *real, const float *imaginary, float *to_real, float *to_imaginary)
{
    int quarter = length / 4, position, offset, part;
    for (position = 0; position < quarter; position++) {
        for (offset = 0; offset < stride; offset++) {
            int a = offset + stride * position;
            int b = a + stride * quarter, c = b + stride * quarter, d = c + stride * quarter;
            int target = offset + 4 * stride * position;
            float sum_real = real[a] + real[c], sum_imaginary = imaginary[a] + imaginary[c];
            float difference_real = real[a] - real[c], difference_imaginary = imaginary[a] - imaginary[c];
            float other_real = real[b] + real[d], other_imaginary = imaginary[b] + imaginary[d];
            float turned_real = imaginary[b] - imaginary[d], turned_imaginary = real[d] - real[b];
            float parts[3][2];
            parts[0][0] = difference_real + turned_real;
            parts[0][1] = difference_imaginary + turned_imaginary;
            parts[1][0] = sum_real - other_real;
            parts[1][1] = sum_imaginary - other_imaginary;
            parts[2][0] = difference_real - turned_real;
            parts[2][1] = difference_imaginary - turned_imaginary;
            to_real[target] = sum_real + other_real;
            to_imaginary[target] = sum_imaginary + other_imaginary;
            for (part = 0; part < 3; part++) {
                const float *root = ROOTS + 2 * (part + 1) * position * stride;
                target += stride;
                to_real[target] = parts[part][0] * root[0] - parts[part][1] * root[1];
                to_imaginary[target] = parts[part][0] * root[1] + parts[part][1] * root[0];
            }
        }
    }
}

/* The spectrum of model->sorted, which holds the samples; bins 1 to 63 go to real[1] and imaginary[1]. */
static void transform(gaitway_classifier *model)
{
    float sum = 0, mean;
    float *real = model->real[0], *imaginary = model->imaginary[0];
    float *to_real = model->real[1], *to_imaginary = model->imaginary[1];
    int point, bin;
    for (point = 0; point < POINTS; point++) sum += model->sorted[point];
    mean = sum / POINTS;
    for (point = 0; point < POINTS; point += 2) {
        to_real[point / 2] = (model->sorted[point] - mean) * HANN[point < 64 ? point : 128 - point];
        to_imaginary[point / 2] =
            (model->sorted[point + 1] - mean) * HANN[point < 63 ? point + 1 : 127 - point];
    }
    pass(64, 1, to_real, to_imaginary, real, imaginary);
    pass(16, 4, real, imaginary, to_real, to_imaginary);
    pass(4, 16, to_real, to_imaginary, real, imaginary);
    for (bin = 1; bin <= 32; bin++) {
        int mirror = 64 - bin;
        float even_real = (real[bin] + real[mirror]) * 0.5f;
        float even_imaginary = (imaginary[bin] - imaginary[mirror]) * 0.5f;
        float odd_real = (imaginary[bin] + imaginary[mirror]) * 0.5f;
        float odd_imaginary = (real[mirror] - real[bin]) * 0.5f;
        const float *root = UNTANGLING + 2 * bin;
        float turned_real = odd_real * root[0] - odd_imaginary * root[1];
        float turned_imaginary = odd_real * root[1] + odd_imaginary * root[0];
        to_real[bin] = even_real + turned_real;
        to_imaginary[bin] = even_imaginary + turned_imaginary;
        to_real[mirror] = even_real - turned_real;
        to_imaginary[mirror] = turned_imaginary - even_imaginary;
    }
}

/* Adds the squares of the spectrum along an axis of the samples to a signal's power. */
static void add_power(gaitway_classifier *model, int signal, const float *axis, const float *samples, int cross)
{
    int point, bin;
    for (point = 0; point < POINTS; point++)
        model->sorted[point] = axis ? along(axis, samples + 3 * point) : model->values[0][point];
    transform(model);
    for (bin = 1; bin < 64; bin++) {
        float real = model->real[1][bin], imaginary = model->imaginary[1][bin];
        model->power[signal][bin] = (real * real + imaginary * imaginary) + model->power[signal][bin];
    }
    if (cross < 0) return;
    memcpy(model->cross_real[cross], model->real[1], sizeof model->cross_real[cross]);
    memcpy(model->cross_imaginary[cross], model->imaginary[1], sizeof model->cross_imaginary[cross]);
}

static void form_spectra(
    gaitway_classifier *model, const axes *turned, const float *acceleration, const float *rotation)
{
    int signal, bin;
    memset(model->power, 0, sizeof model->power);
    add_power(model, 0, 0, 0, -1);
    add_power(model, 1, turned->up, acceleration, 0);
    add_power(model, 2, turned->first, acceleration, 1);
    add_power(model, 2, turned->second, acceleration, 2);
    if (rotation) {
        add_power(model, 3, turned->up, rotation, -1);
        add_power(model, 3, turned->second, rotation, -1);
        add_power(model, 3, turned->first, rotation, -1);
    }
    for (signal = 0; signal < 4; signal++)
        for (bin = 0; bin < 64; bin++) model->power[signal][bin] *= POWER_SCALE;
}

static float power_in(const gaitway_classifier *model, int signal, int first, int end)
{
    float sum = 0;
    int bin;
    for (bin = first; bin < end; bin++) sum += model->power[signal][bin];
    return sum;
}
