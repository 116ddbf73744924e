// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

/// What a case of a model makes of features and kernels' counts, as steps of a graph.
struct PredictionGraph {
    /// The probabilities of the six classes.
    let probabilities: Tensor
    /// The squared distance to the training data: 1.
    let squaredDistance: Tensor
    /// 1 where the window is far from all training data and the model not sure of an activity, or where cycling is
    /// smoother than a road: 1.
    let isUnknown: Tensor

    /// - Parameters:
    ///   - features: the features in the order of the schema, NaN for a missing one.
    ///   - counts: the count of each kernel; nil for a model without kernels.
    init(features: Tensor, counts: Tensor?, model: CaseModel, in builder: GraphBuilder) {
        let numbers = CaseNumbers(model)
        let count = FeatureSchema.motion.count
        let scaled =
            (features - builder.constant(numbers.means, [count])) / builder.constant(numbers.deviations, [count])
        let known = features.isNotANumber.select(0, scaled.clipped(CaseNumbers.limit))
        var inputs = [known]
        if !numbers.pairs.isEmpty {
            let products = known.gather(0, numbers.pairs.map(\.0)) * known.gather(0, numbers.pairs.map(\.1))
            inputs.append(products.clipped(4) * 0.5)
        }
        if let counts {
            let kernels = numbers.kernelScales.count
            let shares =
                counts * builder.constant(numbers.kernelScales, [kernels])
                - builder.constant(numbers.kernelOffsets, [kernels])
            // A kernel of a rotation that is missing says nothing.
            let ofRotation = builder.constant(numbers.isOfRotation.map { $0 ? 1 : 0 }, [kernels])
            let isMissing = (features.at(numbers.placeOfRotation, 0).isNotANumber.number * ofRotation) > 0.5
            inputs.append(isMissing.select(0, shares.clipped(2)))
        }
        let row = Tensor.joined(inputs, 0)
        let width = row.shape[0]
        let classes = ActivityClass.allCases.count
        let weights = builder.constant(numbers.weights, [width, classes])
        // A row of one, as a matrix product takes two axes of a window.
        let scores =
            row.reshaped(1, width).product(weights).reshaped(classes)
            + builder.constant(numbers.intercepts, [classes])
        probabilities = scores.softmax
        let core = numbers.distancePlaces.count
        let whitened = known.gather(0, numbers.distancePlaces).reshaped(1, core)
            .product(builder.constant(numbers.whitening, [core, core]))
        let differences =
            whitened - builder.constant(numbers.whitenedMeans, [numbers.whitenedMeans.count / core, core])
        squaredDistance = (differences * differences).sum(1).least(0).reshaped(1)
        let isFar = squaredDistance > numbers.distanceLimit
        // An activity that is sure is also the most likely class, as high confidence is above a half.
        let activities = probabilities.gather(0, Array(0..<Activity.allCases.count))
        let isUnsure = activities.greatest(0) < numbers.highConfidence
        // Of the logarithms of powers, a share is a sum of their softmax.
        let places = RoadShare.places
        let shares = features.gather(0, places.road + places.pedals).softmax
        let isSmooth = shares.slice(0, 0..<places.road.count).sum(0) < RoadShare.least(in: model.sensorCase)
        let isCycling = probabilities.at(ActivityClass.cycling.rawValue, 0).equals(probabilities.greatest(0))
        isUnknown = isFar.and(isUnsure).number.maximum(isSmooth.and(isCycling).number)
    }
}
