#ifndef GAITWAY_COPENBLAS_H
#define GAITWAY_COPENBLAS_H

#include <cblas.h>
#include <lapacke.h>

/* The routines of CBLAS and LAPACKE that LinearAlgebra calls, with their parameters, on one thread.

   The libraries are loaded at the first call. Linked in the usual way they would be loaded with the program, at twelve
   million instructions a start, and to classify needs no product of matrices. */

void gaitway_dgemm(
    CBLAS_ORDER order, CBLAS_TRANSPOSE transposeA, CBLAS_TRANSPOSE transposeB, int m, int n, int k, double alpha,
    const double *a, int lda, const double *b, int ldb, double beta, double *c, int ldc);
void gaitway_dsyrk(
    CBLAS_ORDER order, CBLAS_UPLO triangle, CBLAS_TRANSPOSE transpose, int n, int k, double alpha, const double *a,
    int lda, double beta, double *c, int ldc);
void gaitway_dgemv(
    CBLAS_ORDER order, CBLAS_TRANSPOSE transpose, int m, int n, double alpha, const double *a, int lda,
    const double *x, int incx, double beta, double *y, int incy);
void gaitway_dtrsv(
    CBLAS_ORDER order, CBLAS_UPLO triangle, CBLAS_TRANSPOSE transpose, CBLAS_DIAG diagonal, int n, const double *a,
    int lda, double *x, int incx);
void gaitway_daxpy(int n, double alpha, const double *x, int incx, double *y, int incy);
double gaitway_ddot(int n, const double *x, int incx, const double *y, int incy);
double gaitway_dnrm2(int n, const double *x, int incx);
int gaitway_dpotrf(int order, char triangle, int n, double *a, int lda);
int gaitway_dpotrs(int order, char triangle, int n, int count, const double *a, int lda, double *b, int ldb);

#endif
