/// What a column of a log holds, as far as it is of use here.
package enum ColumnRole: Int, CaseIterable, Sendable, Hashable {
    case acceleration
    case linearAcceleration
    case gravity
    case rotationRate
    case pressure
    case time
    case latitude
    case longitude
    case altitude
    case speed
    case course
    case horizontalAccuracy
}

/// The unit that a column's name states.
package enum ColumnUnit: Sendable, Hashable {
    case metresPerSecondSquared
    case standardGravity
    case radiansPerSecond
    case degreesPerSecond
    case hectopascal
    case kilopascal
    case pascal
    case seconds
    case milliseconds
    case microseconds
    case nanoseconds
    case kilometresPerHour
    case milesPerHour
    case knots
    case feet
    case other

    /// Nanoseconds in a unit of time as a power of ten; nil for other units.
    package var timeExponent: Int? {
        switch self {
        case .seconds: 9
        case .milliseconds: 6
        case .microseconds: 3
        case .nanoseconds: 0
        default: nil
        }
    }

    /// What a speed in the unit is multiplied by to be in metres per second, or a length to be in metres; nil for other units.
    package var lengthScale: Double? {
        switch self {
        case .kilometresPerHour: 1 / 3.6
        case .milesPerHour: 0.44704
        case .knots: 1852 / 3600.0
        case .feet: 0.3048
        default: nil
        }
    }

    /// The unit that a text in brackets, or the last word of a name, means.
    package init?(_ text: String) {
        let text = text.filter { $0 != " " && $0 != "." }
        switch text {
        case "": return nil
        case "m/s^2", "m/s²", "m/s2", "m/s/s", "ms^-2", "ms-2", "m/s**2", "mps2":
            self = .metresPerSecondSquared
        case "g", "gs", "gforce", "g-force": self = .standardGravity
        case "rad/s", "rads/s", "rad/sec", "radians/s", "rad": self = .radiansPerSecond
        case "deg/s", "dps", "°/s", "degrees/s", "deg/sec", "deg": self = .degreesPerSecond
        case "hpa", "mbar", "mb", "millibar", "millibars": self = .hectopascal
        case "kpa", "kilopascal", "kilopascals": self = .kilopascal
        case "pa", "pascal", "pascals": self = .pascal
        case "s", "sec", "secs", "second", "seconds": self = .seconds
        case "ms", "msec", "millis", "millisecond", "milliseconds": self = .milliseconds
        case "us", "µs", "μs", "usec", "micros", "microseconds": self = .microseconds
        case "ns", "nsec", "nanos", "nanoseconds": self = .nanoseconds
        case "kmh", "km/h", "kph", "kmph": self = .kilometresPerHour
        case "mph", "mi/h", "miles/h": self = .milesPerHour
        case "kn", "kt", "kts", "knot", "knots": self = .knots
        case "ft", "foot", "feet": self = .feet
        default:
            // A lost encoding leaves "m/s" and a character that is none.
            let isBroken = text.hasPrefix("m/s") && text.count == 4 && !text.utf8.allSatisfy { $0 < 128 }
            self = isBroken ? .metresPerSecondSquared : .other
        }
    }
}
