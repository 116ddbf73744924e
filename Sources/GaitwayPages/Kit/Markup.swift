// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A piece of HTML or inline SVG, written as a string literal.
///
/// Interpolated text is escaped, so a name in a manifest cannot become markup, neither in text nor in a quoted
/// attribute. Interpolated markup is kept as it is. Elements are closed as in XML, so any XML parser reads a page.
struct Markup: ExpressibleByStringInterpolation, Sendable {
    /// The markup as text.
    private(set) var source: String

    init() { source = "" }

    init(stringLiteral value: String) { source = value }

    init(stringInterpolation interpolation: Interpolation) { source = interpolation.source }

    static func += (left: inout Markup, right: Markup) { left.source += right.source }

    /// `text` with the characters that mean something to HTML replaced, and without those that XML forbids. Bytes of
    /// names that are not UTF-8 appear as letters.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in ForeignName.shown(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(" ")
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}":
                escaped.unicodeScalars.append("\u{FFFD}")
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// `name` escaped, with places where a line may break after its separators.
    static func breaking(_ name: String) -> Markup {
        var pieces = [""]
        for character in name {
            pieces[pieces.count - 1].append(character)
            if "/_-. ".contains(character) { pieces.append("") }
        }
        return Markup(stringLiteral: pieces.map(escaped).joined(separator: "<wbr/>"))
    }

    /// Collects literals as they are, and values escaped.
    struct Interpolation: StringInterpolationProtocol {
        var source = ""

        init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(2 * literalCapacity) }

        mutating func appendLiteral(_ literal: String) { source += literal }

        mutating func appendInterpolation(_ text: String) { source += Markup.escaped(text) }

        mutating func appendInterpolation(_ number: Int) { source += String(number) }

        mutating func appendInterpolation(_ markup: Markup) { source += markup.source }

        mutating func appendInterpolation(_ markups: [Markup]) {
            for markup in markups { source += markup.source }
        }

        /// A number of a drawing.
        mutating func appendInterpolation(_ coordinate: Double) { source += Markup.coordinate(coordinate) }
    }

    /// A number of a drawing with at most one decimal, as SVG and CSS take it.
    static func coordinate(_ value: Double) -> String {
        let text = DecimalText.text(value, places: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
