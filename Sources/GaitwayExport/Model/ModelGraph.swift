// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// The graph of a model: from windows or from features to probabilities.
enum ModelGraph {
    /// The graph of the case `model` of the model called `name`, with its inputs and outputs.
    static func graph(of model: CaseModel, name: String, from input: ModelExport.Input) -> TensorGraph {
        let builder = GraphBuilder(meaning: "\(name), \(model.sensorCase.rawValue): activities of a phone's motion")
        let features: Tensor
        let counts: Tensor?
        var isDead: Tensor?
        switch input {
        case .windows:
            let points = WindowGrid.count
            let hasGravity = model.sensorCase.hasGravity
            let acceleration = builder.input(
                "acceleration", [points, 3],
                hasGravity
                    ? "total acceleration at 25 Hz in m/s²; a phone at rest, face up, has +9.81 on z"
                    : "acceleration without gravity at 25 Hz in m/s²")
            let made = FeatureGraph(
                acceleration: acceleration,
                rotation: builder.input(
                    "rotation_rate", [points, 3],
                    "rotation rate at 25 Hz in rad/s; "
                        + "NaN throughout without a gyroscope"),
                pressure: builder.input(
                    "pressure_spread", [2],
                    "standard deviation of the detrended pressure over the last 30 and 60 s in hPa; "
                        + "NaN without a barometer"
                ),
                gravityBefore: hasGravity
                    ? builder.input(
                        "gravity_before", [3],
                        "the output gravity of the window before, which began 2.56 s earlier; "
                            + "NaN for the first one and after a gap") : nil,
                in: builder)
            features = made.features
            if hasGravity {
                let changes = acceleration.greatest(0) - acceleration.least(0)
                isDead = (changes.greatest(1).reshaped(1) < MotionWindow.rounding).number
                builder.output(
                    Tensor.joined(made.signals.gravity, 0).reshaped(3), as: "gravity", "unit vector along gravity")
            }
            builder.output(
                features, as: "features", "the features in the order of feature_names; NaN for a missing one")
            counts = model.kernels.count == 0 ? nil : KernelGraph.counts(made.quanta, model.kernels.bank, in: builder)
        case .features:
            features = builder.input(
                "features", [FeatureSchema.motion.count],
                "the features in the order of feature_names; NaN for a missing one")
            counts =
                model.kernels.count == 0
                ? nil
                : builder.input(
                    "kernel_counts", [model.kernels.count],
                    "at how many of the 128 points each kernel of kernel_names answers above its threshold")
        }
        let prediction = PredictionGraph(features: features, counts: counts, model: model, in: builder)
        builder.output(prediction.probabilities, as: "probabilities", "of the classes in the order of class_names")
        builder.output(
            prediction.squaredDistance, as: "squared_distance", "how far the window lies from the training data")
        builder.output(
            isDead.map(prediction.isUnknown.maximum) ?? prediction.isUnknown, as: "unknown",
            "1 for a window unlike all training data that the model is not sure of, or of a dead accelerometer")
        builder.note("model", name)
        builder.note("sensor_case", model.sensorCase.rawValue)
        builder.note("schema", FeatureSchema.motion.name)
        builder.note("class_names", ActivityClass.allCases.map(\.name).joined(separator: ","))
        builder.note("feature_names", FeatureSchema.motion.features.map(\.name).joined(separator: ","))
        if model.kernels.count > 0 {
            builder.note("kernel_names", model.kernels.bank.kernels.map(\.name).joined(separator: ","))
        }
        builder.note("confidence_medium", "\(model.confidence.medium)")
        builder.note("confidence_high", "\(model.confidence.high)")
        return builder.graph
    }
}
