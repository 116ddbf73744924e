// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// The cost of a window that comes alone, as in an app that recognises while the phone moves.
///
/// A recogniser gets a made-up walk of 50 Hz row by row, with a sample of the accelerometer and one of the gyroscope in
/// each call. The cost of a window is the time of the calls since the window before: its 128 new rows, with resampling
/// and smoothing, until its probabilities are known.
enum LiveWindows {
    /// The number of windows at the beginning that do not count: they lack the gravity and the caches of later ones.
    private static let warmUp = 20

    /// The CPU time of each window in seconds.
    static func times(count: Int) throws -> [Double] {
        let rows = MotionLog(rows: (count + warmUp + 3) * 128).samples
        var recognizer = try Recognizer(model: DefaultModel.load(), options: .init(reportsEveryWindow: true))
        var reports: [ActivityReport] = []
        var times: [Double] = []
        var start = seconds()
        for first in stride(from: 0, to: rows.count, by: 2) {
            recognizer.append([rows[first], rows[first + 1]])
            recognizer.takeReports(into: &reports)
            guard let report = reports.last else { continue }
            let end = seconds()
            guard report.probabilities != nil else { throw NoEstimate() }
            times.append(end - start)
            reports.removeAll(keepingCapacity: true)
            start = seconds()
        }
        return Array(times.dropFirst(warmUp).prefix(count))
    }
}

/// Thrown if the built-in model does not recognise the made-up walk.
struct NoEstimate: Error {}
