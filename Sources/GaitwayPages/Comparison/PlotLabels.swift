// SPDX-License-Identifier: Apache-2.0
/// Finds room for names beside dots: to the right, to the left, above or below, where neither a dot nor another name
/// is.
struct PlotLabels {
    private struct Box {
        var left: Double
        var right: Double
        var top: Double
        var bottom: Double

        func meets(_ other: Box) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    private let width: Double
    private let height: Double
    private var taken: [Box]

    /// Half the side of the square that a dot fills.
    private static let dot = 6.0
    /// A letter's width on average, in the size that plots have.
    private static let letter = 6.1
    private static let lineHeight = 12.0

    /// - Parameter taken: where the dots are.
    init(width: Double, height: Double, taken: [(x: Double, y: Double)]) {
        self.width = width
        self.height = height
        self.taken = taken.map {
            Box(left: $0.x - Self.dot, right: $0.x + Self.dot, top: $0.y - Self.dot, bottom: $0.y + Self.dot)
        }
    }

    /// The start and base line of a name; nil without room. Without a `length` it has letters of the size of plots.
    mutating func place(_ text: String, x: Double, y: Double, length: Double? = nil) -> (x: Double, y: Double)? {
        let length = length ?? Double(text.count) * Self.letter
        let middle = min(max(x - length / 2, 0), width - length)
        for (left, base) in [(x + 9, y + 4), (x - 9 - length, y + 4), (middle, y - 10), (middle, y + 19)] {
            let box = Box(left: left, right: left + length, top: base - Self.lineHeight + 2, bottom: base + 3)
            guard box.left >= 0, box.right <= width, box.top >= 14, box.bottom <= height else { continue }
            guard !taken.contains(where: { $0.meets(box) }) else { continue }
            taken.append(box)
            return (left, base)
        }
        return nil
    }
}
