// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// The share of right answers by their probability, in bins, above a histogram of windows per bin.
struct ReliabilityDiagram {
    /// The stem of its identifiers.
    let name: String
    let title: String
    let metrics: Metrics
    /// The same bins with a weight of 1 for every window.
    let counts: ReliabilityTable

    // Of the drawing, in its own units: the plot's left, top and side, and the histogram's top and height.
    private static let (left, top, side) = (44.0, 30.0, 300.0)
    private static let (barTop, barHeight) = (374.0, 52.0)
    /// A share of fewer windows is uncertain and drawn hollow.
    private static let fewWindows = 50.0

    private typealias Bin = (from: Double, to: Double, bin: ReliabilityTable.Bin, windows: Double)

    private var bins: [Bin] {
        let bins = metrics.reliability.bins
        return bins.indices.map { index in
            (
                Double(index) / Double(bins.count), Double(index + 1) / Double(bins.count), bins[index],
                counts.bins.indices.contains(index) ? counts.bins[index].weight : 0
            )
        }
    }

    var markup: Markup {
        let error = FigureText.decimal(metrics.calibrationError)
        let bins = bins
        return """
            <figure class="reliability">
            <h3>\(title)</h3>
            <svg viewBox="0 0 \(Self.size.width) \(Self.size.height)" role="img" \
            aria-labelledby="\(name)-title \(name)-description">
            <title id="\(name)-title">Reliability, \(title)</title>
            <desc id="\(name)-description">Share of right answers over the probability of the likeliest class, in \
            \(bins.count) bins; the table below has the numbers. Expected calibration error \(error).</desc>
            \(drawing)</svg>
            \(table(bins))
            </figure>

            """
    }

    static let size = (width: 366.0, height: 458.0)

    /// The lines, points and texts, without the element around them. The figure stands above the plot: within it, a
    /// point of any bin may lie.
    var drawing: Markup {
        """
        \(grid)\(bins.map(point))\(histogram(bins))
        <text class="figure" x="\(Self.left)" y="\(Self.top - 14)">calibration error \
        \(FigureText.decimal(metrics.calibrationError))</text>

        """
    }

    private func x(_ share: Double) -> Double { Self.left + Self.side * share }
    private func y(_ share: Double) -> Double { Self.top + Self.side * (1 - share) }

    private var grid: Markup {
        let lines = [0, 0.25, 0.5, 0.75, 1].map { share -> Markup in
            """
            <path class="grid" d="M\(x(0)) \(y(share))H\(x(1))M\(x(share)) \(y(0))V\(y(1))"/>\
            <text class="tick end" x="\(x(0) - 6)" y="\(y(share) + 4)">\(Int(clamping: 100 * share))\
            \(share == 1 ? " %" : "")</text>\
            <text class="tick middle" x="\(x(share))" y="\(y(0) + 16)">\(Int(clamping: 100 * share))\
            \(share == 1 ? " %" : "")</text>

            """
        }
        let middle = Self.top + Self.side / 2
        return """
            \(lines)<path class="diagonal" d="M\(x(0)) \(y(0))L\(x(1)) \(y(1))"/>
            <text class="label middle" transform="translate(11 \(middle)) rotate(-90)">share right</text>
            <text class="label middle" x="\(x(0.5))" y="\(y(0) + 32)">probability of the likeliest class</text>

            """
    }

    private func point(_ bin: Bin) -> Markup {
        guard let confidence = bin.bin.meanConfidence, let accuracy = bin.bin.accuracy else { return "" }
        let style = bin.windows < Self.fewWindows ? "few" : "many"
        return """
            <path class="gap \(style)" d="M\(x(confidence)) \(y(confidence))V\(y(accuracy))"/>\
            <circle class="\(style)" cx="\(x(confidence))" cy="\(y(accuracy))" r="4.5"/>

            """
    }

    /// One bar per bin with its count above it, upright where it fits.
    private func histogram(_ bins: [Bin]) -> Markup {
        let most = max(1, bins.map(\.windows).max() ?? 1)
        let bottom = Self.barTop + Self.barHeight
        let bars = bins.map { bin -> Markup in
            guard bin.windows > 0 else { return "" }
            let height = Self.barHeight * bin.windows / most
            let center = x((bin.from + bin.to) / 2)
            return """
                <rect class="bar" x="\(x(bin.from) + 1)" y="\(bottom - height)" width="\(x(bin.to) - x(bin.from) - 2)" \
                height="\(height)"/>\
                <text class="count middle" x="\(center)" y="\(bottom + 11)">\(Self.short(bin.windows))</text>

                """
        }
        return """
            <path class="base" d="M\(x(0)) \(bottom)H\(x(1))"/>\
            \(bars)<text class="label middle" x="\(x(0.5))" y="\(bottom + 27)">windows in each of the \
            \(bins.count) bins</text>

            """
    }

    /// A count in at most four characters.
    private static func short(_ count: Double) -> String {
        if count < 1000 { return FigureText.count(Int(clamping: count)) }
        return count < 9950
            ? FigureText.decimal(count / 1000, places: 1) + "k" : FigureText.decimal(count / 1000, places: 0) + "k"
    }

    private func table(_ bins: [Bin]) -> Markup {
        let table = PageTable<Bin>(
            "bin",
            columns: [
                .figure(.init("mean probability") { .share($0.bin.meanConfidence) }),
                .figure(.init("right") { .share($0.bin.accuracy) }),
                .figure(.init("windows") { .count(Int(clamping: $0.windows)) }),
            ],
            rows: bins.filter { $0.windows > 0 }.map { bin in
                .init(name: "\(FigureText.percent(bin.from)) to \(FigureText.percent(bin.to))", subject: bin)
            })
        return """
            <details><summary>The numbers</summary>
            \(table.markup)</details>
            """
    }
}
