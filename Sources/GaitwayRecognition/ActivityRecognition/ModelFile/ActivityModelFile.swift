// SPDX-License-Identifier: Apache-2.0
/// The model file, version 3, as it stands in JSON; Models/FORMAT.md describes it. Fields are written in the order of
/// the alphabet, each number with the fewest digits that give it back.
struct ActivityModelFile: ModelFileObject {
    static let kind = "activity-model"
    static let currentVersion = 3
    /// The versions that are read: one before kernels had none, and is the same else.
    static let readableVersions = 2...currentVersion

    struct Scaling: ModelFileObject {
        var mean: [Double] = []
        var deviation: [Double] = []
        var limit = 0.0

        static let fields: [ModelFileField<Self>] = [
            .init("deviation", \.deviation), .init("limit", \.limit), .init("mean", \.mean),
        ]
    }

    /// Random-kernel features; a file of version 2 has none.
    struct Kernels: ModelFileObject {
        var numbers: [Int] = []
        var thresholds: [Int] = []
        var mean: [Double] = []
        var deviation: [Double] = []

        static let fields: [ModelFileField<Self>] = [
            .init("deviation", \.deviation), .init("mean", \.mean), .init("numbers", \.numbers),
            .init("thresholds", \.thresholds),
        ]
    }

    struct Confidence: ModelFileObject {
        var medium = 0.0
        var high = 0.0

        static let fields: [ModelFileField<Self>] = [.init("high", \.high), .init("medium", \.medium)]
    }

    struct Distance: ModelFileObject {
        var features: [String] = []
        var means: [[Double]] = []
        var whitening: [[Double]] = []
        var limit = 0.0

        static let fields: [ModelFileField<Self>] = [
            .init("features", \.features), .init("limit", \.limit), .init("means", \.means),
            .init("whitening", \.whitening),
        ]
    }

    struct Case: ModelFileObject {
        var sensorCase = ""
        var acceleration = ""
        var minimumRate = 0.0
        /// Sensors that may be there or be missing.
        var optional: [String] = []
        var scaling = Scaling()
        /// Features whose products in pairs follow the features.
        var products: [String] = []
        var kernels = Kernels()
        /// Scaling of the lines of engines; nil where the case has none.
        var lines: Scaling?
        /// One row of weights per class: for the features, then for the products, the kernels and the lines.
        var weights: [[Double]] = []
        var intercepts: [Double] = []
        var confidence = Confidence()
        var distance = Distance()

        static let fields: [ModelFileField<Self>] = [
            .init("acceleration", \.acceleration), .init("case", \.sensorCase), .init("confidence", \.confidence),
            .init("distance", \.distance), .init("intercepts", \.intercepts),
            .init("kernels", \.kernels, mayBeAbsent: true), .init("lines", \.lines),
            .init("minimum_rate", \.minimumRate), .init("optional", \.optional), .init("products", \.products),
            .init("scaling", \.scaling), .init("weights", \.weights),
        ]
    }

    var gaitway = Self.kind
    var version = Self.currentVersion
    var name = ""
    var schema = ""
    var features: [String] = []
    var classes: [String] = []
    var cases: [Case] = []
    var smoothing = SmoothingParameters()
    var provenance = Provenance.none
    /// What speeds say; files of models that saw none have no such field.
    var speed: Speed?

    static let fields: [ModelFileField<Self>] = [
        .init("cases", \.cases), .init("classes", \.classes), .init("features", \.features),
        .init("gaitway", \.gaitway), .init("name", \.name), .init("provenance", \.provenance),
        .init("schema", \.schema), .init("smoothing", \.smoothing), .init("speed", \.speed),
        .init("version", \.version),
    ]

    struct Speed: ModelFileObject {
        var bounds: [Double] = []
        var power = 0.0
        var chainPower = 0.0
        var shares: [[Double]] = []

        static let fields: [ModelFileField<Self>] = [
            .init("bounds", \.bounds), .init("chain_power", \.chainPower), .init("power", \.power),
            .init("shares", \.shares),
        ]
    }
}

extension SmoothingParameters: ModelFileObject {
    init() { self.init(stay: 0) }

    static let fields: [ModelFileField<Self>] = [
        .init("evidence", \.evidence), .init("stay", \.stay), .init("temperature", \.temperature),
    ]
}

extension SmoothingParameters.Evidence: ModelFileObject {
    init() { self.init(causal: 1) }

    static let fields: [ModelFileField<Self>] = [
        .init("causal", \.causal), .init("lag", \.lag), .init("viterbi", \.viterbi),
    ]
}

extension Provenance: ModelFileObject {
    init() { self = .none }

    static let fields: [ModelFileField<Self>] = [
        .init("adaptations", \.adaptations, leftOutAs: []), .init("command", \.command),
        .init("data_sets", \.dataSets), .init("date", \.date), .init("figures", \.figures), .init("fit", \.fit),
        .init("rides", \.rides), .init("version", \.version, leftOutAs: ""), .init("windows", \.windows),
    ]
}

extension Provenance.Rides: ModelFileObject {
    init() { self.init(digest: "", rows: []) }

    static let fields: [ModelFileField<Self>] = [.init("digest", \.digest), .init("rows", \.rows)]
}

extension Provenance.Adaptation: ModelFileObject {
    init() { self.init(base: "", date: "", command: "", dataSets: [], windows: 0) }

    static let fields: [ModelFileField<Self>] = [
        .init("base", \.base), .init("command", \.command), .init("data_sets", \.dataSets), .init("date", \.date),
        .init("fit", \.fit), .init("windows", \.windows),
    ]
}

extension Provenance.DataSet: ModelFileObject {
    init() { self.init(name: "", users: 0, recordings: 0, hours: [:]) }

    static let fields: [ModelFileField<Self>] = [
        .init("hours", \.hours), .init("name", \.name), .init("recordings", \.recordings), .init("users", \.users),
    ]
}
