/* SPDX-License-Identifier: Apache-2.0 */
/* The text of the last error, one for each thread, which ends with it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gaitway_support.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int has_key;

static void make_key(void) { has_key = pthread_key_create(&key, free) == 0; }

const char *gaitway_error_text(void) {
    pthread_once(&once, make_key);
    const char *text = has_key ? pthread_getspecific(key) : NULL;
    return text == NULL ? "" : text;
}

void gaitway_set_error_text(const char *text, size_t size) {
    pthread_once(&once, make_key);
    if (!has_key) return;
    char *copy = malloc(size + 1);
    char *old = pthread_getspecific(key);
    if (copy != NULL) {
        if (size > 0) memcpy(copy, text, size);
        copy[size] = 0;
    }
    if (pthread_setspecific(key, copy) == 0) {
        free(old);
    } else {
        free(copy);
    }
}

void gaitway_free(void *memory) { free(memory); }
