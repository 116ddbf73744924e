// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Google Takeout's `Records.json` (before 2022 `Location History.json`): `{"locations":[…]}`, gigabytes for some
/// people.
///
/// A record has `latitudeE7`, `longitudeE7`, `timestamp` or `timestampMs`, and what the phone knew: `accuracy`,
/// `altitude`, `velocity` (m/s), `heading`, `deviceTag`, and activity reports of moments about it. Lists of radio
/// stations are passed over unread.
enum GoogleRecordsReader {
    static func read(_ input: TrackBytes, into builder: inout TrackBuilder) throws(InputError) {
        try JSONRecords.read(input, keys: ["locations"], into: &builder) { (reader, _, builder) throws(InputError) in
            try add(&reader, to: &builder)
        }
    }

    private static func add(_ reader: inout JSONReader, to builder: inout TrackBuilder) throws(InputError) {
        let line = reader.line()
        var numbers: [String: Double] = [:]
        var moment: Timestamp?
        var tag = ""
        var reports: [JSONElement] = []
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "latitudeE7", "longitudeE7", "accuracy", "altitude", "velocity", "heading":
                numbers[key] = try reader.element().writtenNumber
            case "timestamp", "timestampMs": moment = TrackTime.moment(try reader.element()) ?? moment
            case "deviceTag":
                let value = try reader.element()
                tag = value.text ?? value.number.flatMap { Int64($0, in: .any) }.map { String($0) } ?? ""
            case "activity", "activitys": reports = try reader.element().elements ?? []
            default: try reader.skip()
            }
        }
        builder.devices.begin(tag)
        for report in reports {
            let list = report.first(of: ["activity", "activities"])?.value.elements ?? []
            let time = TrackTime.moment(report.first(of: ["timestamp", "timestampMs"])?.value)
            GoogleActivity.addReport(list, at: time, to: &builder)
        }
        guard let latitude = numbers["latitudeE7"], let longitude = numbers["longitudeE7"] else {
            return builder.count(.withoutPosition)
        }
        guard let moment else { return builder.count(.withoutTime) }
        let position = GooglePosition(latitudeE7: latitude, longitudeE7: longitude)
        let fields = FixFields(
            latitude: position.latitude, longitude: position.longitude, altitude: numbers["altitude"],
            speed: numbers["velocity"], course: numbers["heading"], accuracy: numbers["accuracy"])
        builder.addFix(try fields.location(at: moment.sinceEpoch, line: line))
    }
}
