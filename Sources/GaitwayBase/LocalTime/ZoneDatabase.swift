// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The machine's files of time zones, a file for each.
package struct ZoneDatabase: Sendable {
    package let folder: String

    /// The files below a folder.
    package init(folder: String) { self.folder = folder }

    /// The machine's own: those of `TZDIR`, which the C library goes by, too, or those of the system.
    package static var system: ZoneDatabase {
        let named = getenv("TZDIR").map { String(cString: $0) } ?? ""
        return ZoneDatabase(folder: named.isEmpty ? "/usr/share/zoneinfo" : named)
    }

    /// The rules of a zone, by its IANA name: `Europe/Berlin`. Nil for a name that the database does not have.
    ///
    /// - Throws: `InputError` where there is no database, or the zone's file is broken.
    package func rules(of name: String) throws(InputError) -> ZoneRules? {
        guard Self.isName(name), let bytes = Self.bytes(of: folder + "/" + name) else {
            // Every database has it.
            guard Self.bytes(of: folder + "/UTC") != nil else {
                throw .unreadable(
                    "there are no time zones in this folder",
                    remedy: "install tzdata, or name the folder that has them in TZDIR", source: folder)
            }
            return nil
        }
        return try ZoneRules(bytes: bytes, source: folder + "/" + name)
    }

    /// The names of all zones, in alphabetical order.
    package var names: [String] {
        var names: [String] = []
        collect("", into: &names)
        return names.sorted()
    }

    /// The name of the machine's zone: that of `TZ`, or the one that /etc/localtime leads to; nil where neither tells.
    var localName: String? {
        let named = getenv("TZ").map { String(cString: $0) } ?? ""
        if Self.isName(named), Self.bytes(of: folder + "/" + named) != nil { return named }
        var target = [UInt8](repeating: 0, count: 4096)
        let count = target.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/etc/localtime", $0, bytes.count) } ?? -1
        }
        guard count > 0 else { return nil }
        let parts = String(decoding: target.prefix(count), as: UTF8.self).split(separator: "/")
        guard let root = parts.lastIndex(of: "zoneinfo"), root + 1 < parts.count else { return nil }
        return parts[(root + 1)...].joined(separator: "/")
    }

    /// What to write instead of a name that the database does not have.
    package func remedy(for name: String) -> Remedy {
        let wanted = name.lowercased()
        let like = wanted.isEmpty ? nil : names.first { $0.lowercased().hasSuffix(wanted) }
        return like.map { "did you mean \($0)?" } ?? "use an IANA name such as Europe/Berlin"
    }

    /// Whether a name cannot lead out of the folder, nor to other clocks ("right" counts leap seconds) or files of
    /// other kinds.
    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, !["posix", "right", "localtime", "posixrules"].contains(first) else {
            return false
        }
        return parts.allSatisfy { part in
            !part.isEmpty && part.utf8.count < 64
                && part.utf8.allSatisfy {
                    $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
                        || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || "_+-".utf8.contains($0)
                }
        }
    }

    private func collect(_ prefix: String, into names: inout [String]) {
        guard let listing = try? FolderListing(path: folder + "/" + prefix) else { return }
        for name in listing.names.map({ prefix + $0 }) where Self.isName(name) {
            let path = folder + "/" + name
            if FileStatus(path: path)?.kind == .folder {
                collect(name + "/", into: &names)
            } else if Self.bytes(of: path) != nil {
                names.append(name)
            }
        }
    }

    /// The bytes of a zone's file; nil for any other file. The largest zone has a few thousand.
    private static func bytes(of path: String) -> [UInt8]? {
        guard FileStatus(path: path)?.kind == .file,
            let bytes = try? InputFile(path: path).whole(limit: 1 << 18, remedy: ""), bytes.starts(with: "TZif".utf8)
        else { return nil }
        return bytes
    }
}
