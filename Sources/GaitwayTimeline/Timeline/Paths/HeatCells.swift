// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import Glibc

/// How often each square of the map was passed: counts at each zoom level, from the whole earth to streets.
///
/// At zoom `z`, the square map of Mercator's projection is divided into `2^z` columns from 180° west and `2^z` rows
/// from about 85° north. A path counts once for each cell that it crosses, however often it does.
package struct HeatCells: Sendable {
    /// The zoom of the smallest cells, which are 38 m wide at the equator and 23 m at 52° N.
    package static let finest = 20

    /// Cells with their counts, in the order of rows.
    fileprivate struct Level {
        var keys: [UInt64] = []
        var counts: [UInt32] = []
        var most: UInt32 = 0
        /// Cells of paths since the last merge.
        var added: [UInt64] = []
    }

    /// A range of columns and rows. Columns may begin before the first or end after the last: the map repeats.
    package struct Box: Sendable, Hashable {
        package let columns: Range<Int>
        package let rows: Range<Int>

        package init(columns: Range<Int>, rows: Range<Int>) {
            (self.columns, self.rows) = (columns, rows)
        }
    }

    /// A cell of an answer; the column lies in the box that was asked for.
    package struct Cell: Sendable, Hashable {
        package var column: Int
        package var row: Int
        package var count: Int

        package init(column: Int, row: Int, count: Int) {
            (self.column, self.row, self.count) = (column, row, count)
        }
    }

    private var levels = [Level](repeating: Level(), count: Self.finest + 1)
    /// A stretch longer than this is drawn on a coarser level: a line over the sea has no detail.
    private static let longest = 2048.0
    private static let mostAdded = 1 << 19

    package init() {}

    /// The greatest count of a cell at a zoom.
    package func most(zoom: Int) -> Int { Int(levels[zoom].most) }

    /// Counts a path whose pieces are separated by silences, which cross no cells.
    package mutating func add(_ path: [[PathPoint]]) {
        var own = [[UInt64]](repeating: [], count: Self.finest + 1)
        for piece in path {
            guard let first = piece.first.map(Self.position) else { continue }
            // A point alone has a cell, too.
            if piece.count == 1 { Self.draw(from: first, to: first, into: &own) }
            var before = first
            for point in piece.dropFirst() {
                let next = Self.position(point)
                Self.draw(from: before, to: next, into: &own)
                before = next
            }
        }
        for zoom in stride(from: Self.finest, through: 0, by: -1) {
            let cells = Self.distinct(own[zoom])
            guard !cells.isEmpty else { continue }
            levels[zoom].added += cells
            if zoom > 0 { own[zoom - 1] += cells.map(Self.parent) }
            if levels[zoom].added.count > Self.mostAdded { levels[zoom].merge() }
        }
    }

    /// Completes the counts; call it before asking for cells.
    package mutating func settle() {
        for zoom in levels.indices { levels[zoom].merge() }
    }

    /// The cells of a box that were passed, in the order of rows and columns.
    ///
    /// - Parameter zoom: 0 to ``finest``.
    package func cells(zoom: Int, in box: Box) -> [Cell] {
        let level = levels[zoom]
        let side = 1 << zoom
        var cells: [Cell] = []
        for row in box.rows.clamped(to: 0..<side) {
            var column = box.columns.lowerBound
            while column < box.columns.upperBound {
                // The part of the box on one copy of the map.
                let copy = (column >= 0 ? column / side : (column + 1) / side - 1) * side
                let end = min(box.columns.upperBound, copy + side)
                let from = Self.key(column - copy, row)
                let to = Self.key(end - 1 - copy, row)
                var index = level.keys.partitioningIndex { $0 >= from }
                while index < level.keys.count, level.keys[index] <= to {
                    let own = Int(level.keys[index] & 0xFFFF_FFFF)
                    cells.append(Cell(column: own + copy, row: row, count: Int(level.counts[index])))
                    index += 1
                }
                column = end
            }
        }
        return cells
    }

    // MARK: Cells of paths

    private static func key(_ column: Int, _ row: Int) -> UInt64 { UInt64(row) << 32 | UInt64(column) }

    private static func parent(_ key: UInt64) -> UInt64 { (key >> 33) << 32 | (key & 0xFFFF_FFFF) >> 1 }

    /// Mercator's coordinates of a point in cells of the finest zoom.
    private static func position(_ point: PathPoint) -> (x: Double, y: Double) {
        let latitude = max(-85.05, min(85.05, point.latitude)) * .pi / 180
        let y = 0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi)
        let turn = (point.longitude + 180) / 360
        let side = Double(1 << finest)
        return ((turn - turn.rounded(.down)) * side, max(0, min(y * side, side - 1)))
    }

    /// Adds the cells of a straight line at the finest zoom that suits its length.
    private static func draw(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), into cells: inout [[UInt64]]
    ) {
        let side = Double(1 << finest)
        var (dx, dy) = (end.x - start.x, end.y - start.y)
        // A line across the antimeridian takes the short way.
        if dx.magnitude > side / 2 { dx -= dx > 0 ? side : -side }
        var zoom = finest
        var scale = 1.0
        while max(dx.magnitude, dy.magnitude) * scale > longest { (zoom, scale) = (zoom - 1, scale / 2) }
        (dx, dy) = (dx * scale, dy * scale)
        let steps = max(1, max(dx.magnitude, dy.magnitude).rounded(.up))
        let mask = (1 << zoom) - 1
        var last: UInt64?
        for step in 0...Int(clamping: steps) {
            let share = Double(step) / steps
            let column = Int(clamping: (start.x * scale + dx * share).rounded(.down)) & mask
            let row = max(0, min(Int(clamping: (start.y * scale + dy * share).rounded(.down)), mask))
            let key = key(column, row)
            if key != last { cells[zoom].append(key) }
            last = key
        }
    }

    private static func distinct(_ keys: [UInt64]) -> [UInt64] {
        var result: [UInt64] = []
        for key in keys.sorted() where key != result.last { result.append(key) }
        return result
    }
}

extension HeatCells.Level {
    /// Counts the added cells.
    fileprivate mutating func merge() {
        guard !added.isEmpty else { return }
        added.sort()
        var (keys, counts): ([UInt64], [UInt32]) = ([], [])
        keys.reserveCapacity(self.keys.count + added.count / 2)
        counts.reserveCapacity(self.keys.count + added.count / 2)
        var (old, new) = (0, 0)
        while old < self.keys.count || new < added.count {
            let key = min(old < self.keys.count ? self.keys[old] : .max, new < added.count ? added[new] : .max)
            var count: UInt32 = 0
            if old < self.keys.count, self.keys[old] == key { (count, old) = (self.counts[old], old + 1) }
            while new < added.count, added[new] == key { (count, new) = (count + 1, new + 1) }
            keys.append(key)
            counts.append(count)
            most = max(most, count)
        }
        (self.keys, self.counts, added) = (keys, counts, [])
    }
}
