// SPDX-License-Identifier: Apache-2.0
package import GaitwayEvaluation

/// A model that a page asks for. The server trains it by the command's own run, so that both write the same bytes.
package struct TrainingOrder: Sendable {
    package let manifest: String
    /// The folder that recordings are relative to.
    package let root: String
    /// Conditions `COLUMN=VALUE` on the rides.
    package let conditions: [String]
    /// Whether the built-in model is adapted; otherwise a new one is trained.
    package let adaptsBuiltIn: Bool
    package let name: String
    /// The model file's path; a file that exists is replaced.
    package let output: String

    /// Trains, and writes the model file. What `progress` throws ends the work, and no file is written.
    package typealias Run =
        @Sendable (
            _ order: TrainingOrder, _ progress: @Sendable (WorkProgress) throws -> Void
        ) async throws -> Void
}
