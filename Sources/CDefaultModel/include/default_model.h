/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAITWAY_DEFAULT_MODEL_H
#define GAITWAY_DEFAULT_MODEL_H

#include <stddef.h>

/* The bytes of Models/default.json. */
const unsigned char *gaitway_default_model(void);
size_t gaitway_default_model_size(void);

/* The bytes of Models/open.json. */
const unsigned char *gaitway_open_model(void);
size_t gaitway_open_model_size(void);

#endif
