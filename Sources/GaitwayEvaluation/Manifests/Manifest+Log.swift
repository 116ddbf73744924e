// SPDX-License-Identifier: Apache-2.0
extension Manifest {
    /// The rows of a log by its path as the user gave it: those whose recording ends the path, else those of its name.
    ///
    /// Rows of several activities without their boundaries say nothing along time, and are left out.
    package func rows(of log: String) -> [ManifestRow] {
        let path = Self.parts(log)
        let labelled = rows.filter { !$0.isUnlabelled }
        let exact = labelled.filter { row in
            let own = Self.parts(row.recording)
            return !own.isEmpty && path.suffix(own.count).elementsEqual(own)
        }
        let found = exact.isEmpty ? labelled.filter { Self.parts($0.recording).last == path.last } : exact
        return found.sorted { ($0.start ?? 0) < ($1.start ?? 0) }
    }

    private static func parts(_ path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }
}
