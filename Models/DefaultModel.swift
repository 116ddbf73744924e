public import ActivityRecognition

/// The model that is built into the binary: `default.json` of this folder.
public enum DefaultModel {
    /// The model, decoded and checked.
    public static func load() throws -> ActivityModel {
        try ActivityModel(json: PackageResources.default_json, source: "the built-in model")
    }
}
