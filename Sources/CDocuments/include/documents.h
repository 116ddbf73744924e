/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAITWAY_DOCUMENTS_H
#define GAITWAY_DOCUMENTS_H

#include "embedded_file.h"

/* The documents that `gaitway help` shows, by number from 0; NULL past the last. */
const gaitway_embedded_file *gaitway_document(size_t number);

#endif
