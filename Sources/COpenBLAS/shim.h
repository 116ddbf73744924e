// CBLAS, and the LAPACK within OpenBLAS by its Fortran names.
#include <cblas.h>
#include <f77blas.h>
