// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// OwnTracks' messages: an object, an array, one object a line, the recorder's answer (`{"data":[…]}`) or its `.rec`
/// file (time, kind and object, separated by tabs or blanks), or a log with the object behind its topic.
///
/// `_type` `location` has `lat`, `lon`, `tst` (s), `acc` (m), `vel` (km/h), `alt`, `cog`, `motionactivities`. A
/// `transition` is a fix at the edge of a region: `event` enter or leave, and the region's name as `desc`. A `waypoint`
/// has the region's centre. Time in a region is a stay of that name, unless it is short. Other types (`lwt`, `card`, …)
/// hold no fix and are passed over. Fields: owntracks.org, "JSON".
enum OwnTracksReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .ownTracks)
        var regions = OwnTracksRegions()
        if let first = bytes.first(where: { $0 > 32 && $0 < 128 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        {
            try builder.readUntilCut { (builder) throws(InputError) in
                var reader = JSONReader(bytes)
                while !reader.isAtEnd() { add(try reader.element(), &regions, to: &builder) }
            }
        } else {
            addLines(bytes, &regions, to: &builder)
        }
        for visit in regions.visits { builder.knowledge.add(visit) }
        return try builder.track()
    }

    /// Adds one message. Without its neighbours, a transition is a fix and no stay.
    static func add(_ message: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        var regions = OwnTracksRegions()
        try add(one: message, &regions, to: &builder)
    }

    private static func addLines(
        _ bytes: [UInt8], _ regions: inout OwnTracksRegions, to builder: inout TrackBuilder
    ) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.contains(where: { $0 > 32 }) {
            guard let start = line.firstIndex(of: UInt8(ascii: "{")) else {
                // Lines of other kinds (waypoints, cards) carry no object.
                builder.count(.withoutPosition)
                continue
            }
            do throws(InputError) {
                var reader = JSONReader(Array(line[start...]))
                let message = try reader.element()
                try reader.expectEnd()
                add(message, &regions, to: &builder)
            } catch {
                var located = error
                located.line = index + 1
                builder.leaveOut(located)
            }
        }
    }

    /// Adds the messages of a value. One that cannot be used is left out.
    private static func add(
        _ message: JSONElement, _ regions: inout OwnTracksRegions, to builder: inout TrackBuilder
    ) {
        if let messages = message.elements ?? message["data"]?.elements ?? message["waypoints"]?.elements {
            for message in messages { add(message, &regions, to: &builder) }
            return
        }
        do throws(InputError) { try add(one: message, &regions, to: &builder) } catch { builder.leaveOut(error) }
    }

    private static func add(
        one message: JSONElement, _ regions: inout OwnTracksRegions, to builder: inout TrackBuilder
    ) throws(InputError) {
        guard let type = message["_type"]?.text else {
            throw InputError(
                .malformed, line: message.line, problem: "the message has no _type",
                remedy: "give messages as OwnTracks publishes them")
        }
        if type == "waypoint" { return regions.note(waypoint: message) }
        guard type == "location" || type == "transition" else { return }
        guard var moment = message["tst"]?.writtenNumber.flatMap(TrackTime.moment(seconds:)) else {
            return builder.count(.withoutTime)
        }
        // The phone's own clock shows that the receiver's is behind.
        if let created = message["created_at"]?.writtenNumber.flatMap(TrackTime.moment(seconds:)),
            WeekRollover.separates(moment, created)
        {
            moment = moment + WeekRollover.length
            builder.note(.shiftedDates(String(moment.iso8601.prefix(10))))
        }
        guard let latitude = message["lat"]?.writtenNumber, let longitude = message["lon"]?.writtenNumber else {
            return builder.count(.withoutPosition)
        }
        let fields = FixFields(
            latitude: latitude, longitude: longitude, altitude: message["alt"]?.writtenNumber,
            speed: message["vel"]?.writtenNumber.map { $0 / 3.6 }, course: message["cog"]?.writtenNumber,
            accuracy: message["acc"]?.writtenNumber)
        let fix = try fields.location(at: moment.sinceEpoch, line: message.line)
        builder.addFix(fix)
        if type == "transition" { regions.note(transition: message, fix) }
        if let words = message["motionactivities"]?.elements, !words.isEmpty {
            builder.addReport(MotionWords.flags(words.compactMap(\.text)), .high, start: moment)
        }
    }
}

/// The regions of a log: their centres, and when the phone entered and left them.
private struct OwnTracksRegions {
    private var centres: [String: (latitude: Double, longitude: Double)] = [:]
    private var crossings: [(name: String, enters: Bool, fix: Location)] = []
    /// A shorter time in a region is a way through it.
    private static let shortest = Duration.seconds(300)

    mutating func note(waypoint: JSONElement) {
        guard let name = waypoint["desc"]?.text, let latitude = waypoint["lat"]?.number,
            let longitude = waypoint["lon"]?.number, latitude.magnitude <= 90, longitude.magnitude <= 180
        else { return }
        centres[name] = (latitude, longitude)
    }

    mutating func note(transition: JSONElement, _ fix: Location) {
        guard let name = transition["desc"]?.text, let event = transition["event"]?.text else { return }
        crossings.append((name, event == "enter", fix))
    }

    /// The times between entering a region and leaving it, by their starts.
    var visits: [ReportedVisit] {
        var entered: [String: Location] = [:]
        var visits: [ReportedVisit] = []
        let order = crossings.enumerated().sorted {
            ($0.element.fix.elapsed, $0.offset) < ($1.element.fix.elapsed, $1.offset)
        }
        for (name, enters, fix) in order.map(\.element) {
            if enters {
                entered[name] = entered[name] ?? fix
                continue
            }
            guard let start = entered.removeValue(forKey: name), fix.elapsed - start.elapsed >= Self.shortest else {
                continue
            }
            let epoch = Timestamp(nanoseconds: 0)
            visits.append(
                ReportedVisit(
                    span: TimeSpan(start: epoch + start.elapsed, end: epoch + fix.elapsed),
                    latitude: centres[name]?.latitude ?? start.latitude,
                    longitude: centres[name]?.longitude ?? start.longitude, name: name, isRegion: true))
        }
        return visits.sorted { $0.span.start < $1.span.start }
    }
}
