// SPDX-License-Identifier: Apache-2.0
/// One file of a zip archive, as the central directory describes it.
package struct ZipEntry: Sendable, Hashable {
    /// The path inside the archive, with forward slashes; relative, without `.` and `..`.
    package let name: String
    /// Bytes in the archive.
    let compressedSize: Int
    /// Bytes once unpacked; reading delivers exactly this number or throws.
    package let uncompressedSize: Int

    /// The name's bytes, which the local header must repeat.
    let nameBytes: [UInt8]
    /// How it is packed: 0 stored, 8 deflated, others refused when the entry is opened.
    let method: Int
    /// The general purpose flags.
    let flags: ZipFlags
    /// CRC-32 of the unpacked bytes.
    let checksum: UInt32
    /// Where its local header begins.
    let headerOffset: Int
    /// Where the next entry or the central directory begins; its data end before.
    var limit: Int

    /// Whether the entry is a folder, or one of the resource forks that macOS packs beside every file.
    var isIgnored: Bool { name.hasSuffix("/") || name.hasPrefix("__MACOSX/") }
}

/// The bits of a header's general purpose flag that matter here.
struct ZipFlags: OptionSet, Sendable, Hashable {
    let rawValue: Int

    static let encrypted = ZipFlags(rawValue: 1 << 0)
    /// Sizes and checksum follow the data; in the local header they are zero.
    static let hasDescriptor = ZipFlags(rawValue: 1 << 3)
    static let patch = ZipFlags(rawValue: 1 << 5)
    static let stronglyEncrypted = ZipFlags(rawValue: 1 << 6)
    static let nameIsUTF8 = ZipFlags(rawValue: 1 << 11)
    static let maskedHeader = ZipFlags(rawValue: 1 << 13)

    /// An entry with one of these flags cannot be read here.
    static let anyEncryption: ZipFlags = [.encrypted, .stronglyEncrypted, .maskedHeader]
}
