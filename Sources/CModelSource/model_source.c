/* SPDX-License-Identifier: Apache-2.0 */
/* Why C: its compiler copies files into the program as they are, so that the C of exported models lies in files of its
   own, which compiled.c compiles, too. */
#include "model_source.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char model_h[] = {
#embed "Template/model.h" suffix(, 0)
};
static const char model_c[] = {
#embed "Template/model.c" suffix(, 0)
};
static const char signals_c[] = {
#embed "Template/signals.c" suffix(, 0)
};
static const char up_c[] = {
#embed "Template/up.c" suffix(, 0)
};
static const char spectra_c[] = {
#embed "Template/spectra.c" suffix(, 0)
};
static const char statistics_c[] = {
#embed "Template/statistics.c" suffix(, 0)
};
static const char features_c[] = {
#embed "Template/features.c" suffix(, 0)
};
static const char kernels_c[] = {
#embed "Template/kernels.c" suffix(, 0)
};
static const char judging_c[] = {
#embed "Template/judging.c" suffix(, 0)
};
static const char engines_c[] = {
#embed "Template/engines.c" suffix(, 0)
};
static const char classify_c[] = {
#embed "Template/classify.c" suffix(, 0)
};
static const char resampling_c[] = {
#embed "Template/resampling.c" suffix(, 0)
};
static const char steps_c[] = {
#embed "Template/steps.c" suffix(, 0)
};
static const char smoothing_c[] = {
#embed "Template/smoothing.c" suffix(, 0)
};
static const char cutting_c[] = {
#embed "Template/cutting.c" suffix(, 0)
};
static const char samples_c[] = {
#embed "Template/samples.c" suffix(, 0)
};

static const char arrival_c[] = {
#embed "Template/arrival.c" suffix(, 0)
};

static const gaitway_source_file files[] = {
    {"model.h", model_h},
    {"model.c", model_c},
    {"signals.c", signals_c},
    {"up.c", up_c},
    {"spectra.c", spectra_c},
    {"statistics.c", statistics_c},
    {"features.c", features_c},
    {"kernels.c", kernels_c},
    {"judging.c", judging_c},
    {"engines.c", engines_c},
    {"classify.c", classify_c},
    {"resampling.c", resampling_c},
    {"steps.c", steps_c},
    {"smoothing.c", smoothing_c},
    {"cutting.c", cutting_c},
    {"samples.c", samples_c},
    {"arrival.c", arrival_c},
    {NULL, NULL},
};

static const char web_c[] = {
#embed "Web/web.c" suffix(, 0)
};
static const char script[] = {
#embed "Web/gaitway.js" suffix(, 0)
};
static const char declarations[] = {
#embed "Web/gaitway.d.ts" suffix(, 0)
};

const gaitway_source_file *gaitway_model_source(void) { return files; }
const char *gaitway_web_source(void) { return web_c; }
const char *gaitway_web_script(void) { return script; }
const char *gaitway_web_declarations(void) { return declarations; }
