// SPDX-License-Identifier: Apache-2.0
/// The limits beyond which a zip archive is refused. A log can be gigabytes, so no size alone makes an entry
/// suspicious: its ratio does, and an archive that spends more bytes on its table of contents than on logs.
enum ZipLimits {
    /// Entries of one archive, ignored ones included. A logger writes fewer than a hundred for a ride; people pack
    /// thousands of rides together.
    static let entries = 200_000
    /// Bytes of the central directory, which is held in memory while it is read.
    static let directoryBytes = 64 << 20
    /// Bytes of all entries together once unpacked, as the central directory declares them.
    static let totalBytes = 64 << 30
    /// Unpacked bytes to one packed byte, beyond ``ratioFreeBytes``. Rows of numbers pack 3 to 20 times; deflate's
    /// most is 1032, which only a run of one byte reaches.
    static let ratio = 200
    /// An entry up to this size, in unpacked bytes, may have any ratio.
    static let ratioFreeBytes = 64 << 20
    /// Bytes of packed data that are read from the file at once.
    static let inputBytes = 64 << 10
}
