// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Ways of writing samples that are not tables, each with the line that makes a table of it.
struct TextShape {
    /// What one of the first two lines looks like.
    private let pattern: @Sendable (String) -> Bool
    private let command: String

    private static let known: [TextShape] = [
        TextShape(
            pattern: {
                $0.contains(/[\[(] *-?\d[^\])]*[, ] *-?\d[^\])]*[, ] *-?\d[^\])]*[\])]/) && !$0.hasPrefix("[[")
            },
            command: "tr -d '\"[]()' < FILE | sed 1d > log.csv"),
        TextShape(pattern: { $0.hasPrefix("[[") }, command: "jq -r '.[] | @csv' FILE > log.csv"),
        TextShape(
            pattern: { $0.matches(of: /[A-Za-z_]+ *[:=] *-?\d/).count > 2 },
            command: "sed -E 's/[A-Za-z_]+ *[:=] *//g' FILE > log.csv"),
        TextShape(
            pattern: { $0.lowercased().contains(/^[-\d.]+, *"?x"?, *-?\d/) },
            command: "sed 1d FILE | paste -d, - - - | cut -d, -f1,3,6,9 > log.csv"),
    ]

    /// The advice for a text with these first lines; nil if it looks like none of these.
    static func remedy(_ lines: [String]) -> Remedy? {
        known.first { shape in lines.contains { shape.pattern($0) } }.map { "make a table of it: \($0.command)" }
    }
}
