// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A decoded message of a phone: readings of any sensors in any order, and fixes.
package struct LiveMessage: Sendable, Hashable {
    /// One value of a sensor by the phone's clock.
    package struct Reading: Sendable, Hashable {
        /// The sensor that the values belong to.
        package var sensor: LiveSensor
        /// Nanoseconds since 1970 by the phone's clock.
        package var time: Int64
        /// In the sensor's unit; a scalar stands in x.
        package var value: SIMD3<Float>

        package init(sensor: LiveSensor, time: Int64, value: SIMD3<Float>) {
            self.sensor = sensor
            self.time = time
            self.value = value
        }
    }

    /// One report of the phone's own recognition.
    package struct Activity: Sendable, Hashable {
        /// Nanoseconds since 1970 by the phone's clock.
        package var time: Int64
        /// In small letters.
        package var word: String
    }

    /// One fix; its `elapsed` counts from 1970.
    package typealias Fix = Location

    /// The phone's name for the session; nil if the message has none.
    package var session: String?
    /// The phone.
    package var device: String?
    /// The message's number within the session; nil if it has none.
    package var number: Int?
    /// The readings of all sensors, in the order of the message.
    package var readings: [Reading] = []
    /// The location fixes, in the order of the message.
    package var fixes: [Fix] = []
    /// The phone's own activity reports, in the order of the message: nanoseconds since 1970 by the phone's clock, and
    /// the phone's word.
    package var activities: [Activity] = []
    /// The number of entries from sensors that Gaitway does not use.
    package var unused = 0
    /// The number of entries that could not be read.
    package var unreadable = 0

    package init() {}

    /// Adds a reading; counts it as unreadable if no sensor can measure its value.
    mutating func add(_ sensor: LiveSensor, time: Int64, x: Double, y: Double, z: Double) {
        let limit = sensor == .pressure ? 1e5 : Self.largestValue
        let isPlausible = x.magnitude <= limit && y.magnitude <= limit && z.magnitude <= limit
        guard isPlausible, Self.isUsable(time) else {
            unreadable += 1
            return
        }
        readings.append(Reading(sensor: sensor, time: time, value: SIMD3(Float(x), Float(y), Float(z))))
    }

    /// Adds a fix; counts it as unreadable if its position is out of range. Phones mark unknown values with negative
    /// numbers.
    mutating func add(_ fix: Location, time: Int64) {
        guard fix.latitude.magnitude <= 90, fix.longitude.magnitude <= 180, Self.isUsable(time) else {
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

    /// In m/s² or rad/s: about 1000 g, beyond any phone.
    private static let largestValue = 1e4

    /// True for times from 1938 to 2116, in nanoseconds since 1970: the difference of two such times cannot overflow.
    static func isUsable(_ time: Int64) -> Bool { time > -1_000_000_000_000_000_000 && time < 1 << 62 }
}
