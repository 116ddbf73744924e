/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of products in one fixed order, whatever the processor: wider vectors compute more sums at once, and none of them in another
 * order. Products and sums are rounded one by one, never fused, so that the results are the same bits everywhere.
 */
#ifndef GAITWAY_PRODUCTS_H
#define GAITWAY_PRODUCTS_H

#include <stddef.h>

/* How many columns a panel has: its elements lie row after row, eight to a row, zeros where there are fewer. */
#define GAITWAY_PANEL 8

/* The same functions for one width of vectors. */
typedef struct {
    /* sums[8 i + j] = the sum over the `count` rows of two panels of a[8 k + i] b[8 k + j], from the first row to the last. */
    void (*tile)(size_t count, const double *a, const double *b, double *sums);
    /* out[8 i + j] = the sum over the columns of x[i stride + k] panel[8 k + j], from the first column to the last. */
    void (*rows_times_panel)(
        size_t rows, size_t columns, const double *x, size_t stride, const double *panel, double *out);
    /* g[o stride_g + j] += r[k stride_r + o] x[k stride_x + j], for the rows k one after the other. */
    void (*add_transposed)(
        size_t rows, size_t outputs, size_t columns, const double *r, size_t stride_r, const double *x,
        size_t stride_x, double *g, size_t stride_g);
    /* The sum of x[i] y[i]: sixteen sums of every sixteenth, which are then added in pairs, and then what is left over. */
    double (*dot)(size_t count, const double *x, const double *y);
    /* y[i] += factor x[i] */
    void (*add)(size_t count, double factor, const double *x, double *y);
} gaitway_products;

/* The functions for vectors of 2, 4 or 8 numbers; NULL where this processor has no such vectors. */
const gaitway_products *gaitway_products_of(int lanes);

#endif
