// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What a location app pushes: fixes, activities and visits, each for itself. A bad record costs no other.
package struct PushedTrack: Sendable {
    /// A position as its request gives it; an empty text stands for an unknown value.
    package struct Position: Sendable, Hashable {
        package var latitude = ""
        package var longitude = ""
        /// In ISO 8601, or a number since 1970 whose size tells the unit.
        package var time = ""
        /// In metres.
        package var altitude = ""
        /// In metres per second.
        package var speed = ""
        /// In degrees.
        package var course = ""
        /// In metres.
        package var accuracy = ""

        package init() {}
    }

    /// The number of records that can be used.
    package private(set) var usable = 0
    /// The number of messages that are about something else.
    package private(set) var others = 0
    /// What is wrong with the first of the other records.
    package private(set) var faults: [InputError] = []
    /// The number of the other records.
    package private(set) var faultCount = 0
    private var builder: TrackBuilder
    private let received: Timestamp

    /// A long request of tiny records could name more faults than fit into memory.
    private static let mostFaults = 20
    /// A phone's clock may be ahead by this time.
    private static let ahead = Duration.seconds(600)
    /// A receiver whose weeks begin again at 0 is 19 years behind.
    private static let behind = Duration.seconds(5 * 365 * 86_400)
    /// In metres per second: nothing that carries a phone is faster.
    private static let fastest = 400.0

    /// An empty request.
    ///
    /// - Parameters:
    ///   - format: Overland's or OwnTracks' for their records, `csv` for positions.
    ///   - received: when it arrived.
    package init(format: TrackFormat, received: Timestamp) {
        builder = TrackBuilder(format: format)
        self.received = received
    }

    /// Adds a record of Overland or a message of OwnTracks.
    package mutating func add(_ record: JSONElement) {
        take { [format = builder.format] (one) throws(InputError) in
            guard format == .ownTracks else { return OverlandReader.add(record, to: &one) }
            guard record["_type"]?.text != "encrypted" else {
                throw InputError(
                    .unsupported, problem: "the message is encrypted",
                    remedy: "remove the encryption key in OwnTracks")
            }
            try OwnTracksReader.add(record, to: &one)
        }
    }

    package mutating func add(_ position: Position) {
        take { (one) throws(InputError) in
            guard let latitude = try Self.number(position.latitude, "latitude"),
                let longitude = try Self.number(position.longitude, "longitude")
            else { return one.count(.withoutPosition) }
            guard !position.time.isEmpty else { return one.count(.withoutTime) }
            let number = Double(position.time).flatMap { $0.isFinite ? $0 : nil }
            guard let moment = Timestamp(iso8601: position.time) ?? number.flatMap(TrackTime.moment(number:)) else {
                throw TrackTime.fault(line: nil)
            }
            let fields = try FixFields(
                latitude: latitude, longitude: longitude, altitude: Self.number(position.altitude, "altitude"),
                speed: Self.number(position.speed, "speed"), course: Self.number(position.course, "bearing"),
                accuracy: Self.number(position.accuracy, "accuracy"))
            one.addFix(fields, at: moment.sinceEpoch, line: nil)
        }
    }

    /// The track of the records that can be used; nil without one.
    package func track() throws(InputError) -> Track? {
        guard usable > 0 else { return nil }
        var builder = builder
        return try builder.track()
    }

    private static func number(_ text: String, _ name: String) throws(InputError) -> Double? {
        guard !text.isEmpty else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw InputError(
                .malformed, problem: "the \(name) \(quoted: text) is not a number",
                remedy: "copy the address with its placeholders from the page")
        }
        return number
    }

    private mutating func take(_ read: (inout TrackBuilder) throws(InputError) -> Void) {
        var one = TrackBuilder(format: builder.format)
        do throws(InputError) {
            try read(&one)
            try check(one)
        } catch {
            faultCount += 1
            guard faultCount <= Self.mostFaults else { return }
            let number = usable + others + faultCount
            faults.append(
                InputError(error.code, problem: "record \(number): \(error.problem)", remedy: error.remedy))
            return
        }
        guard !one.fixes.isEmpty || !one.reports.isEmpty || !one.knowledge.isEmpty else { return others += 1 }
        usable += 1
        builder.fixes += one.fixes
        builder.reports += one.reports
        builder.knowledge.fixes += one.knowledge.fixes
        builder.knowledge.visits += one.knowledge.visits
        builder.knowledge.moves += one.knowledge.moves
    }

    private func check(_ one: TrackBuilder) throws(InputError) {
        if case .damaged(let fault)? = one.remarks.first { throw fault }
        let isEmpty = one.reports.isEmpty && one.knowledge.isEmpty
        if one.repairs[.withoutTime] != nil, isEmpty { throw Self.fault("the time is missing") }
        if one.repairs[.withoutPosition] != nil, isEmpty { throw Self.fault("the position is missing") }
        if one.repairs[.zeroPosition] != nil { throw Self.fault("the position 0, 0 stands for an unknown one") }
        let moments =
            one.fixes.map(\.elapsed) + one.reports.map(\.activity.elapsed)
            + one.knowledge.visits.flatMap { [$0.span.start.sinceEpoch, $0.span.end.sinceEpoch] }
            + one.knowledge.moves.flatMap { [$0.span.start.sinceEpoch, $0.span.end.sinceEpoch] }
        let now = received.sinceEpoch
        for moment in moments where moment > now + Self.ahead || moment < now - Self.behind {
            let time = Timestamp(nanoseconds: 0) + moment
            throw InputError(
                .malformed,
                problem: "the time \(time.iso8601) lies " + (moment > now ? "in the future" : "years back"),
                remedy: "set the clocks of the phone and of this machine")
        }
        for fix in one.fixes {
            guard let speed = fix.speed, speed > Self.fastest else { continue }
            throw InputError(
                .malformed, problem: "the speed \(speed) m/s is above \(Self.fastest)",
                remedy: "send metres per second")
        }
    }

    private static func fault(_ problem: String) -> InputError {
        InputError(.malformed, problem: problem, remedy: "send each fix with its position and time")
    }
}
