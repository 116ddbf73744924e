/// The parts of the C source that are the same for every model.
enum CSourceText {
    /// What the declarations begin with.
    static let beforeDeclarations = #"""
        #ifndef GAITWAY_MODEL_H
        #define GAITWAY_MODEL_H

        #include <stdint.h>

        #ifdef __cplusplus
        extern "C" {
        #endif

        """#

    /// What a caller of windows sees.
    static let declarations = #"""

        /* Samples of a window: 5.12 s at 25 Hz. The next window begins 64 samples, 2.56 s, later. */
        #define GAITWAY_POINTS 128
        #define GAITWAY_FEATURES 108
        #define GAITWAY_CLASSES 6

        /* All the memory that is needed; yours to place. Begin with gaitway_begin. */
        typedef struct {
            float features[GAITWAY_FEATURES]; /* of the last window; NaN is missing */
            float squared_distance;           /* of the last window to the training data */
            float gravity[3];                 /* unit gravity of the window before; not in the case linear */
            int has_gravity;
            int has_rotation;
            /* The rest is scratch. */
            float values[4][GAITWAY_POINTS]; /* magnitude, vertical, horizontal, rotation */
            float power[4][64];
            float real[2][64], imaginary[2][64];
            float cross_real[3][41], cross_imaginary[3][41]; /* the bins up to 8 Hz of a.u, a.e1 and a.e2 */
            float sorted[GAITWAY_POINTS];
            int16_t quanta[GAITWAY_POINTS + 2 * 56];
            int16_t totals[GAITWAY_POINTS];
        } gaitway_classifier;

        /* At the beginning of a recording, and after a gap: forgets the window before. */
        void gaitway_begin(gaitway_classifier *model);

        /*
         * The probabilities of the classes for a window, and the class: the most likely one, or GAITWAY_UNKNOWN.
         * Acceleration is x, y and z of each of the 128 samples, in m/s^2. With gravity, a phone at rest, face up, \#
        has +9.81 on z. In the case linear, leave gravity out.
         * The rotation rate is the same in rad/s, NULL without a gyroscope. The pressure's spreads are the standard \#
        deviations of the detrended pressure over the last 30
         * and 60 s in hPa, a NaN for a missing one, NULL without a barometer.
         * A window with a NaN or an infinity in its acceleration is GAITWAY_UNKNOWN, with probabilities of 0. \#
        The model stays as it was.
         * A rotation rate with one counts as none.
         */
        int gaitway_classify(
            gaitway_classifier *model, const float *acceleration, const float *rotation, const float *pressure_spreads,
            float probabilities[GAITWAY_CLASSES]);

        /* GAITWAY_CONFIDENCE_..., for the probability of the class. */
        int gaitway_confidence(float probability);

        """#

    /// What ends the declarations, and begins the definitions.
    static let afterDeclarations = #"""

        #ifdef __cplusplus
        }
        #endif

        #endif

        #ifndef GAITWAY_DECLARATIONS

        #if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
        #error "Compile without -ffast-math and -ffinite-math-only: NaN marks what is missing."
        #endif

        #include <float.h>
        #include <math.h>
        #include <string.h>

        #ifdef __clang__
        #pragma STDC FP_CONTRACT OFF
        #endif

        #define POINTS GAITWAY_POINTS
        #define CLASSES GAITWAY_CLASSES

        """#

    /// The axes, and the four signals.
    static let signals = #"""

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

        """#

    /// Kernels (MINIROCKET; Dempster, Schmidt and Webb, 2021).
    static let kernels = #"""

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

        static void add_kernels(gaitway_classifier *model, const uint8_t *weights, float *scores)
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
                add_input(clipped(share, 2), weights + 3 * kernel * (CLASSES - 1), scores);
            }
        }

        """#

    /// The logistic model.
    static func judgement(hasKernels: Bool) -> String {
        #"""

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
                for (column = 0; column <= row; column++) whitened[row] \#
        += *triangle++ * scaled[DISTANCE_PLACES[column]];
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

        """#
            + (hasKernels ? "    add_kernels(model, weights, scores);\n" : "    (void)weights;\n")
                + #"""
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

                """#
    }
}
