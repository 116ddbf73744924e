/*
 * Arithmetic of four and eight floats at once. The standard library writes it lane by lane and leaves it to the optimiser to find the
 * vectors again, which it does only in short stretches; these are operations on vectors from the start. The results are the same bits.
 */
#ifndef GAITWAY_VECTORS_H
#define GAITWAY_VECTORS_H

typedef float gaitway_float4 __attribute__((ext_vector_type(4)));
typedef float gaitway_float8 __attribute__((ext_vector_type(8)));

#define GAITWAY_OPERATION(name, operator, lanes)                                                                                   \
    static inline __attribute__((always_inline, const)) gaitway_float##lanes gaitway_##name##lanes(                                \
        gaitway_float##lanes a, gaitway_float##lanes b) {                                                                          \
        return a operator b;                                                                                                       \
    }

GAITWAY_OPERATION(add, +, 4)
GAITWAY_OPERATION(subtract, -, 4)
GAITWAY_OPERATION(multiply, *, 4)
GAITWAY_OPERATION(divide, /, 4)
GAITWAY_OPERATION(add, +, 8)
GAITWAY_OPERATION(subtract, -, 8)
GAITWAY_OPERATION(multiply, *, 8)
GAITWAY_OPERATION(divide, /, 8)

static inline __attribute__((always_inline, const)) gaitway_float4 gaitway_square_root4(gaitway_float4 a) {
    return __builtin_elementwise_sqrt(a);
}

#endif
