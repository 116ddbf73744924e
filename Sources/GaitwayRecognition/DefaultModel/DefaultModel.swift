// SPDX-License-Identifier: Apache-2.0
internal import CDefaultModel
public import GaitwayBase

/// The models that are built into the binary, from the folder `Models`.
public enum DefaultModel {
    /// The default model; its cases are decoded when they are asked for.
    ///
    /// - Throws: `InputError` for a file of other features than this program computes; the one that comes with it has
    ///   them.
    public static func load() throws(InputError) -> ActivityModel {
        try model(gaitway_default_model(), gaitway_default_model_size(), "the built-in model")
    }

    /// The model that was trained on rides with an open licence alone: for products that may use no others. It errs
    /// more often than the default model; `Models/OPEN.md` says how much.
    ///
    /// - Throws: as ``load()``.
    public static func loadOpen() throws(InputError) -> ActivityModel {
        try model(gaitway_open_model(), gaitway_open_model_size(), "the open model")
    }

    private static func model(
        _ start: UnsafePointer<UInt8>?, _ count: Int, _ source: String
    ) throws(InputError) -> ActivityModel {
        // The bytes are constants of the program, so that they outlive every use.
        try ActivityModel(trusted: Array(UnsafeBufferPointer(start: start, count: count)), source: source)
    }
}
