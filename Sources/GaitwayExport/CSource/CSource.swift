// SPDX-License-Identifier: Apache-2.0
internal import CModelSource
internal import GaitwayRecognition

/// A model as one file of C99: features, kernels and the logistic model in single precision, without memory of its own.
///
/// The operations stand in the extractor's order, so that a compiler that neither fuses nor reorders them gets the same
/// signals, quanta and peaks to the last bit; the logarithms of the C library may differ in the last place.
struct CSource {
    let text: String

    /// - Parameters:
    ///   - fast: the case for samples that carry the lines of engines; the source has both then.
    ///   - prefix: what the names of functions and types begin with, such as `gaitway`.
    init(_ model: CaseModel, fast: CaseModel?, smoothing: SmoothingParameters, name: String, prefix: String) {
        precondition(
            FeatureSchema.motion.name == "motion-3", "the C source writes the features of motion-3 in their order")
        var tables = CTables()
        tables.addWindow()
        tables.addBands()
        tables.addChain(smoothing)
        if [model, fast].contains(where: { $0.map { $0.kernels.count > 0 } ?? false }) { tables.addKernelForms() }
        var files = Self.files.merging(Self.judging(model)) { $1 }
        files["about.h"] = Self.about(model, fast, name: name)
        files["numbers.h"] = Self.constants(model) + tables.text + Self.numbers(of: model)
        files["judging_fast.c"] = fast.map(Self.fastJudging) ?? ""
        let code = Template.text("model.c", of: files)
        let whole = Self.comment(model, fast, name: name) + code
        text =
            prefix == ModelExport.usualPrefix
            ? whole
            : whole.replacing("gaitway_", with: prefix + "_").replacing("GAITWAY_", with: prefix.uppercased() + "_")
    }

    /// How a case judges: with kernels and with lines of engines, or without.
    private static func judging(_ model: CaseModel) -> [String: String] {
        let hasKernels = model.kernels.count > 0
        return [
            "kernels.c": hasKernels ? files["kernels.c", default: ""] + "\n" : "",
            "add_kernels.h": hasKernels ? "    add_kernels(model, input, scores);\n" : "",
            "add_lines.h": model.lines == nil ? "" : "    add_lines(model, input + KERNELS, scores);\n",
        ]
    }

    /// The numbers of the case fast, and its own copies of the functions that judge.
    private static func fastJudging(_ model: CaseModel) -> String {
        let own = numbers(of: model)
        var texts = judging(model)
        texts["judging.c"] = files["judging.c"]
        var tables = CTables()
        if let lines = model.lines { tables.addLines(lines) }
        var names: Set<String> = ["add_input", "squared_distance", "judge", "quantize", "add_kernels"]
        for line in own.split(separator: "\n") where line.hasPrefix("#define ") || line.hasPrefix("static const ") {
            let words = line.split { $0 == " " || $0 == "[" }
            names.insert(String(words[line.hasPrefix("#") ? 1 : 3]))
        }
        return renamed(own + Template.text("judging.c", of: texts), names) + tables.text
            + "#define FAST_RATE \(CTables.literal(Float(SensorCase.fast.minimumRate)))\n"
    }

    /// A text of C in which some names end in `_fast` or `_FAST`, apart from those of members.
    private static func renamed(_ text: String, _ names: Set<String>) -> String {
        var renamed = ""
        var word = ""
        var before: Character = " "
        for character in text + "\n" {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
                continue
            }
            renamed += word
            if before != ".", before != ">", names.contains(word) {
                renamed += word == word.uppercased() ? "_FAST" : "_fast"
            }
            renamed.append(character)
            word = ""
            before = character
        }
        return String(renamed.dropLast())
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

    /// A name without what would end a comment or a string.
    private static func plain(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber || "-_. ".contains($0) ? $0 : "_" })
    }

    private static func about(_ model: CaseModel, _ fast: CaseModel?, name: String) -> String {
        // The readings that are kept for the lines of engines: a window and what it waits for, at 500 Hz.
        let readings = fast == nil ? "" : "#define GAITWAY_READINGS 4096\n"
        return """
            #define GAITWAY_MODEL_NAME "\(plain(name))"
            #define GAITWAY_MODEL_VERSION "\(ProductVersion.text)"
            #define GAITWAY_MODEL_CASE "\((fast ?? model).sensorCase.rawValue)"
            #define GAITWAY_MODEL_RATE \(CTables.literal(Float(model.sensorCase.minimumRate)))
            \(readings)
            """
    }

    private static func comment(_ model: CaseModel, _ fast: CaseModel?, name: String) -> String {
        """
        /*
         * The activity of a phone or a wearable from samples of any rate, or from windows of 128 at 25 Hz.
         *
         * Model \(plain(name)), sensor case \((fast ?? model).sensorCase.rawValue), features \
        \(FeatureSchema.motion.name); written by `gaitway model export --format c`. C99, single
         * precision, no allocation, no static memory that is written. Compile it as it is. Where the functions are
         * called, define GAITWAY_DECLARATIONS and include it.
         */

        """
    }

    private static func constants(_ model: CaseModel) -> String {
        let flags = ActivityClass.allCases.map { $0.activity.map { "\(ActivityFlags($0).rawValue)" } ?? "0" }
        // A loop over the bands of each signal takes less memory than two tables of places.
        let (road, pedals) = RoadShare.places
        let firsts = [pedals[0], pedals[pedals.count / 2]]
        precondition(
            pedals == firsts.flatMap { Array($0..<$0 + 4) } && road == firsts.flatMap { Array($0 + 7..<$0 + 12) },
            "the C source has the powers of a signal from 0.2 to 8 Hz side by side")
        return """
            #define FEATURES \(FeatureSchema.motion.count)
            #define HAS_GRAVITY \(model.sensorCase.hasGravity ? 1 : 0)
            #define ROUNDING \(CTables.literal(MotionWindow.rounding))
            #define MINIMUM_RATE \(CTables.literal(Float(model.sensorCase.minimumRate)))
            #define LEAST_ROAD_SHARE \(CTables.literal(RoadShare.least(in: model.sensorCase)))
            #define VERTICAL_POWERS \(firsts[0])
            #define HORIZONTAL_POWERS \(firsts[1])

            static const uint8_t FLAGS[CLASSES] = {\(flags.joined(separator: ", "))};

            """
    }

    /// What is a case's own.
    private static func numbers(of model: CaseModel) -> String {
        let numbers = CaseNumbers(model)
        var tables = CTables()
        tables.addModel(numbers, model)
        return """
            #define KERNELS \(model.kernels.count)
            #define CORE \(numbers.productPlaces.count)
            #define DISTANCE_CORE \(numbers.distancePlaces.count)
            #define ACTIVITIES \(numbers.whitenedMeans.count / max(1, numbers.distancePlaces.count))
            #define DISTANCE_LIMIT \(CTables.literal(numbers.distanceLimit))
            #define MEDIUM \(CTables.literal(Float(model.confidence.medium)))
            #define HIGH \(CTables.literal(numbers.highConfidence))

            """ + tables.text
    }
}
