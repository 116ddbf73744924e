// SPDX-License-Identifier: Apache-2.0
// Foundation is not needed; Glibc gives the sines.
import Glibc

/// The functions of Glibc that the models use, in one place.
func sine(_ angle: Double) -> Double { sin(angle) }
func cosine(_ angle: Double) -> Double { cos(angle) }
func arctangent(_ tangent: Double) -> Double { atan(tangent) }
func exponential(_ exponent: Double) -> Double { exp(exponent) }
func logarithm10(_ number: Double) -> Double { log10(number) }
