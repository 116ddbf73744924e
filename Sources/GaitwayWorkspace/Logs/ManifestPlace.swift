// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayRecognition
import Glibc

/// The file that a manifest is written to: by `--output`, or by the shell, as in
/// `gaitway manifest rides/ > rides/manifest.csv`.
package struct ManifestPlace {
    private let output: FileIdentity?
    /// The folder that recordings are named from; nil if that is the current one.
    private let folder: String?
    private let current: String

    /// - Parameter path: the file; nil and `-` are standard output.
    package init(_ path: String?) {
        current = Self.real(".")
        let file = OutputPlan.isFile(path) ? path : nil
        output = file.map { FileIdentity(path: $0) } ?? FileIdentity(descriptor: STDOUT_FILENO)
        let written =
            if let file { Self.real(FileName.folder(file)) } else if output != nil {
                FileName.folder(Self.real("/proc/self/fd/\(STDOUT_FILENO)"))
            } else { current }
        folder = written == current ? nil : written
    }

    /// Whether a log is the manifest itself, which may be there before the search: empty, as the shell makes it, or of
    /// an earlier time.
    package func isOutput(_ log: FoundLog) -> Bool {
        guard let output, log.paths.count == 1, let path = log.paths.first, FileIdentity(path: path) == output else {
            return false
        }
        return FileStatus(path: path)?.size == 0 || (try? ForeignFile.at(path))?.kind == ForeignFile.manifestKind
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
        guard let real = realpath(path.systemPath, nil) else { return path }
        defer { free(real) }
        return String(systemPath: real)
    }
}
