internal import ActivityFeatures
internal import ActivityRecognition
internal import MotionTypes

/// A model as one file of C99: features, kernels and the logistic model in single precision, without memory of its own.
///
/// The operations stand in the extractor's order, so that a compiler that neither fuses nor reorders them gets the same
/// signals, quanta and peaks to the last bit; the logarithms of the C library may differ in the last place.
struct CSource {
    let text: String

    /// - Parameter prefix: what the names of functions and types begin with, such as `gaitway`.
    init(_ model: CaseModel, smoothing: SmoothingParameters, name: String, prefix: String) {
        precondition(
            FeatureSchema.motion.name == "motion-3", "the C source writes the features of motion-3 in their order")
        let numbers = CaseNumbers(model)
        var tables = CTables()
        tables.addWindow()
        tables.addBands()
        tables.addModel(numbers, model)
        tables.addChain(smoothing)
        let code =
            CSourceText.beforeDeclarations + CSourceText.words + CSourceText.declarations
            + CSourceText.sampleDeclarations + CSourceText.afterDeclarations
            + Self.constants(numbers, model) + CSourceText.flags + tables.text + CSourceText.signals + CSourceText.up
            + CSourceText.spectra
            + CSourceText.statistics + CSourceText.features
            + (model.kernels.count > 0 ? CSourceText.kernels : "")
            + CSourceText.judgement(hasKernels: model.kernels.count > 0)
            + CSourceText.resampling + CSourceText.steps + CSourceText.smoothing + CSourceText.cutting
            + CSourceText.samples + "\n#endif\n"
        text =
            Self.comment(model, name: name)
            + code.replacing("gaitway_", with: prefix + "_").replacing("GAITWAY_MODEL_H", with: prefix + "_MODEL_H")
    }

    private static func comment(_ model: CaseModel, name: String) -> String {
        // The name may hold what would end a comment.
        let name = String(name.map { $0.isLetter || $0.isNumber || "-_. ".contains($0) ? $0 : "_" })
        return """
            /*
             * The activity of a phone or a wearable from samples of any rate, or from windows of 128 at 25 Hz.
             *
             * Model \(name), sensor case \(model.sensorCase.rawValue), features \(FeatureSchema.motion.name); written \
            by `gaitway model export --format c`. C99, single
             * precision, no allocation, no static memory that is written. Compile it as it is. Where the functions are
             * called, define GAITWAY_DECLARATIONS and include it.
             */

            """
    }

    private static func constants(_ numbers: CaseNumbers, _ model: CaseModel) -> String {
        """
        #define FEATURES \(FeatureSchema.motion.count)
        #define KERNELS \(model.kernels.count)
        #define CORE \(numbers.productPlaces.count)
        #define DISTANCE_CORE \(numbers.distancePlaces.count)
        #define ACTIVITIES \(numbers.whitenedMeans.count / max(1, numbers.distancePlaces.count))
        #define DISTANCE_LIMIT \(CTables.literal(numbers.distanceLimit))
        #define MEDIUM \(CTables.literal(Float(model.confidence.medium)))
        #define HAS_GRAVITY \(model.sensorCase.hasGravity ? 1 : 0)
        #define ROUNDING \(CTables.literal(MotionWindow.rounding))
        #define MINIMUM_RATE \(CTables.literal(Float(model.sensorCase.minimumRate)))
        #define HIGH \(CTables.literal(numbers.highConfidence))

        """
    }
}
