// SPDX-License-Identifier: Apache-2.0

/// The name of a file as a key: two names are one only if their bytes are the same.
///
/// Strings are equal across Unicode forms, but files whose names differ in their form are two files.
package struct ExactName: Sendable, Hashable, Comparable {
    let text: String

    init(_ text: String) { self.text = text }

    package static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// Names in the order of strings; the bytes decide between two forms of one.
    package static func < (left: Self, right: Self) -> Bool {
        left.text == right.text ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8) : left.text < right.text
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(UInt8.max)
    }
}

extension Dictionary where Key == ExactName {
    subscript(name: String) -> Value? {
        get { self[ExactName(name)] }
        set { self[ExactName(name)] = newValue }
    }
}
