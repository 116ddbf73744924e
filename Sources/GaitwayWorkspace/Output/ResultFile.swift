// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Synchronization

/// A file that takes what a command prints, in place of standard output: whole or not at all.
package final class ResultFile: Sendable {
    /// The file of the current work; nil for standard output.
    @TaskLocal static var current: ResultFile?

    private struct State {
        var file: OutputFile
        var isEmpty = true
    }

    private let state: Mutex<State>

    private init(_ path: String, replaces: Bool) throws(OutputError) {
        state = Mutex(State(file: try OutputFile(path: path, replaces: replaces)))
    }

    /// Runs work whose results go to the file at `path`; nil and `-` are standard output.
    ///
    /// Results before a fault of the input are kept, as they would have been printed.
    package static func taking(_ path: String?, replaces: Bool, _ work: () async throws -> Void) async throws {
        guard let path, path != OutputPlan.standardOutput else { return try await work() }
        let result = try ResultFile(path, replaces: replaces)
        do {
            try await $current.withValue(result) { try await work() }
        } catch {
            if !(error is OutputError), !result.state.withLock({ $0.isEmpty }) { try result.commit() }
            throw error
        }
        try result.commit()
    }

    func write(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            if !bytes.isEmpty { state.isEmpty = false }
            try state.file.write(bytes)
        }
    }

    private func commit() throws { try state.withLock { try $0.file.commit() } }
}
