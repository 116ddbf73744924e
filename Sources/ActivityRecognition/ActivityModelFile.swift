// FoundationEssentials for JSON: its coder is exact for numbers, refuses what JSON forbids, and starts faster than
// Foundation.
internal import FoundationEssentials
internal import MotionTypes

/// The model file, version 1, as it stands in JSON; Models/FORMAT.md describes it.
struct ActivityModelFile: Codable {
    static let kind = "activity-model"
    static let currentVersion = 1

    struct Scaling: Codable {
        var mean: [Double]
        var deviation: [Double]
        var limit: Double
    }

    struct Smoothing: Codable {
        var stay: Double
    }

    struct Confidence: Codable {
        var medium: Double
        var high: Double
    }

    struct Sensors: Codable {
        var required: [String]
        var optional: [String]
        var minimumRate: Double

        enum CodingKeys: String, CodingKey {
            case required, optional
            case minimumRate = "minimum_rate"
        }
    }

    /// What is read first, so that another version is named as such whatever else it holds.
    struct Preamble: Codable {
        var gaitway: String
        var version: Int
    }

    var gaitway = Self.kind
    var version = Self.currentVersion
    var name: String
    var schema: String
    var features: [String]
    var classes: [String]
    var scaling: Scaling
    /// Features whose products in pairs follow the features.
    var products: [String]
    /// One row of weights per class: for the features, then for the products.
    var weights: [[Double]]
    var intercepts: [Double]
    var smoothing: Smoothing
    var confidence: Confidence
    var sensors: Sensors
    var provenance: Provenance
}
