// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension ActivityModel {
    /// Whether training saw speeds, so that ``Recognizer/Options/usesSpeed`` can be set.
    public var knowsSpeed: Bool { speed != nil }

    /// Refuses a model that saw no speeds in training.
    package func requireSpeed() throws(InputError) {
        guard !knowsSpeed else { return }
        throw .unsupported(
            "the model \(QuotedText.text(name)) was trained without speeds",
            remedy: "train a model on rides that include speeds, or do not use speeds")
    }
}
