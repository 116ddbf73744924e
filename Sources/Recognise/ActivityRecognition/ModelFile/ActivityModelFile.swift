// SPDX-License-Identifier: Apache-2.0
/// The model file, version 3, as it stands in JSON; Models/FORMAT.md describes it.
struct ActivityModelFile {
    static let kind = "activity-model"
    static let currentVersion = 3
    /// The versions that are read: one before kernels had none, and is the same else.
    static let readableVersions = 2...currentVersion

    struct Scaling {
        var mean: [Double]
        var deviation: [Double]
        var limit: Double
    }

    struct Smoothing {
        var stay: Double
        var evidence: Evidence
        var temperature: Double

        struct Evidence {
            var causal: Double
            var lag: Double
            var viterbi: Double
        }
    }

    /// Random-kernel features; a file of version 2 has none.
    struct Kernels {
        var numbers: [Int] = []
        var thresholds: [Int] = []
        var mean: [Double] = []
        var deviation: [Double] = []
    }

    struct Confidence {
        var medium: Double
        var high: Double
    }

    struct Distance {
        var features: [String]
        var means: [[Double]]
        var whitening: [[Double]]
        var limit: Double
    }

    /// The model of one sensor case.
    struct Case {
        var sensorCase: String
        var acceleration: String
        var minimumRate: Double
        /// Sensors that may be there or be missing.
        var optional: [String]
        var scaling: Scaling
        /// Features whose products in pairs follow the features.
        var products: [String]
        var kernels: Kernels
        /// Scaling of the lines of engines; nil where the case has none.
        var lines: Scaling?
        /// One row of weights per class: for the features, then for the products, the kernels and the lines.
        var weights: [[Double]]
        var intercepts: [Double]
        var confidence: Confidence
        var distance: Distance
    }

    var gaitway = Self.kind
    var version = Self.currentVersion
    var name: String
    var schema: String
    var features: [String]
    var classes: [String]
    var cases: [Case]
    var smoothing: Smoothing
    var provenance: Provenance
    /// What speeds say; files of models that saw none have no such field.
    var speed: Speed?

    struct Speed {
        var bounds: [Double]
        var power: Double
        var chainPower: Double
        var shares: [[Double]]
    }
}
