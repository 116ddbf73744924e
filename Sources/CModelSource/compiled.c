/* SPDX-License-Identifier: Apache-2.0 */
/* Compiles the C of exported models with the sample numbers of Template, so that a slip shows in every build. Its
   functions are internal and nothing calls them: the program has none of them. */
#pragma clang diagnostic warning "-Wall"
#pragma clang diagnostic warning "-Wextra"
#pragma clang diagnostic warning "-Wconversion"
#pragma clang diagnostic ignored "-Wunused-function"

#include <stdint.h>

#pragma clang attribute push(__attribute__((internal_linkage)), apply_to = function)
#include "Template/model.h"
#pragma clang attribute pop
#include "Template/model.c"
/* A module's functions have names for JavaScript. */
#pragma clang attribute push(__attribute__((internal_linkage)), apply_to = function)
#define export_name(name) unused
#include "Web/web.c"
#pragma clang attribute pop
