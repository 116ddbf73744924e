// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The times of a line's positions, in a small part of the memory that values of JSON take. A copy shares them, and is
/// only read.
struct GeoJSONMoments {
    /// Nanoseconds since 1970; `Int64.min` for a value that is not a time.
    private let nanoseconds = PagedList<Int64>()
    private var zones = Runs<Bool?>()
    private var lines = LineNumbers()
    private static let unreadable = Int64.min

    var count: Int { nanoseconds.count }

    /// Adds a value, which should be a time.
    mutating func append(_ element: JSONElement) {
        nanoseconds.append(TrackTime.moment(element)?.nanoseconds ?? Self.unreadable)
        zones.append(element.text.flatMap(TrackTime.namesZone))
        lines.append(element.line)
    }

    /// The time at a place; nil if it cannot be read.
    subscript(index: Int) -> Timestamp? {
        let value = nanoseconds[index]
        return value == Self.unreadable ? nil : Timestamp(nanoseconds: value)
    }

    /// Whether the time names its zone; nil if it is not text.
    func namesZone(_ index: Int) -> Bool? { zones[index] }

    func line(of index: Int) -> Int { lines[index] }

    /// Gives back the memory of the times before a place.
    func release(before index: Int) { nanoseconds.release(before: index) }
}

/// A list of times: of a line, or of the parts of one.
struct GeoJSONTimes {
    /// Each element as a time; nil if this is not a list.
    private(set) var moments: GeoJSONMoments?
    /// The elements of nested lists, one part behind the other.
    private var inner = GeoJSONMoments()
    /// The place of each part in that list, by the place of its element.
    private var parts: [Int: Range<Int>] = [:]

    /// Reads a value; nil for null.
    static func read(from reader: inout JSONStreamReader, depth: Int) throws(InputError) -> GeoJSONTimes? {
        var times = GeoJSONTimes()
        guard try reader.peek() == UInt8(ascii: "[") else {
            if case .null = try reader.shallowElement(depth: depth).content { return nil }
            return times
        }
        var moments = GeoJSONMoments()
        try reader.array { (reader) throws(InputError) in
            guard try reader.peek() == UInt8(ascii: "[") else {
                moments.append(try reader.shallowElement(depth: depth + 1))
                return
            }
            let start = times.inner.count
            let line = reader.line()
            try reader.array { (reader) throws(InputError) in
                times.inner.append(try reader.shallowElement(depth: depth + 2))
            }
            times.parts[moments.count] = start..<times.inner.count
            moments.append(JSONElement(content: .array([]), line: line))
        }
        times.moments = moments
        return times
    }

    /// The times of a part: a list and their places in it; nil without a list. The times of later parts follow.
    func part(_ index: Int) -> (list: GeoJSONMoments, places: Range<Int>)? { parts[index].map { (inner, $0) } }

    /// The times of a line; nil if this is not a list.
    var whole: (list: GeoJSONMoments, places: Range<Int>)? { moments.map { ($0, 0..<$0.count) } }
}
