/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAITWAY_GAZETTEER_H
#define GAITWAY_GAZETTEER_H

#include <stddef.h>

/* The bytes of Gazetteer/towns.bin. */
const unsigned char *gaitway_towns(void);
size_t gaitway_towns_size(void);

/* The bytes of Gazetteer/land.bin. */
const unsigned char *gaitway_land(void);
size_t gaitway_land_size(void);

#endif
