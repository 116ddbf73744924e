// SPDX-License-Identifier: Apache-2.0
internal import CDocuments
import GaitwayBase
import GaitwayWorkspace

/// A document that `gaitway help` shows, such as the description of a file.
enum HelpDocument {
    /// The names of the documents.
    static let names: [String] = {
        var names: [String] = []
        while let file = gaitway_document(names.count) { names.append(String(cString: file.pointee.name)) }
        return names
    }()

    /// The text of the document that the words behind `gaitway` ask for: `help policy`.
    static func text(for words: [String]) -> String? {
        guard words.count == 2, words[0] == "help", let index = names.firstIndex(of: words[1]),
            let file = gaitway_document(index)?.pointee
        else { return nil }
        let bytes = UnsafeBufferPointer(start: file.bytes, count: file.size)
        return String(decoding: bytes, as: UTF8.self)
    }
}
