// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition

/// A model in a form that other programs run.
package struct ModelExport: Sendable {
    /// The forms.
    package enum Format: String, CaseIterable, Sendable {
        /// A graph of core operators for ONNX Runtime and others.
        case onnx
        /// An ML program for Apple's Core ML.
        case coreml
        /// One file of C99 for microcontrollers, which also takes samples.
        case c
    }

    /// What the exported model takes.
    package enum Input: String, CaseIterable, Sendable {
        /// Windows of 128 samples at 25 Hz.
        case windows
        /// Features and kernels' counts.
        case features
    }

    private let model: CaseModel
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
        guard let answering = model[sensorCase] else {
            throw InputError(
                .unsupported,
                problem: "the model \(QuotedText.text(model.name)) has no case \(quoted: sensorCase.rawValue)",
                remedy: "export a model that was trained with that case")
        }
        guard !answering.distance.features.isEmpty else {
            throw InputError(
                .unsupported,
                problem:
                    "the case \(quoted: sensorCase.rawValue) has no features for the distance to its training data",
                remedy: "train the model again")
        }
        self.model = answering
        smoothing = model.smoothing
        name = model.name
        self.prefix = prefix
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
        _ = try bytes(.c)
        return Array(VectorText(model, name: name).text.utf8)
    }

    /// The bytes of the file.
    ///
    /// - Throws: `InputError` without a source for a case that needs samples as recorded.
    package func bytes(_ format: Format, from input: Input = .windows) throws(InputError) -> [UInt8] {
        guard model.lines == nil else {
            throw InputError(
                .unsupported,
                problem: "the case \(quoted: model.sensorCase.rawValue) is not exported: it needs samples as recorded",
                remedy: "export the case total, which serves the same logs")
        }
        return switch format {
        case .onnx: ONNXFile(ModelGraph.graph(of: model, name: name, from: input)).bytes
        case .coreml: CoreMLFile(ModelGraph.graph(of: model, name: name, from: input)).bytes
        case .c: Array(CSource(model, smoothing: smoothing, name: name, prefix: prefix).text.utf8)
        }
    }
}
