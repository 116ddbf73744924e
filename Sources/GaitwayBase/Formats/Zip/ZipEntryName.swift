// SPDX-License-Identifier: Apache-2.0

/// The rules for the names of a zip archive's entries.
enum ZipEntryName {
    /// The name that `bytes` spell, in UTF-8 or else in code page 437, the format's original encoding. It is without
    /// the parts that lead nowhere: `./a.csv` is `a.csv`, and a name that ends with `/` is a folder.
    ///
    /// - Throws: `InputError` for a name that is empty, leaves the archive or means different paths on different
    /// systems: an absolute one, one with `..`, a backslash, a drive letter, or a control character.
    static func decode(_ bytes: [UInt8], isUTF8: Bool) throws(InputError) -> String {
        let name: String
        if let text = String(validating: bytes, as: UTF8.self) {
            name = text
        } else if !isUTF8 {
            name = String(String.UnicodeScalarView(bytes.map(codePage437)))
        } else {
            throw refusal("an entry's name is not UTF-8, as its flags say")
        }
        guard !bytes.isEmpty else { throw refusal("an entry has no name") }
        // Code page 437's bytes below 32 are control characters here, whatever glyphs it gave them on a screen.
        guard !name.unicodeScalars.contains(where: isControl) else {
            throw refusal("an entry's name has a control character: \(quoted: name)")
        }
        guard !bytes.contains(UInt8(ascii: "\\")) else {
            throw refusal("the entry \(quoted: name) has a backslash in its name")
        }
        let hasDrive = bytes.count > 1 && bytes[1] == UInt8(ascii: ":") && isLetter(bytes[0])
        let leaves = bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
        guard bytes[0] != UInt8(ascii: "/"), !hasDrive, !leaves else {
            throw refusal("the entry \(quoted: name) leads out of the archive")
        }
        return try withoutIdleParts(name)
    }

    /// The name without empty parts and `.`, except for the mark of a folder at its end.
    private static func withoutIdleParts(_ name: String) throws(InputError) -> String {
        let parts = name.split(separator: "/").filter { $0 != "." }
        if name.hasSuffix("/") { return parts.joined(separator: "/") + "/" }
        guard !name.hasSuffix("/."), !parts.isEmpty else {
            throw refusal("the entry \(quoted: name) has no name within its folder")
        }
        return parts.joined(separator: "/")
    }

    private static func refusal(_ problem: String) -> InputError { .malformed(problem, remedy: ZipRecord.repack) }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func codePage437(_ byte: UInt8) -> Unicode.Scalar {
        byte < 128 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 128]
    }

    private static let upperHalf = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
            + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}").unicodeScalars)
}
