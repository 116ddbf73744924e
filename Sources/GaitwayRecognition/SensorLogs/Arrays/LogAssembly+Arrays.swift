// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension LogAssembly {
    /// Arrays of sensors, in units that are stated or found.
    static func arrays(_ arrays: [any SampleArray], options: ArrayOptions) throws(InputError) -> LogAssembly {
        var groups: [(key: SampleTimesKey, isSpeed: Bool, arrays: [any SampleArray])] = []
        for array in arrays where array.sensor != .speed || options.readsSpeed {
            let (key, isSpeed) = (array.timesKey, array.sensor == .speed)
            if let place = groups.firstIndex(where: { $0.key == key && !$0.isSpeed }), !isSpeed {
                groups[place].arrays.append(array)
            } else {
                groups.append((key, isSpeed, [array]))
            }
        }
        guard let place = groups.firstIndex(where: { $0.arrays.contains { $0.sensor.isAcceleration } }) else {
            throw .unsupported(
                "the arrays have no acceleration", remedy: "give the samples of the accelerometer",
                source: options.name)
        }
        let main = groups.remove(at: place)
        var settling = ArraySettling(options: options)
        let source = ArraySource(main.arrays, name: options.name)
        let clock = try settling.settle(source, after: nil)
        var sources = [source]
        for group in groups {
            let other = ArraySource(group.arrays, name: options.name)
            other.countsRepairs = group.key != main.key
            _ = try settling.settle(other, after: (clock, main.key.areWhole == group.key.areWhole))
            sources.append(other)
        }
        try settling.settleUnits(sources)
        var result = LogAssembly(source, name: options.name)
        result.others = Array(sources.dropFirst())
        result.vector = source.layout.vector ?? .acceleration
        result.epochOffset = clock.isSince1970 ? 0 : options.origin?.nanoseconds
        result.units = settling.units
        result.header.guesses = settling.guesses
        result.header.sensors = sensors(sources.map(\.layout), vector: result.vector)
        return result
    }
}

extension Sensor {
    fileprivate var isAcceleration: Bool { self == .acceleration || self == .linearAcceleration }
}

/// Finds clocks and units of arrays.
private struct ArraySettling {
    /// A clock: its unit, and whether it counts from 1970.
    struct Clock {
        var exponent: Int
        var isSince1970: Bool
    }

    let options: ArrayOptions
    var guesses: [String] = []
    var units: [Sensor: String] = [:]

    /// Finds the clock of arrays. Without a hint, real numbers are seconds and whole ones are nanoseconds.
    ///
    /// - Parameter main: the clock of the acceleration, and whether its times have the same type.
    mutating func settle(
        _ source: ArraySource, after main: (clock: Clock, hasSameType: Bool)?
    ) throws(InputError) -> Clock {
        if source.isNewestFirst, !guesses.contains(TableProbe.isTurned) { guesses.append(TableProbe.isTurned) }
        let times = source.firstTimes(most: 200)
        let name = source.arrays[0].sensor.name
        let isReal = times.contains { if case .real = $0 { true } else { false } }
        let usual = isReal ? 9 : 0
        var exponent = options.timeExponent
        if exponent == nil, let main, main.hasSameType { exponent = main.clock.exponent }
        let values = times.map(\.value)
        if exponent == nil, let first = values.first {
            let (found, step) = ClockUnit.exponent(of: values)
            if let epoch = ClockUnit.epochExponent(first, step: found == nil ? 0 : step) {
                exponent = epoch
            } else if times.count > 1, step > 0 {
                // Seconds of a slow log and milliseconds of a fast one look the same, and whole numbers may count rows.
                guard let found, step <= 0.9 || step > (isReal ? 2 : 1) else { throw unknownUnit(name, step) }
                exponent = found
                if found != usual {
                    guesses.append(
                        "assuming the time of \(name) in \(ClockUnit.name(of: found)) (median step "
                            + "\(ClockUnit.shown(step)))")
                }
            }
        }
        let settled = exponent ?? usual
        source.layout.time = .number(scale: settled)
        let isSince1970 = values.first.map { ClockUnit.epochExponent($0) == settled } ?? false
        let clock = Clock(exponent: settled, isSince1970: isSince1970)
        guard isSince1970, let origin = options.origin, origin.nanoseconds != 0 else {
            if let main, !values.isEmpty, main.clock.isSince1970 != isSince1970 {
                throw .ambiguous(
                    "the times of \(name) and of acceleration count from different moments",
                    remedy: "give both since 1970, or both since the start", source: options.name)
            }
            return clock
        }
        throw .ambiguous(
            "the time of \(name) counts from 1970, and origin states another moment of time 0",
            remedy: "leave origin out", source: options.name)
    }

