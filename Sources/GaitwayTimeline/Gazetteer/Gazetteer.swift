// SPDX-License-Identifier: Apache-2.0
internal import CGazetteer
internal import GaitwayBase

/// The towns of the earth above 15,000 people, and their countries. GAZETTEER.md has source, date, licence and format.
///
/// The data is a constant of the program. A search reads a few kilobytes of it.
package struct Gazetteer: Sendable {
    /// The offsets of the sections, in the order of the file.
    private let bands: Int
    private let latitudes: Int
    private let longitudes: Int
    private let countries: Int
    private let starts: Int
    private let names: Int
    private let places: Int
    private let sizes: Int
    private let zones: Int
    private let zoneNames: Int

    /// The section of starts has the start of every 64th name.
    private static let step = 64
    /// The greatest distance of a town that is near, in metres.
    package static let reach = 50_000.0
    /// The greatest distance of a town whose clocks hold, in metres.
    package static let zoneReach = 500_000.0

    package static let builtIn = Gazetteer()

    private init() {
        func offset(_ section: Int) -> Int { Int(Self.number(12 + 4 * section, as: UInt32.self)) }
        (bands, latitudes, longitudes, countries) = (offset(0), offset(1), offset(2), offset(3))
        (starts, names, places, sizes) = (offset(4), offset(5), offset(6), offset(7))
        (zones, zoneNames) = (offset(8), offset(9))
    }

    private static var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: gaitway_towns(), count: gaitway_towns_size())
    }

    private static func number<Number: FixedWidthInteger>(_ offset: Int, as type: Number.Type) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// The nearest town to a position in degrees; nil if none is within ``reach``.
    package func nearest(_ latitude: Double, _ longitude: Double) -> Town? {
        nearestRow(latitude, longitude, within: Self.reach).map {
            Town(name: name($0.row), country: country($0.row), distance: $0.distance)
        }
    }

    /// The IANA name of the time zone at a position in degrees: that of the nearest town; nil if none is within
    /// ``zoneReach``.
    package func timeZone(_ latitude: Double, _ longitude: Double) -> String? {
        let found =
            nearestRow(latitude, longitude, within: Self.reach)
            ?? nearestRow(latitude, longitude, within: Self.zoneReach)
        return found.map { text(Int(Self.number(zones + 2 * $0.row, as: UInt16.self)), from: zoneNames) }
    }

    private func nearestRow(
        _ latitude: Double, _ longitude: Double, within reach: Double
    ) -> (row: Int, distance: Double)? {
        guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
        let north = reach / Ellipsoid.leastMetresPerDegree
        let first = max(0, Int(clamping: (latitude - north + 90).rounded(.down)))
        let last = min(179, Int(clamping: (latitude + north + 90).rounded(.down)))
        // Near the poles there are no towns.
        let east = north / max(0.05, 1 - latitude.magnitude / 90)
        var best: (row: Int, distance: Double)?
        for band in first...max(first, last) {
            let rows = row(ofBand: band)..<row(ofBand: band + 1)
            // A window across the antimeridian has a part on its other side.
            for turn in [-360.0, 0, 360] {
                let from = longitude - east + turn
                var row = rows.partitioningIndex { self.longitude($0) >= from }
                while row < rows.upperBound, self.longitude(row) <= longitude + east + turn {
                    let distance = Ellipsoid.shortDistance(
                        latitude, longitude, self.latitude(row), self.longitude(row))
                    if distance <= reach, distance < best?.distance ?? .infinity { best = (row, distance) }
                    row += 1
                }
            }
        }
        return best
    }

    /// The positions of all towns, for tests.
    var allTowns: [(latitude: Double, longitude: Double)] {
        (0..<row(ofBand: 180)).map { (latitude($0), longitude($0)) }
    }

    func row(ofBand band: Int) -> Int { Int(Self.number(bands + 4 * band, as: UInt32.self)) }

    func latitude(_ row: Int) -> Double {
        Double(Self.number(latitudes + 2 * row, as: Int16.self)) / 32_767 * 90
    }

    func longitude(_ row: Int) -> Double {
        Double(Self.number(longitudes + 2 * row, as: Int16.self)) / 32_767 * 180
    }

    func name(_ row: Int) -> String {
        let start = names + Int(Self.number(starts + 4 * (row / Self.step), as: UInt32.self))
        return text(row % Self.step, from: start)
    }

    /// Ten times the decimal logarithm of a town's people.
    func size(_ row: Int) -> Int { Int(Self.bytes[sizes + row]) }

    private func country(_ row: Int) -> String {
        // Each begins with its code of two letters.
        String(text(Int(Self.bytes[countries + row]), from: places).dropFirst(2))
    }

    /// The text of a number among texts that each end with a zero.
    private func text(_ number: Int, from start: Int) -> String {
        let bytes = Self.bytes
        var start = start
        for _ in 0..<number { while bytes[start] != 0 { start += 1 }; start += 1 }
        return String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self)
    }
}
