// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Garmin's Training Center XML, version 2: the `Trackpoint`s of its activities, and each activity's `Sport`.
///
/// A point has `Time`, and where the watch had a fix `Position` with degrees, `AltitudeMeters`, and a `Speed` among its
/// extensions. Courses and workouts are plans.
enum TCXReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .tcx)
        var xml = XMLPullReader(bytes)
        guard case .start("TrainingCenterDatabase", _) = try xml.next() else {
            throw InputError(
                .malformed, line: xml.line, problem: "this is not TCX: the root element is not TrainingCenterDatabase",
                remedy: "give a TCX file")
        }
        try builder.readUntilCut { (builder) throws(InputError) in
            while let event = try xml.next() {
                guard case .start("Activity", let attributes) = event else { continue }
                try addActivity(attributes["Sport"] ?? "Other", &xml, to: &builder)
            }
        }
        return try builder.track()
    }

    private static func addActivity(_ sport: String, _ xml: inout XMLPullReader, to builder: inout TrackBuilder)
        throws(InputError)
    {
        var span: TimeSpan?
        reading: while true {
            guard let event = try xml.next() else { throw xml.fault("an activity is not closed") }
            switch event {
            case .start("Trackpoint", _):
                guard let moment = try addPoint(&xml, to: &builder) else { continue }
                span =
                    span.map { TimeSpan(start: min($0.start, moment), end: max($0.end, moment)) }
                    ?? TimeSpan(start: moment, end: moment)
            case .end("Activity"): break reading
            default: continue
            }
        }
        // The watch has three sports; the third is any other.
        guard let span, sport != "Other" else { return }
        builder.knowledge.moves.append(
            ReportedMove(
                span: span, kind: sport, flags: ActivityWords.flags(sport), confidence: .medium, distance: nil))
    }

    /// Reads a point up to its end; returns its time.
    private static func addPoint(_ xml: inout XMLPullReader, to builder: inout TrackBuilder)
        throws(InputError) -> Timestamp?
    {
        let line = xml.line
        var values: [String: String] = [:]
        var element = ""
        reading: while true {
            guard let event = try xml.next() else { throw xml.fault("a point is not closed") }
            switch event {
            case .start(let name, _): element = name
            case .text(let text): values[element, default: ""] += TrackTime.trimmed(text)
            case .end("Trackpoint"): break reading
            case .end: element = ""
            }
        }
        guard let text = values["Time"] else {
            builder.count(.withoutTime)
            return nil
        }
        guard let moment = TrackTime.moment(text: text) else {
            builder.leaveOut(TrackTime.fault(line: line))
            return nil
        }
        try builder.noteClock(text, line: line)
        guard let latitude = values["LatitudeDegrees"].flatMap({ Double($0) }),
            let longitude = values["LongitudeDegrees"].flatMap({ Double($0) })
        else {
            builder.count(.withoutPosition)
            return moment
        }
        let fields = FixFields(
            latitude: latitude, longitude: longitude, altitude: values["AltitudeMeters"].flatMap { Double($0) },
            speed: values["Speed"].flatMap { Double($0) })
        builder.addFix(fields, at: moment.sinceEpoch, line: line)
        return moment
    }
}
