/* Of each signal: F, E and f of the features' formulas. */
static const float POWER_FLOOR[4] = {1e-4f, 1e-4f, 1e-4f, 1e-5f};
static const float GATE_FLOOR[4] = {9e-4f, 9e-4f, 9e-4f, 1e-4f};
static const float DEVIATION_FLOOR[4] = {0.03f, 0.03f, 0.03f, 0.009f};

typedef struct {
    float up[3], first[3], second[3];
} axes;

static float along(const float *axis, const float *sample)
{
    return axis[0] * sample[0] + axis[1] * sample[1] + axis[2] * sample[2];
}

static float angle(const float *first, const float *second)
{
    float x = first[0] - second[0], y = first[1] - second[1], z = first[2] - second[2];
    float half = sqrtf(x * x + y * y + z * z) / 2;
    return 2 * asinf(half < 1 ? half : 1);
}

/* Two axes at right angles to up (T. Duff et al., Building an Orthonormal Basis, Revisited, 2017). */
static void level_axes(axes *turned)
{
    const float *up = turned->up;
    float sign = up[2] < 0 ? -1.0f : 1.0f;
    float a = -1 / (sign + up[2]);
    float b = up[0] * up[1] * a;
    turned->first[0] = 1 + sign * up[0] * up[0] * a;
    turned->first[1] = sign * b;
    turned->first[2] = -sign * up[0];
    turned->second[0] = b;
    turned->second[1] = sign + up[1] * up[1] * a;
    turned->second[2] = -up[1];
}

static void form_signals(
    gaitway_classifier *model, const axes *turned, const float *acceleration, const float *rotation)
{
    int point;
    for (point = 0; point < POINTS; point++) {
        float vertical = along(turned->up, acceleration + 3 * point);
        float one = along(turned->first, acceleration + 3 * point);
        float two = along(turned->second, acceleration + 3 * point);
        float level = one * one + two * two;
        model->values[0][point] = sqrtf(vertical * vertical + level);
        model->values[1][point] = vertical;
        model->values[2][point] = sqrtf(level);
        model->values[3][point] = 0;
        if (rotation) {
            float yaw = along(turned->up, rotation + 3 * point);
            float pitch = along(turned->first, rotation + 3 * point);
            float roll = along(turned->second, rotation + 3 * point);
            model->values[3][point] = sqrtf(pitch * pitch + (roll * roll + yaw * yaw));
        }
    }
}
