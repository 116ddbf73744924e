// SPDX-License-Identifier: Apache-2.0
/// The quantity in a column of a log; only those that readers use.
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

    /// The column that names this quantity, which is not a vector: the best name, then the first.
    ///
    /// - Parameter bare: what `x`, `y`, `z` without a name mean in this file.
    package func column(among names: [ColumnName], bare: ColumnRole? = nil) -> Int? {
        var best: (rank: Int, column: Int)?
        for (column, name) in names.enumerated() {
            guard let (role, rank) = name.role(bare: bare), role == self, rank < best?.rank ?? .max else { continue }
            best = (rank, column)
        }
        return best?.column
    }
}

/// The unit that a column's name states.
package enum ColumnUnit: Sendable, Hashable {
    case metresPerSecondSquared
    case standardGravity
    case milligravity
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

    /// The factor from the unit to hPa; nil for other units.
    package var pressureScale: Double? {
        switch self {
        case .hectopascal: 1
        case .kilopascal: 10
        case .pascal: 0.01
        default: nil
        }
    }

    /// The factor from the unit to metres per second, for a speed, or to metres, for a length; nil for other
    /// units.
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
        case "mg", "millig", "milli-g": self = .milligravity
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
            // A lost encoding leaves "m/s" and an unknown character.
            let isBroken = text.hasPrefix("m/s") && text.count == 4 && !text.utf8.allSatisfy { $0 < 128 }
            self = isBroken ? .metresPerSecondSquared : .other
        }
    }
}
