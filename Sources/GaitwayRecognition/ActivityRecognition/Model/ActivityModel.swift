// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A trained model: one model for each sensor case that it serves, and how windows are joined over time.
public struct ActivityModel: Sendable {
    /// What the model was called when it was trained, with its version: `default-7`.
    public var name: String
    /// The features, in order; the schema that this version computes.
    package var schema: FeatureSchema
    /// The models of the cases that it serves, each case once.
    package var cases: [CaseModel] {
        get { deferredCases.map(\.model) }
        set { deferredCases = newValue.map { DeferredCase($0) } }
    }
    /// What joins the windows over time.
    package var smoothing: SmoothingParameters
    /// Where it comes from.
    package var provenance: Provenance
    /// The likelihood of a window's speed in each class; nil if training saw no speeds.
    package var speed: SpeedLikelihood?

    private var deferredCases: [DeferredCase]

    /// A model from its parts.
    package init(
        name: String, schema: FeatureSchema, cases: [CaseModel], smoothing: SmoothingParameters,
        provenance: Provenance, speed: SpeedLikelihood? = nil
    ) {
        self.init(
            name: name, schema: schema, deferredCases: cases.map { DeferredCase($0) }, smoothing: smoothing,
            provenance: provenance, speed: speed)
    }

    /// A model whose cases need not be there yet.
    init(
        name: String, schema: FeatureSchema, deferredCases: [DeferredCase], smoothing: SmoothingParameters,
        provenance: Provenance, speed: SpeedLikelihood? = nil
    ) {
        self.name = name
        self.schema = schema
        self.deferredCases = deferredCases
        self.smoothing = smoothing
        self.provenance = provenance
        self.speed = speed
    }

    /// The model of a case; nil when the model does not serve it.
    package subscript(sensorCase: SensorCase) -> CaseModel? {
        deferredCases.first { $0.sensorCase == sensorCase }?.model
    }

    /// Whether the model has a case of its own for an input.
    package func serves(_ sensorCase: SensorCase) -> Bool { deferredCases.contains { $0.sensorCase == sensorCase } }

    /// The model that answers windows of a case, or nil. Without a case `fast`, `total` answers its windows.
    package func answering(_ sensorCase: SensorCase) -> CaseModel? {
        self[sensorCase] ?? (sensorCase == .fast ? self[.total] : nil)
    }

    /// The least accelerometer samples per second that it serves, with gravity or without; nil for none.
    package func minimumRate(hasGravity: Bool) -> Double? {
        deferredCases.map(\.sensorCase).filter { $0.hasGravity == hasGravity }.map(\.minimumRate).min()
    }
}

extension ActivityModel {
    /// Whether training saw speeds, so that ``Recognizer/Options/usesSpeed`` can be set.
    public var knowsSpeed: Bool { speed != nil }

    /// Refuses a model that saw no speeds in training.
    package func requireSpeed() throws(InputError) {
        guard !knowsSpeed else { return }
        throw .unsupported(
            "the model \(QuotedText.text(name)) was trained without speeds",
            remedy: "train a model on rides that include speeds, or do not use speeds")
    }
}
