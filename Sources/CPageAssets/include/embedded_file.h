/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAITWAY_EMBEDDED_FILE_H
#define GAITWAY_EMBEDDED_FILE_H

#include <stddef.h>

/* A file that the compiler copied into the program. */
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} gaitway_embedded_file;

/* Defines a function that gives the files of an array by number from 0, and NULL past the last. */
#define GAITWAY_EMBEDDED_FILES(function, files) \
    const gaitway_embedded_file *function(size_t number) \
    { \
        return number < sizeof files / sizeof files[0] ? &files[number] : NULL; \
    }

#endif
