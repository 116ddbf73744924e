// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The colours of pages and pictures beside those of the answers; `right` and `wrong` are three numbers, since cells
/// are as opaque as their share.
struct PageColours {
    let paper: String
    let ink: String
    let quiet: String
    let rule: String
    let shade: String
    let water: String
    let accent: String
    let right: String
    let wrong: String
    let extent: String
    let bar: String
    let predictions: KeyPath<ActivityPalette.Colour, ActivityPalette.Shade>

    nonisolated(unsafe) static let light = PageColours(
        paper: "#fcfcfa", ink: "#1b1f24", quiet: "#56606b", rule: "#dcdfe2", shade: "#f1f2f1", water: "#dde8f0",
        accent: "#1f5f99", right: "116 173 209", wrong: "240 140 88", extent: "#9db8cf",
        bar: "#cfd6dc", predictions: \.light)
    nonisolated(unsafe) static let dark = PageColours(
        paper: "#15181b", ink: "#e7e9eb", quiet: "#a0a9b2", rule: "#30363c", shade: "#1e2226", water: "#1c2a36",
        accent: "#8fc1ee", right: "30 96 140", wrong: "172 76 32", extent: "#49667f", bar: "#3b434b",
        predictions: \.dark)

    /// The colours as a page's variables, with a line end before each line but the first, and `indent` after it.
    func variables(indent: String) -> String {
        """
        --paper: \(paper); --ink: \(ink); --quiet: \(quiet); --rule: \(rule); --shade: \(shade); --accent: \(accent);
        \(indent)--right: \(right); --wrong: \(wrong); --extent: \(extent); --bar: \(bar); --water: \(water);
        \(indent)\(ActivityPalette.variables(predictions))
        """
    }
}
