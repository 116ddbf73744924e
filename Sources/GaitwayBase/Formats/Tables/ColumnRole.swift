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
    case centimetresPerSecondSquared
    case millimetresPerSecondSquared
    case feetPerSecondSquared
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

    /// The factor to m/s² and the name of a unit that headings of acceleration state beside m/s², g and mg; nil for
    /// other units.
    package var metric: (scale: Double, name: String)? {
        switch self {
        case .centimetresPerSecondSquared: (0.01, "cm/s^2")
        case .millimetresPerSecondSquared: (0.001, "mm/s^2")
        case .feetPerSecondSquared: (0.3048, "ft/s^2")
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
        // "m·s⁻²", "m/sec^2" and "G's".
        let text = text.filter { !" .·*'’".contains($0) }.replacing("⁻", with: "-").replacing("¹", with: "1")
            .replacing("/sec", with: "/s").replacing("/s/s", with: "/s2")
        switch text {
        case "": return nil
        case "m/s^2", "m/s²", "m/s2", "ms^-2", "ms-2", "ms-²", "mps2", "mss", "ms^2", "ms2", "ms²":
            self = .metresPerSecondSquared
        case "g", "gs", "gforce", "g-force", "gn", "g0": self = .standardGravity
        case "cm/s^2", "cm/s²", "cm/s2", "cms^-2", "cms-2", "gal", "gals": self = .centimetresPerSecondSquared
        case "mm/s^2", "mm/s²", "mm/s2", "mms^-2", "mms-2": self = .millimetresPerSecondSquared
        case "ft/s^2", "ft/s²", "ft/s2", "fts^-2", "fts-2": self = .feetPerSecondSquared
        case "mg", "millig", "milli-g": self = .milligravity
        case "rad/s", "rads/s", "radians/s", "rads^-1", "rads-1", "rad": self = .radiansPerSecond
        case "deg/s", "dps", "°/s", "degrees/s", "degs^-1", "degs-1", "°s^-1", "°s-1", "deg": self = .degreesPerSecond
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
