/*
 * What stands below the interface and is not part of it: the table of handles and the text of a thread's last error. Both are C, since
 * they need a lock that survives a fork and a variable of each thread.
 */
#ifndef GAITWAY_SUPPORT_H
#define GAITWAY_SUPPORT_H

#include <stdint.h>

#include "gaitway.h"

/* What a handle stands for. */
enum {
    GAITWAY_KIND_MODEL = 1,
    GAITWAY_KIND_LOG = 2,
    GAITWAY_KIND_RECOGNIZER = 3,
    GAITWAY_KIND_WINDOW_STREAM = 4,
    GAITWAY_KIND_GATE = 5
};

/* A new handle of a kind for an object, which the table holds until gaitway_handle_remove(); NULL when memory is short. */
void *gaitway_handle_add(int32_t kind, void *object);

/* Begins a use: the object, or NULL and in `status` why not (GAITWAY_ERROR_ARGUMENT for NULL). A `shared` use may go beside others. */
void *gaitway_handle_begin(void *handle, int32_t kind, int32_t shared, gaitway_status *status);

/* Ends a use that was begun. */
void gaitway_handle_end(void *handle);

/* Takes a handle off the table: its object, which is the caller's then, or NULL. `status` is GAITWAY_OK, too, for an object that another
   thread used when this process was forked off: no one can know its state, and it is left as it is. */
void *gaitway_handle_remove(void *handle, int32_t kind, gaitway_status *status);

/* Makes a text of `size` bytes the last error of this thread. */
void gaitway_set_error_text(const char *text, size_t size);

#endif
