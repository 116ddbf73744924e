// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Turns a row without a missing reading into a motion row, all values at once.
private struct CompleteRow {
    /// The slots that such a row holds; 0 for tables that need a closer look.
    var slots: UInt32 = 0
    /// Its sensors, as ``MotionRow/present`` has them.
    var sensors: UInt8 = 0
    /// What the slots are multiplied by.
    var scales = SIMD8<Double>(repeating: 1)
    /// The slots that the table does not fill.
    var isAbsent = SIMDMask<SIMD8<Int64>>(repeating: true)
    /// The largest size of each value.
    var largest = SIMD8<Float>(repeating: .infinity)

    init(_ layout: RowLayout, largestValue: Float) {
        guard !layout.addsGravity, !layout.joinsAxes else { return }
        func add(_ first: Int, _ count: Int, _ sensor: UInt8, _ scale: Double, _ limit: Float) {
            sensors |= sensor
            for slot in first..<first + count {
                slots |= 1 << UInt32(slot)
                scales[slot] = scale
                isAbsent[slot] = false
                largest[slot] = limit
            }
        }
        if layout.vector != nil { add(0, 3, MotionRow.vectorBit, layout.vectorScale, largestValue) }
        if layout.hasRotation {
            add(RowLayout.rotation, 3, MotionRow.rotationBit, layout.rotationScale, largestValue)
        }
        if layout.hasPressure {
            add(RowLayout.pressure, 1, MotionRow.pressureBit, layout.pressureScale, .infinity)
        }
    }
}

/// Turns a table's rows into samples: slots to units, units to repaired rows, rows to samples.
///
/// A value, so that its many small parts cost no check of exclusive access a row.
struct RowIntake {
    private let layout: RowLayout
    private let readsLocation: Bool
    private var reader: RowReader
    private var row = RowValues()
    private let complete: CompleteRow
    private var clock: ClockRepair<MotionRow>
    private var fixClock = ClockRepair<FixRow>(spreadsSharedTimes: false)
    private var counts = RepairReport()
    private var lastRawTime = Int64.min
    private var lastPressure = Float.nan
    private var lastPressureTime = Int64.min
    private var lastFix: Location?
    /// The speed of a fix that waits for the next row of a sensor.
    private var waitingSpeed: Float?
    private var axes = AxisJoin()

    init(_ layout: RowLayout, readsLocation: Bool) {
        self.layout = layout
        self.readsLocation = readsLocation && layout.hasLocation
        reader = RowReader(layout)
        // Fixes are not taken evenly: those that share a time are not spread.
        clock = ClockRepair(spreadsSharedTimes: layout.sensorCount > 0)
        complete = CompleteRow(layout, largestValue: Self.largestValue)
    }

    var report: RepairReport {
        // A table of fixes has the same rows in both clocks.
        let isCountedTwice = readsLocation && layout.deliversSpeed && layout.sensorCount == 0
        var report = isCountedTwice ? counts : counts.adding(clock.report)
        report[.notANumber] += reader.textsInFixes
        return report.adding(fixClock.report)
    }

    /// Refuses rows if more than one in twenty could not be put in order: those that were left out, and those that made
    /// a clock go on that seemed to be set back. In 1,836 rides of phones, no row is out of order so far.
    ///
    /// - Parameter rows: how many were taken.
    func checkOrder(rows: Int, source: String, line: Int? = nil) throws(InputError) {
        let report = clock.report
        let strays = report[.tooLate] + report[.clockReset] * (ClockRepair<MotionRow>.windowSize + 1)
        guard strays > max(rows, 1000) / 20 else { return }
        throw layout.disorder(strays, of: rows, source: source, line: line)
    }

    /// Lets go of the rows that wait for late ones; the table has ended.
    mutating func finish() {
        clock.finish()
        fixClock.finish()
    }

    /// Takes the lines of a chunk.
    ///
    /// - Parameter lastIsOpen: whether the last of them ended without a line break, at the end of the file.
    mutating func take(_ bytes: Span<UInt8>, _ lines: [Range<Int>], lastIsOpen: Bool) {
        let columns = layout.plan
        let plan = columns.span
        for (index, line) in lines.enumerated() {
            if lastIsOpen, index == lines.count - 1, isCut(bytes, line) {
                counts[.cutRow] += 1
                return
            }
            switch reader.read(bytes, line, plan: plan, into: &row) {
            case .row: push()
            case .blank: break
            case .bad: counts[.badRow] += 1
            }
        }
    }

