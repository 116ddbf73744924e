// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition

/// Writes the same windows as raw files, for comparison with other learners.
///
/// PREFIX.X.f64 has a row of features per window (NaN is missing), PREFIX.p.f64 our models' probabilities of the six
/// classes; as 32-bit integers PREFIX.y.i32 has the class, PREFIX.fold.i32 the fold, PREFIX.dataset.i32 the data set,
/// PREFIX.user.i32 the person, and PREFIX.served.i32 whether training and recognition accept the sampling rate.
/// PREFIX.answer.i32 has our models' answer: a class, or 6 for unknown. PREFIX.need.i32 has the sensor that each
/// feature needs beside the accelerometer: 0 none, 1 gyroscope, 2 barometer.
struct Export {
    static func write(_ judge: Judge, prefix: String) async throws {
        let windows = judge.windows
        let scored = try await judge.outcome(.everything).windows
        let served = Set(windows.indices(of: .total))
        func integers(_ values: [Int], _ name: String) throws {
            try Files.write(values.map { Int32($0) }, to: "\(prefix).\(name).i32")
        }
        try Files.write((0..<windows.count).flatMap { try windows.training.row($0) }, to: prefix + ".X.f64")
        try Files.write(
            scored.flatMap { window in ActivityClass.allCases.map { window.probabilities[$0] } }, to: prefix + ".p.f64")
        try integers(windows.training.classes.map(\.rawValue), "y")
        try integers(judge.foldOfWindow, "fold")
        try integers(windows.training.dataSets, "dataset")
        try integers(windows.training.users, "user")
        try integers((0..<windows.count).map { served.contains($0) ? 1 : 0 }, "served")
        try integers(scored.map(\.prediction.rawValue), "answer")
        try integers(
            FeatureSchema.motion.features.map { feature in
                feature.need.map { $0 == .gyroscope ? 1 : 2 } ?? 0
            }, "need")
        print("\(windows.count) windows, \(FeatureSchema.motion.count) features, \(judge.plan.folds.count) folds")
    }
}
