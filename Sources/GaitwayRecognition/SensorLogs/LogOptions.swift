// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// What the user says about a log, to settle what its bytes leave in doubt.
public struct LogOptions: Sendable, Hashable {
    /// The unit of the acceleration columns.
    public enum Unit: String, CaseIterable, Sendable, Hashable {
        /// The SI unit, m/s².
        case metresPerSecondSquared = "m/s^2"
        /// Multiples of 9.80665 m/s².
        case standardGravity = "g"
        /// Thousandths of g.
        case milligravity = "mg"

        /// What a value is multiplied by to be in m/s². Standard gravity is that of ISO 80000-3.
        var scale: Double {
            switch self {
            case .metresPerSecondSquared: 1
            case .standardGravity: 9.80665
            case .milligravity: 0.009_806_65
            }
        }
    }

    /// Whether the acceleration columns contain gravity.
    public enum Acceleration: String, CaseIterable, Sendable, Hashable {
        /// With gravity: a phone at rest reads 9.81 m/s².
        case total
        /// Without gravity: a phone at rest reads 0.
        case linear
    }

    /// The app that wrote the log; nil: detected.
    public var logger: Logger?
    /// Whether a table of another logger than ``logger`` is refused.
    package var refusesOtherLoggers = false
    /// The unit of acceleration; nil: from the header, the metadata or the first 30 s.
    public var unit: Unit?
    /// Whether acceleration contains gravity; nil: from the header, the metadata or the first 30 s.
    public var acceleration: Acceleration?
    /// Whether location fixes are read too.
    public var readsLocation: Bool
    /// Whether the speeds of location fixes are delivered as samples, in time order with the others.
    public var readsSpeed: Bool
    /// Samples a second of a log that has no times; nil: it must have them. Above 0.
    public var rate: Double?
    /// What headings of the table stand for, by heading: `["T": "time", "acce_x": "ax"]`. Empty: headings speak for
    /// themselves.
    public var columns: [String: String] = [:]
    /// Whether the phone's own reports and steps are read too, which takes another pass over a table that has them.
    package var readsPhoneActivity = false
    /// Whether the dates of a track are moved by 1,024 weeks, since its receiver's count of weeks had begun again.
    package var addsWeekRollover = false

    /// Options; by default everything is detected, and location and speed are left alone.
    public init(
        logger: Logger? = nil, unit: Unit? = nil, acceleration: Acceleration? = nil,
        readsLocation: Bool = false, readsSpeed: Bool = false, rate: Double? = nil
    ) {
        self.logger = logger
        self.unit = unit
        self.acceleration = acceleration
        self.readsLocation = readsLocation
        self.readsSpeed = readsSpeed
        self.rate = rate
    }
}

extension LogOptions.Unit {
    /// The unit that people mean: `m/s2` is m/s^2, as in the headings of tables.
    package init?(spelling: String) {
        guard let unit = ColumnUnit(spelling.lowercased()) else { return nil }
        self.init(unit)
    }

    /// The unit of acceleration that a heading states; nil for another unit.
    init?(_ unit: ColumnUnit) {
        switch unit {
        case .metresPerSecondSquared: self = .metresPerSecondSquared
        case .standardGravity: self = .standardGravity
        case .milligravity: self = .milligravity
        default: return nil
        }
    }
}
