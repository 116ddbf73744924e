// SPDX-License-Identifier: Apache-2.0
/// The colours of the answers: the same in a terminal, on a page of either brightness and in GeoJSON.
///
/// People with any of the three kinds of colour blindness can tell them apart. As they see them (G. M. Machado et al.,
/// 2009), two colours differ by at least 20 on a light page and 27 on a dark one (CIE 1976). Letters on them have a
/// contrast of at least 4.5 (WCAG 2.1, level AA).
package enum ActivityPalette {
    /// One answer's colours on a page.
    package struct Shade: Sendable, Hashable {
        /// The colour, `#rrggbb`.
        package let colour: String
        /// The colour of letters on it.
        package let letters: String
    }

    /// One answer's colours.
    package struct Colour: Sendable, Hashable {
        /// On a light page, and in GeoJSON, as most maps are light.
        package let light: Shade
        /// On a dark page.
        package let dark: Shade
        /// In a terminal: the number of its nearest own colour (ECMA-48, select graphic rendition). The terminal knows
        /// whether it is light or dark.
        package let terminal: Int
    }

    /// An answer's colours; nil for unknown, which has none.
    package static func colour(of answer: Prediction) -> Colour? {
        switch answer {
        case .stationary: colour("#2384e6", "#0f1215", dark: "#3284e0", "#0f1215", terminal: 34)
        case .walking: colour("#175c16", "#ffffff", dark: "#86dfb5", "#14171a", terminal: 32)
        case .running: colour("#f26d62", "#14171a", dark: "#cc6440", "#0f1215", terminal: 31)
        case .cycling: colour("#dd9f27", "#14171a", dark: "#e2b33f", "#14171a", terminal: 33)
        case .automotive: colour("#8a4790", "#ffffff", dark: "#d2b2e8", "#14171a", terminal: 35)
        case .noneOfThese: colour("#b7bdc3", "#14171a", dark: "#6c7074", "#ffffff", terminal: 90)
        case .unknown: nil
        }
    }

    /// The colour of an activity on a light page, `#rrggbb`.
    package static func light(_ activity: Activity) -> String {
        colour(of: Prediction(activity))?.light.colour ?? "#000000"
    }

    private static func colour(
        _ light: String, _ lettersOnLight: String, dark: String, _ lettersOnDark: String, terminal: Int
    ) -> Colour {
        Colour(
            light: Shade(colour: light, letters: lettersOnLight), dark: Shade(colour: dark, letters: lettersOnDark),
            terminal: terminal)
    }
}
