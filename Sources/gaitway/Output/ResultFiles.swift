import FileWriting

/// The files that a command leaves its results in, beside what it prints; `-` stands for standard output.
struct ResultFiles {
    private var failure: (any Error)?

    /// Writes one of them. What cannot be written is kept for ``finish()``: the others are written all the same.
    ///
    /// - Parameter replaces: whether a file that is there gives way.
    mutating func write(_ text: @autoclosure () -> String, to path: String?, replaces: Bool = true) {
        guard let path else { return }
        let text = text()
        do {
            if path == OutputPlan.standardOutput { return try StandardOutput.print(text) }
            try OutputFile.save(Array((text.hasSuffix("\n") ? text : text + "\n").utf8), to: path, replaces: replaces)
        } catch {
            if let failure { Diagnostics.error(failure) }
            failure = error
        }
    }

    /// - Throws: the fault of a file that could not be written.
    func finish() throws { if let failure { throw failure } }
}
