// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Apple Health's `export.xml`: its workouts, as spans of an activity. Their routes are GPX files beside it, in
/// `workout-routes`.
///
/// `<Workout workoutActivityType="HKWorkoutActivityTypeWalking" startDate="2026-05-01 08:00:00 +0200" endDate=…>`.
/// Records of steps, heartbeats and the like, which are nearly all of the file, pass by.
enum HealthReader {
    static func read(_ input: TrackBytes, into builder: inout TrackBuilder) throws(InputError) {
        var tags = TagScanner(input, name: "Workout")
        while let (attributes, line) = try tags.next() {
            let word = attributes["workoutActivityType"] ?? ""
            let prefix = "HKWorkoutActivityType"
            let kind = word.hasPrefix(prefix) ? String(word.dropFirst(prefix.count)) : word
            guard let start = attributes["startDate"].flatMap(moment), let end = attributes["endDate"].flatMap(moment),
                start <= end
            else {
                let fault = InputError(
                    .malformed, line: line, problem: "the workout lacks the time of its start or its end")
                builder.leaveOut(input.name.map { fault.inSource($0) } ?? fault)
                continue
            }
            // A person chose the kind, for the whole of it: pauses are in it, too.
            builder.knowledge.moves.append(
                ReportedMove(
                    span: TimeSpan(start: start, end: end), kind: kind, flags: ActivityWords.flags(kind),
                    confidence: .medium, distance: metres(attributes)))
        }
        if tags.isCut { builder.count(.cutShort) }
    }

    /// `2026-05-01 08:00:00 +0200`.
    private static func moment(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ")
        guard parts.count == 3 else { return Timestamp(iso8601: text) }
        return Timestamp(iso8601: parts[0] + "T" + parts[1] + parts[2])
    }

    private static func metres(_ attributes: [String: String]) -> Double? {
        guard let value = attributes["totalDistance"].flatMap({ Double($0) }), value.isFinite, value >= 0 else {
            return nil
        }
        switch attributes["totalDistanceUnit"] {
        case "km": return value * 1000
        case "mi": return value * 1609.344
        case "m": return value
        default: return nil
        }
    }
}
