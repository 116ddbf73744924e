/* SPDX-License-Identifier: Apache-2.0 */
/* Why C: its compiler copies the file into the program as it is; see CDefaultModel. */
#include "gazetteer.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char bytes[] = {
#embed "../GaitwayTimeline/Gazetteer/towns.bin"
};

const unsigned char *gaitway_towns(void) { return bytes; }
size_t gaitway_towns_size(void) { return sizeof bytes; }
