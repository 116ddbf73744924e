// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// Ten minutes of a timeline.
struct TimelineStave {
    /// The stem of the identifiers of its parts.
    let name: String
    let timeline: RideTimeline
    /// Where it begins and ends, in seconds.
    let start: Double
    let end: Double
    /// The seconds that the full width stands for.
    let fullDuration: Double
    let recordings: [String]

    var markup: Markup {
        """
        <div class="stave" style="--length:\(100 * (end - start) / fullDuration)%">
        \(lane("label", labels, style: "labels"))\
        \(lane("probability", probabilities, style: "areas", from: "0", to: FigureText.percent(1)))\
        \(lane("causal", band { Band($0.flags) }))\
        \(lane("lag 10\u{A0}s", band { Band($0.lagged) }))\
        \(lane("viterbi", band { Band($0.path) }))\
        \(lane("confidence", confidence, style: "confidence"))\
        \(lane("", axis, style: "minutes"))\
        </div>

        """
    }

    private var moments: [RideTimeline.Moment] { timeline.moments.filter { $0.start >= start && $0.start < end } }

    private func lane(
        _ name: String, _ content: Markup, style: String = "band", from: String? = nil, to: String? = nil
    ) -> Markup {
        let bounds: [Markup] = [to, name, from].compactMap { $0 }.map { "<span>\($0)</span>" }
        return """
            <div class="name">\(bounds)</div><div class="lane \(style)">\(content)</div>

            """
    }

    /// A place in hops, the drawings' unit of width.
    private func position(_ time: Double) -> Double { (min(max(time, start), end) - start) / timeline.hop }

    private func drawing(height: Int, _ content: [Markup], described: Markup = " aria-hidden=\"true\"") -> Markup {
        """
        <svg viewBox="0 0 \(position(end)) \(height)" preserveAspectRatio="none"\(described)>\(content)</svg>
        """
    }

    private var labels: Markup {
        let parts = timeline.parts.filter { $0.end > start && $0.start < end }
        let spans = parts.map { part -> Markup in
            let (from, to) = (max(part.start, start), min(part.end, end))
            let share = (to - from) / (end - start)
            let label = part.truth?.rawValue ?? "other"
            // A name that does not fit is hidden: the colour and the title say it.
            let room = (to - from) / fullDuration
            let size = room > 0.24 ? "" : room > 0.085 ? " narrow" : " tiny"
            let recording =
                recordings.indices.contains(part.recordingIndex) ? recordings[part.recordingIndex] : ""
            return """
                <span class="\(part.truth?.rawValue ?? "none")\(size)" style="left:\
                \(100 * (from - start) / (end - start))%;\
                width:\(100 * share)%" title="\(label): \(recording)"><span>\(label)</span></span>
                """
        }
        return "\(spans)"
    }

    private var probabilities: Markup {
        var stack = StackedAreas(top: 0, height: 100)
        for moment in moments {
            let from = position(moment.start)
            stack.add(from: from, to: from + 1) { moment.probabilities?[$0] ?? 0 }
        }
        let areas = stack.areas.map { area -> Markup in
            """
            <path class="\(area.activityClass.name)" d="\(area.data)"/>
            """
        }
        let title: Markup = """
            <title id="\(name)-title">Probabilities from minute \(start / 60) to \(end / 60)</title>\
            <desc id="\(name)-description">The probabilities of \
            \(ActivityClass.allCases.map(\.name).joined(separator: ", ")) in every window, \
            stacked to 100 %. What the person did: \(said).</desc>
            """
        return drawing(
            height: 100, [title] + areas,
            described: " role=\"img\" aria-labelledby=\"\(name)-title \(name)-description\"")
    }

    private var said: String {
        timeline.parts.filter { $0.end > start && $0.start < end }.map { part in
            (part.truth?.rawValue ?? "other") + " to minute " + FigureText.decimal(min(part.end, end) / 60, places: 1)
        }.joined(separator: ", ")
    }

    /// The look of a band at one window: a colour, and a line under it for rest in a vehicle.
    private struct Band: Equatable {
        var prediction: Prediction
        var isAtRest = false

        init(_ prediction: Prediction) { self.prediction = prediction }

        init(_ flags: ActivityFlags) {
            prediction = Prediction(flags)
            isAtRest = flags.isSuperset(of: [.automotive, .stationary])
        }
    }

    /// Rectangles over runs of windows that show the same.
    private func band(_ shown: (RideTimeline.Moment) -> Band) -> Markup {
        let rectangles = runs(shown).map { run -> Markup in
            let line: Markup =
                run.value.isAtRest
                ? "<rect class=\"stationary\" x=\"\(run.from)\" y=\"7\" width=\"\(run.to - run.from)\" height=\"3\"/>"
                : ""
            return """
                <rect class="\(run.value.prediction.name)" x="\(run.from)" y="0" width="\(run.to - run.from)\
                " height="10"/>\(line)
                """
        }
        return drawing(height: 10, rectangles)
    }

    private var confidence: Markup {
        let rectangles = runs(\.confidence).map { run -> Markup in
            let height = 4 * (run.value.rawValue + 1)
            return """
                <rect class="\(run.value.name)" x="\(run.from)" y="\(12 - height)" width="\(run.to - run.from)" \
                height="\(height)"/>
                """
        }
        return drawing(height: 12, rectangles)
    }

    private func runs<Value: Equatable>(
        _ value: (RideTimeline.Moment) -> Value
    ) -> [(value: Value, from: Double, to: Double)] {
        var runs: [(value: Value, from: Double, to: Double)] = []
        for moment in moments {
            let from = position(moment.start)
            let own = value(moment)
            if let last = runs.last, last.value == own, (last.to - from).magnitude < 0.01 {
                runs[runs.count - 1].to = from + 1
            } else {
                runs.append((own, from, from + 1))
            }
        }
        return runs
    }

    /// The class of a tick near the right edge, whose number stands left of it.
    private static let atEnd: Markup = " class=\"last\""

    private var axis: Markup {
        let minutes = Array(stride(from: (start / 60).rounded(.up), through: end / 60, by: 1))
        let ticks = minutes.map { minute -> Markup in
            let place = 100 * (minute * 60 - start) / (end - start)
            let isNamed = Int(clamping: minute) % 2 == 0
            let text: Markup =
                isNamed ? "<span>\(Int(clamping: minute))\(minute == start / 60 ? " min" : "")</span>" : ""
            return """
                <i\(place > 98 ? Self.atEnd : "") style="left:\(place)%">\(text)</i>
                """
        }
        return "\(ticks)"
    }
}
