// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

/// The numbers of a case of a model in single precision, in the layout of exported models.
struct CaseNumbers {
    /// Where scaled features end.
    static let limit = Float(Standardizer.limit)

    let means: [Float]
    let deviations: [Float]
    /// The places of the features of each product.
    let pairs: [(Int, Int)]
    /// The places of the features that products are of.
    let productPlaces: [Int]
    /// What a kernel's count is multiplied by, and what is taken from it then.
    let kernelScales: [Float]
    let kernelOffsets: [Float]
    let isOfRotation: [Bool]
    /// A feature that is missing exactly where the rotation is.
    let placeOfRotation: Int
    /// Inputs × classes, row by row.
    let weights: [Float]
    let intercepts: [Float]
    /// The places of the features that the distance is of.
    let distancePlaces: [Int]
    /// The transposed whitening as a full matrix, row by row.
    let whitening: [Float]
    /// The whitened means, activity after activity.
    let whitenedMeans: [Float]
    let distanceLimit: Float
    let highConfidence: Float

    init(_ model: CaseModel) {
        let schema = FeatureSchema.motion
        means = model.standardizer.means.map(Self.single)
        deviations = model.standardizer.deviations.map { max(.leastNormalMagnitude, Self.single($0)) }
        let products = model.products.names.compactMap { schema.index(of: $0) }
        productPlaces = products
        pairs = products.indices.flatMap { first in products[first...].map { (products[first], $0) } }
        let points = Double(WindowGrid.count)
        kernelScales = model.kernels.deviations.map { Self.single(0.5 / points / ($0 + KernelFeatures.leastSpread)) }
        kernelOffsets = zip(model.kernels.means, model.kernels.deviations).map {
            Self.single(0.5 * $0 / ($1 + KernelFeatures.leastSpread))
        }
        isOfRotation = model.kernels.bank.kernels.map { $0.signal == .rotation }
        guard let place = schema.index(of: "rotation.mean") else {
            preconditionFailure("the schema has the mean rotation")
        }
        placeOfRotation = place
        let classifier = model.classifier
        weights = (0..<classifier.features).flatMap { input in
            (0..<classifier.classes).map { Float(classifier.weights[input, $0]) }
        }
        intercepts = classifier.intercepts.map(Self.single)
        let distance = model.distance
        distancePlaces = distance.features.compactMap { schema.index(of: $0) }
        let count = distancePlaces.count
        whitening = (0..<count).flatMap { column in
            (0..<count).map { row in column <= row ? Float(distance.whitening[row][column]) : 0 }
        }
        whitenedMeans = distance.means.flatMap { mean in
            distance.whitening.map { row in
                Self.single(row.indices.reduce(0) { $0 + row[$1] * mean[$1] })
            }
        }
        distanceLimit = Self.single(distance.limit)
        highConfidence = Float(model.confidence.high)
    }

    /// A finite number in single precision; one that is too large becomes the largest.
    private static func single(_ number: Double) -> Float {
        let largest = Float.greatestFiniteMagnitude
        return min(largest, max(-largest, Float(number)))
    }
}
