// SPDX-License-Identifier: Apache-2.0
/// Shortens the names of files for results and messages.
package enum FileName {
    /// The last part of a path, as a result may quote it: without the folders of one machine.
    package static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// What comes after the last dot of a file's name, in small letters; nil without a dot.
    package static func ending(_ path: String) -> String? {
        let name = last(path)
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }
}
