// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import GaitwayReports

extension RidePage {
    /// The ride's lanes: acceleration, the probabilities of each window, the activities, and the labels if there are
    /// any.
    package var picture: Picture {
        let seconds = max(ride.end.inSeconds, 1e-3)
        var lanes = RideLanes(axis: PictureAxis(left: 170, right: Picture.width - Picture.margin, seconds: seconds))
        lanes.addAcceleration(ride.acceleration)
        lanes.addProbabilities(ride.estimates.groups)
        lanes.addSpans(
            "activity",
            ride.stretches.stretches.map { ($0.start.inSeconds, $0.end.inSeconds, $0.prediction) })
        if !subject.labels.isEmpty {
            lanes.addSpans("label", subject.labels.map { ($0.from, $0.to, Prediction.named($0.activity)) })
        }
        let totals = ride.stretches.totals
        let shares = FigureText.percents(totals.map(\.time), of: ride.end)
        let others = lanes.predictions.subtracting(totals.map(\.prediction))
        let legend = Picture.legend(
            zip(totals, shares).map { total, share in
                (total.prediction, "\(total.prediction.name) \(FigureText.duration(total.time.inSeconds)), \(share)")
            } + Prediction.allCases.filter(others.contains).map { ($0, $0.name) }, top: lanes.bottom + 44)
        return Picture(
            title: subject.name, lead: lead, bottom: legend.bottom,
            content: "\(lanes.markup)\(lanes.axis.markup(top: lanes.bottom))\(legend.markup)")
    }
}

extension Prediction {
    /// The answer of a label's name; unknown for another word.
    fileprivate static func named(_ name: String) -> Prediction { allCases.first { $0.name == name } ?? .unknown }
}

/// Lanes one below the other, along one time.
private struct RideLanes {
    let axis: PictureAxis
    private(set) var markup = Markup()
    private(set) var bottom = Picture.top
    /// The colours that can be seen.
    private(set) var predictions: Set<Prediction> = []
    /// Less of a window's probability is hardly seen.
    private static let leastSeen = 0.05
    /// A line joins samples with less time than this between them, in seconds.
    private static let longestJoin = 0.5

    init(axis: PictureAxis) { self.axis = axis }

    /// How many columns of one pixel there are.
    private var columns: Int { Int(clamping: (axis.right - axis.left).rounded()) }

    private func column(_ time: Double) -> Int {
        min(max(0, Int(clamping: (axis.x(time) - axis.left).rounded(.down))), columns - 1)
    }

    private mutating func begin(_ name: String, _ note: String, height: Double) -> Double {
        let top = bottom
        markup += """
            <text class="end" x="\(axis.left - 50)" y="\(top + height / 2)">\(name)</text>\
            <text class="small quiet end" x="\(axis.left - 50)" y="\(top + height / 2 + 17)">\(note)</text>

            """
        bottom = top + height + 14
        return top
    }

    /// A line of the grid with its text, left of the lane.
    private mutating func addGrid(_ y: Double, _ text: String) {
        markup += """
            <path class="grid" d="M\(axis.left) \(y)H\(axis.right)"/>\
            <text class="tick end" x="\(axis.left - 8)" y="\(y + 4)">\(text)</text>

            """
    }

    /// The least and the greatest value of each column. The scale ends above all but the strongest hundredth of
    /// columns.
    mutating func addAcceleration(_ signal: SignalEnvelope) {
        var extents = [(least: Float, greatest: Float)?](repeating: nil, count: columns)
        let step = Double(signal.extents.step) * 1e-9
        for (index, cell) in signal.extents.cells.enumerated() where cell.mean != nil {
            let column = column((Double(index) + 0.5) * step)
            let old = extents[column] ?? (.infinity, -.infinity)
            extents[column] = (min(old.least, cell.least), max(old.greatest, cell.greatest))
        }
        let peaks = extents.compactMap { $0?.greatest }.sorted()
        guard !peaks.isEmpty else { return }
        let scale = AxisScale(greatest: Double(peaks[(peaks.count - 1) * 99 / 100]))
        let height = 140.0
        let top = begin("acceleration", "m/s²", height: height)
        func y(_ value: Double) -> Double { top + height * (1 - min(value / scale.end, 1)) }
        for tick in scale.ticks { addGrid(y(tick.value), tick.text) }
        let reach = max(1, Int(clamping: Self.longestJoin / axis.seconds * Double(columns)))
        var last = -reach - 1
        let path = extents.enumerated().compactMap { column, extent in
            extent.map { extent in
                defer { last = column }
                return (column - last <= reach ? "L" : "M") + Markup.coordinate(axis.left + Double(column) + 0.5) + " "
                    + Markup.coordinate(y(Double(extent.least)) + 0.4) + "V"
                    + Markup.coordinate(y(Double(extent.greatest)) - 0.4)
            }
        }
        markup += """
            <path class="line" d="\(path.joined())"/>

            """
    }

    /// The classes' probabilities, stacked: windows, or the means of columns where those are fewer.
    mutating func addProbabilities(_ groups: [EstimateSeries.Group]) {
        guard !groups.isEmpty else { return }
        let height = 110.0
        let top = begin("probabilities", groups.count > columns ? "means" : "each window", height: height)
        addGrid(top, "100 %")
        addGrid(top + height, "0")
        var steps: [(from: Double, to: Double, shares: SIMD8<Float>)] = []
        for group in groups {
            let (from, to) = (Double(group.start) * 1e-9, Double(group.end) * 1e-9)
            guard groups.count > columns, let last = steps.last, column(last.from) == column(from) else {
                steps.append((from, to, group.classes))
                continue
            }
            steps[steps.count - 1] = (last.from, to, last.shares + group.classes)
        }
        var stack = StackedAreas(top: top, height: height)
        // A step without probabilities is a hole.
        for step in steps where step.to > step.from && step.shares.sum() > 0 {
            stack.add(from: axis.x(step.from), to: axis.x(step.to)) {
                let share = Double(step.shares[$0.rawValue]) / (step.to - step.from)
                if share >= Self.leastSeen { predictions.insert(Prediction($0)) }
                return share
            }
        }
        let areas = stack.areas.map { area -> Markup in
            area.data.isEmpty ? "" : "<path class=\"\(Prediction(area.activityClass).name)\" d=\"\(area.data)\"/>\n"
        }
        markup += "\(areas)"
    }

    /// Spans with one answer each; its name is written where there is room.
    mutating func addSpans(_ name: String, _ spans: [(from: Double, to: Double, prediction: Prediction)]) {
        let height = 34.0
        let top = begin(name, "", height: height)
        predictions.formUnion(spans.map(\.prediction))
        let rectangles = spans.map { span -> Markup in
            let (left, right) = (axis.x(span.from), axis.x(span.to))
            let word: Markup =
                Picture.width(of: span.prediction.name) + 12 > right - left
                ? ""
                : """
                <text class="middle on-\(span.prediction.name)" x="\((left + right) / 2)" y="\(top + 22)">\
                \(span.prediction.name)</text>
                """
            return """
                <rect class="\(span.prediction.name)" x="\(left)" y="\(top)" width="\(max(right - left, 0.3))" \
                height="\(height)"/>\(word)

                """
        }
        markup += "\(rectangles)"
    }
}
