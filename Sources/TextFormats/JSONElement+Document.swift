package import MotionTypes

extension JSONElement {
    /// Reads the whole of one of our files, which begins as `{"gaitway": "timeline-policy", "version": 1, …`.
    ///
    /// The version is judged before anything else in the file is: a later one may well hold other things.
    ///
    /// - Throws: `InputError` with the line: `empty`, `malformed` or `truncated` for what is no JSON, `unsupported` for another kind or
    ///   version.
    package init(document bytes: [UInt8], kind: String, version: Int) throws(InputError) {
        var reader = JSONReader(bytes)
        guard !reader.isAtEnd() else {
            throw InputError(
                .empty, problem: "the file is empty", remedy: "give a file that holds \"gaitway\": \"\(kind)\"")
        }
        self = try reader.element()
        try reader.expectEnd()
        guard self["gaitway"]?.text == kind else {
            throw InputError(
                .unsupported, line: line, problem: "the file is none of the kind \"\(kind)\"",
                remedy: "it must hold \"gaitway\": \"\(kind)\"")
        }
        guard self["version"]?.number == Double(version) else {
            throw InputError(
                .unsupported, line: self["version"]?.line ?? line,
                problem: "the file is of another version than \(version)",
                remedy: "write it again for \"version\": \(version)")
        }
    }
}
