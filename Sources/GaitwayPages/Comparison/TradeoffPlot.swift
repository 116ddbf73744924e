// SPDX-License-Identifier: Apache-2.0
import GaitwayEvaluation

/// Alternatives plotted by cost and gain. A line joins those that no other beats.
///
/// A comparison plots strategies and policies, a sweep plots policies.
struct TradeoffPlot {
    struct Point {
        var label: String
        /// Less is better; not below 0.
        var cost: Double
        /// More is better; not below 0.
        var gain: Double
    }

    /// Alternatives with the same figures, which share a dot.
    private struct Spot {
        var labels: [String]
        var cost: Double
        var gain: Double
        var isOnFront: Bool
    }

    /// What the plot shows, for its caption.
    let title: String
    /// The label of the axis of costs, where less is better.
    let costName: String
    /// The label of the axis of gains, where more is better.
    let gainName: String
    private let spots: [Spot]

    init(title: String, costName: String, gainName: String, points: [Point]) {
        self.title = title
        self.costName = costName
        self.gainName = gainName
        var spots: [Spot] = []
        var known: [[Double]: Int] = [:]
        for point in points {
            if let index = known[[point.cost, point.gain]] {
                spots[index].labels.append(point.label)
            } else {
                known[[point.cost, point.gain]] = spots.count
                spots.append(Spot(labels: [point.label], cost: point.cost, gain: point.gain, isOnFront: false))
            }
        }
        for index in ParetoFront.indices(spots.map { ($0.cost, $0.gain) }) { spots[index].isOnFront = true }
        self.spots = spots
    }

    private static let (width, height) = (420.0, 300.0)
    private static let (left, right, top, bottom) = (40.0, 14.0, 24.0, 40.0)

    /// The plot; a sentence if all have the same figures, and nothing without points.
    var markup: Markup {
        guard spots.count > 1 else {
            guard let spot = spots.first else { return "" }
            return """
                <p class="aside">All of these have the same figures: \
                \(gainName) \(AxisScale.text(spot.gain)), \(costName) \
                \(AxisScale.text(spot.cost)).</p>

                """
        }
        return drawing
    }

    private var drawing: Markup {
        let scale = (
            cost: AxisScale(greatest: spots.map(\.cost).max() ?? 0),
            gain: AxisScale(greatest: spots.map(\.gain).max() ?? 0)
        )
        func x(_ cost: Double) -> Double {
            Self.left + cost / scale.cost.end * (Self.width - Self.left - Self.right)
        }
        func y(_ gain: Double) -> Double {
            Self.height - Self.bottom - gain / scale.gain.end * (Self.height - Self.top - Self.bottom)
        }
        let down = scale.cost.ticks.map { tick -> Markup in
            """
            <line class="grid" x1="\(x(tick.value))" x2="\(x(tick.value))" y1="\(Self.top)" y2="\
            \(Self.height - Self.bottom)"/>\
            <text class="middle" x="\(x(tick.value))" y="\(Self.height - Self.bottom + 15)">\(tick.text)</text>

            """
        }
        let across = scale.gain.ticks.map { tick -> Markup in
            """
            <line class="grid" x1="\(Self.left)" x2="\(Self.width - Self.right)" y1="\(y(tick.value))" y2="\
            \(y(tick.value))"/>\
            <text class="end" x="\(Self.left - 10)" y="\(y(tick.value) + 4)">\(tick.text)</text>

            """
        }
        let front = spots.filter(\.isOnFront).sorted { $0.cost < $1.cost }
        let line = front.enumerated().map { index, spot in
            (index == 0 ? "M" : "L") + Markup.coordinate(x(spot.cost)) + " " + Markup.coordinate(y(spot.gain))
        }.joined(separator: " ")
        // The front is drawn last, above the others.
        let dots = (spots.filter { !$0.isOnFront } + front).map { spot -> Markup in
            """
            <circle class="\(spot.isOnFront ? "many" : "few")" cx="\(x(spot.cost))" cy="\(y(spot.gain))" r="5">\
            <title>\(Self.sentence(spot, costName, gainName))</title></circle>

            """
        }
        var labels = PlotLabels(
            width: Self.width, height: Self.height - Self.bottom, taken: spots.map { (x($0.cost), y($0.gain)) })
        let texts = (front + spots.filter { !$0.isOnFront }).compactMap { spot -> Markup? in
            guard let place = labels.place(Self.short(spot), x: x(spot.cost), y: y(spot.gain)) else { return nil }
            return """
                <text class="\(spot.isOnFront ? "name run-front" : "name")" x="\(place.x)" y="\(place.y)">\
                \(Self.short(spot))</text>

                """
        }
        return """
            <figure class="run-tradeoff">
            <svg viewBox="0 0 \(Self.width) \(Self.height)" role="img" aria-label="\(description)">
            \(down)\(across)<path class="run-front" d="\(line)"/>
            \(dots)\(texts)<text x="0" y="12">\(gainName)</text>
            <text class="end" x="\(Self.width - Self.right)" y="\(Self.height - 6)">\(costName)</text>
            </svg>
            <figcaption>\(title) No other point beats the filled dots on the line: each other point is worse in at \
            least one of the two figures.</figcaption>
            </figure>

            """
    }

    private var description: String {
        let front = spots.filter(\.isOnFront).sorted { $0.cost < $1.cost }
        return gainName + " against " + costName + ". Not beaten by any other: "
            + front.map { Self.sentence($0, costName, gainName) }.joined(separator: "; ") + "."
    }

    private static func sentence(_ spot: Spot, _ costName: String, _ gainName: String) -> String {
        spot.labels.joined(separator: " and ") + ", \(costName) \(AxisScale.text(spot.cost)), "
            + "\(gainName) \(AxisScale.text(spot.gain))"
    }

    private static func short(_ spot: Spot) -> String {
        spot.labels.count <= 2
            ? spot.labels.joined(separator: " · ") : "\(spot.labels[0]) and \(spot.labels.count - 1) more"
    }
}
