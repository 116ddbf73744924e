/* A sample of a model's numbers, for compiling the files beside it. An export has the model's own in its place. */
#define FEATURES 108
#define KERNELS 1
#define CORE 1
#define DISTANCE_CORE 1
#define ACTIVITIES 5
#define DISTANCE_LIMIT 100.0f
#define MEDIUM 0.5f
#ifndef HAS_GRAVITY
#define HAS_GRAVITY 1
#endif
#define ROUNDING 0.0001f
#define MINIMUM_RATE 19.0f
#define HIGH 0.9f

#define LEAST_ROAD_SHARE 0.03f
static const uint8_t FLAGS[CLASSES] = {0};
#define VERTICAL_POWERS 0
#define HORIZONTAL_POWERS 12
static const float HANN[65] = {0};
#define POWER_SCALE 1.0f
static const float ROOTS[96] = {0};
static const float UNTANGLING[66] = {0};
static const uint8_t POWER_BANDS[24] = {0};
#define POWER_BANDS_COUNT 12
static const uint8_t COORDINATED[6] = {0};
#define COORDINATED_COUNT 3
static const uint8_t COMPARED[8] = {0};
#define COMPARED_COUNT 4
#define WHOLE_FIRST 2
#define WHOLE_END 41
#define SHAPE_FIRST 3
#define SHAPE_END 41
#define SLOW_FIRST 1
#define SLOW_END 5
#define OF_ROTATION_FIRST 6
#define OF_ROTATION_END 41
static const float MEANS[FEATURES] = {0};
static const float DEVIATIONS[FEATURES] = {0};
static const uint8_t CORE_PLACES[CORE] = {0};
static const uint8_t DISTANCE_PLACES[DISTANCE_CORE] = {0};
static const uint8_t WHITENING[3] = {0};
#define WHITENING_UNIT 1.0f
static const uint8_t WHITENED_MEANS[3 * ACTIVITIES] = {0};
#define WHITENED_MEANS_UNIT 1.0f
static const float INTERCEPTS[CLASSES - 1] = {0};
static const uint8_t KERNEL_STEPS[KERNELS] = {0};
static const int16_t THRESHOLDS[KERNELS] = {0};
static const uint8_t KERNEL_SCALES[3 * KERNELS] = {0};
#define KERNEL_SCALES_UNIT 1.0f
static const uint8_t KERNEL_OFFSETS[3 * KERNELS] = {0};
#define KERNEL_OFFSETS_UNIT 1.0f
static const uint8_t TAPS[252] = {0};
static const uint8_t DILATIONS[5] = {0};
static const uint8_t WEIGHTS[3 * 5 * (FEATURES + 1 + KERNELS)] = {0};
#define WEIGHTS_UNIT 1.0f
static const float HOPS[49] = {0};
#define EVIDENCE 1.0f
#define TEMPERATURE 1.0f
