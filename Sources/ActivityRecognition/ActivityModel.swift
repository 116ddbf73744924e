public import ActivityFeatures

/// A trained model: one model for each sensor case that it serves, and how windows are joined over time.
public struct ActivityModel: Sendable {
    /// What the model was called when it was trained, with its version: `default-4`.
    public var name: String
    /// The features, in order; the schema that this version computes.
    public var schema: FeatureSchema
    /// The models of the cases that it serves, each case once.
    public var cases: [CaseModel]
    /// What joins the windows over time.
    public var smoothing: SmoothingParameters
    /// Where it comes from.
    public var provenance: Provenance

    /// A model from its parts.
    public init(
        name: String, schema: FeatureSchema, cases: [CaseModel], smoothing: SmoothingParameters,
        provenance: Provenance
    ) {
        self.name = name
        self.schema = schema
        self.cases = cases
        self.smoothing = smoothing
        self.provenance = provenance
    }

    /// The model of a case; nil when the model does not serve it.
    public subscript(sensorCase: SensorCase) -> CaseModel? { cases.first { $0.sensorCase == sensorCase } }

    /// The least accelerometer samples per second that it serves, with gravity or without; nil for none.
    public func minimumRate(hasGravity: Bool) -> Double? {
        cases.filter { $0.sensorCase.hasGravity == hasGravity }.map(\.sensorCase.minimumRate).min()
    }
}
