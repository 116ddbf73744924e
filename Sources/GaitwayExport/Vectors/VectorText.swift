// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

/// The test vectors of an exported model: rides with their samples, their grid, their windows and the model's answers.
struct VectorText {
    private(set) var text: String

    init(_ model: CaseModel, name: String) {
        let title = String(name.map { $0.isLetter || $0.isNumber || "-_. ".contains($0) ? $0 : "_" })
        text = """
            {"gaitway":"export-vectors","version":1,"model":"\(title)","case":"\(model.sensorCase.rawValue)",
            "classes":["stationary","walking","running","cycling","automotive","none"],
            "rides":[

            """
        text += VectorRide.all.map { Self.ride($0, model) }.joined(separator: ",\n") + "]}\n"
    }

    private static func ride(_ ride: VectorRide, _ model: CaseModel) -> String {
        let grid = ride.grid
        return """
            {"name":"\(ride.name)",
            "sample_ns":[\(list(ride.samples.map(\.nanoseconds)))],
            "samples":[\(list(ride.samples.map(\.value)))],
            "grid_ns":[\(list(grid.map(\.time)))],
            "grid":[\(list(grid.map(\.value)))],
            "windows":[
            \(windows(of: ride, model).joined(separator: ",\n"))]}
            """
    }

    /// A line for each window: where it begins, and the model's answer from features and kernels.
    private static func windows(of ride: VectorRide, _ model: CaseModel) -> [String] {
        var assembler = WindowAssembler()
        for var sample in ride.samples {
            // The same numbers, taken for acceleration without gravity.
            if !model.sensorCase.hasGravity { sample.sensor = .linearAcceleration }
            assembler.append(sample)
        }
        assembler.finish()
        var events: [WindowAssembler.Event] = []
        assembler.takeEvents(into: &events)
        var extractor = FeatureExtractor()
        var signals = QuantizedSignals()
        var scratch = CaseModel.Scratch()
        var lines: [String] = []
        for case .window(let window) in events {
            var row: [Double] = []
            extractor.append(window, to: &row)
            extractor.quantize(into: &signals)
            let features = row.map { $0.isFinite ? "\(Float($0))" : "null" }.joined(separator: ",")
            let prediction = model.predict(standardizing: &row, signals: signals, scratch: &scratch)
            let probabilities = ActivityClass.allCases.map { "\(Float(prediction.probabilities[$0]))" }
            lines.append(
                """
                {"window_ns":\(window.start),"starts_segment":\(window.startsSegment),\
                "probabilities":[\(probabilities.joined(separator: ","))],"features":[\(features)]}
                """)
        }
        return lines
    }

    private static func list(_ numbers: [Int64]) -> String { numbers.map(String.init).joined(separator: ",") }

    private static func list(_ values: [SIMD3<Float>]) -> String {
        values.map { "\($0.x),\($0.y),\($0.z)" }.joined(separator: ",")
    }
}
