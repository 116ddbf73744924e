// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Tells units by the sizes of the values of the first seconds, for tables and for arrays.
struct SizedUnits {
    /// The part of a recording that units are guessed from, in nanoseconds.
    static let calibration: Int64 = 30_000_000_000
    static let degree = Double.pi / 180
    static let degreesAreConverted = "the rotation rate was in deg/s and is converted to rad/s"
    static let pressureIsConverted = "pressure is converted to hPa"

    /// Whether the log's app writes m/s² throughout.
    var isMetric = false
    /// Whether the caller stated the unit, and the log did not.
    var isUnitGiven: Bool

    /// A unit and a kind of acceleration, and the reason for them where a person should read it.
    struct Acceleration {
        var unit: LogOptions.Unit
        var kind: LogOptions.Acceleration
        var note: String?
    }

    /// The unit and the kind of acceleration: see ``AccelerationSizes``. Nil if the sizes do not tell.
    func acceleration(
        _ sizes: AccelerationSizes, unit: LogOptions.Unit?, kind: LogOptions.Acceleration?
    ) -> Acceleration? {
        let shown = "median |a| of the first 30 s: \(Self.rounded(sizes.median))"
        let shownRest = "mean of the first 30 s: \(Self.rounded(sizes.rest))"
        if kind != .linear, let found = sizes.totalUnit(given: unit, isTotal: kind == .total) {
            let reason = sizes.isAtRest(in: found) ? shown : shownRest
            let isBad = sizes.isBadlyCalibrated(found.scale)
            return Acceleration(
                unit: found, kind: .total,
                note: unit == nil || isUnitGiven || isBad
                    ? "assuming total acceleration in \(found.rawValue)"
                        + (isBad ? " of a badly calibrated sensor" : "")
                        + " (\(reason)"
                        + (unit == nil && found == .milligravity ? "; cm/s^2 would be 2 % more)" : ")") : nil)
        }
        if kind == .linear, unit == nil, sizes.isSurelyMetric {
            return Acceleration(
                unit: .metresPerSecondSquared, kind: .linear, note: "assuming linear acceleration in m/s^2 (\(shown))")
        }
        guard kind == nil else { return nil }
        // Heading, app or size tell the unit; that the mean is small tells the kind.
        let known = unit ?? (isMetric || sizes.isSurelyMetric ? .metresPerSecondSquared : nil)
        if let known, sizes.isLinear(in: known) {
            return Acceleration(
                unit: known, kind: .linear, note: "assuming linear acceleration in \(known.rawValue) (\(shownRest))")
        }
        return nil
    }

    /// The error for acceleration whose unit or kind is unknown, with the settings that are missing.
    ///
    /// - Parameter evidence: the words before "the first 30 s".
    static func ambiguous(
        _ sizes: AccelerationSizes, unit: LogOptions.Unit?, kind: LogOptions.Acceleration?,
        source: String?, line: Int? = nil
    ) -> InputError {
        let (missing, remedy): (String, Remedy) =
            switch (unit, kind) {
            case (nil, nil) where sizes.isLinear(in: .standardGravity):
                (
                    "the unit of acceleration, which has no gravity in it, is",
                    "\(set: .init(.acceleration, "linear"), .unit)"
                )
            case (nil, nil):
                (
                    "the unit and kind of acceleration are",
                    "\(set: .unit, .acceleration)"
                )
            case (nil, _): ("the unit of acceleration is", "\(set: .unit)")
            default: ("the kind of acceleration is", "\(set: .acceleration)")
            }
        return .ambiguous(
            "\(missing) unknown: median |a| is \(rounded(sizes.median))"
                + (sizes.isLinear(in: .standardGravity) ? "" : ", not gravity (8.8 to 10.8 m/s^2)"), remedy: remedy,
            source: source, line: line)
    }

    /// The note on a unit that is not SI.
    static func conversion(from unit: String) -> String { "acceleration was in \(unit) and is converted to m/s^2" }

    /// The reason to take rotation rates for deg/s; nil if they are in rad/s.
    ///
    /// Gyroscopes of phones end at 2000 deg/s, 35 rad/s. A phone that turns by 5 rad/s half of the time swings so far
    /// that the mean vector of total acceleration is shorter than its mean size: to 0.86 of it or less in 19 logs of
    /// phones in a hand. On motorcycles, 95 logs with 6 to 25 deg/s have 0.92 or more.
    static func rotationInDegrees(_ rotation: AccelerationSizes?, acceleration: AccelerationSizes?) -> String? {
        guard let rotation, rotation.median > 5 || rotation.quantile95 > 35 else { return nil }
        if rotation.quantile95 <= 35, let acceleration, acceleration.totalUnit(given: nil, isTotal: false) != nil,
            acceleration.rest < 0.89 * acceleration.mean
        {
            return nil
        }
        return "assuming a rotation rate in deg/s (median of the first 30 s: \(rounded(rotation.median)))"
    }

    /// The factor to hPa, the name of the unit and the reason for it; nil if pressures are in hPa.
    static func pressure(_ sizes: AccelerationSizes?) -> (scale: Double, name: String, note: String)? {
        guard let median = sizes?.median else { return nil }
        let found: (scale: Double, name: String)
        switch median {
        case 30...115: found = (10, "kPa")
        case 30000...115_000: found = (0.01, "Pa")
        default: return nil
        }
        return (found.scale, found.name, "assuming a pressure in \(found.name) (median: \(rounded(median)))")
    }

    private static func rounded(_ value: Double) -> Double {
        value.magnitude < 1e12 ? (value * 100).rounded() / 100 : value
    }
}

extension Remedy.Setting {
    fileprivate static var unit: Remedy.Setting { .init(.unit, "m/s^2", "g") }
    fileprivate static var acceleration: Remedy.Setting { .init(.acceleration, "total", "linear") }
}
