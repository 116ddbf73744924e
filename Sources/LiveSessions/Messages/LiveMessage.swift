package import MotionTypes

/// What a phone sent at once, decoded: readings of any sensors in any order, and fixes.
package struct LiveMessage: Sendable, Hashable {
    /// One reading.
    package struct Reading: Sendable, Hashable {
        /// The sensor.
        package var sensor: LiveSensor
        /// Nanoseconds since 1970 by the phone's clock.
        package var time: Int64
        /// In the sensor's unit; a scalar stands in x.
        package var value: SIMD3<Float>

        /// A reading.
        package init(sensor: LiveSensor, time: Int64, value: SIMD3<Float>) {
            self.sensor = sensor
            self.time = time
            self.value = value
        }
    }

    /// One fix; its elapsed time is that since 1970.
    package typealias Fix = Location

    /// The phone's own name of the session; nil if it has none.
    package var session: String?
    /// The phone.
    package var device: String?
    /// The message's place in the session's order, if it tells.
    package var number: Int?
    /// The readings.
    package var readings: [Reading] = []
    /// The fixes.
    package var fixes: [Fix] = []
    /// How many entries were of sensors that are not used.
    package var unused = 0
    /// How many entries could not be read.
    package var unreadable = 0

    /// An empty message.
    package init() {}

    /// Adds a reading, unless it is none that a sensor can give.
    mutating func add(_ sensor: LiveSensor, time: Int64, x: Double, y: Double, z: Double) {
        let limit = sensor == .pressure ? 1e5 : Self.largestValue
        let isPlausible = abs(x) <= limit && abs(y) <= limit && abs(z) <= limit
        guard isPlausible, Self.isUsable(time) else {
            unreadable += 1
            return
        }
        readings.append(Reading(sensor: sensor, time: time, value: SIMD3(Float(x), Float(y), Float(z))))
    }

    /// Adds a fix, unless it lies nowhere. A value below 0 that cannot be is one that the phone does not know.
    mutating func add(_ fix: Location, time: Int64) {
        guard abs(fix.latitude) <= 90, abs(fix.longitude) <= 180, Self.isUsable(time) else {
            unreadable += 1
            return
        }
        var fix = fix
        fix.elapsed = .nanoseconds(time)
        fix.speed = fix.speed.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        fix.course = fix.course.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        fix.horizontalAccuracy = fix.horizontalAccuracy.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        fixes.append(fix)
    }

    /// No phone measures 1000 g.
    private static let largestValue = 1e4

    /// Whether a time lies between 1938 and 2116, so that no difference of two overflows.
    static func isUsable(_ time: Int64) -> Bool { time > -1_000_000_000_000_000_000 && time < 1 << 62 }
}
