// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// e-mission's entries: a JSON array of `{metadata: {key, write_ts, …}, data: {…}}`, in no order.
///
/// `background/location` gives the fixes. `background/filtered_location` holds some of them and serves only if the
/// others are missing. `background/motion_activity` gives the reports, in the forms of both phones. Fields and codes:
/// e-mission-server, `emission/core/wrapper` (`location.py`, `motionactivity.py`).
enum EMissionReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .eMission)
        var filtered: [Location] = []
        try builder.readUntilCut { (builder) throws(InputError) in
            var reader = JSONReader(bytes)
            try reader.array { (reader) throws(InputError) in
                let entry = try reader.element()
                guard let metadata = entry["metadata"], let data = entry["data"], let key = metadata["key"]?.text
                else {
                    return builder.leaveOut(
                        InputError(
                            .malformed, line: entry.line, problem: "the entry lacks metadata.key or data",
                            remedy: "give the entries as e-mission exports them"))
                }
                switch key {
                case "background/location": builder.addRecord { (one) throws(InputError) in one.addFix(try fix(data)) }
                case "background/filtered_location":
                    builder.addRecord { (_) throws(InputError) in filtered.append(try fix(data)) }
                case "background/motion_activity": addReport(data, metadata, to: &builder)
                default: break
                }
            }
            try reader.expectEnd()
        }
        if builder.fixes.isEmpty {
            for fix in filtered { builder.addFix(fix) }
        }
        return try builder.track()
    }

    private static func fix(_ data: JSONElement) throws(InputError) -> Location {
        guard let latitude = data["latitude"]?.number, let longitude = data["longitude"]?.number else {
            throw InputError(
                .malformed, line: data.line, problem: "the location lacks latitude or longitude",
                remedy: "give the entries as e-mission exports them")
        }
        let fields = FixFields(
            latitude: latitude, longitude: longitude, altitude: data["altitude"]?.number,
            speed: data["sensed_speed"]?.number, course: (data["heading"] ?? data["bearing"])?.number,
            accuracy: data["accuracy"]?.number)
        let moment = data["ts"]?.number.flatMap(TrackTime.moment(seconds:))
        return try fields.location(at: moment?.sinceEpoch ?? .zero, line: data.line)
    }

    private static func addReport(
        _ data: JSONElement, _ metadata: JSONElement, to builder: inout TrackBuilder
    ) {
        let written = metadata["write_ts"]?.number.flatMap(TrackTime.moment(seconds:))
        guard let start = data["ts"]?.number.flatMap(TrackTime.moment(seconds:)) ?? written else {
            return builder.count(.withoutTime)
        }
        let flags: ActivityFlags
        if let reported = phoneFlags(data) {
            flags = reported
        } else if let code = (data["type"] ?? data["zzbhB"])?.number,
            let known = codeFlags(Int(code, in: .countable) ?? -1)
        {
            flags = known
        } else {
            return builder.count(.withoutActivity)
        }
        builder.addReport(flags, confidence(data), start: start, delivered: written)
    }

    /// The six flags of an iPhone.
    private static func phoneFlags(_ data: JSONElement) -> ActivityFlags? {
        let names: [(String, ActivityFlags)] = [
            ("stationary", .stationary), ("walking", .walking), ("running", .running),
            ("automotive", .automotive), ("cycling", .cycling), ("unknown", .unknown),
        ]
        var flags: ActivityFlags = []
        var isFound = false
        for (name, flag) in names {
            guard let value = data[name] else { continue }
            isFound = true
            if value.boolean == true || value.number == 1 { flags.insert(flag) }
        }
        // `unknown` stands alone: with another flag beside it there is an estimate.
        if flags != .unknown { flags.remove(.unknown) }
        return isFound ? flags : nil
    }

    /// The codes of `MotionTypes`, which are Android's and three more; nil for those that say nothing (5, tilting).
    private static func codeFlags(_ code: Int) -> ActivityFlags? {
        switch code {
        case 9: []
        case 10: [.automotive, .stationary]
        default: ActivityFlags(androidCode: code)
        }
    }

    /// A word, or a percentage.
    private static func confidence(_ data: JSONElement) -> Confidence {
        for key in ["confidence_level", "confidence"] {
            if let word = data[key]?.text, let level = Confidence(name: word) { return level }
        }
        return Confidence(androidPercent: (data["confidence"] ?? data["zzbhC"])?.number ?? 0)
    }
}
