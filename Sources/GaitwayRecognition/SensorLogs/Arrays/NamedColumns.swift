// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The columns that the names of a table in memory stand for, as in the header of a file.
package struct NamedColumns: Sendable {
    /// The columns of time, best first, each with its unit as a power of ten in nanoseconds.
    package private(set) var times: [(column: Int, exponent: Int?)]
    /// The columns of x, y and z, or of a scalar, by role; roles without a column are left out.
    package private(set) var columns: [(role: ColumnRole, columns: [Int])] = []
    /// The unit of acceleration, if its name states one.
    package private(set) var unit: LogOptions.Unit?
    /// The kind of acceleration, if its name states one.
    package private(set) var acceleration: LogOptions.Acceleration?
    /// Whether the name of the rotation rate states deg/s or rad/s.
    package private(set) var isRotationInDegrees: Bool?
    /// The factor of pressures to hPa, if the name states their unit.
    package private(set) var pressureScale: Double?
    /// The factor of speeds to m/s.
    package private(set) var speedScale = 1.0

    /// Finds the columns of some names.
    ///
    /// - Throws: `unsupported` if a name states a unit that is not read.
    package init(names texts: [String]) throws(InputError) {
        let names = texts.map { ColumnName(Array($0.utf8)) }
        let header = HeaderLine(names: names, separator: UInt8(ascii: ","), lineCount: 0, isWritten: true)
        let choice = ColumnChoice(header, hints: TableHints())
        if choice.vectors.isEmpty, let fault = TableProbe.strangeUnit(names, bare: .acceleration, source: "", line: 1) {
            throw .unsupported(fault.problem, remedy: fault.remedy)
        }
        times = choice.times.map { column in
            let exponent: Int? =
                switch names[column].stem {
                case "secondselapsed", "seconds": 9
                case "milliseconds": 6
                default: nil
                }
            return (column, names[column].unit?.timeExponent ?? exponent)
        }
        for role in ColumnRole.allCases {
            if let vector = choice.vectors[role] {
                columns.append((role, vector))
            } else if let scalar = choice.scalars[role] {
                columns.append((role, [scalar]))
            }
        }
        let logger = Logger.detect(names)
        func name(_ role: ColumnRole) -> ColumnName? { choice.vectors[role].flatMap { $0.first.map { names[$0] } } }
        if let column = name(.acceleration) ?? name(.linearAcceleration) ?? name(.gravity) {
            if let metric = column.unit?.metric {
                throw .unsupported(
                    "acceleration in \(metric.name) is not read from arrays",
                    remedy: "multiply \(QuotedText.text(column.text)) by \(metric.scale), and name it without a unit")
            }
            unit = column.unit.flatMap(LogOptions.Unit.init)
            if unit == nil, column.isGravityForce || logger == .coreMotion { unit = .standardGravity }
            let isNamed = unit != nil && TableProbe.isNamed(column, by: logger, fileStem: "")
            if choice.vectors[.acceleration] != nil, column.isGravityForce || isNamed { acceleration = .total }
        }
        switch name(.rotationRate)?.unit {
        case .radiansPerSecond: isRotationInDegrees = false
        case .degreesPerSecond: isRotationInDegrees = true
        default: break
        }
        pressureScale = choice.scalars[.pressure].flatMap { names[$0].unit?.pressureScale }
        speedScale = choice.scalars[.speed].map { names[$0].lengthScale } ?? 1
    }
}
