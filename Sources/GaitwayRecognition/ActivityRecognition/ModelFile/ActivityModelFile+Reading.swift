// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension ActivityModelFile {
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.appendLine(to: &bytes) { json in write(to: &json) }
        return bytes
    }

    /// Reads a file of this version; fields that it does not know are passed over. With `readCase`, that must read each
    /// case, and ``cases`` stays empty.
    ///
    /// - Throws: `malformed` or `truncated` without a source.
    init(
        _ bytes: [UInt8], readCase: ((_ reader: inout JSONReader) throws(InputError) -> Void)? = nil
    ) throws(InputError) {
        var reader = JSONReader(bytes)
        self.init()
        try read(&reader) { (key, reader) throws(InputError) in
            guard key == "cases", let readCase else { return false }
            try reader.array(readCase)
            return true
        }
        try reader.expectEnd()
    }

    /// The kind and version that a file states, whatever else it holds; nil when it does not.
    static func preamble(of bytes: [UInt8]) -> (kind: String, version: Int)? {
        var reader = JSONReader(bytes)
        guard let file = try? reader.element(), let kind = file["gaitway"]?.text,
            let version = file["version"]?.number.flatMap({ Int($0, in: .countable) })
        else { return nil }
        return (kind, version)
    }

    /// Throws unless kind and version are those of this program's model files.
    static func check(kind: String, version: Int) throws(InputError) {
        guard kind == self.kind else {
            throw .unsupported("this is a file of kind \(quoted: kind), not a model", remedy: "give \(file: .model)")
        }
        guard readableVersions.contains(version) else {
            throw .unsupported(
                "the model's format version \(version) is not supported; this build reads "
                    + "\(readableVersions.lowerBound) to \(readableVersions.upperBound)", remedy: "train it again")
        }
    }
}

extension ActivityModelFile.Case {
    /// Passes over a case and returns its name.
    static func skip(_ reader: inout JSONReader) throws(InputError) -> String {
        var name: String?
        try reader.object { (key, reader) throws(InputError) in
            if key == "case" { name = try reader.string() } else { try reader.skip() }
        }
        guard let name else { throw missing("case", &reader) }
        return name
    }
}
