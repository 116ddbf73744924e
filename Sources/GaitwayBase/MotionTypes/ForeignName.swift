// SPDX-License-Identifier: Apache-2.0

/// File names that are not UTF-8, as text: other systems and old programs make them.
///
/// Each byte that is not of a UTF-8 character becomes a character for private use, and `systemPath` makes it the byte
/// again. So each name has one text, which results and manifests can hold.
package enum ForeignName {
    /// The character of byte 0; bytes from 0x80 on are used.
    private static let base: UInt32 = 0x10_F700

    /// The byte that a character stands for; nil for a usual character.
    package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        base + 0x80...base + 0xff ~= scalar.value ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }

    /// Whether a name has bytes that are not UTF-8.
    package static func isForeign(_ name: String) -> Bool { name.unicodeScalars.contains { byte($0) != nil } }

    /// The text of a name's bytes.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !isForeign(text) { return text }
        var scalars = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let character = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
            // A name that has such a character already keeps its bytes, too.
            if let character, !isForeign(character) {
                scalars.append(contentsOf: character.unicodeScalars)
                rest = rest.dropFirst(character.utf8.count)
            } else {
                if let scalar = Unicode.Scalar(base + UInt32(first)) { scalars.append(scalar) }
                rest = rest.dropFirst()
            }
        }
        return String(scalars)
    }

    /// The name for people: its bytes are taken as Latin-1, which most such names are.
    package static func shown(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { scalar in byte(scalar).map { .init($0) } ?? scalar }))
    }
}

extension CommandLine {
    /// The words behind the command's name, which may be paths that are not UTF-8.
    package static let words: [String] = (1..<max(1, Int(argc))).compactMap { number in
        unsafeArgv[number].map { String(systemPath: $0) }
    }
}

extension String {
    /// The text of a path that the system gave.
    package init(systemPath path: UnsafePointer<CChar>) {
        var bytes: [UInt8] = []
        while path[bytes.count] != 0 { bytes.append(UInt8(bitPattern: path[bytes.count])) }
        self = ForeignName.text(bytes)
    }

    /// The bytes of a path for calls of the system, with a zero behind them.
    package var systemPath: [CChar] {
        let bytes =
            ForeignName.isForeign(self)
            ? unicodeScalars.flatMap { scalar in ForeignName.byte(scalar).map { [$0] } ?? Array(String(scalar).utf8) }
            : Array(utf8)
        return bytes.map { CChar(bitPattern: $0) } + [0]
    }
}
