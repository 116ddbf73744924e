// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Arrays that share their times as a source of samples: a table without text.
final class ArraySource: TrackSource {
    /// Where the samples go.
    let track = SampleTrack()
    /// The arrays; all have the same times.
    let arrays: [any SampleArray]
    /// How the rows are read. Units and time are settled before the first ``feed()``.
    var layout: RowLayout { didSet { intake = RowIntake(layout, readsLocation: false) } }
    /// Whether repairs count. They do not for speeds at the times of other sensors, whose rows are counted there.
    var countsRepairs = true

    /// Whether the newest sample comes first: the arrays are then read from their end.
    private(set) var isNewestFirst = false

    private let name: String
    private var intake: RowIntake
    private var next = 0
    private var times: [SampleTime?] = []
    private var values: [SIMD3<Double>] = []
    private var rows: [RowValues?] = []
    private static let chunk = 512

    /// A source of arrays, at least one.
    ///
    /// - Parameter name: what errors call it.
    init(_ arrays: [any SampleArray], name: String) {
        self.arrays = arrays
        self.name = name
        var layout = RowLayout(
            dialect: Dialect(separator: UInt8(ascii: ","), mark: UInt8(ascii: ".")), headerLines: 0, columnCount: 0,
            plan: [], time: .number(scale: 9))
        for array in arrays {
            switch array.sensor {
            case .acceleration, .linearAcceleration: layout.vector = array.sensor
            case .rotationRate: layout.hasRotation = true
            case .pressure: layout.hasPressure = true
            case .speed: layout.deliversSpeed = true
            }
        }
        self.layout = layout
        intake = RowIntake(layout, readsLocation: false)
        let times = firstTimes(most: 200).map(\.value)
        let steps = zip(times.dropFirst(), times)
        isNewestFirst = steps.allSatisfy { $0 <= $1 } && steps.count { $0 < $1 } > 1
    }

    var report: RepairReport { countsRepairs ? intake.report : RepairReport() }

    /// How many rows there are.
    var count: Int { arrays[0].count }

    func feed() throws(InputError) {
        track.compact()
        let before = track.samples.count
        while !track.hasEnded, track.samples.count == before {
            let end = min(next + Self.chunk, count)
            read(next..<end)
            next = end
            intake.take(rows)
            try intake.checkOrder(rows: end, source: name)
            if next == count {
                intake.finish()
                track.hasEnded = true
            }
            intake.deliver(to: &track.samples, fixes: &track.fixes)
        }
    }

    /// The first times, without those that are missing.
    func firstTimes(most: Int) -> [SampleTime] {
        arrays[0].times(of: inMemory(0..<min(most, count)), into: &times)
        return isNewestFirst ? times.reversed().compactMap(\.self) : times.compactMap(\.self)
    }

    /// The sizes of the values of a sensor over the first 30 s.
    func magnitudes(slot: Int) -> AccelerationSizes? {
        var tally = MagnitudeTally()
        var first: Int64?
        var begin = 0
        while begin < count, tally.count < 60_000 {
            let end = min(begin + Self.chunk, count)
            read(begin..<end)
            for row in rows {
                guard let row else { continue }
                let start = first ?? row.time
                first = start
                let time = row.time.subtractingReportingOverflow(start).partialValue
                if time > SizedUnits.calibration { return tally.finished() }
                let needed: UInt32 = slot == RowLayout.pressure ? 1 : 0b111
                guard row.present >> UInt32(slot) & needed == needed else { continue }
                let isScalar = needed == 1
                let vector = SIMD3(
                    row.slots[slot], isScalar ? 0 : row.slots[slot + 1], isScalar ? 0 : row.slots[slot + 2])
                if (vector * vector).sum().isFinite { tally.add(vector, at: time) }
            }
            begin = end
        }
        return tally.finished()
    }

    /// Where samples lie, in order of time.
    private func inMemory(_ samples: Range<Int>) -> Range<Int> {
        isNewestFirst ? count - samples.upperBound..<count - samples.lowerBound : samples
    }

    /// Puts samples into rows.
    private func read(_ ordered: Range<Int>) {
        let samples = inMemory(ordered)
        guard case .number(let exponent) = layout.time else { return }
        arrays[0].times(of: samples, into: &times)
        rows.removeAll(keepingCapacity: true)
        for time in times {
            rows.append(time?.nanoseconds(exponent: exponent).map { RowValues(time: $0) })
        }
        for array in arrays {
            array.values(of: samples, into: &values)
            let (slot, axes) = Self.slots(of: array.sensor)
            for row in rows.indices {
                for axis in 0..<axes where values[row][axis].isFinite {
                    rows[row]?.slots[slot + axis] = values[row][axis]
                    rows[row]?.present |= 1 << UInt32(slot + axis)
                }
            }
        }
        if isNewestFirst { rows.reverse() }
    }

    private static func slots(of sensor: Sensor) -> (first: Int, count: Int) {
        switch sensor {
        case .acceleration, .linearAcceleration: (0, 3)
        case .rotationRate: (RowLayout.rotation, 3)
        case .pressure: (RowLayout.pressure, 1)
        case .speed: (RowLayout.location + 3, 1)
        }
    }
}
