// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A ride's way by what the reports said on it.
package struct ActivityTrack: Sendable {
    /// A stretch of time with one report.
    package struct Span: Sendable {
        /// When the phone learned of it, in elapsed time.
        package var from: Duration
        package var prediction: Prediction
        package var confidence: Confidence
    }

    /// A stretch of fixes without a gap and with one answer; the last fix is the first of the next stretch unless there
    /// is a gap.
    package struct Stretch: Sendable {
        /// What the reports said; nil before the first.
        package var prediction: Prediction?
        /// The fixes, by their index.
        package var fixes: ClosedRange<Int>
    }

    /// What the reports said, one for each change.
    package let spans: [Span]
    /// The way, by time.
    package let stretches: [Stretch]

    /// The track of fixes, which are by time, and reports, which are by delivery; fixes farther apart than a step have
    /// a gap between them.
    package init(_ fixes: [Location], _ reports: [ActivityReport], longestStep: Duration) {
        let spans = Self.spans(reports)
        self.spans = spans
        var stretches: [Stretch] = []
        var next = 0
        var start = 0
        var current: Prediction?
        for (index, fix) in fixes.enumerated() {
            var prediction = current
            while next < spans.count, spans[next].from <= fix.elapsed {
                prediction = spans[next].prediction
                next += 1
            }
            if index > 0 {
                let isGap = fix.elapsed - fixes[index - 1].elapsed > longestStep
                if isGap || prediction != current {
                    stretches.append(Stretch(prediction: current, fixes: start...(isGap ? index - 1 : index)))
                    start = index
                }
            }
            current = prediction
        }
        if start < fixes.count { stretches.append(Stretch(prediction: current, fixes: start...(fixes.count - 1))) }
        self.stretches = stretches
    }

    private static func spans(_ reports: [ActivityReport]) -> [Span] {
        var spans: [Span] = []
        for report in reports {
            let span = Span(
                from: report.delivered, prediction: Prediction(report.activity.flags),
                confidence: report.activity.confidence)
            if let last = spans.last, last.prediction == span.prediction, last.confidence == span.confidence {
                continue
            }
            spans.append(span)
        }
        return spans
    }
}
