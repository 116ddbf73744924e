internal import MotionTypes
internal import TextFormats

extension GateDecision {
    /// The record as one line of JSON, without the line's end. Times are ISO 8601, durations seconds; what is not known is null.
    public var json: String {
        var line = JSONLine()
        line.add("time", time.iso8601)
        line.add("entry", json: String(entry))
        line.add("entered", entered.iso8601)
        line.add("place", place)
        line.add("story", story)
        line.add("decision", kind.rawValue)
        line.add("reasons", list: reasons.map(\.rawValue))
        line.add("source", inputs.source.rawValue)
        line.add("flags", list: inputs.flags?.words)
        line.add("confidence", inputs.confidence?.name)
        line.add("report_age", json: inputs.reportAge?.decimalSeconds)
        line.add("since_driving", json: inputs.sinceDriving?.decimalSeconds)
        line.add("region", inputs.isInside ? "inside" : "outside")
        line.add("distance", json: inputs.distance.map { String($0) })
        line.add("speed", json: inputs.speed.map { String($0) })
        line.add("nearest_other", json: inputs.nearestOther.map { String($0) })
        line.add("others", json: String(others))
        line.add("collapsed_into", collapsedInto)
        line.add("policy", policy)
        line.add("policy_version", json: String(policyVersion))
        line.add("ask_again", askAgain?.iso8601)
        return line.text
    }

    /// Why the decision fell, for people: a few lines, the answer first, then each reason, then the inputs.
    public var explanation: String {
        var lines = ["\(time.iso8601) \(kind.rawValue) \(place)" + (story.map { " of \($0)" } ?? "")]
        if others > 0 { lines[0] += " and \(others) other" + (others == 1 ? "" : "s") }
        if let collapsedInto { lines[0] += ", shown with \(collapsedInto)" }
        lines += reasons.map { "  because \($0.explanation) (\($0.rawValue))" }
        lines.append(
            "  entry \(entry), entered \(entered.iso8601), " + (inputs.isInside ? "inside" : "outside")
                + " the region")
        let motion = inputs.flags.map { flags in
            (flags.isEmpty ? "no flag" : flags.words.joined(separator: " and "))
                + (inputs.confidence.map { ", confidence \($0.name)" } ?? "")
                + (inputs.reportAge.map { ", delivered \($0.decimalSeconds) s ago" } ?? "")
        }
        lines.append("  activity: \(motion ?? "none reported"); source \(inputs.source.rawValue)")
        lines.append(
            "  since driving: " + (inputs.sinceDriving.map { $0.decimalSeconds + " s" } ?? "never drove"))
        let distance = inputs.distance.map { "\($0) m from the place" } ?? "distance not known"
        let speed = inputs.speed.map { "\($0) m/s" } ?? "speed not known"
        let other = inputs.nearestOther.map { metres in
            metres < WaitingEntry.farthest ? ", \(metres) m to the next place" : ", no other place"
        }
        lines.append("  at entry: \(distance), \(speed)" + (other ?? ""))
        lines.append(
            "  policy \(policy), version \(policyVersion)"
                + (askAgain.map { "; asked again \($0.iso8601)" } ?? ""))
        return lines.joined(separator: "\n")
    }
}

extension ActivityFlags {
    /// The words of the flags that are set, in the order of the stream's keys.
    fileprivate var words: [String] {
        let named: [(ActivityFlags, String)] = [
            (.stationary, "stationary"), (.walking, "walking"), (.running, "running"),
            (.automotive, "automotive"), (.cycling, "cycling"), (.unknown, "unknown"),
        ]
        return named.filter { contains($0.0) }.map(\.1)
    }
}
