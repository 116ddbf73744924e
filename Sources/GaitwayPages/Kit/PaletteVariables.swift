// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension ActivityPalette {
    /// The colours as a page's variables, each with the name of its answer, and `on-` before it for the letters on it.
    static func variables(_ shade: KeyPath<Colour, Shade>) -> String {
        Prediction.allCases.compactMap { prediction in
            colour(of: prediction).map { colours in
                let shade = colours[keyPath: shade]
                return "--\(prediction.name): \(shade.colour); --on-\(prediction.name): \(shade.letters);"
            }
        }.joined(separator: "\n  ")
    }
}
