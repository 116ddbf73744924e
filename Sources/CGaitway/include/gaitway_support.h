/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Internal support of the interface: the table of handles, and the text of a thread's last error. Both are in C, since
 * they need a lock that survives a fork and a thread-local variable.
 */
#ifndef GAITWAY_SUPPORT_H
#define GAITWAY_SUPPORT_H

#include <stdint.h>

#include "gaitway.h"

/* Kinds of handles. */
enum {
    GAITWAY_KIND_MODEL = 1,
    GAITWAY_KIND_LOG = 2,
    GAITWAY_KIND_RECOGNIZER = 3,
    GAITWAY_KIND_WINDOW_STREAM = 4,
    GAITWAY_KIND_GATE = 5,
    GAITWAY_KIND_TRIPS = 6
};

/* A new handle for an object, which the table holds until gaitway_handle_remove(); NULL without memory. */
void *gaitway_handle_add(int32_t kind, void *object);

/* Begins a use and returns the object, or NULL with a `status` (GAITWAY_ERROR_ARGUMENT for NULL). Several `shared` uses
   may overlap. */
void *gaitway_handle_begin(void *handle, int32_t kind, int32_t shared, gaitway_status *status);

/* Ends a use that gaitway_handle_begin() began. */
void gaitway_handle_end(void *handle);

/* Removes a handle from the table and returns its object, which the caller then owns, or NULL. It returns NULL with
   GAITWAY_OK for an object that another thread was using when this process forked: its state is unknown, so it is never
   released. */
void *gaitway_handle_remove(void *handle, int32_t kind, gaitway_status *status);

/* Sets the text of this thread's last error, of `size` bytes. */
void gaitway_set_error_text(const char *text, size_t size);

#endif
