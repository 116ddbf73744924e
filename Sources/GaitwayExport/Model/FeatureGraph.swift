// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// The features of a window from its samples, as steps of a graph.
struct FeatureGraph {
    /// The features in the order of the schema; NaN for a missing one.
    let features: Tensor
    /// The signals less their means, in whole quanta: 4 × 128.
    let quanta: Tensor
    let signals: SignalGraph

    /// The features of a window from what comes in.
    ///
    /// - Parameters:
    ///   - pressure: spreads of the pressure over 30 and 60 s, in hPa: 2.
    ///   - gravityBefore: the gravity of the window before: 3; nil for acceleration without gravity.
    init(acceleration: Tensor, rotation: Tensor, pressure: Tensor, gravityBefore: Tensor?, in builder: GraphBuilder) {
        signals = SignalGraph(
            acceleration: acceleration, rotation: rotation, hasGravity: gravityBefore != nil, in: builder)
        let spectrum = SpectrumGraph(signals.components, in: builder)
        let statistics = StatisticsGraph(signals.values, in: builder)
        quanta = statistics.quanta
        var row = FeatureRow(builder: builder, missingRotation: signals.rotationIsMissing)
        let shape = SpectralShape(spectrum, in: builder)
        shape.append(to: &row)
        statistics.append(to: &row)
        CoordinationGraph(spectrum, shape: shape, in: builder).append(to: &row)
        row.append(["rotation.mean"], (statistics.mean.at(3, 0).reshaped(1) + 0.003).logarithm)
        row.append(["pressure.spread.30", "pressure.spread.60"], (pressure + 0.003).logarithm)
        if let gravityBefore {
            row.append(["gravity.turn.halves"], Self.turn(signals.halves[0], signals.halves[1]))
            let before = (0..<3).map { gravityBefore.at($0, 0).reshaped(1, 1) }
            let isMissing = before[0].isNotANumber.reshaped(1)
            row.append(
                ["gravity.turn.windows"],
                isMissing.select(.nan, Self.turn(SignalGraph.unit(before), signals.gravity)))
        } else {
            // Missing for each window; a constant would be one for all.
            row.append(["gravity.turn.halves", "gravity.turn.windows"], pressure * .nan)
        }
        features = row.inOrder
    }

    /// ln(angle + 0.01) between two unit vectors.
    private static func turn(_ first: [Tensor], _ second: [Tensor]) -> Tensor {
        let differences = zip(first, second).map { $0 - $1 }
        let square = differences.dropFirst().reduce(differences[0] * differences[0]) { $0 + $1 * $1 }
        let halfChord = (square.squareRoot * 0.5).minimum(square.constant(1))
        return (halfChord.arcsine * 2 + 0.01).logarithm.reshaped(1)
    }
}

/// Features by their names, to be put in the order of the schema.
struct FeatureRow {
    let builder: GraphBuilder
    let missingRotation: Tensor
    private var names: [String] = []
    private var parts: [Tensor] = []

    init(builder: GraphBuilder, missingRotation: Tensor) {
        self.builder = builder
        self.missingRotation = missingRotation
    }

    /// Adds features in one row of numbers.
    mutating func append(_ names: [String], _ values: Tensor) {
        precondition(values.shape == [names.count], "a number for each name")
        self.names += names
        parts.append(values)
    }

    /// Adds a feature of each signal, a column of four. Those that no schema has are left out later.
    mutating func append(_ name: String, ofSignals values: Tensor) {
        append(MotionSignal.allCases.map { "\($0).\(name)" }, values.reshaped(4))
    }

    /// The features of the schema in their order; those of the rotation are NaN where it is missing.
    var inOrder: Tensor {
        let schema = FeatureSchema.motion.features
        let places = schema.map { feature -> Int in
            guard let place = names.firstIndex(of: feature.name) else {
                preconditionFailure("\(feature.name) is not exported")
            }
            return place
        }
        let all = Tensor.joined(parts, 0).gather(0, places)
        let ofRotation = builder.constant(schema.map { $0.need == .gyroscope ? 1 : 0 }, [schema.count])
        let isMissing = (missingRotation.number * ofRotation) > 0.5
        return isMissing.select(.nan, all)
    }
}
