// SPDX-License-Identifier: Apache-2.0
import Glibc

/// All files that a command will write, checked before it starts its work. Nothing is opened or made.
package struct OutputPlan {
    /// The path that stands for standard output.
    package static let standardOutput = "-"

    private let inputs: InputFiles
    private var identities: Set<FileIdentity> = []
    private var places: Set<FilePlace> = []

    /// A plan for a command that reads `inputs`.
    package init(inputs: InputFiles) { self.inputs = inputs }

    /// Adds a file that will be written, or standard output (`-`).
    ///
    /// - Parameter replaces: whether an existing file is replaced.
    /// - Throws: `OutputError` for a path that cannot be written, is one of the inputs, is written twice, or exists and
    ///   must stay.
    package mutating func add(_ path: String, replaces: Bool) throws(OutputError) {
        guard path != Self.standardOutput else { return }
        let output = try OutputPath(path)
        switch output.kind {
        case .descriptor, .special: return try output.checkAccess()
        case .file, .missing: break
        }
        guard !inputs.contains(output.target) else {
            throw OutputError(path: path, problem: "is one of the files that are read", remedy: "write to another file")
        }
        if case .file = output.kind {
            let identity = FileIdentity(path: output.target)
            guard identity == nil || identity != FileIdentity(descriptor: STDOUT_FILENO) else {
                throw OutputError(path: path, problem: "is standard output as well", remedy: "write to another file")
            }
            guard replaces else { throw OutputError.exists(path) }
            if let identity {
                guard identities.insert(identity).inserted else { throw Self.twice(path) }
            }
        }
        try output.checkAccess()
        guard let place = FilePlace(output.target) else { return }
        guard places.insert(place).inserted else { throw Self.twice(path) }
    }

    private static func twice(_ path: String) -> OutputError {
        OutputError(path: path, problem: "would be written twice", remedy: "give each result a file of its own")
    }
}
