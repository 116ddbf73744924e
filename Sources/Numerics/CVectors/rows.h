/*
 * Reads rows of plain numbers, sixteen bytes at a time. Needs the vectors of 256 bits, whose processors also have the operations on
 * bytes used here.
 */
#ifndef GAITWAY_ROWS_H
#define GAITWAY_ROWS_H

#include "vectors.h"

/* What stands between and in the numbers of a row, and where each goes: to a slot below 16, or to the time. */
typedef struct {
    unsigned char separator, mark;
    const unsigned char *plan;
    long columns;
} gaitway_row_plan;

/* A time times 10^8 without its sign, and 1 for a negative one. */
typedef struct {
    unsigned long long scaled, sign;
} gaitway_row_time;

#if defined(__x86_64__)
typedef char gaitway_bytes16 __attribute__((vector_size(16)));
typedef gaitway_bytes16 gaitway_bytes16_anywhere __attribute__((aligned(1)));
typedef short gaitway_shorts8 __attribute__((vector_size(16)));
typedef int gaitway_ints4 __attribute__((vector_size(16)));
typedef unsigned long long gaitway_words2 __attribute__((vector_size(16)));

/* For 1 to 7 digits before the mark, and 0 to 7 behind it: which byte goes where, so that the former end at the eighth place and the
 * latter begin at the ninth; 128 stands for a zero. */
#define GAITWAY_WHOLE(w, i) ((i) < 8 - (w) ? 128 : (i) - 8 + (w))
#define GAITWAY_PART(w, d, i) ((i) < (d) ? (w) + 1 + (i) : 128)
#define GAITWAY_PICK(w, d)                                                                                                         \
    {GAITWAY_WHOLE(w, 0), GAITWAY_WHOLE(w, 1), GAITWAY_WHOLE(w, 2), GAITWAY_WHOLE(w, 3), GAITWAY_WHOLE(w, 4), GAITWAY_WHOLE(w, 5), \
     GAITWAY_WHOLE(w, 6), GAITWAY_WHOLE(w, 7), GAITWAY_PART(w, d, 0), GAITWAY_PART(w, d, 1), GAITWAY_PART(w, d, 2),                \
     GAITWAY_PART(w, d, 3), GAITWAY_PART(w, d, 4), GAITWAY_PART(w, d, 5), GAITWAY_PART(w, d, 6), GAITWAY_PART(w, d, 7)}
#define GAITWAY_PICKS(w)                                                                                                           \
    GAITWAY_PICK(w, 0), GAITWAY_PICK(w, 1), GAITWAY_PICK(w, 2), GAITWAY_PICK(w, 3), GAITWAY_PICK(w, 4), GAITWAY_PICK(w, 5),        \
        GAITWAY_PICK(w, 6), GAITWAY_PICK(w, 7)

static const unsigned char gaitway_picks[56][16] __attribute__((aligned(16))) = {
    GAITWAY_PICKS(1), GAITWAY_PICKS(2), GAITWAY_PICKS(3), GAITWAY_PICKS(4), GAITWAY_PICKS(5), GAITWAY_PICKS(6), GAITWAY_PICKS(7)};

/*
 * Reads the row that starts at position and ends at end, with a line break there and 16 bytes from there on; 0 for one with another text
 * than numbers of a sign, one to seven digits and up to seven decimals, whatever was written. A number stops at a line break, so each
 * starts at the end at the latest.
 */
static GAITWAY_WIDE int gaitway_read_row_wide(
    const unsigned char *bytes, long position, long end, const gaitway_row_plan plan, double *slots, gaitway_row_time *time) {
    const gaitway_bytes16 zeros = (gaitway_bytes16){} + '0', nine = (gaitway_bytes16){} + 9;
    const gaitway_bytes16 tens = {10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1};
    const gaitway_shorts8 hundreds = {100, 1, 100, 1, 100, 1, 100, 1}, myriads = {10000, 1, 10000, 1, 10000, 1, 10000, 1};
    for (long column = 0; column < plan.columns; column++) {
        if (position > end) return 0;
        /* "+" is 43 and "-" is 45. Signs change from field to field, so a branch would be slow. */
        const unsigned char first = (unsigned char)(bytes[position] - 43);
        const unsigned isSigned = (first & 0xfd) == 0;
        const unsigned long long sign = first >> 1 & isSigned;
        position += isSigned;
        const gaitway_bytes16 digits = *(const gaitway_bytes16_anywhere *)(bytes + position) ^ zeros;
        typedef unsigned char unsigned16 __attribute__((vector_size(16)));
        const unsigned others =
            (unsigned)__builtin_ia32_pmovmskb128((gaitway_bytes16)((unsigned16)digits > (unsigned16)nine)) | 0x10000;
        const unsigned whole = (unsigned)__builtin_ctz(others);
        if (whole - 1 > 6) return 0;
        unsigned decimals = 0;
        position += whole;
        if (bytes[position] == plan.mark) {
            decimals = (unsigned)__builtin_ctz(others & (others - 1)) - whole - 1;
            if (decimals - 1 > 6) return 0;
            position += 1 + decimals;
        }
        if (bytes[position] != plan.separator && position != end) return 0;
        position++;
        const gaitway_bytes16 picked =
            __builtin_ia32_pshufb128(digits, *(const gaitway_bytes16 *)gaitway_picks[8 * whole - 8 + decimals]);
        const gaitway_ints4 fours = __builtin_ia32_pmaddwd128(__builtin_ia32_pmaddubsw128(picked, tens), hundreds);
        const gaitway_ints4 eights = __builtin_ia32_pmaddwd128(__builtin_ia32_packssdw128(fours, fours), myriads);
        const unsigned long long both = ((gaitway_words2)eights)[0];
        const unsigned long long scaled = (both & 0xffffffff) * 100000000 + (both >> 32);
        const unsigned char target = plan.plan[column];
        if (target < 16) {
            union {
                double value;
                unsigned long long bits;
            } number = {(double)(long long)scaled / 1e8};
            number.bits |= sign << 63;
            slots[target] = number.value;
        } else {
            *time = (gaitway_row_time){scaled, sign};
        }
    }
    return 1;
}
#else
/* Never called, as there are no wide vectors. */
static inline int gaitway_read_row_wide(
    const unsigned char *bytes, long position, long end, const gaitway_row_plan plan, double *slots, gaitway_row_time *time) {
    return 0;
}
#endif

#endif
