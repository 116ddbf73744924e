// SPDX-License-Identifier: Apache-2.0
// The functions of the C library for mathematics, under its name on each system, for all that import this module.
#if canImport(Glibc)
@_exported public import func Glibc.asin
@_exported public import func Glibc.cos
@_exported public import func Glibc.exp
@_exported public import func Glibc.log
@_exported public import func Glibc.log2
@_exported public import func Glibc.pow
@_exported public import func Glibc.sin
@_exported public import func Glibc.tan
#elseif canImport(Musl)
@_exported public import func Musl.asin
@_exported public import func Musl.cos
@_exported public import func Musl.exp
@_exported public import func Musl.log
@_exported public import func Musl.log2
@_exported public import func Musl.pow
@_exported public import func Musl.sin
@_exported public import func Musl.tan
#else
@_exported public import func Darwin.asin
@_exported public import func Darwin.cos
@_exported public import func Darwin.exp
@_exported public import func Darwin.log
@_exported public import func Darwin.log2
@_exported public import func Darwin.pow
@_exported public import func Darwin.sin
@_exported public import func Darwin.tan
#endif
