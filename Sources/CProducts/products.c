/* SPDX-License-Identifier: Apache-2.0 */
#include "gaitway_products.h"

/* A fused product and sum would be rounded once instead of twice, and only where the processor has it. */
#pragma STDC FP_CONTRACT OFF

#define INLINED static inline __attribute__((always_inline))
#define UNROLLED _Pragma("clang loop unroll(full)")

enum { PANEL = GAITWAY_PANEL };

/* Eight numbers; the compiler divides them among the vectors that the processor has. */
typedef double eight __attribute__((vector_size(64)));
typedef double loose_eight __attribute__((vector_size(64), aligned(8), may_alias));

#define AT(address) (*(loose_eight *)(address))
#define FROM(address) (*(const loose_eight *)(address))

/* `group` sums of eight are kept in registers at a time. */
INLINED void tile_body(size_t count, const double *a, const double *b, double *sums, const int group) {
    for (int first = 0; first < PANEL; first += group) {
        eight own[PANEL];
        UNROLLED for (int i = 0; i < group; i++) own[i] = (eight){0};
        for (size_t k = 0; k < count; k++) {
            const eight row = FROM(b + PANEL * k);
            UNROLLED for (int i = 0; i < group; i++) own[i] += a[PANEL * k + first + i] * row;
        }
        UNROLLED for (int i = 0; i < group; i++) AT(sums + PANEL * (first + i)) = own[i];
    }
}

INLINED void rows_group(
    size_t columns, const double *x, size_t stride, const double *panel, double *out, const int group) {
    eight own[PANEL];
    UNROLLED for (int i = 0; i < group; i++) own[i] = (eight){0};
    for (size_t k = 0; k < columns; k++) {
        const eight row = FROM(panel + PANEL * k);
        UNROLLED for (int i = 0; i < group; i++) own[i] += x[i * stride + k] * row;
    }
    UNROLLED for (int i = 0; i < group; i++) AT(out + PANEL * i) = own[i];
}

INLINED void rows_body(
    size_t rows, size_t columns, const double *x, size_t stride, const double *panel, double *out, const int group) {
    size_t row = 0;
    for (; row + group <= rows; row += group) {
        rows_group(columns, x + row * stride, stride, panel, out + PANEL * row, group);
    }
    for (; row < rows; row++) rows_group(columns, x + row * stride, stride, panel, out + PANEL * row, 1);
}

/* `group` rows of x, which must be there, are added to each eight columns of g in one go. */
INLINED void add_group(
    size_t outputs, size_t columns, const double *r, size_t stride_r, const double *x, size_t stride_x, double *g,
    size_t stride_g, const int group) {
    size_t column = 0;
    for (; column + PANEL <= columns; column += PANEL) {
        eight rows[4];
        UNROLLED for (int k = 0; k < group; k++) rows[k] = FROM(x + k * stride_x + column);
        for (size_t output = 0; output < outputs; output++) {
            double *place = g + output * stride_g + column;
            eight sum = FROM(place);
            UNROLLED for (int k = 0; k < group; k++) sum += r[k * stride_r + output] * rows[k];
            AT(place) = sum;
        }
    }
    for (; column < columns; column++) {
        for (size_t output = 0; output < outputs; output++) {
            double sum = g[output * stride_g + column];
            for (int k = 0; k < group; k++) sum += r[k * stride_r + output] * x[k * stride_x + column];
            g[output * stride_g + column] = sum;
        }
    }
}

INLINED void add_body(
    size_t rows, size_t outputs, size_t columns, const double *r, size_t stride_r, const double *x, size_t stride_x,
    double *g, size_t stride_g) {
    size_t row = 0;
    for (; row + 4 <= rows; row += 4) {
        add_group(outputs, columns, r + row * stride_r, stride_r, x + row * stride_x, stride_x, g, stride_g, 4);
    }
    for (; row < rows; row++) {
        add_group(outputs, columns, r + row * stride_r, stride_r, x + row * stride_x, stride_x, g, stride_g, 1);
    }
}

INLINED double dot_body(size_t count, const double *x, const double *y) {
    eight even = {0}, odd = {0};
    size_t i = 0;
    for (; i + 2 * PANEL <= count; i += 2 * PANEL) {
        even += FROM(x + i) * FROM(y + i);
        odd += FROM(x + i + PANEL) * FROM(y + i + PANEL);
    }
    const eight sums = even + odd;
    double sum = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
    for (; i < count; i++) sum += x[i] * y[i];
    return sum;
}

INLINED void add_scaled_body(size_t count, double factor, const double *x, double *y) {
    size_t i = 0;
    for (; i + PANEL <= count; i += PANEL) AT(y + i) = FROM(y + i) + factor * FROM(x + i);
    for (; i < count; i++) y[i] += factor * x[i];
}

/* The functions of one width: `target` is what the compiler may use, `group` how many sums of eight fit into the registers. */
#define PRODUCTS(name, target, group)                                                                                  \
    target static void name##_tile(size_t count, const double *a, const double *b, double *sums) {                     \
        tile_body(count, a, b, sums, group);                                                                           \
    }                                                                                                                  \
    target static void name##_rows(                                                                                    \
        size_t rows, size_t columns, const double *x, size_t stride, const double *panel, double *out) {               \
        rows_body(rows, columns, x, stride, panel, out, group);                                                        \
    }                                                                                                                  \
    target static void name##_add_transposed(                                                                          \
        size_t rows, size_t outputs, size_t columns, const double *r, size_t stride_r, const double *x,                \
        size_t stride_x, double *g, size_t stride_g) {                                                                 \
        add_body(rows, outputs, columns, r, stride_r, x, stride_x, g, stride_g);                                       \
    }                                                                                                                  \
    target static double name##_dot(size_t count, const double *x, const double *y) { return dot_body(count, x, y); }  \
    target static void name##_add(size_t count, double factor, const double *x, double *y) {                           \
        add_scaled_body(count, factor, x, y);                                                                          \
    }                                                                                                                  \
    static const gaitway_products name = {name##_tile, name##_rows, name##_add_transposed, name##_dot, name##_add};

PRODUCTS(narrow, , 2)
#if defined(__x86_64__)
PRODUCTS(wide, __attribute__((target("avx2"))), 4)
PRODUCTS(widest, __attribute__((target("avx512f"))), 8)
#endif

const gaitway_products *gaitway_products_of(int lanes) {
    switch (lanes) {
    case 2: return &narrow;
#if defined(__x86_64__)
    case 4: return __builtin_cpu_supports("avx2") ? &wide : NULL;
    case 8: return __builtin_cpu_supports("avx512f") ? &widest : NULL;
#endif
    default: return NULL;
    }
}
