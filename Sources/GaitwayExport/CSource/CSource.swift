// SPDX-License-Identifier: Apache-2.0
internal import CModelSource
internal import GaitwayBase
internal import GaitwayRecognition

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
        let hasKernels = model.kernels.count > 0
        var files = Self.files
        files["numbers.h"] = Self.constants(numbers, model) + tables.text
        files["kernels.c"] = hasKernels ? files["kernels.c", default: ""] + "\n" : ""
        files["add_kernels.h"] = hasKernels ? "    add_kernels(model, weights, scores);\n" : "    (void)weights;\n"
        let code = Template.text("model.c", of: files)
        text =
            Self.comment(model, name: name)
            + code.replacing("gaitway_", with: prefix + "_").replacing("GAITWAY_MODEL_H", with: prefix + "_MODEL_H")
    }

    /// The files of `Sources/CModelSource/Template`, which the program carries.
    private static let files: [String: String] = {
        var texts: [String: String] = [:]
        var file = gaitway_model_source()
        while let name = file.pointee.name, let text = file.pointee.text {
            texts[String(cString: name)] = String(cString: text)
            file += 1
        }
        return texts
    }()

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
        let flags = ActivityClass.allCases.map { $0.activity.map { "\(ActivityFlags($0).rawValue)" } ?? "0" }
        return """
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

            static const uint8_t FLAGS[CLASSES] = {\(flags.joined(separator: ", "))};

            """
    }
}
