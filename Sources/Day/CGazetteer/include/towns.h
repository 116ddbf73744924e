#ifndef GAITWAY_TOWNS_H
#define GAITWAY_TOWNS_H

#include <stddef.h>

/* The bytes of Gazetteer/towns.bin. */
const unsigned char *gaitway_towns(void);
size_t gaitway_towns_size(void);

#endif
