// SPDX-License-Identifier: Apache-2.0

/// The kind and version that one of our JSON files states, as `{"gaitway": "timeline", "version": 1, …}`.
package struct DocumentFormat: Sendable {
    /// The kind of file, as in its member `gaitway`.
    package let kind: String
    /// The version that is written, and the only one that is read.
    package let version: Int

    /// A format of ours.
    package init(kind: String, version: Int) {
        self.kind = kind
        self.version = version
    }

    /// Writes the two members that state this format, which come first.
    package func write(to json: inout JSONWriter) {
        json.add("gaitway", kind)
        json.add("version", version)
    }

    /// Reads a whole file of this format.
    ///
    /// The version is checked before the rest of the file, since a later version may hold other fields.
    ///
    /// - Throws: `InputError` with the line: `empty`, `malformed` or `truncated` if it is not JSON, `unsupported` for
    ///   another kind or version.
    package func root(of bytes: [UInt8]) throws(InputError) -> JSONElement {
        var reader = JSONReader(bytes)
        guard !reader.isAtEnd() else {
            throw .empty("the file is empty", remedy: "give a file that begins with \"gaitway\": \(quoted: kind)")
        }
        // Our files are objects: anything else is of another kind, whatever else may be wrong with it.
        guard reader.peek() == UInt8(ascii: "{") else { throw otherKind(line: reader.line()) }
        let root: JSONElement
        do throws(InputError) {
            root = try reader.element()
            try reader.expectEnd()
        } catch {
            var fault = error
            if fault.remedy.isEmpty { fault.remedy = "give a file that begins with \"gaitway\": \(quoted: kind)" }
            throw fault
        }
        try check(kind: root["gaitway"]?.text, line: root.line)
        let stated = root["version"]
        try check(version: stated?.number, line: stated?.line ?? root.line)
        return root
    }

    /// Throws unless a file states this kind.
    package func check(kind stated: String?, line: Int? = nil) throws(InputError) {
        guard stated == kind else { throw otherKind(line: line) }
    }

    private func otherKind(line: Int?) -> InputError {
        .unsupported(
            "this is not a file of kind \(quoted: kind)", remedy: "it must hold \"gaitway\": \(quoted: kind)",
            line: line)
    }

    /// Throws unless a file states this version.
    package func check(version stated: Double?, line: Int? = nil) throws(InputError) {
        guard let stated else {
            throw .unsupported("the file states no version", remedy: "add \"version\": \(version)", line: line)
        }
        guard Int(stated, in: .countable) == version else {
            throw .unsupported(
                "version \(Int(stated, in: .countable).map(String.init) ?? "\(stated)") is not supported; "
                    + "this build reads \(version)", remedy: "write the file again with this version of gaitway",
                line: line)
        }
    }
}
