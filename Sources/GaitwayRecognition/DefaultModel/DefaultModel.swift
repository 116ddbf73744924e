// SPDX-License-Identifier: Apache-2.0
internal import CDefaultModel
public import GaitwayBase

/// The model that is built into the binary: `default.json` of this folder.
public enum DefaultModel {
    /// The model; its cases are decoded when they are asked for.
    ///
    /// - Throws: `InputError` for a file of other features than this program computes; the one that comes with it has
    ///   them.
    public static func load() throws(InputError) -> ActivityModel {
        // The bytes are constants of the program, so that they outlive every use.
        let bytes = UnsafeBufferPointer(start: gaitway_default_model(), count: gaitway_default_model_size())
        return try ActivityModel(trusted: Array(bytes), source: "the built-in model")
    }
}
