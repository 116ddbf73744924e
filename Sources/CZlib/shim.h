/* SPDX-License-Identifier: Apache-2.0 */
/* It keeps zlib.h from including the system's headers, whose types Swift would then take for zlib's. */
#define Z_SOLO
#include <zlib.h>
