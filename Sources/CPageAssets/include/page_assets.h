/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAITWAY_PAGE_ASSETS_H
#define GAITWAY_PAGE_ASSETS_H

#include "embedded_file.h"

/* The files of Sources/GaitwayPages/Assets that are embedded, by number from 0; NULL past the last. */
const gaitway_embedded_file *gaitway_page_asset(size_t number);

#endif
