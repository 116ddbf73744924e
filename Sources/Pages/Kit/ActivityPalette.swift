package import MotionTypes

/// The colours of the answers: one for each, in a terminal and on a page of either brightness.
package enum ActivityPalette {
    /// One answer's colours.
    package struct Colour: Sendable, Hashable {
        /// On a light page, `#rrggbb`.
        package let light: String
        /// On a dark page, `#rrggbb`.
        package let dark: String
        /// In a terminal: the number of its own colour nearest to these, as it knows whether it is light or dark (ECMA-48,
        /// select graphic rendition).
        package let terminal: Int
    }

    /// An answer's colours; nil for unknown, which has none.
    package static func colour(of answer: Answer) -> Colour? {
        switch answer {
        case .stationary: Colour(light: "#2384e6", dark: "#3284e0", terminal: 34)
        case .walking: Colour(light: "#175c16", dark: "#86dfb5", terminal: 32)
        case .running: Colour(light: "#f26d62", dark: "#cc6440", terminal: 31)
        case .cycling: Colour(light: "#dd9f27", dark: "#e2b33f", terminal: 33)
        case .automotive: Colour(light: "#8a4790", dark: "#d2b2e8", terminal: 35)
        case .noneOfThese: Colour(light: "#b7bdc3", dark: "#6c7074", terminal: 90)
        case .unknown: nil
        }
    }

    /// The colours as a page's variables, each with the name of its answer.
    static func variables(_ brightness: KeyPath<Colour, String>) -> String {
        Answer.allCases.compactMap { answer in
            colour(of: answer).map { "--\(answer.name): \($0[keyPath: brightness]);" }
        }.joined(separator: " ")
    }
}