    private func unknownUnit(_ name: String, _ step: Double) -> InputError {
        .ambiguous(
            "the unit of the time of \(name) is unknown: the median step, \(ClockUnit.shown(step)), does not "
                + "tell s, ms, us and ns apart", remedy: "\(set: .init(.timeUnit, "s", "ms", "us", "ns"))",
            source: options.name)
    }

    /// Finds the units of the values of all sources; the first has the acceleration.
    mutating func settleUnits(_ sources: [ArraySource]) throws(InputError) {
        for source in sources {
            if source.layout.hasRotation { settleRotation(source, beside: sources[0]) }
            if source.layout.hasPressure { settlePressure(source) }
        }
        try settleAcceleration(sources[0])
    }

    private mutating func settleAcceleration(_ source: ArraySource) throws(InputError) {
        var unit = options.unit
        var kind = source.layout.vector == .linearAcceleration ? .linear : options.acceleration
        if unit == nil || kind == nil, let sizes = source.magnitudes(slot: 0) {
            let sized = SizedUnits(isUnitGiven: unit != nil).acceleration(sizes, unit: unit, kind: kind)
            guard let found = sized ?? documented(unit, kind) else {
                throw SizedUnits.ambiguous(sizes, unit: unit, kind: kind, source: options.name)
            }
            // What every array should be goes without saying, unless the sizes do not show it.
            let isUsual = found.unit == unit ?? .metresPerSecondSquared && found.kind == kind ?? .total
            if let note = found.note, sized == nil || !isUsual { guesses.append(note) }
            (unit, kind) = (found.unit, found.kind)
        }
        source.layout.vector = kind == .linear ? .linearAcceleration : .acceleration
        guard let unit, unit != .metresPerSecondSquared else { return }
        units[source.layout.vector ?? .acceleration] = unit.rawValue
        source.layout.vectorScale = unit.scale
        // What the program states is not said.
        if options.unit == nil { guesses.append(SizedUnits.conversion(from: unit.rawValue)) }
    }

    /// The documented unit of linear acceleration, whose sizes alone rarely tell it.
    private func documented(_ unit: LogOptions.Unit?, _ kind: LogOptions.Acceleration?) -> SizedUnits.Acceleration? {
        guard unit == nil, kind == .linear else { return nil }
        return SizedUnits.Acceleration(
            unit: .metresPerSecondSquared, kind: .linear,
            note: "assuming m/s^2: the size of linear acceleration does not show its unit")
    }

    private mutating func settleRotation(_ source: ArraySource, beside main: ArraySource) {
        guard options.isRotationInDegrees != false else { return }
        if options.isRotationInDegrees == nil {
            let rotation = source.magnitudes(slot: RowLayout.rotation)
            // Only sizes that show degrees call for a look at the acceleration.
            guard SizedUnits.rotationInDegrees(rotation, acceleration: nil) != nil,
                let note = SizedUnits.rotationInDegrees(rotation, acceleration: main.magnitudes(slot: 0))
            else { return }
            guesses.append(note)
        }
        source.layout.rotationScale = SizedUnits.degree
        units[.rotationRate] = "deg/s"
    }

    private mutating func settlePressure(_ source: ArraySource) {
        if let scale = options.pressureScale {
            source.layout.pressureScale = scale
        } else if let found = SizedUnits.pressure(source.magnitudes(slot: RowLayout.pressure)) {
            source.layout.pressureScale = found.scale
            units[.pressure] = found.name
            guesses.append(found.note)
        }
    }
}
