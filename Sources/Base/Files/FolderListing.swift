import Glibc
package import MotionTypes

/// The contents of one folder, without those of the folders in it.
package struct FolderListing: Sendable {
    /// The names in alphabetical order, hidden ones included, without `.` and `..`.
    package let names: [String]
    /// The folder itself, whatever links led to it; nil if the system refuses to say.
    package let identity: FileIdentity?

    /// Lists the folder at a path.
    ///
    /// - Throws: `unreadable` if there is no such folder, or it may not be listed.
    package init(path: String) throws(InputError) {
        guard let folder = opendir(path) else {
            throw InputError(
                .unreadable, source: path, problem: "the folder cannot be listed: \(String(cString: strerror(errno)))",
                remedy: InputFile.remedy)
        }
        defer { closedir(folder) }
        identity = FileStatus(descriptor: dirfd(folder))?.identity
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        self.names = names.sorted()
    }

    /// The folders above the one at a path, up to the root.
    package static func identities(above path: String) -> Set<FileIdentity> {
        guard let real = realpath(path, nil) else { return [] }
        defer { free(real) }
        var parts = String(cString: real).split(separator: "/")
        var identities: Set<FileIdentity> = []
        while parts.popLast() != nil {
            if let identity = FileIdentity(path: "/" + parts.joined(separator: "/")) { identities.insert(identity) }
        }
        return identities
    }
}
