// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension ActivityPalette {
    /// The colours as a page's variables, each with the name of its answer, and `on-` before it for the letters on it.
    static func variables(_ shade: KeyPath<Colour, Shade>) -> String {
        Answer.allCases.compactMap { answer in
            colour(of: answer).map { colours in
                let shade = colours[keyPath: shade]
                return "--\(answer.name): \(shade.colour); --on-\(answer.name): \(shade.letters);"
            }
        }.joined(separator: "\n  ")
    }
}
