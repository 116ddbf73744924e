// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation

/// A span of a ride to play, as the file of blocks lists it.
struct Block {
    /// The fold, from 0.
    var fold: Int
    /// The ride, by its row in the manifest.
    var ride: Int
    /// Nanoseconds since the ride's first accelerometer sample.
    var span: Range<Int64>
    var activity: Activity

    /// The blocks that `path` lists, in their order within each fold.
    static func read(_ path: String) throws -> [Block] {
        let lines = String(decoding: try Files.bytes(path), as: UTF8.self).split(separator: "\n")
        return try lines.dropFirst().enumerated().map { number, line in
            let cells = line.filter { $0 != "\r" }.split(separator: ",")
            guard cells.count == 5, let fold = Int(cells[0], in: .countable), let ride = Int(cells[1], in: .countable),
                let from = Double(cells[2]),
                let to = Double(cells[3]), from < to, let activity = Activity(rawValue: String(cells[4]))
            else {
                throw InputError(
                    .malformed, source: path, line: number + 2, problem: "this is not a block",
                    remedy: "remove the file, and it is written again")
            }
            return Block(
                fold: fold - 1, ride: ride,
                span: Int64(proven: (from * 1e9).rounded())..<Int64(proven: (to * 1e9).rounded()),
                activity: activity)
        }
    }

    /// Writes the blocks of the spliced rides of scored windows.
    static func write(_ scored: [ScoredWindow], rides: Int, to path: String) throws {
        // A number names a ride, since a recording may have several.
        let text = SplicedRides(scored).blockList(recordings: (0..<rides).map { String($0) })
        try Files.write(Array(text.utf8), to: path)
    }
}
