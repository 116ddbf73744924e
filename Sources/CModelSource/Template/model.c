#include "model.h"

#ifndef GAITWAY_DECLARATIONS

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Compile without -ffast-math and -ffinite-math-only: NaN marks what is missing."
#endif

#include <float.h>
#include <math.h>
#include <string.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#define POINTS GAITWAY_POINTS
#define CLASSES GAITWAY_CLASSES
#include "numbers.h"

#include "signals.c"

#include "up.c"

#include "spectra.c"

#include "statistics.c"

#include "features.c"

#include "judging.c"
#include "engines.c"

#include "classify.c"

#include "resampling.c"

#include "steps.c"

#include "smoothing.c"

#include "cutting.c"

#include "samples.c"

#include "arrival.c"

#endif
