/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arithmetic of vectors, and two hot loops over them.
 *
 * Arithmetic of four and eight floats at once. The standard library writes it lane by lane and leaves it to the optimiser to find the
 * vectors again, which it does only in short stretches; these are operations on vectors from the start. The results are the same bits.
 */
#ifndef GAITWAY_VECTORS_H
#define GAITWAY_VECTORS_H

/* A fused product and sum would be rounded once instead of twice, and only where the processor has it, as 64-bit Arm does. */
#pragma STDC FP_CONTRACT OFF

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

typedef int gaitway_int4 __attribute__((ext_vector_type(4)));
typedef short gaitway_short16 __attribute__((ext_vector_type(16)));
typedef unsigned short gaitway_sum16 __attribute__((ext_vector_type(16)));
/* The same where they begin at any element. */
typedef gaitway_sum16 gaitway_sum16_anywhere __attribute__((aligned(2)));
typedef gaitway_float4 gaitway_float4_anywhere __attribute__((aligned(4)));
typedef gaitway_float8 gaitway_float8_anywhere __attribute__((aligned(4)));

/*
 * At how many of 16 * blocks places, at most 255, the sum of three elements less a total exceeds a limit; for one kernel after the other.
 * The taps of a kernel say where its three elements lie for the first place. No sum leaves 16 bits. Neighbouring kernels mostly share
 * their first two taps: the sums of these less the totals are kept. Eight blocks, those of a window, are a case of their own for the
 * compiler.
 */
#define GAITWAY_COUNT_ABOVE(name, kind)                                                                                            \
    static inline __attribute__((always_inline)) kind void name##_all(                                                             \
        const short *signal, const short *totals, const long blocks, const gaitway_int4 *taps, const short *limits, long kernels,  \
        unsigned char *counts) {                                                                                                   \
        gaitway_sum16 pair[16];                                                                                                    \
        long kernel = 0;                                                                                                           \
        while (kernel < kernels) {                                                                                                 \
            const int x = taps[kernel].x, y = taps[kernel].y;                                                                      \
            _Pragma("clang loop unroll_count(8)") for (long block = 0; block < blocks; block++) pair[block] =                      \
                ((const gaitway_sum16_anywhere *)(signal + x))[block] + ((const gaitway_sum16_anywhere *)(signal + y))[block] -    \
                ((const gaitway_sum16_anywhere *)totals)[block];                                                                   \
            do {                                                                                                                   \
                const short *third = signal + taps[kernel].z;                                                                      \
                const gaitway_short16 limit = (gaitway_short16)limits[kernel];                                                     \
                gaitway_short16 sums = 0;                                                                                          \
                _Pragma("clang loop unroll_count(8)") for (long block = 0; block < blocks; block++) sums +=                        \
                    (gaitway_short16)(pair[block] + ((const gaitway_sum16_anywhere *)third)[block]) > limit;                       \
                counts[kernel] = (unsigned char)-__builtin_reduce_add(sums);                                                       \
                kernel++;                                                                                                          \
            } while (kernel < kernels && taps[kernel].x == x && taps[kernel].y == y);                                              \
        }                                                                                                                          \
    }                                                                                                                              \
    static kind void name(                                                                                                         \
        const short *signal, const short *totals, long blocks, const gaitway_int4 *taps, const short *limits, long kernels,        \
        unsigned char *counts) {                                                                                                   \
        if (blocks == 8) {                                                                                                         \
            name##_all(signal, totals, 8, taps, limits, kernels, counts);                                                          \
        } else {                                                                                                                   \
            name##_all(signal, totals, blocks, taps, limits, kernels, counts);                                                     \
        }                                                                                                                          \
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

/* A sample on its way to the sums: its axes and 1, each times its weight; the row of the kernel's weights and how far it lies on the way
 * to the next row; and the place of the first sum that it reaches. */
typedef struct {
    gaitway_float4 value;
    float fraction;
    int row;
    int place;
} gaitway_weighed;

/*
 * Adds the products of samples and of weights to sums: the weights of a row between two neighbouring rows of 4 * vectors, and the sums in
 * four planes, one for each lane of a value. Seven vectors, those of the grid of windows, are a case of their own for the compiler.
 */
#define GAITWAY_SPREAD_PART(type, lanes, part)                                                                                     \
    {                                                                                                                              \
        const gaitway_float##lanes below = *(const type *)(low + (part));                                                          \
        const gaitway_float##lanes weights = below + (*(const type *)(high + (part)) - below) * sample.fraction;                   \
        *(type *)(first + (part)) += sample.value.x * weights;                                                                     \
        *(type *)(first + plane + (part)) += sample.value.y * weights;                                                             \
        *(type *)(first + 2 * plane + (part)) += sample.value.z * weights;                                                         \
        *(type *)(first + 3 * plane + (part)) += sample.value.w * weights;                                                         \
    }

#define GAITWAY_SPREAD(name, kind)                                                                                                 \
    static inline __attribute__((always_inline)) kind void name##_one(                                                             \
        const gaitway_weighed sample, const float *low, const float *high, float *first, long plane, long vectors) {               \
        const long pairs = vectors / 2;                                                                                            \
        _Pragma("clang loop unroll_count(3)") for (long pair = 0; pair < pairs; pair++)                                               \
            GAITWAY_SPREAD_PART(gaitway_float8_anywhere, 8, 8 * pair)                                                              \
        if (vectors % 2) GAITWAY_SPREAD_PART(gaitway_float4_anywhere, 4, 8 * pairs)                                                \
    }                                                                                                                              \
    static kind void name(                                                                                                         \
        const gaitway_weighed *samples, long count, const float *rows, long vectors, float *sums, long plane) {                    \
        for (long index = 0; index < count; index++) {                                                                             \
            const gaitway_weighed sample = samples[index];                                                                         \
            const float *low = rows + 4 * vectors * sample.row;                                                                    \
            if (vectors == 7) {                                                                                                    \
                name##_one(sample, low, low + 28, sums + sample.place, plane, 7);                                                  \
            } else {                                                                                                               \
                name##_one(sample, low, low + 4 * vectors, sums + sample.place, plane, vectors);                                   \
            }                                                                                                                      \
        }                                                                                                                          \
    }

GAITWAY_SPREAD(gaitway_spread, )
GAITWAY_SPREAD(gaitway_spread_wide, GAITWAY_WIDE)

#endif
