/* SPDX-License-Identifier: Apache-2.0 */
// Ends a process like a trap when it writes given bytes to a store: a stand-in for an arrival whose derivation has a
// fault. For LD_PRELOAD, with the bytes in GAITWAY_TEST_POISON.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static void look(int file, const void *bytes, size_t count)
{
    const char *poison = getenv("GAITWAY_TEST_POISON");
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (!poison || length < 0) return;
    path[length] = 0;
    if (strstr(path, "/life.gaitway") && memmem(bytes, count, poison, strlen(poison))) __builtin_trap();
}

ssize_t write(int file, const void *bytes, size_t count)
{
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) next = dlsym(RTLD_NEXT, "write");
    look(file, bytes, count);
    return next(file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset)
{
    static ssize_t (*next)(int, const void *, size_t, off_t);
    if (!next) next = dlsym(RTLD_NEXT, "pwrite64");
    look(file, bytes, count);
    return next(file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return pwrite64(file, bytes, count, offset); }
