/* SPDX-License-Identifier: Apache-2.0 */
/* What the test programs share: expectations that count and name what fails. */
#ifndef EXPECT_H
#define EXPECT_H

#include <gaitway.h>
#include <stdio.h>
#include <string.h>

static int checks, failures;

#define EXPECT(condition) \
    do { \
        checks++; \
        if (!(condition)) { \
            failures++; \
            printf("%s:%d: not so: %s (%s)\n", __FILE__, __LINE__, #condition, gaitway_error_text()); \
        } \
    } while (0)

/* The call has a status, and an error has a text of one line. */
#define STATUS(expected, call) \
    do { \
        gaitway_status status_ = (call); \
        checks++; \
        if (status_ != (expected) || ((expected) != GAITWAY_OK && !is_line(gaitway_error_text()))) { \
            failures++; \
            printf("%s:%d: status %d, not %d: %s: %s\n", __FILE__, __LINE__, (int)status_, (int)(expected), #call, \
                gaitway_error_text()); \
        } \
    } while (0)

#define GOOD(call) STATUS(GAITWAY_OK, call)

static inline int is_line(const char *text) { return text[0] != 0 && strchr(text, '\n') == NULL; }

static inline int says(const char *part) { return strstr(gaitway_error_text(), part) != NULL; }

static inline int summary(const char *name) {
    printf("%s: %d checks, %d failures\n", name, checks, failures);
    return failures == 0 ? 0 : 1;
}

#endif
