// SPDX-License-Identifier: Apache-2.0
/// The intended word for a misspelt one.
package enum Spelling {
    /// The name that a misspelt word stands for: one that begins with it, or that differs in at most a third of its
    /// letters.
    package static func nearest(to word: String, among names: [String]) -> String? {
        let ranked = names.map { (name: $0, distance: distance(word, $0)) }.sorted { $0.distance < $1.distance }
        if let best = ranked.first, best.distance <= max(1, word.count / 3) { return best.name }
        return word.count >= 3 ? names.first { $0.hasPrefix(word) } : nil
    }

    /// The least number of letters to insert, remove, replace or swap with a neighbour that turns one word into the
    /// other (optimal string alignment).
    package static func distance(_ word: String, _ other: String) -> Int {
        let (first, second) = (Array(word), Array(other))
        var before = [Int](repeating: 0, count: second.count + 1)
        var last = Array(0...second.count)
        for row in first.indices {
            var next = [row + 1] + [Int](repeating: 0, count: second.count)
            for column in second.indices {
                let change = last[column] + (first[row] == second[column] ? 0 : 1)
                next[column + 1] = min(change, last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    next[column + 1] = min(next[column + 1], before[column - 1] + 1)
                }
            }
            (before, last) = (last, next)
        }
        return last[second.count]
    }
}
