// SPDX-License-Identifier: Apache-2.0
extension Manifest {
    /// The rows of a log by its path as the user gave it: those whose recording ends the path, else those of its name.
    /// Names are compared byte by byte.
    ///
    /// Rows of several activities without their boundaries say nothing along time, and are left out.
    package func rows(of log: String) -> [ManifestRow] {
        let path = Self.parts(log)
        let labelled = rows.filter { !$0.isUnlabelled }
        func named(_ rank: Int, _ isMeant: ([[UInt8]]) -> Bool) -> [ManifestRow] {
            labelled.filter { row in
                let recordings = row.recordings
                return rank < recordings.count && isMeant(Self.parts(recordings[rank]))
            }
        }
        func ends(_ own: [[UInt8]]) -> Bool { !own.isEmpty && path.suffix(own.count).elementsEqual(own) }
        for rank in 0...1 {
            for found in [named(rank, ends), named(rank) { $0.last == path.last }] where !found.isEmpty {
                return found.sorted { ($0.start ?? 0) < ($1.start ?? 0) }
            }
        }
        return []
    }

    private static func parts(_ path: String) -> [[UInt8]] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }.filter { $0 != [UInt8(ascii: ".")] }
    }
}
