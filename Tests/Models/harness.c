/* Reads windows, and writes what the exported model makes of them: 772 numbers of single precision a window come in
 * (acceleration, rotation rate, two pressure spreads, whether the window before is unknown, whether there is a gyroscope),
 * 116 go out (features, class, squared distance, probabilities). */
#include <math.h>
#include <stdio.h>
#define GAITWAY_DECLARATIONS
#include MODEL

int main(void)
{
    static gaitway_model model;
    static float window[2 * 3 * GAITWAY_POINTS + 4], answer[GAITWAY_FEATURES + 8];
    int place;
    while (fread(window, sizeof window, 1, stdin) == 1) {
        const float *rest = window + 2 * 3 * GAITWAY_POINTS;
        int class;
        if (rest[2] > 0) gaitway_begin(&model);
        class = gaitway_classify(
            &model, window, rest[3] > 0 ? window + 3 * GAITWAY_POINTS : 0, rest,
            answer + GAITWAY_FEATURES + 2);
        for (place = 0; place < GAITWAY_FEATURES; place++) answer[place] = model.features[place];
        answer[GAITWAY_FEATURES] = (float)class;
        answer[GAITWAY_FEATURES + 1] = model.squared_distance;
        fwrite(answer, sizeof answer, 1, stdout);
    }
    return 0;
}
