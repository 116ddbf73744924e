// SPDX-License-Identifier: Apache-2.0
internal import CModelSource
package import GaitwayRecognition

/// A model in a form that other programs run.
package struct ModelExport: Sendable {
    package enum Format: String, CaseIterable, Sendable {
        /// A graph of core operators for ONNX Runtime and others.
        case onnx
        /// An ML program for Apple's Core ML.
        case coreml
        /// One file of C99 for microcontrollers, which also takes samples.
        case c
        /// The C of a WebAssembly module, which ``script`` calls.
        case wasm
    }

    /// The ES module that calls a WebAssembly module, and its types.
    package static var script: [UInt8] { Array(String(cString: gaitway_web_script()).utf8) }
    package static var declarations: [UInt8] { Array(String(cString: gaitway_web_declarations()).utf8) }

    /// What the exported model takes.
    package enum Input: String, CaseIterable, Sendable {
        /// Windows of 128 samples at 25 Hz.
        case windows
        /// Features and kernels' counts.
        case features
    }

    private let model: CaseModel
    /// The case fast, which an export has beside the case total.
    private let fast: CaseModel?
    private let smoothing: SmoothingParameters
    private let name: String
    private let prefix: String

    /// What the names of the C source begin with, unless the caller chooses.
    package static let usualPrefix = "gaitway"

    /// An export of what `model` does with windows of a case.
    ///
    /// - Parameter prefix: what the names of functions and types of the C source begin with, an identifier of C.
    /// - Throws: `InputError` without a source for a model that does not serve the case, or has no distance.
    package init(
        _ model: ActivityModel, sensorCase: SensorCase = .total, prefix: String = usualPrefix
    ) throws(InputError) {
        precondition(Self.isPrefix(prefix), "the prefix is an identifier of C")
        fast = sensorCase == .fast ? try Self.part(.fast, of: model) : nil
        self.model = try Self.part(sensorCase == .fast ? .total : sensorCase, of: model)
        smoothing = model.smoothing
        name = model.name
        self.prefix = prefix
    }

    private static func part(_ sensorCase: SensorCase, of model: ActivityModel) throws(InputError) -> CaseModel {
        guard let part = model[sensorCase] else {
            throw .unsupported(
                "the model \(QuotedText.text(model.name)) has no case \(quoted: sensorCase.rawValue)",
                remedy: "export a model that was trained with that case")
        }
        guard !part.distance.features.isEmpty else {
            throw .unsupported(
                "the case \(quoted: sensorCase.rawValue) has no features for the distance to its training data",
                remedy: "train the model again")
        }
        return part
    }

    /// Whether names of C may begin with a text: a letter, then letters, digits and underscores.
    package static func isPrefix(_ text: String) -> Bool {
        guard let first = text.utf8.first, Character(Unicode.Scalar(first)).isLetter else { return false }
        return text.utf8.allSatisfy { byte in
            let scalar = Unicode.Scalar(byte)
            return scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber || scalar == "_")
        }
    }

    /// Test vectors for a program that resamples and cuts windows itself: made-up rides with samples, grid, windows and
    /// the model's answers, as JSON. `Models/EXPORT.md` describes it.
    ///
    /// - Throws: `InputError` without a source for a case that is not exported.
    package func vectors() throws(InputError) -> [UInt8] {
        guard fast == nil else { throw notExported }
        return Array(VectorText(model, name: name).text.utf8)
    }

    /// The bytes of the file.
    ///
    /// - Throws: `InputError` without a source for a case that needs samples as recorded.
    package func bytes(_ format: Format, from input: Input = .windows) throws(InputError) -> [UInt8] {
        guard fast == nil || format == .c || format == .wasm else { throw notExported }
        return switch format {
        case .onnx: ONNXFile(ModelGraph.graph(of: model, name: name, from: input)).bytes
        case .coreml: CoreMLFile(ModelGraph.graph(of: model, name: name, from: input)).bytes
        case .c: Array(CSource(model, fast: fast, smoothing: smoothing, name: name, prefix: prefix).text.utf8)
        case .wasm:
            Array(
                (CSource(model, fast: fast, smoothing: smoothing, name: name, prefix: Self.usualPrefix).text
                    + String(cString: gaitway_web_source())).utf8)
        }
    }

    private var notExported: InputError {
        .unsupported(
            "the case \"fast\" needs samples as recorded; this format takes 25 Hz",
            remedy: "export the case total, which serves the same logs, or export C source")
    }
}
