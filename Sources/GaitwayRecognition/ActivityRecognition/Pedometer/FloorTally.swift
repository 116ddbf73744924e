// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
import Glibc

/// Counts floors from the barometer while the activity stream says walking or running.
///
/// A pure state machine: the windows go in, in order, each with its pressure and its answer. A floor is
/// ``height`` of altitude up or down. Altitude gained off foot, as in a lift, does not count. Nor does a change slower
/// than ``slowest``, as that of the weather.
struct FloorTally: Sendable {
    /// Metres from floor to floor, as Core Motion has them.
    static let height = 3.0
    /// The pressures at which people walk, in hPa; others are faults.
    static let pressures = 300.0...1100.0
    /// Metres a second; stairs give .2 and more.
    static let slowest = 0.03

    /// The floors so far; nil before the first reading of a barometer.
    private(set) var floors: FloorCount?

    /// The altitude of the window answered last, and when it ended.
    private var last: (end: Int64, altitude: Double)?
    /// The altitude from which the next floor counts.
    private var anchor = 0.0

    /// A tally at the beginning of a recording.
    init() {}

    /// Takes the next window and its answer: its mean pressure in hPa, nil without a barometer, and when it ends.
    mutating func take(_ pressure: Double?, endingAt end: Int64, isOnFoot: Bool) {
        guard let pressure, Self.pressures.contains(pressure) else {
            last = nil
            return
        }
        if floors == nil { floors = FloorCount() }
        let altitude = Self.altitude(pressure)
        defer { last = (end, altitude) }
        guard let last, isOnFoot else {
            // What changed off foot moves the floors.
            anchor += altitude - (self.last?.altitude ?? anchor)
            return
        }
        let drift = Self.slowest * Nanoseconds.seconds(end - last.end)
        anchor += max(-drift, min(drift, altitude - anchor))
        while altitude - anchor >= Self.height {
            floors?.ascended += 1
            anchor += Self.height
        }
        while anchor - altitude >= Self.height {
            floors?.descended += 1
            anchor -= Self.height
        }
    }

    /// Whether an altitude follows from ``pressures``, with room for a sum.
    private static func isPossible(_ altitude: Double) -> Bool { altitude.magnitude < 100_000 }

    /// Metres above the level of 1013.25 hPa in the standard atmosphere (ISO 2533).
    private static func altitude(_ pressure: Double) -> Double { 44_330.8 * (1 - pow(pressure / 1013.25, 0.190_263)) }
}

extension FloorTally: StatePassing {
    mutating func pass(through archive: inout StateArchive) {
        var counts = floors.map { [Int64($0.ascended), Int64($0.descended)] } ?? []
        archive.pass(times: &counts)
        archive.require(counts.isEmpty || counts.count == 2 && counts.allSatisfy { $0 >= 0 })
        var end = last.map { [$0.end] } ?? []
        archive.pass(times: &end)
        archive.require(end.count <= 1)
        var altitude = last?.altitude ?? 0
        archive.pass(&altitude)
        archive.pass(&anchor)
        archive.require(Self.isPossible(altitude) && Self.isPossible(anchor))
        guard archive.isRestoring, !archive.isDamaged else { return }
        floors = counts.isEmpty ? nil : FloorCount(ascended: Int(counts[0]), descended: Int(counts[1]))
        last = end.first.map { ($0, altitude) }
    }
}
