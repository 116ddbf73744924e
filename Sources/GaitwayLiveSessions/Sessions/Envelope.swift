// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The smallest and the largest magnitude of acceleration in each tenth of a second of the last minutes.
package struct Envelope: Sendable {
    /// Consecutive tenths of a second.
    package struct Piece: Sendable, Hashable {
        /// The number of the first tenth, counted from elapsed 0.
        package var first: Int
        /// In m/s².
        package var least: [Float] = []
        /// In m/s².
        package var most: [Float] = []

        /// Writes the JSON that the page reads.
        package func write(to json: inout JSONWriter) {
            json.object { json in
                json.add("from", Double(first) / 10, places: 1)
                json.add("step", 0.1, places: 1)
                json.array("least") { json in for value in least { json.append(Double(value), places: 2) } }
                json.array("most") { json in for value in most { json.append(Double(value), places: 2) } }
            }
        }
    }

    static let step = Nanoseconds.perSecond / 10
    private static let most = 6000
    private static let mostAtOnce = 600

    private var cells: [(number: Int, least: Float, most: Float)] = []
    /// The number of the first tenth that has not been reported.
    private var untold = -1 << 62

    /// Takes a sample of acceleration.
    mutating func add(_ value: SIMD3<Float>, at elapsed: Int64) {
        let number = Int(elapsed / Self.step - (elapsed % Self.step < 0 ? 1 : 0))
        let size = (value * value).sum().squareRoot()
        if let last = cells.last, last.number == number {
            cells[cells.count - 1].least = min(last.least, size)
            cells[cells.count - 1].most = max(last.most, size)
            return
        }
        cells.append((number, size, size))
        if cells.count >= 2 * Self.most { cells.removeFirst(cells.count - Self.most) }
    }

    /// The tenths that ended since the last call.
    mutating func takeNews() -> [Piece] {
        // At most five times a second.
        guard let last = cells.last, last.number > untold + 1 else { return [] }
        let start = cells.lastIndex { $0.number < untold }.map { $0 + 1 } ?? 0
        let news = cells[start..<(cells.count - 1)]
        untold = last.number
        return Self.pieces(news)
    }

    /// The tenths of the last minutes that have been reported.
    var history: [Piece] { Self.pieces(cells.suffix(Self.most).filter { $0.number < untold }[...]) }

    private static func pieces(_ cells: ArraySlice<(number: Int, least: Float, most: Float)>) -> [Piece] {
        var pieces: [Piece] = []
        for cell in cells {
            if let last = pieces.last, last.first + last.least.count == cell.number, last.least.count < mostAtOnce {
                pieces[pieces.count - 1].least.append(cell.least)
                pieces[pieces.count - 1].most.append(cell.most)
            } else {
                pieces.append(Piece(first: cell.number, least: [cell.least], most: [cell.most]))
            }
        }
        return pieces
    }
}
