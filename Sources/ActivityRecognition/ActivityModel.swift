public import ActivityFeatures
public import LogisticRegression
package import MotionTypes

/// A trained model: what it needs, how it scales, its weights, how it is smoothed and how sure it may claim to be.
public struct ActivityModel: Sendable {
    /// What the model was called when it was trained, with its version: `default-1`.
    public var name: String
    /// The features, in order; the schema that this version computes.
    public var schema: FeatureSchema
    /// Scaling of the features before the weights.
    public var standardizer: Standardizer
    /// The products that follow the standardised features.
    public var products: FeatureProducts
    /// Weights (features and products × classes) and intercepts of the six classes, in the order of ``ActivityClass``.
    public var classifier: SoftmaxClassifier
    /// What joins the windows over time.
    public var smoothing: SmoothingParameters
    /// Which probability gives which confidence.
    public var confidence: ConfidenceLevels
    /// Which sensors and rates the model serves.
    public var sensors: SensorCases
    /// Where it comes from.
    public var provenance: Provenance

    /// The parameters of the hidden Markov model.
    public struct SmoothingParameters: Sendable, Hashable {
        /// The probability that the class stays the same over one hop of 2.56 s.
        public var stay: Double

        /// Parameters.
        public init(stay: Double) { self.stay = stay }
    }

    /// What the model was trained to work with.
    public struct SensorCases: Sendable, Hashable {
        /// The least accelerometer samples per second.
        public var minimumRate: Double
        /// Sensors that may be there or be missing: training had every window both ways.
        public var optional: [Feature.Need]

        /// Cases.
        public init(minimumRate: Double, optional: [Feature.Need]) {
            self.minimumRate = minimumRate
            self.optional = optional
        }
    }

    /// A model from its parts.
    public init(
        name: String, schema: FeatureSchema, standardizer: Standardizer, products: FeatureProducts,
        classifier: SoftmaxClassifier,
        smoothing: SmoothingParameters, confidence: ConfidenceLevels, sensors: SensorCases, provenance: Provenance
    ) {
        self.name = name
        self.schema = schema
        self.standardizer = standardizer
        self.products = products
        self.classifier = classifier
        self.smoothing = smoothing
        self.confidence = confidence
        self.sensors = sensors
        self.provenance = provenance
    }

    /// The posterior of one window from its features, which are standardised in place; `scores` is scratch for one
    /// value per class.
    package func probabilities(standardizing row: inout [Double], scores: inout [Double]) -> ActivityProbabilities {
        var elements = row.mutableSpan
        standardizer.transform(&elements)
        products.append(to: &row)
        var results = scores.mutableSpan
        classifier.probabilities(of: row.span, into: &results)
        return ActivityProbabilities { scores[$0.rawValue] }
    }
}
