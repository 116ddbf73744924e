// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A drawing for a paper, a slide or a README: one file of SVG, which needs nothing from elsewhere.
package struct Picture: Sendable {
    package enum Theme: String, CaseIterable, Sendable {
        case light
        case dark
    }

    /// The width, in units that are pixels unless the viewer scales.
    static let width = 1200.0
    /// The room left and right of the content.
    static let margin = 40.0

    let title: String
    /// A line below the heading.
    let lead: String
    /// Where the content ends; it begins below ``top``.
    let bottom: Double
    let content: Markup

    /// Where the content begins.
    static let top = 104.0

    /// The file.
    ///
    /// - Parameter theme: the colours; nil for those that the viewer prefers.
    package func svg(_ theme: Theme?) -> String {
        let height = bottom + 24
        let markup: Markup = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
            viewBox="0 0 \(Self.width) \(height)" role="img">
            <title>\(title)</title>
            <style>
            \(Markup(stringLiteral: Self.style(theme)))</style>
            <rect class="paper" width="\(Self.width)" height="\(height)"/>
            <text class="title" x="\(Self.margin)" y="52">\(Self.heading(title))</text>
            <text class="lead" x="\(Self.margin)" y="80">\(lead)</text>
            \(content)</svg>

            """
        return markup.source
    }

    /// A title that fits beside the margins: the start and the end of a long one.
    private static func heading(_ title: String) -> String {
        let most = Int(proven: (width - 2 * margin) / width(of: "x", size: 24))
        guard title.count > most else { return title }
        return title.prefix(most / 2) + "…" + title.suffix(most / 2 - 1)
    }

    private static func style(_ theme: Theme?) -> String {
        let colours = theme == .dark ? PageColours.dark : .light
        let preferred =
            theme == nil ? "@media (prefers-color-scheme: dark) {\n\(style(of: .dark))}\n" : ""
        return forms + style(of: colours) + preferred
    }

    /// What does not depend on the colours. A renderer without variables draws it, too.
    private static let forms = """
        text { font-family: system-ui, "DejaVu Sans", "Liberation Sans", sans-serif; font-size: 14px; }
        .title { font-size: 24px; font-weight: 600; }
        .lead { font-size: 16px; }
        .small, .tick, .label { font-size: 12px; }
        .count { font-size: 8.5px; }
        .end { text-anchor: end; }
        .middle { text-anchor: middle; }
        .strong { font-weight: 600; }
        .grid, .base, .diagonal, .line, .path, .outline { fill: none; }
        .path { stroke-width: 3.5; stroke-linejoin: round; stroke-linecap: round; }
        .diagonal { stroke-dasharray: 3 3; }
        .outline { stroke-dasharray: 4 4; }
        .gap { stroke-width: 2; }

        """

    private static func style(of colours: PageColours) -> String {
        func rgb(_ numbers: String) -> String { "rgb(" + numbers.split(separator: " ").joined(separator: ", ") + ")" }
        let running = ActivityPalette.colour(of: .running)?[keyPath: colours.predictions]
        let predictions = Prediction.allCases.map { prediction in
            let shade = ActivityPalette.colour(of: prediction)?[keyPath: colours.predictions]
            return """
                .\(prediction.name) { fill: \(shade?.colour ?? colours.rule); }
                .on-\(prediction.name) { fill: \(shade?.letters ?? colours.ink); }
                .path.\(prediction.name) { fill: none; stroke: \(shade?.colour ?? colours.rule); }

                """
        }
        return """
            .paper { fill: \(colours.paper); }
            text { fill: \(colours.ink); }
            .lead, .quiet, .tick, .label, .count { fill: \(colours.quiet); }
            .shade { fill: \(colours.shade); }
            .bar { fill: \(colours.bar); }
            .water { fill: \(colours.water); }
            .many { fill: \(colours.accent); }
            .few { fill: \(colours.paper); stroke: \(colours.accent); stroke-width: 2; }
            .grid, .outline { stroke: \(colours.rule); }
            .base, .diagonal, .line { stroke: \(colours.quiet); }
            .right { fill: \(rgb(colours.right)); }
            .wrong { fill: \(rgb(colours.wrong)); }
            .halo { stroke: \(colours.paper); stroke-width: 4; stroke-linejoin: round; paint-order: stroke; }
            \(predictions.joined()).gap { stroke: \(running?.colour ?? colours.ink); }
            .gap.few { stroke: \(colours.rule); }

            """
    }

    /// How wide a text of the usual size is, nearly.
    static func width(of text: String, size: Double = 14) -> Double { Double(text.count) * 0.58 * size }

    /// Coloured squares with words, in lines from ``margin`` on.
    ///
    /// - Returns: the markup, and where its last line ends.
    static func legend(_ entries: [(prediction: Prediction, text: String)], top: Double) -> (
        markup: Markup, bottom: Double
    ) {
        var (x, y) = (margin, top)
        var markup = Markup()
        for entry in entries {
            let room = width(of: entry.text) + 52
            if x > margin, x + room > width - margin { (x, y) = (margin, y + 26) }
            markup += """
                <rect class="\(entry.prediction.name)" x="\(x)" y="\(y)" width="14" height="14"/>\
                <text x="\(x + 22)" y="\(y + 12)">\(entry.text)</text>

                """
            x += room
        }
        return (markup, y + 16)
    }
}
