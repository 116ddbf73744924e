// SPDX-License-Identifier: Apache-2.0
/// A town of the built-in gazetteer.
package struct Town: Sendable, Hashable {
    /// Its name in the language of its country, in Latin letters as GeoNames has it.
    package var name: String
    /// Its country's name in English.
    package var country: String
    /// Metres from the position that was asked for to its centre.
    package var distance: Double
}
