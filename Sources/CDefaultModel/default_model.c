/* SPDX-License-Identifier: Apache-2.0 */
/* Why C: its compiler copies the file into the program as it is, while an array literal of its bytes, which is what Swift
   has for this, takes a minute to compile and is built again at each start. */
#include "default_model.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char bytes[] = {
#embed "../../Models/default.json"
};

const unsigned char *gaitway_default_model(void) { return bytes; }
size_t gaitway_default_model_size(void) { return sizeof bytes; }
