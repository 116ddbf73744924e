// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// An activity stream that was joined to a ride; times count from the ride's elapsed 0.
package struct JoinedStream: Sendable {
    /// The stream, as the user named it.
    var name: String
    /// Whether its reports know what came after them, and come at its end.
    var isHindsight = false
    /// The log that was classified, as its header names it.
    var log = ""
    /// The model's name and version.
    package var model: String
    /// Its reports, by delivery.
    package var reports: [ActivityReport] = []
    /// When its source began.
    package var start: Duration
    /// When its source ended; nil when its closing line is missing.
    package var end: Duration?
    /// The steps that its closing line counts.
    var steps: Int?
    /// Its fault behind its last report; reports before it count.
    var fault: InputError?

    /// Moves its times.
    mutating func shift(by shift: Duration) {
        start += shift
        end = end.map { $0 + shift }
        for index in reports.indices {
            reports[index].activity.elapsed += shift
            reports[index].delivered += shift
        }
    }
}

extension RecordedRide {
    /// Joins an activity stream, whose reports replace the ride's own: by wall clock, or by elapsed time if neither has
    /// one.
    ///
    /// A stream that was cut or ends early is joined; ``fault`` then says so.
    ///
    /// - Parameters:
    ///   - bytes: an activity stream, NDJSON or CSV.
    ///   - name: its name, for errors and notes.
    /// - Throws: `InputError` for a stream without a header, one that cannot be joined, one that is out of order, and
    ///   one of another time.
    public mutating func join(stream bytes: some Sequence<UInt8>, source name: String = "activity stream")
        throws(InputError)
    {
        var intake = StreamIntake(name, for: self)
        var reports: [ActivityReport] = []
        // Notes are kept even if the stream has no time in common with the track.
        defer { notes += intake.notes }
        try intake.append(bytes, to: &reports)
        try intake.end(to: &reports)
        try intake.judge(self)
        stream = JoinedStream(
            name: name, isHindsight: intake.isHindsight, log: intake.log, model: intake.model, reports: reports,
            start: intake.start, end: intake.end, steps: intake.steps, fault: intake.fault)
    }
}

extension RecordedRide {
    /// Joins the reports of the same recording, as they came while it went on: their times count from its elapsed 0.
    /// They replace the ride's own.
    ///
    /// - Parameters:
    ///   - end: when their source ended; nil for the last delivery.
    ///   - steps: those of the whole recording; nil for those of the last report that counts any.
    package mutating func join(reports: [ActivityReport], model: String, end: Duration? = nil, steps: Int? = nil) {
        stream = JoinedStream(
            name: model, model: model, reports: reports, start: .zero, end: end ?? reports.last?.delivered,
            steps: steps)
    }
}
