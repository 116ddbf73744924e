// CBLAS, the thread control of OpenBLAS, and LAPACKE, in one module.
#include <cblas.h>
#include <lapacke.h>
