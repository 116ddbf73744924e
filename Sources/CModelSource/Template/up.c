#if HAS_GRAVITY

static void unit(const float *vector, float *direction)
{
    float length = sqrtf(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
    int axis;
    for (axis = 0; axis < 3; axis++)
        direction[axis] = length > 1e-3f ? vector[axis] / length : (axis == 2 ? 1.0f : 0.0f);
}

/* The directions of gravity in both halves of a window, and in all of it. */
static void find_gravity(const float *acceleration, float halves[2][3], float *up)
{
    float sums[2][3] = {{0, 0, 0}, {0, 0, 0}}, both[3];
    int half, point, axis;
    for (half = 0; half < 2; half++)
        for (point = 0; point < POINTS / 2; point++)
            for (axis = 0; axis < 3; axis++) sums[half][axis] += acceleration[3 * (half * (POINTS / 2) + point) + axis];
    for (axis = 0; axis < 3; axis++) both[axis] = sums[0][axis] + sums[1][axis];
    unit(sums[0], halves[0]);
    unit(sums[1], halves[1]);
    unit(both, up);
}

#else

/* The axis of most motion, from the 64th power of the covariance. It stands for the direction of gravity. */
static void principal_axis(const float *acceleration, float *direction)
{
    float mean[3] = {0, 0, 0}, power[3][3], product[3][3], third = 0, square, length = 0;
    int point, row, column, round, longest = 0;
    memset(power, 0, sizeof power);
    for (point = 0; point < POINTS; point++)
        for (row = 0; row < 3; row++) mean[row] += acceleration[3 * point + row];
    for (row = 0; row < 3; row++) mean[row] /= POINTS;
    for (point = 0; point < POINTS; point++)
        for (row = 0; row < 3; row++)
            for (column = 0; column < 3; column++)
                power[row][column] += (acceleration[3 * point + row] - mean[row]) * (acceleration[3 * point + column] - mean[column]);
    direction[0] = direction[1] = 0;
    direction[2] = 1;
    for (round = 0; round < 6; round++) {
        float trace = power[0][0] + power[1][1] + power[2][2];
        if (!(trace > FLT_MIN)) return;
        for (row = 0; row < 3; row++)
            for (column = 0; column < 3; column++) power[row][column] /= trace;
        for (row = 0; row < 3; row++)
            for (column = 0; column < 3; column++) product[row][column] = along(power[row], power[column]);
        memcpy(power, product, sizeof power);
    }
    for (row = 0; row < 3; row++) {
        square = along(power[row], power[row]);
        if (square > length) {
            length = square;
            longest = row;
        }
    }
    length = sqrtf(length);
    if (!(length > FLT_MIN)) return;
    for (row = 0; row < 3; row++) direction[row] = power[longest][row] / length;
    for (point = 0; point < POINTS; point++) {
        float moved[3], part;
        for (row = 0; row < 3; row++) moved[row] = acceleration[3 * point + row] - mean[row];
        part = along(direction, moved);
        third += part * part * part;
    }
    if (third < 0)
        for (row = 0; row < 3; row++) direction[row] = -direction[row];
}

#endif
