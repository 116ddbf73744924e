package import ActivityFeatures
package import LogisticRegression
package import MotionTypes

/// The model of one sensor case: how it scales, its weights, how sure it may claim to be, and what it does not know.
package struct CaseModel: Sendable {
    /// The input that it serves.
    package var sensorCase: SensorCase
    /// Sensors that may be there or be missing: training had every window both ways.
    package var optional: [Feature.Need]
    /// Scaling of the features before the weights.
    package var standardizer: Standardizer
    /// The products that follow the standardised features.
    package var products: FeatureProducts
    /// Weights (features and products × classes) and intercepts of the six classes, in the order of `ActivityClass`.
    package var classifier: SoftmaxClassifier
    /// Which probability gives which confidence.
    package var confidence: ConfidenceLevels
    /// How far from the training data a window may lie.
    package var distance: TrainingDistance

    /// A model from its parts.
    package init(
        sensorCase: SensorCase, optional: [Feature.Need], standardizer: Standardizer, products: FeatureProducts,
        classifier: SoftmaxClassifier, confidence: ConfidenceLevels, distance: TrainingDistance
    ) {
        self.sensorCase = sensorCase
        self.optional = optional
        self.standardizer = standardizer
        self.products = products
        self.classifier = classifier
        self.confidence = confidence
        self.distance = distance
    }

    /// What the model makes of one window.
    package struct Judgement: Sendable, Hashable {
        /// The posterior.
        package var probabilities: ActivityProbabilities
        /// The squared distance to the training data.
        package var squaredDistance: Double
    }

    /// Makes a window's features into what the weights are multiplied with: standardised in place, the products appended.
    func formInputs(_ row: inout [Double]) {
        var elements = row.mutableSpan
        standardizer.transform(&elements)
        products.append(to: &row)
    }

    /// The posterior of one window from its features, and how far from the training data they lie. The row becomes the inputs of
    /// the weights; `scores` is scratch for one value per class.
    package func judge(standardizing row: inout [Double], scores: inout [Double]) -> Judgement {
        formInputs(&row)
        let squaredDistance = distance.squaredDistance(of: row.span)
        var results = scores.mutableSpan
        classifier.probabilities(of: row.span, into: &results)
        return Judgement(
            probabilities: ActivityProbabilities { scores[$0.rawValue] }, squaredDistance: squaredDistance)
    }

    /// Whether to give no estimate: what is far from all training data, and not sure all the same, is not known.
    package func isUnknown(_ judgement: Judgement) -> Bool {
        judgement.squaredDistance > distance.limit
            && judgement.probabilities[judgement.probabilities.mostLikely] < confidence.high
    }
}
