/* SPDX-License-Identifier: Apache-2.0 */
/* Why C: its compiler copies a file into the program as it is, while an array literal of its bytes, which is what Swift
   has for this, takes a minute to compile and is built again at each start. */
#include "default_model.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char bytes[] = {
#embed "../../Models/default.json"
};

static const unsigned char open_bytes[] = {
#embed "../../Models/open.json"
};

const unsigned char *gaitway_default_model(void) { return bytes; }
size_t gaitway_default_model_size(void) { return sizeof bytes; }
const unsigned char *gaitway_open_model(void) { return open_bytes; }
size_t gaitway_open_model_size(void) { return sizeof open_bytes; }
