// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The contents of one folder, without those of the folders in it.
package struct FolderListing: Sendable {
    /// The names in alphabetical order, hidden ones included, without `.` and `..`.
    package let names: [String]
    /// The folder itself, whatever links led to it; nil if the system refuses to say.
    package let identity: FileIdentity?

    /// Lists the folder at a path.
    package init(path: String) throws(InputError) {
        let descriptor = FileCalls.open(path, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0, let folder = fdopendir(descriptor) else {
            let code = errno
            if descriptor >= 0 { close(descriptor) }
            throw .unreadable(
                "the folder cannot be listed: \(ConfinedFolders.text(of: code, at: path))",
                remedy: InputFile.remedy(for: code, at: path), source: path)
        }
        defer { closedir(folder) }
        identity = FileStatus(descriptor: descriptor)?.identity
        var names: [String] = []
        while let entry = readdir(folder) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
            let name = ForeignName.text(bytes)
            if name != ".", name != ".." { names.append(name) }
        }
        self.names = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The folders above the one at a path, up to the root.
    package static func identities(above path: String) -> Set<FileIdentity> {
        guard let real = realpath(path.systemPath, nil) else { return [] }
        defer { free(real) }
        var parts = String(systemPath: real).split(separator: "/")
        var identities: Set<FileIdentity> = []
        while parts.popLast() != nil {
            if let identity = FileIdentity(path: "/" + parts.joined(separator: "/")) { identities.insert(identity) }
        }
        return identities
    }
}