    /// Takes rows of arrays, which are in slots already. A row without a time has none.
    mutating func take(_ rows: some Sequence<RowValues?>) {
        for values in rows {
            guard let values else {
                counts[.badRow] += 1
                continue
            }
            row = values
            guard layout.sensorCount > 0 else {
                pushSpeed()
                continue
            }
            // Beside other sensors, a row without acceleration would not be counted below.
            if layout.vector != nil, layout.sensorCount > 1, row.present & 0b111 == 0 { counts[.notANumber] += 1 }
            if !pushCompleteMotion() { pushMotion() }
        }
    }

    /// Pushes a row that has a speed and nothing else.
    private mutating func pushSpeed() {
        let slot = RowLayout.location + 3
        guard row.present >> UInt32(slot) & 1 == 1, row.slots[slot] >= 0 else {
            counts[.notANumber] += 1
            return
        }
        var values = SIMD8<Float>(repeating: 0)
        values[MotionRow.speed] = Float(row.slots[slot])
        clock.push(MotionRow(values: values, time: row.time, present: MotionRow.speedBit))
    }

    /// Whether the last line, which has no line break, lacks columns.
    private func isCut(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
        FieldScanner(dialect: layout.dialect).fields(bytes, line).count < layout.columnCount
    }

    @inline(__always)
    private mutating func push() {
        if layout.skipsRepeatedTimes {
            if row.time == lastRawTime { return }
            lastRawTime = row.time
        }
        if readsLocation || layout.deliversSpeed { takeFix() }
        if !pushCompleteMotion() { pushMotion() }
    }

    /// The largest component of acceleration (m/s²) or rotation rate (rad/s) that is taken for a reading: no phone
    /// measures 1000 g, and squares of such numbers would overflow further on.
    private static let largestValue: Float = 1e4

    /// Pushes a row that has everything the table can hold, as nearly all have; false if the row does not.
    @inline(__always)
    private mutating func pushCompleteMotion() -> Bool {
        guard row.present & complete.slots == complete.slots, complete.slots != 0 else { return false }
        let slots = SIMD8(
            row.slots[0], row.slots[1], row.slots[2], row.slots[3], row.slots[4], row.slots[5], row.slots[6], 0)
        // Slots that the layout does not fill hold NaN.
        let scaled = (slots * complete.scales).replacing(with: 0, where: complete.isAbsent)
        let values = SIMD8<Float>(scaled)
        let sizes = values.replacing(with: -values, where: values .< 0)
        guard all(sizes .<= complete.largest) else { return false }
        pushWithSpeed(MotionRow(values: values, time: row.time, present: complete.sensors))
        return true
    }

    private mutating func pushMotion() {
        if layout.joinsAxes {
            counts[.notANumber] += axes.join(&row)
            guard row.present & 0b111_1111 != 0 else { return }
        }
        var values = SIMD8<Float>(repeating: 0)
        var present: UInt8 = 0
        var isPartial = false
        if layout.vector != nil {
            let bits = row.present & 0b111
            let added = (row.present >> UInt32(RowLayout.gravity)) & 0b111
            if bits == 0b111, !layout.addsGravity || added == 0b111 {
                present |= MotionRow.vectorBit
                for axis in 0..<3 {
                    var value = row.slots[axis]
                    if layout.addsGravity { value += row.slots[RowLayout.gravity + axis] }
                    values[axis] = Float(value * layout.vectorScale)
                }
            } else if bits != 0 || layout.addsGravity && added != 0 {
                isPartial = true
            }
        }
        if layout.hasRotation {
            let bits = (row.present >> UInt32(RowLayout.rotation)) & 0b111
            if bits == 0b111 {
                present |= MotionRow.rotationBit
                for axis in 0..<3 {
                    let slot = RowLayout.rotation + axis
                    values[slot] = Float(row.slots[slot] * layout.rotationScale)
                }
            } else if bits != 0 {
                isPartial = true
            }
        }
        if layout.hasPressure, row.present >> UInt32(RowLayout.pressure) & 1 == 1 {
            present |= MotionRow.pressureBit
            values[6] = Float(row.slots[RowLayout.pressure] * layout.pressureScale)
        }
        for (bit, first) in [(MotionRow.vectorBit, 0), (MotionRow.rotationBit, RowLayout.rotation)]
        where present & bit != 0 {
            let isPlausible =
                values[first].magnitude <= Self.largestValue && values[first + 1].magnitude <= Self.largestValue
                && values[first + 2].magnitude <= Self.largestValue
            if !isPlausible {
                present &= ~bit
                isPartial = true
            }
        }
        if isPartial || present == 0 && layout.sensorCount == 1 && !layout.hasLocation {
            counts[.notANumber] += 1
        }
        guard present != 0 else { return }
        pushWithSpeed(MotionRow(values: values, time: row.time, present: present))
    }

