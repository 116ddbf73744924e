// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// Where in a log what was repaired, as nearly as reading tells: a gap from sample to sample, all else by the batch in
/// which it was met.
struct RepairPlaces: Sendable {
    /// Repairs of one kind.
    struct Place: Sendable, Hashable {
        /// From when to when, in nanoseconds.
        var from: Int64
        var to: Int64
        var count: Int
    }

    /// The most places of a kind on a page.
    static let limit = 500

    /// The places of each kind, in order of time.
    private(set) var places: [RepairReport.Kind: [Place]] = [:]

    private let limit: Int
    private var known = RepairReport()

    init(limit: Int = Self.limit) { self.limit = limit }

    /// Adds a gap with its beginning and end, in nanoseconds.
    mutating func addGap(from: Int64, to: Int64) { add(.gap, Place(from: from, to: to, count: 1)) }

    /// Takes what was repaired so far; what is new was met between two times. Gaps are left to ``addGap(from:to:)``.
    mutating func note(_ repairs: RepairReport, from: Int64, to: Int64) {
        for (kind, count) in repairs.entries where kind != .gap && count > known[kind] {
            add(kind, Place(from: from, to: max(from, to), count: count - known[kind]))
        }
        known = repairs
    }

    private mutating func add(_ kind: RepairReport.Kind, _ place: Place) {
        var list = places[kind] ?? []
        places[kind] = nil
        // What is met in one batch after the other is one place.
        if kind != .gap, let last = list.last, last.to == place.from {
            list[list.count - 1].to = place.to
            list[list.count - 1].count += place.count
        } else {
            list.append(place)
        }
        if list.count > limit { list = Self.halved(list) }
        places[kind] = list
    }

    /// Every two neighbours as one.
    private static func halved(_ places: [Place]) -> [Place] {
        stride(from: 0, to: places.count, by: 2).map { index in
            guard index + 1 < places.count else { return places[index] }
            let (first, second) = (places[index], places[index + 1])
            return Place(from: first.from, to: second.to, count: first.count + second.count)
        }
    }
}
