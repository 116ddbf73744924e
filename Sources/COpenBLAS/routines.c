#include "COpenBLAS.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* The names with the version of their interface, which a program without the headers' packages has too. */
static const char openblas_name[] = "libopenblas.so.0";
static const char lapacke_name[] = "liblapacke.so.3";

static struct {
    __typeof__(&cblas_dgemm) dgemm;
    __typeof__(&cblas_dsyrk) dsyrk;
    __typeof__(&cblas_dgemv) dgemv;
    __typeof__(&cblas_dtrsv) dtrsv;
    __typeof__(&cblas_daxpy) daxpy;
    __typeof__(&cblas_ddot) ddot;
    __typeof__(&cblas_dnrm2) dnrm2;
} blas;

static struct {
    __typeof__(&LAPACKE_dpotrf) dpotrf;
    __typeof__(&LAPACKE_dpotrs) dpotrs;
} lapacke;

static pthread_once_t blas_once = PTHREAD_ONCE_INIT;
static pthread_once_t lapacke_once = PTHREAD_ONCE_INIT;

/* Nothing can go on without the products; a program that links the library would not even have started. */
static void fail(const char *library) {
    const char *reason = dlerror();
    fprintf(stderr, "gaitway: %s cannot be loaded: %s; install it (Debian: libopenblas0 and liblapacke)\n", library,
        reason ? reason : "unknown reason");
    exit(EXIT_FAILURE);
}

/* Global, so that LAPACKE finds the routines of this library and not another's. */
static void *open_library(const char *name) {
    void *library = dlopen(name, RTLD_LAZY | RTLD_GLOBAL);
    if (!library) fail(name);
    return library;
}

static void *find(void *library, const char *name, const char *routine) {
    void *address = dlsym(library, routine);
    if (!address) fail(name);
    return address;
}

static void load_blas(void) {
    void *library = open_library(openblas_name);
    blas.dgemm = find(library, openblas_name, "cblas_dgemm");
    blas.dsyrk = find(library, openblas_name, "cblas_dsyrk");
    blas.dgemv = find(library, openblas_name, "cblas_dgemv");
    blas.dtrsv = find(library, openblas_name, "cblas_dtrsv");
    blas.daxpy = find(library, openblas_name, "cblas_daxpy");
    blas.ddot = find(library, openblas_name, "cblas_ddot");
    blas.dnrm2 = find(library, openblas_name, "cblas_dnrm2");
    /* It starts a thread per core, and for products of this size its threads wait for each other longer than they work.
       Work is spread above this level, over recordings and folds. */
    __typeof__(&openblas_set_num_threads) set_threads = find(library, openblas_name, "openblas_set_num_threads");
    set_threads(1);
}

static void load_lapacke(void) {
    pthread_once(&blas_once, load_blas);
    void *library = open_library(lapacke_name);
    lapacke.dpotrf = find(library, lapacke_name, "LAPACKE_dpotrf");
    lapacke.dpotrs = find(library, lapacke_name, "LAPACKE_dpotrs");
}

void gaitway_dgemm(
    CBLAS_ORDER order, CBLAS_TRANSPOSE transposeA, CBLAS_TRANSPOSE transposeB, int m, int n, int k, double alpha,
    const double *a, int lda, const double *b, int ldb, double beta, double *c, int ldc) {
    pthread_once(&blas_once, load_blas);
    blas.dgemm(order, transposeA, transposeB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void gaitway_dsyrk(
    CBLAS_ORDER order, CBLAS_UPLO triangle, CBLAS_TRANSPOSE transpose, int n, int k, double alpha, const double *a,
    int lda, double beta, double *c, int ldc) {
    pthread_once(&blas_once, load_blas);
    blas.dsyrk(order, triangle, transpose, n, k, alpha, a, lda, beta, c, ldc);
}

void gaitway_dgemv(
    CBLAS_ORDER order, CBLAS_TRANSPOSE transpose, int m, int n, double alpha, const double *a, int lda,
    const double *x, int incx, double beta, double *y, int incy) {
    pthread_once(&blas_once, load_blas);
    blas.dgemv(order, transpose, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

void gaitway_dtrsv(
    CBLAS_ORDER order, CBLAS_UPLO triangle, CBLAS_TRANSPOSE transpose, CBLAS_DIAG diagonal, int n, const double *a,
    int lda, double *x, int incx) {
    pthread_once(&blas_once, load_blas);
    blas.dtrsv(order, triangle, transpose, diagonal, n, a, lda, x, incx);
}

void gaitway_daxpy(int n, double alpha, const double *x, int incx, double *y, int incy) {
    pthread_once(&blas_once, load_blas);
    blas.daxpy(n, alpha, x, incx, y, incy);
}

double gaitway_ddot(int n, const double *x, int incx, const double *y, int incy) {
    pthread_once(&blas_once, load_blas);
    return blas.ddot(n, x, incx, y, incy);
}

double gaitway_dnrm2(int n, const double *x, int incx) {
    pthread_once(&blas_once, load_blas);
    return blas.dnrm2(n, x, incx);
}

int gaitway_dpotrf(int order, char triangle, int n, double *a, int lda) {
    pthread_once(&lapacke_once, load_lapacke);
    return lapacke.dpotrf(order, triangle, n, a, lda);
}

int gaitway_dpotrs(int order, char triangle, int n, int count, const double *a, int lda, double *b, int ldb) {
    pthread_once(&lapacke_once, load_lapacke);
    return lapacke.dpotrs(order, triangle, n, count, a, lda, b, ldb);
}
