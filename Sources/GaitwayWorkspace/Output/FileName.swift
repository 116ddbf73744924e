// SPDX-License-Identifier: Apache-2.0
/// Parts of the names of files.
package enum FileName {
    /// The last part of a path, as a result may quote it: without the folders of one machine.
    package static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The folder that a file lies in: `.` for a name alone.
    package static func folder(_ path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// What comes after the last dot of a file's name, in small letters; nil without a dot.
    package static func ending(_ path: String) -> String? {
        let name = last(path)
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }
}
