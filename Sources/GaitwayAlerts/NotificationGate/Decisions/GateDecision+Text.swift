// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension GateDecision {
    /// The record as one line of JSON, without the line's end. Times are ISO 8601, durations seconds; unknown values
    /// are null.
    public var json: String {
        JSONWriter.object { json in
            json.add("time", time)
            json.add("entry", entry)
            json.add("entered", entered)
            json.add("place", place)
            json.add("story", story)
            if moment != .enter { json.add("alert", moment.rawValue) }
            json.add("decision", kind.rawValue)
            json.add("reasons", reasons.map(\.rawValue))
            json.key("ends")
            json.object { json in
                for reason in reasons { if let end = ends[reason] { json.add(reason.rawValue, end) } }
            }
            json.add("source", inputs.source.rawValue)
            json.add("flags", inputs.flags?.words)
            json.add("confidence", inputs.confidence?.name)
            json.add("report_age", seconds: inputs.reportAge, places: 9)
            json.add("since_driving", seconds: inputs.sinceDriving, places: 9)
            json.add("fix_speed", json: inputs.fixSpeed.map { String($0) })
            json.add("fix_age", seconds: inputs.fixAge, places: 9)
            json.add("region", inputs.isInside ? "inside" : "outside")
            json.add("distance", json: inputs.distance.map { String($0) })
            json.add("speed", json: inputs.speed.map { String($0) })
            json.add("nearest_other", json: inputs.nearestOther.map { String($0) })
            json.add("alerts", inputs.alerts.map { $0.iso8601 })
            json.add("clock_behind", seconds: inputs.clockBehind, places: 9)
            json.add("others", others)
            json.add("collapsed_into", collapsedInto)
            json.add("policy", policy)
            json.add("policy_version", policyVersion)
            json.add("ask_again", askAgain)
        }
    }

    /// Explains the decision: a few lines, the answer first, then each reason, then the inputs.
    public var explanation: String { explanation(clock: \.iso8601) }

    /// Explains the decision with times as `clock` writes them.
    package func explanation(clock: (Timestamp) -> String) -> String {
        var lines = ["\(clock(time)) \(kind.rawValue) \(place)" + (story.map { " of \($0)" } ?? "")]
        if others > 0 { lines[0] += " and \(others) other" + (others == 1 ? "" : "s") }
        if let collapsedInto { lines[0] += ", shown with \(collapsedInto)" }
        lines += reasons.map { reason in
            "  because \(reason.explanation) (\(reason.rawValue)"
                + (ends[reason].flatMap { $0 - time > Self.longestPause ? nil : ", until \(clock($0))" } ?? "") + ")"
        }
        let done =
            switch moment {
            case .enter: "entered"
            case .exit: "left"
            case .dwell: "stayed until"
            }
        lines.append(
            "  entry \(entry), \(done) \(clock(entered)), " + (inputs.isInside ? "inside" : "outside")
                + " the region")
        let motion = inputs.flags.map { flags in
            (flags.isEmpty ? "no flag" : flags.words.joined(separator: " and "))
                + (inputs.confidence.map { ", confidence \($0.name)" } ?? "")
                + (inputs.reportAge.map { ", delivered \(Self.seconds($0)) s ago" } ?? "")
        }
        lines.append("  activity: \(motion ?? "none reported"); source \(inputs.source.rawValue)")
        lines.append("  since driving: " + (inputs.sinceDriving.map { Self.seconds($0) + " s" } ?? "never drove"))
        if let speed = inputs.fixSpeed {
            lines.append(
                "  fixes: \(DecimalText.text(speed, places: 1)) m/s"
                    + (inputs.fixAge.map { ", \(Self.seconds($0)) s ago" } ?? ""))
        }
        if !inputs.alerts.isEmpty {
            lines.append("  alerts that the caps count: " + inputs.alerts.map(clock).joined(separator: ", "))
        }
        if let behind = inputs.clockBehind {
            lines.append("  clock: \(Self.seconds(behind)) s before an earlier input")
        }
        let distance =
            inputs.distance.map { "\(DecimalText.text($0, places: 0)) m from the place" } ?? "distance not known"
        let speed = inputs.speed.map { "\(DecimalText.text($0, places: 1)) m/s" } ?? "speed not known"
        let other = inputs.nearestOther.map { metres in
            metres < WaitingEntry.farthest
                ? ", \(DecimalText.text(metres, places: 0)) m to the next place" : ", no other place"
        }
        lines.append("  at entry: \(distance), \(speed)" + (other ?? ""))
        lines.append("  policy \(policy), version \(policyVersion)" + (askAgain.map { "; " + again($0, clock) } ?? ""))
        return lines.joined(separator: "\n")
    }

    /// When the place may alert again. A place that is silent for years after its alert alerts once.
    private func again(_ moment: Timestamp, _ clock: (Timestamp) -> String) -> String {
        switch kind {
        case .defer, .skip: "asked again \(clock(moment))"
        case .deliver, .drop:
            moment - time > Self.longestPause
                ? "the place does not alert again" : "the place may alert again from \(clock(moment))"
        }
    }

    /// A longer silence of a place is as good as for ever: a year.
    private static let longestPause = Duration.seconds(366 * 86_400)

    /// A length in seconds, to a tenth. The record keeps nanoseconds.
    private static func seconds(_ length: Duration) -> String {
        DecimalText.text(Nanoseconds.product(length.wholeNanoseconds), places: 1)
    }
}

extension ActivityFlags {
    /// The words of the flags that are set, in the order of the stream's keys.
    var words: [String] { Self.named.filter { contains($0.flag) }.map(\.word) }

    static let named: [(word: String, flag: ActivityFlags)] = [
        ("stationary", .stationary), ("walking", .walking), ("running", .running), ("automotive", .automotive),
        ("cycling", .cycling), ("unknown", .unknown),
    ]
}
