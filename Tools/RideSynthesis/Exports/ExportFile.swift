// SPDX-License-Identifier: Apache-2.0
/// A file of an export: a path relative to the output folder, and its bytes.
package struct ExportFile: Sendable, Hashable {
    /// Relative, with slashes.
    package var path: String
    /// The content.
    package var bytes: [UInt8]

    /// A file.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }
}
