// SPDX-License-Identifier: Apache-2.0
internal import GaitwayAlerts
internal import GaitwayBase
internal import GaitwayReplay

extension DeskOutcome {
    /// The answer as one JSON object, without a line's end. PROTOCOL.md describes it.
    ///
    /// - Parameter milliseconds: how long the work took.
    package func json(milliseconds: Int) -> String {
        JSONWriter.text { json in
            json.object { json in
                json.add("milliseconds", milliseconds)
                json.add("rides", rides)
                json.object("figures") { json in
                    json.add("alerts", alerts.alerts)
                    json.add("wanted", alerts.wanted)
                    json.add("met", alerts.met)
                    json.add("missed", alerts.missed)
                    json.add("unsafe", alerts.unsafe)
                    json.write(outlook)
                }
                json.objects("profiles", profiles) { profile, json in
                    json.add("name", profile.name)
                    json.write(profile.outlook)
                }
                json.objects("decisions", details?.decisions ?? []) { decision, json in write(decision, to: &json) }
                json.add("notes", notes)
            }
        }
    }

    /// Times count from the ride's elapsed 0.
    private func write(_ decision: GateDecision, to json: inout JSONWriter) {
        func elapsed(_ time: Timestamp) -> Duration { details.map { time - $0.start } ?? .zero }
        json.add("time", seconds: elapsed(decision.time), places: 3)
        json.add("place", decision.place)
        json.add("entry", decision.entry)
        json.add("decision", decision.kind.rawValue)
        json.add("reasons", decision.reasons.map(\.explanation))
        json.add("text", decision.explanation(clock: { Self.clock(elapsed($0)) }))
    }

    /// Hours, minutes and seconds since the ride's beginning.
    private static func clock(_ elapsed: Duration) -> String {
        let seconds = elapsed.components.seconds
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard seconds >= 0 else { return "-" + clock(.zero - elapsed) }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ outlook: OutlookFigures) {
        add("drivingPassed", outlook.drivingPassed, places: 4)
        add("walkingHeld", outlook.walkingHeld, places: 4)
    }
}
