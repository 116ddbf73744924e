/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAITWAY_PAGE_ASSETS_H
#define GAITWAY_PAGE_ASSETS_H

#include <stddef.h>

/* The files of Sources/GaitwayPages/Assets that are embedded, by number from 0: their name, which is NULL past the last, and bytes. */
const char *gaitway_page_asset_name(size_t number);
const unsigned char *gaitway_page_asset_bytes(size_t number);
size_t gaitway_page_asset_size(size_t number);

#endif
