// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Numbers of edges from south to north, in blocks, so that one among a million is added or removed in few steps.
struct EdgeOrder {
    /// Between two edges, or at an end.
    struct Place {
        fileprivate var block: Int
        fileprivate var offset: Int
    }

    private static let longestBlock = 256

    /// None is empty, unless it is the only one.
    private var blocks: [[Int]] = [[]]

    /// The place before the first edge for which a condition holds, which also holds for all behind it.
    func place(where isBehind: (Int) -> Bool) -> Place {
        let found = blocks.partitioningIndex { $0.last.map(isBehind) ?? true }
        let block = min(found, blocks.count - 1)
        return Place(block: block, offset: blocks[block].partitioningIndex(where: isBehind))
    }

    func edge(before place: Place) -> Int? {
        if place.offset > 0 { return blocks[place.block][place.offset - 1] }
        return place.block > 0 ? blocks[place.block - 1].last : nil
    }

    /// The edge behind a place.
    func edge(at place: Place) -> Int? {
        guard place.block < blocks.count else { return nil }
        if place.offset < blocks[place.block].count { return blocks[place.block][place.offset] }
        return place.block + 1 < blocks.count ? blocks[place.block + 1].first : nil
    }

    mutating func insert(_ edge: Int, at place: Place) {
        blocks[place.block].insert(edge, at: place.offset)
        guard blocks[place.block].count > Self.longestBlock else { return }
        let middle = Self.longestBlock / 2
        blocks.insert(Array(blocks[place.block][middle...]), at: place.block + 1)
        blocks[place.block].removeSubrange(middle...)
    }

    /// Removes the edge behind a place. The place is then before the next edge.
    mutating func remove(at place: Place) {
        blocks[place.block].remove(at: place.offset)
        if blocks[place.block].isEmpty, blocks.count > 1 { blocks.remove(at: place.block) }
    }
}
