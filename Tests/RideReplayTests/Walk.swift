import RideReplay

/// A walk to the north from 8:00 UTC on 1 May 2026, a fix every ten seconds, as bytes that a ride is read from.
struct Walk {
    /// How long it lasts, in seconds.
    var seconds = 1200
    /// Metres per second.
    var speed = 1.4
    /// When it begins, in seconds after 8:00.
    var start = 0

    /// 8:00:00 and so many seconds.
    static func time(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2026-05-01T\(two(8 + seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).000Z"
    }

    /// Degrees north, so many metres along. A degree is 111,195 m.
    static func latitude(_ metres: Double) -> Double { 50 + metres / 111_195 }

    private var points: [(seconds: Int, latitude: Double)] {
        stride(from: start, through: start + seconds, by: 10).map { ($0, Self.latitude(speed * Double($0))) }
    }

    var gpx: [UInt8] {
        let lines = points.map {
            "<trkpt lat=\"\($0.latitude)\" lon=\"8\"><time>\(Self.time($0.seconds))</time></trkpt>"
        }
        return Array("<gpx version=\"1.1\"><trk><trkseg>\(lines.joined())</trkseg></trk></gpx>".utf8)
    }

    /// A table of fixes whose times count from the start.
    var table: [UInt8] {
        Array(("time,latitude,longitude\n" + points.map { "\($0.seconds),\($0.latitude),8\n" }.joined()).utf8)
    }

    /// The ride of its GPX.
    func ride() throws -> RecordedRide { try RecordedRide(decoding: gpx, source: "day.gpx") }

    /// An activity stream with a report at the beginning and a repeat each minute up to `end`.
    static func stream(
        _ activity: String, end: Int = 1200, source: String = "", origin: String? = time(0), isWhole: Bool = true
    ) -> [UInt8] {
        let origin = origin.map { "\"\($0)\"" } ?? "null"
        var lines = [
            "{\"gaitway\":\"activity-stream\",\"version\":1,\"source\":\"\(source)\",\"model\":\"m\",\"origin\":\(origin)}"
        ]
        for seconds in stride(from: 0, through: end, by: 60) {
            let flags = ["stationary", "walking", "running", "automotive", "cycling", "unknown"]
                .map { "\"\($0)\":\($0 == activity)" }.joined(separator: ",")
            lines.append(
                "{\"elapsed\":0,\"start\":null,\"delivered\":\(seconds),\(flags),\"confidence\":\"high\""
                    + (seconds == 0 ? "}" : ",\"repeat\":true}"))
        }
        if isWhole { lines.append("{\"end\":\(end),\"windows\":\(end / 3),\"repaired\":{}}") }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
