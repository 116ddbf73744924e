// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The files that a command leaves its results in, beside what it prints; `-` stands for standard output.
package struct ResultFiles {
    /// Whether files that are there give way.
    package let replaces: Bool
    private var failure: (any Error)?

    package init(replaces: Bool) { self.replaces = replaces }

    /// Writes one of them, with a line end. What cannot be written is kept for ``finish()``: the others are written all
    /// the same.
    package mutating func write(_ text: @autoclosure () -> String, to path: String?) {
        guard let path else { return }
        let text = text()
        do {
            try Self.save(Array((text.hasSuffix("\n") ? text : text + "\n").utf8), to: path, replaces: replaces)
        } catch {
            if let failure { Diagnostics.error(failure) }
            failure = error
        }
    }

    /// - Throws: the fault of a file that could not be written.
    package func finish() throws { if let failure { throw failure } }

    /// Writes a whole result as it is.
    package static func save(_ bytes: [UInt8], to path: String, replaces: Bool) throws {
        guard path == OutputPlan.standardOutput else {
            return try OutputFile.save(bytes, to: path, replaces: replaces)
        }
        // A file that takes what is printed does not take this.
        try ResultFile.$current.withValue(nil) {
            var output = StandardOutput()
            try output.write(bytes)
            try output.flush()
        }
    }
}

extension OutputPlan {
    /// Whether a result goes to a file of its own; nil and `-` are standard output.
    package static func isFile(_ path: String?) -> Bool { path.map { $0 != standardOutput } ?? false }
}
