// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// What a cell of time holds; it can take in what the cell after it holds.
protocol TimeCell: Sendable {
    /// A cell without anything.
    init()
    /// Takes in the cell that follows.
    mutating func absorb(_ later: Self)
}

/// Cells of one length along time, side by side from a beginning on.
///
/// Where there would be too many, every two become one and the length doubles: the memory is bounded however long a log
/// is, and what is kept is as fine as that allows.
struct TimeCells<Cell: TimeCell>: Sendable {
    /// When the first cell begins, in nanoseconds.
    let start: Int64
    /// How long a cell lasts, in nanoseconds.
    private(set) var step: Int64
    /// The cells up to the last that holds something.
    private(set) var cells: [Cell] = []

    private let limit: Int
    /// The cell that was changed last, and where it begins and ends: the next value mostly lies in it, too.
    private var current = 0
    private var from: Int64 = 0
    private var to: Int64 = 0

    /// Cells of `step` nanoseconds until there are more than `limit`, which is at least 2.
    init(start: Int64 = 0, step: Int64, limit: Int) {
        precondition(step > 0 && limit > 1, "cells have a length, and there may be two of them")
        self.start = start
        self.step = step
        self.limit = limit
    }

    /// Changes the cell of a time; a time before the first cell has none.
    @inline(__always)
    mutating func update(at time: Int64, _ change: (inout Cell) -> Void) {
        if time < from || time >= to { guard find(time) else { return } }
        change(&cells[current])
    }

    @inline(never)
    private mutating func find(_ time: Int64) -> Bool {
        guard time >= start else { return false }
        while (time - start) / step >= limit { halve() }
        current = Int((time - start) / step)
        from = start + Int64(current) * step
        to = from + step
        while cells.count <= current { cells.append(Cell()) }
        return true
    }

    private mutating func halve() {
        let count = (cells.count + 1) / 2
        for index in 0..<count {
            var cell = cells[2 * index]
            if 2 * index + 1 < cells.count { cell.absorb(cells[2 * index + 1]) }
            cells[index] = cell
        }
        cells.removeLast(cells.count - count)
        step *= 2
    }
}
