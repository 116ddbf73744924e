/*
 * Arithmetic of vectors, and two hot loops over them.
 *
 * Arithmetic of four and eight floats at once. The standard library writes it lane by lane and leaves it to the optimiser to find the
 * vectors again, which it does only in short stretches; these are operations on vectors from the start. The results are the same bits.
 */
#ifndef GAITWAY_VECTORS_H
#define GAITWAY_VECTORS_H

typedef float gaitway_float4 __attribute__((ext_vector_type(4)));
typedef float gaitway_float8 __attribute__((ext_vector_type(8)));

#define GAITWAY_OPERATION(name, operator, lanes)                                                                                   \
    static inline __attribute__((always_inline, const)) gaitway_float##lanes gaitway_##name##lanes(                                \
        gaitway_float##lanes a, gaitway_float##lanes b) {                                                                          \
        return a operator b;                                                                                                       \
    }

GAITWAY_OPERATION(add, +, 4)
GAITWAY_OPERATION(subtract, -, 4)
GAITWAY_OPERATION(multiply, *, 4)
GAITWAY_OPERATION(divide, /, 4)
GAITWAY_OPERATION(add, +, 8)
GAITWAY_OPERATION(subtract, -, 8)
GAITWAY_OPERATION(multiply, *, 8)
GAITWAY_OPERATION(divide, /, 8)

/* Each lane between those of two bounds. */
static inline __attribute__((always_inline, const)) gaitway_float4 gaitway_clamp4(
    gaitway_float4 a, gaitway_float4 least, gaitway_float4 most) {
    const gaitway_float4 raised = a >= least ? a : least;
    return raised < most ? raised : most;
}

static inline __attribute__((always_inline, const)) gaitway_float4 gaitway_square_root4(gaitway_float4 a) {
    return __builtin_elementwise_sqrt(a);
}

/*
 * Hot loops, compiled twice: for the plainest processor, and for one with vectors of 256 bits, which most have. Each lane is computed
 * by itself, and products are not joined with sums, so that both give the same bits.
 */
#if defined(__x86_64__)
#define GAITWAY_WIDE __attribute__((target("avx2")))
#else
#define GAITWAY_WIDE
#endif

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
/* Whether this processor has wide vectors; GLIBC_TUNABLES may switch them off. */
static inline int gaitway_has_wide_vectors(void) { return CPU_FEATURE_ACTIVE(AVX2) != 0; }
#elif defined(__x86_64__)
static inline int gaitway_has_wide_vectors(void) { return __builtin_cpu_supports("avx2") != 0; }
#else
static inline int gaitway_has_wide_vectors(void) { return 0; }
#endif

typedef short gaitway_short16 __attribute__((ext_vector_type(16)));
typedef unsigned short gaitway_sum16 __attribute__((ext_vector_type(16)));
/* The same where they begin at any element. */
typedef gaitway_sum16 gaitway_sum16_anywhere __attribute__((aligned(2)));
typedef gaitway_float4 gaitway_float4_anywhere __attribute__((aligned(4)));
typedef gaitway_float8 gaitway_float8_anywhere __attribute__((aligned(4)));

/* At how many of 16 * blocks places, at most 255, first + second + third - total exceeds a limit. No sum leaves 16 bits. */
#define GAITWAY_COUNT_ABOVE(name, kind)                                                                                            \
    static kind int name(                                                                                                          \
        const short *first, const short *second, const short *third, const short *total, short limit, long blocks) {               \
        gaitway_short16 counts = 0;                                                                                                \
        _Pragma("unroll 4") for (long block = 0; block < blocks; block++) {                                                                        \
            const gaitway_sum16 sum = ((const gaitway_sum16_anywhere *)first)[block] +                                             \
                ((const gaitway_sum16_anywhere *)second)[block] + ((const gaitway_sum16_anywhere *)third)[block];                  \
            const gaitway_sum16 answer = sum - ((const gaitway_sum16_anywhere *)total)[block];                                     \
            counts -= (gaitway_short16)answer > (gaitway_short16)limit;                                                            \
        }                                                                                                                          \
        return __builtin_reduce_add(counts);                                                                                       \
    }

GAITWAY_COUNT_ABOVE(gaitway_count_above, )
GAITWAY_COUNT_ABOVE(gaitway_count_above_wide, GAITWAY_WIDE)

/* Writes to 16 * blocks places the sums of nine taps, step elements apart from the first one. */
#define GAITWAY_SUM_TAPS(name, kind)                                                                                               \
    static kind void name(const short *first, long step, short *sums, long blocks) {                                               \
        for (long block = 0; block < blocks; block++) {                                                                            \
            gaitway_sum16 sum = 0;                                                                                                 \
            _Pragma("unroll") for (long tap = 0; tap < 9; tap++)                                                                   \
                sum += *(const gaitway_sum16_anywhere *)(first + 16 * block + tap * step);                                         \
            ((gaitway_sum16_anywhere *)sums)[block] = sum;                                                                         \
        }                                                                                                                          \
    }

GAITWAY_SUM_TAPS(gaitway_sum_taps, )
GAITWAY_SUM_TAPS(gaitway_sum_taps_wide, GAITWAY_WIDE)

/*
 * Adds the products of four numbers and of weights to sums: the weights of a row between two rows of 4 * vectors, and the sums that
 * begin at each of four places.
 */
#define GAITWAY_SPREAD_PART(type, lanes, part)                                                                                     \
    {                                                                                                                              \
        const gaitway_float##lanes below = *(const type *)(low + (part));                                                          \
        const gaitway_float##lanes weights = below + (*(const type *)(high + (part)) - below) * fraction;                          \
        *(type *)(sums + (part)) += value.x * weights;                                                                             \
        *(type *)(sums + plane + (part)) += value.y * weights;                                                                     \
        *(type *)(sums + 2 * plane + (part)) += value.z * weights;                                                                 \
        *(type *)(sums + 3 * plane + (part)) += value.w * weights;                                                                 \
    }

#define GAITWAY_SPREAD(name, kind)                                                                                                 \
    static kind void name(                                                                                                         \
        gaitway_float4 value, const float *low, const float *high, float fraction, float *sums, long plane, long vectors) {        \
        long part = 0;                                                                                                             \
        for (; part + 8 <= 4 * vectors; part += 8) GAITWAY_SPREAD_PART(gaitway_float8_anywhere, 8, part)                           \
        if (part < 4 * vectors) GAITWAY_SPREAD_PART(gaitway_float4_anywhere, 4, part)                                              \
    }

GAITWAY_SPREAD(gaitway_spread, )
GAITWAY_SPREAD(gaitway_spread_wide, GAITWAY_WIDE)

#endif
