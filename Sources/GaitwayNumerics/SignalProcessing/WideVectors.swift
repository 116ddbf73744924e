// SPDX-License-Identifier: Apache-2.0
internal import CVectors

/// Vectors of 256 bits, which most processors of the kind x86-64 have and some lack. Hot loops use them; results are
/// the same bits.
package enum WideVectors {
    /// Whether this processor has them.
    package static let areThere = gaitway_has_wide_vectors() != 0
}