    /// Pushes a row with the speed that waits for it: rows of their own would change how the clock of the sensors is
    /// repaired.
    @inline(__always)
    private mutating func pushWithSpeed(_ row: MotionRow) {
        guard let waitingSpeed else {
            clock.push(row)
            return
        }
        var row = row
        row.values[MotionRow.speed] = waitingSpeed
        row.present |= MotionRow.speedBit
        self.waitingSpeed = nil
        clock.push(row)
    }

    private mutating func takeFix() {
        let base = RowLayout.location
        func slot(_ offset: Int) -> Double? {
            row.present >> UInt32(base + offset) & 1 == 1 ? row.slots[base + offset] : nil
        }
        let isTableOfFixes = layout.sensorCount == 0
        guard let latitude = slot(0), let longitude = slot(1) else {
            // Beside sensors, most rows have no fix.
            if isTableOfFixes { counts[.notANumber] += 1 }
            return
        }
        let fields = FixFields(
            latitude: latitude, longitude: longitude, altitude: slot(2).map { $0 * layout.altitudeScale },
            speed: slot(3).map { $0 * layout.speedScale }, course: slot(4),
            accuracy: slot(5).map { $0 * layout.accuracyScale })
        // Rows of sensors hold 0 and 0 until the first fix has come, and then repeat each fix.
        if fields.isPlaceholder, !isTableOfFixes { return }
        guard !fields.isPlaceholder, let fix = fields.fix(at: .zero) else {
            counts[.notANumber] += 1
            return
        }
        if !isTableOfFixes {
            guard fix != lastFix else { return }
            lastFix = fix
        }
        if readsLocation { fixClock.push(FixRow(fix: fix, time: row.time)) }
        guard layout.deliversSpeed, let speed = knownSpeed(fix) else { return }
        if !isTableOfFixes {
            waitingSpeed = speed
        } else {
            var values = SIMD8<Float>(repeating: 0)
            values[MotionRow.speed] = speed
            clock.push(MotionRow(values: values, time: row.time, present: MotionRow.speedBit))
        }
    }

    /// The speed of a fix in m/s; nil if it is unknown. A logger that writes 0 for an unknown speed has no accuracy
    /// either.
    private func knownSpeed(_ fix: Location) -> Float? {
        guard let speed = fix.speed, speed >= 0, Float(speed).isFinite else { return nil }
        let hasAccuracy = layout.plan.contains(UInt8(RowLayout.location + 5))
        if speed == 0, hasAccuracy, (fix.horizontalAccuracy ?? 0) <= 0 { return nil }
        return Float(speed)
    }

    /// Appends repaired rows' samples and fixes, on the log's own clock.
    mutating func deliver(to samples: inout [SensorSample], fixes: inout [Location]) {
        let vector = layout.vector ?? .acceleration
        for row in clock.ready {
            let time = row.time
            if row.present & MotionRow.speedBit != 0 {
                let value = SIMD3(row.values[MotionRow.speed], 0, 0)
                samples.append(SensorSample(sensor: .speed, nanoseconds: time, value: value))
            }
            if row.present & MotionRow.pressureBit != 0, !layout.repeatsPressure || isNews(row) {
                let value = SIMD3(row.values[6], 0, 0)
                samples.append(SensorSample(sensor: .pressure, nanoseconds: time, value: value))
            }
            if row.present & MotionRow.rotationBit != 0 {
                let value = SIMD3(row.values[3], row.values[4], row.values[5])
                samples.append(SensorSample(sensor: .rotationRate, nanoseconds: time, value: value))
            }
            if row.present & MotionRow.vectorBit != 0 {
                let value = SIMD3(row.values[0], row.values[1], row.values[2])
                samples.append(SensorSample(sensor: vector, nanoseconds: time, value: value))
            }
        }
        clock.clearReady()
        guard readsLocation else { return }
        for row in fixClock.ready {
            var fix = row.fix
            fix.elapsed = .nanoseconds(row.time)
            fixes.append(fix)
        }
        fixClock.clearReady()
    }

    /// Whether a pressure that rows of faster sensors repeat has changed, or is a second old.
    @inline(__always)
    private mutating func isNews(_ row: MotionRow) -> Bool {
        let pressure = row.values[6]
        let isOld = lastPressureTime == .min || row.time &- lastPressureTime >= Nanoseconds.perSecond
        guard pressure != lastPressure || isOld else { return false }
        lastPressure = pressure
        lastPressureTime = row.time
        return true
    }
}
