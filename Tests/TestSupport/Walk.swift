// SPDX-License-Identifier: Apache-2.0
/// A walk to the north from 8:00 UTC on 1 May 2026, a fix every ten seconds, as the files that a ride is read from.
public struct Walk: Sendable {
    /// How long it lasts, in seconds.
    public let seconds: Int
    /// Metres per second.
    public let speed: Double
    /// When it begins, in seconds after 8:00.
    public let start: Int

    /// A walk of `seconds`.
    public init(seconds: Int = 1200, speed: Double = 1.4, start: Int = 0) {
        self.seconds = seconds
        self.speed = speed
        self.start = start
    }

    /// The time `seconds` after 8:00:00.
    public static func time(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2026-05-01T\(two(8 + seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).000Z"
    }

    /// Degrees north, `metres` along the way. A degree is 111,195 m.
    public static func latitude(_ metres: Double) -> Double { 50 + metres / 111_195 }

    private var points: [(seconds: Int, latitude: Double)] {
        stride(from: start, through: start + seconds, by: 10).map { ($0, Self.latitude(speed * Double($0))) }
    }

    /// A GPX, a point a line; the points begin on line 2.
    public var gpx: String {
        let lines = points.map {
            "<trkpt lat=\"\($0.latitude)\" lon=\"8\"><time>\(Self.time($0.seconds))</time></trkpt>"
        }
        return "<gpx version=\"1.1\"><trk><trkseg>\n" + lines.joined(separator: "\n") + "\n</trkseg></trk></gpx>"
    }

    /// A table of fixes whose times count from the start.
    public var table: String {
        "time,latitude,longitude\n" + points.map { "\($0.seconds),\($0.latitude),8\n" }.joined()
    }

    /// A logger's table: acceleration ten times a second, the last fix beside it in every row, times from the start on.
    public var log: String {
        var text = "time,ax (m/s^2),ay (m/s^2),az (m/s^2),latitude,longitude\n"
        for step in 0...seconds * 10 {
            let fix = points[step / 100]
            text += "\(Double(step) / 10),0,\(step % 7),9.81,\(fix.latitude),8\n"
        }
        return text
    }

    /// Places at distances in metres along the way.
    public static func places(_ metres: [(name: String, metres: Double)]) -> String {
        "identifier,latitude,longitude\n" + metres.map { "\($0.name),\(latitude($0.metres)),8\n" }.joined()
    }

    /// An activity stream with a report at the beginning and a repeat each minute up to `end`.
    public static func stream(
        _ activity: String, end: Int = 1200, source: String = "", origin: String? = time(0), isWhole: Bool = true
    ) -> String {
        let origin = origin.map { "\"\($0)\"" } ?? "null"
        var lines = [
            "{\"gaitway\":\"activity-stream\",\"version\":1,\"source\":\"\(source)\",\"model\":\"m\","
                + "\"origin\":\(origin)}"
        ]
        for seconds in stride(from: 0, through: end, by: 60) {
            let flags = ["stationary", "walking", "running", "automotive", "cycling", "unknown"]
                .map { "\"\($0)\":\($0 == activity)" }.joined(separator: ",")
            lines.append(
                "{\"elapsed\":0,\"start\":null,\"delivered\":\(seconds),\(flags),\"confidence\":\"high\""
                    + (seconds == 0 ? "}" : ",\"repeat\":true}"))
        }
        if isWhole { lines.append("{\"end\":\(end),\"windows\":\(end / 3),\"repaired\":{}}") }
        return lines.joined(separator: "\n") + "\n"
    }
}
