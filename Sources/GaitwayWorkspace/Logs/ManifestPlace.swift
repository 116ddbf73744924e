// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayRecognition
import Glibc

/// The file that a manifest is written to, if standard output is one: `gaitway manifest rides/ > rides/manifest.csv`.
package struct ManifestPlace {
    private let output = FileIdentity(descriptor: STDOUT_FILENO)
    /// The folder that recordings are named from; nil if that is the current one.
    private let folder: String?
    private let current: String

    package init() {
        current = Self.real(".")
        let written = output == nil ? nil : Self.folder(of: Self.real("/proc/self/fd/\(STDOUT_FILENO)"))
        folder = written == current ? nil : written
    }

    /// Whether a log is the manifest itself, which the shell made before the search.
    package func isOutput(_ log: FoundLog) -> Bool {
        guard let output, log.paths.count == 1, let path = log.paths.first else { return false }
        return FileIdentity(path: path) == output
    }

    /// The path of a recording as the manifest names it: from the manifest's own folder, if it lies there.
    package func path(of log: String) -> String {
        guard let folder else { return log }
        let whole = log.hasPrefix("/") ? log : current + "/" + log
        var parts: [Substring] = []
        for part in whole.split(separator: "/") where part != "." {
            if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
        }
        let path = "/" + parts.joined(separator: "/")
        return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }

    private static func real(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
