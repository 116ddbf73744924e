// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

extension LabelledWindows {
    /// The same windows with every feature missing for which `isMasked` holds, to learn and to score what a model is
    /// worth without it.
    ///
    /// - Throws: `unreadable` if windows cannot be read again or kept.
    package func masking(_ isMasked: (Feature) -> Bool) throws(InputError) -> LabelledWindows {
        var masked = self
        masked.training = try training.masking(isMasked)
        return masked
    }
}
