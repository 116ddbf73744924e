// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A position of GeoJSON (RFC 7946): longitude first, then latitude, then perhaps the altitude.
struct GeoJSONPosition {
    var latitude: Double
    var longitude: Double
    var altitude: Double?

    /// The position that `coordinates` give, or nil.
    init?(_ coordinates: JSONElement?) {
        var numbers = GeoJSONNumbers()
        for element in coordinates?.elements ?? [] { numbers.append(element.writtenNumber) }
        guard let position = numbers.position else { return nil }
        self = position
    }

    init(latitude: Double, longitude: Double, altitude: Double?) {
        (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
    }
}

/// The first numbers of an array while it is read, as a position has them.
struct GeoJSONNumbers {
    private var first: (Double?, Double?, Double?) = (nil, nil, nil)
    private(set) var count = 0

    /// Adds the next number; nil for any other value.
    mutating func append(_ number: Double?) {
        switch count {
        case 0: first.0 = number
        case 1: first.1 = number
        case 2: first.2 = number
        default: break
        }
        count += 1
    }

    /// The position that they give, or nil.
    var position: GeoJSONPosition? {
        guard let longitude = first.0, let latitude = first.1 else { return nil }
        return GeoJSONPosition(latitude: latitude, longitude: longitude, altitude: first.2)
    }
}

/// The positions of a line, in a small part of the memory that values of JSON take. Some may be missing. A copy shares
/// the memory and is only read.
struct GeoJSONPositions {
    /// Longitude and latitude; NaN for a missing position.
    private let places = PagedList<SIMD2<Double>>()
    /// Altitudes up to the last position that has one; NaN for a position without.
    private let altitudes = PagedList<Double>()
    private var lines = LineNumbers()

    var count: Int { places.count }

    /// Adds a position, or a place that has none.
    mutating func append(_ position: GeoJSONPosition?, line: Int) {
        if let altitude = position?.altitude {
            while altitudes.count < count { altitudes.append(.nan) }
            altitudes.append(altitude)
        }
        places.append(SIMD2(position?.longitude ?? .nan, position?.latitude ?? .nan))
        lines.append(line)
    }

    /// Adds `count` places without a position, whose lines are not needed.
    mutating func appendMissing(_ count: Int) {
        for _ in 0..<count { append(nil, line: 1) }
    }

    subscript(index: Int) -> GeoJSONPosition? {
        let place = places[index]
        // JSON cannot write NaN.
        guard !place.y.isNaN else { return nil }
        let altitude = index < altitudes.count ? altitudes[index] : .nan
        return GeoJSONPosition(latitude: place.y, longitude: place.x, altitude: altitude.isNaN ? nil : altitude)
    }

    func line(of index: Int) -> Int { lines[index] }

    /// Gives back the memory of the positions before a place.
    func release(before index: Int) {
        places.release(before: index)
        altitudes.release(before: index)
    }
}

/// The coordinates of a geometry whose type may come behind them: as one position, as a line, and as the parts of one.
struct GeoJSONCoordinates {
    /// The position, if these are numbers.
    private(set) var ownPosition: GeoJSONPosition?
    /// Each element as a position.
    private(set) var positions = GeoJSONPositions()
    /// How many elements each element has.
    private var counts = Runs<Int>()
    /// The elements of nested arrays, one part behind the other.
    private var inner = GeoJSONPositions()
    /// The place of each part in that list, by the place of its element.
    private var parts: [Int: Range<Int>] = [:]

    /// Reads a value; nil for null.
    static func read(from reader: inout JSONStreamReader, depth: Int) throws(InputError) -> GeoJSONCoordinates? {
        var coordinates = GeoJSONCoordinates()
        guard try reader.peek() == UInt8(ascii: "[") else {
            if case .null = try reader.shallowElement(depth: depth).content { return nil }
            return coordinates
        }
        var own = GeoJSONNumbers()
        try reader.array { (reader) throws(InputError) in
            if try reader.peek() == UInt8(ascii: "[") {
                own.append(nil)
                try coordinates.readPart(from: &reader, depth: depth + 1)
            } else {
                let element = try reader.shallowElement(depth: depth + 1)
                own.append(element.writtenNumber)
                coordinates.positions.append(nil, line: element.line)
                coordinates.counts.append(0)
            }
        }
        coordinates.ownPosition = own.position
        return coordinates
    }

    /// Reads an array: a position of a line, or the positions of one line of several.
    private mutating func readPart(from reader: inout JSONStreamReader, depth: Int) throws(InputError) {
        let line = reader.line()
        var own = GeoJSONNumbers()
        let start = inner.count
        try reader.array { (reader) throws(InputError) in
            guard try reader.peek() == UInt8(ascii: "[") else {
                let element = try reader.shallowElement(depth: depth + 1)
                own.append(element.writtenNumber)
                if inner.count > start { inner.append(nil, line: element.line) }
                return
            }
            let line = reader.line()
            var numbers = GeoJSONNumbers()
            try reader.array { (reader) throws(InputError) in
                numbers.append(try reader.shallowElement(depth: depth + 2).writtenNumber)
            }
            if inner.count == start { inner.appendMissing(own.count) }
            inner.append(numbers.position, line: line)
            own.append(nil)
        }
        if inner.count > start { parts[positions.count] = start..<inner.count }
        counts.append(own.count)
        positions.append(own.position, line: line)
    }

    /// The positions of an element: a list and their places in it. The positions of later elements follow.
    func part(_ index: Int) -> (list: GeoJSONPositions, places: Range<Int>) {
        if let places = parts[index] { return (inner, places) }
        var positions = GeoJSONPositions()
        positions.appendMissing(counts[index])
        return (positions, 0..<positions.count)
    }
}
