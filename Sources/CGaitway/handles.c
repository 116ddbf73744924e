/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of handles. A handle names a row of the table and how often that row was given out before, so that one that
 * was freed is told from the one that has the row now.
 */
#include <pthread.h>
#include <stdlib.h>

#include "gaitway_support.h"

typedef struct {
    void *object;      /* NULL: the row is free */
    uint32_t turn;     /* how often the row was given out */
    uint32_t process;  /* the forks between the library's first process and the one that made the handle */
    uint32_t uses;     /* that go on now */
    int32_t kind;
    int32_t is_shared; /* whether the uses that go on suffer others */
    size_t next_free;  /* the next free row, counted from 1; 0: none */
} row;

/* The halves of a handle: the row, counted from 1, and its turn. Handles are multiples of 16, as addresses would be. */
enum { HALF = sizeof(uintptr_t) * 4, UNIT = 4 };
static const uintptr_t HALF_MASK = ((uintptr_t)1 << HALF) - 1;
static const uint32_t TURN_MASK = (uint32_t)((((uintptr_t)1 << (HALF - UNIT)) - 1) & 0xffffffffu);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static row *rows;
static size_t row_count;
static size_t first_free;
static uint32_t process;

/* A fork waits until no other thread is at the table, so that the child finds it whole. */
static void before_fork(void) { pthread_mutex_lock(&lock); }
static void after_fork_in_parent(void) { pthread_mutex_unlock(&lock); }
static void after_fork_in_child(void) {
    process += 1;
    pthread_mutex_unlock(&lock);
}

static void watch_forks(void) { pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child); }

static int has_room(void) {
    if (first_free != 0) return 1;
    size_t count = row_count == 0 ? 64 : row_count * 2;
    if (count >= (HALF_MASK >> UNIT)) return 0;
    row *larger = realloc(rows, count * sizeof(row));
    if (larger == NULL) return 0;
    rows = larger;
    for (size_t place = count; place > row_count; place--) {
        rows[place - 1] = (row){NULL, 0, 0, 0, 0, 0, first_free};
        first_free = place;
    }
    row_count = count;
    return 1;
}

void *gaitway_handle_add(int32_t kind, void *object) {
    pthread_once(&once, watch_forks);
    void *handle = NULL;
    pthread_mutex_lock(&lock);
    if (has_room()) {
        size_t place = first_free;
        row *taken = &rows[place - 1];
        first_free = taken->next_free;
        uint32_t turn = (taken->turn + 1) & TURN_MASK;
        *taken = (row){object, turn, process, 0, kind, 0, 0};
        handle = (void *)(((uintptr_t)turn << (HALF + UNIT)) | ((uintptr_t)place << UNIT));
    }
    pthread_mutex_unlock(&lock);
    return handle;
}

/* The row of a handle; NULL if it is not valid. The lock is held. */
static row *find(void *handle, int32_t kind) {
    uintptr_t bits = (uintptr_t)handle;
    size_t place = (size_t)((bits & ((HALF_MASK << UNIT) | ((1u << UNIT) - 1))) >> UNIT);
    if ((bits & ((1u << UNIT) - 1)) != 0 || place == 0 || place > row_count) return NULL;
    row *found = &rows[place - 1];
    uint32_t turn = (uint32_t)(bits >> (HALF + UNIT));
    return found->object != NULL && found->turn == turn && found->kind == kind ? found : NULL;
}

void *gaitway_handle_begin(void *handle, int32_t kind, int32_t shared, gaitway_status *status) {
    if (handle == NULL) {
        *status = GAITWAY_ERROR_ARGUMENT;
        return NULL;
    }
    void *object = NULL;
    pthread_mutex_lock(&lock);
    row *found = find(handle, kind);
    if (found == NULL) {
        *status = GAITWAY_ERROR_HANDLE;
    } else if (found->process != process) {
        *status = GAITWAY_ERROR_FORKED;
    } else if (found->uses > 0 && !(shared && found->is_shared)) {
        *status = GAITWAY_ERROR_BUSY;
    } else {
        *status = GAITWAY_OK;
        found->uses += 1;
        found->is_shared = shared;
        object = found->object;
    }
    pthread_mutex_unlock(&lock);
    return object;
}

void gaitway_handle_end(void *handle) {
    pthread_mutex_lock(&lock);
    size_t place = (size_t)(((uintptr_t)handle & ((HALF_MASK << UNIT) | ((1u << UNIT) - 1))) >> UNIT);
    if (place > 0 && place <= row_count && rows[place - 1].uses > 0) rows[place - 1].uses -= 1;
    pthread_mutex_unlock(&lock);
}

void *gaitway_handle_remove(void *handle, int32_t kind, gaitway_status *status) {
    void *object = NULL;
    pthread_mutex_lock(&lock);
    row *found = find(handle, kind);
    if (found == NULL) {
        *status = GAITWAY_ERROR_HANDLE;
    } else if (found->uses > 0 && found->process == process) {
        *status = GAITWAY_ERROR_BUSY;
    } else {
        *status = GAITWAY_OK;
        if (found->uses == 0) object = found->object;
        found->object = NULL;
        found->uses = 0;
        found->next_free = first_free;
        first_free = (size_t)(found - rows) + 1;
    }
    pthread_mutex_unlock(&lock);
    return object;
}
