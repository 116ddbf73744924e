import ActivityRecognition
import ActivityStream
import DefaultModel
import MotionTypes

/// What a window costs that comes alone, as in an app that recognises while the phone moves.
///
/// A recogniser gets a made-up walk of 50 Hz row by row, a reading of the accelerometer and one of the gyroscope in a
/// call. A window costs what the calls since the window before took, until its probabilities are there: those of its 128
/// new rows, with resampling and smoothing.
enum LiveWindows {
    /// Windows at the beginning that are not counted: the first come without the gravity and the caches of later ones.
    private static let warmUp = 20

    /// Seconds of CPU time that each window took.
    static func times(count: Int) throws -> [Double] {
        let rows = MotionLog(rows: (count + warmUp + 3) * 128).samples
        var recognizer = Recognizer(model: try DefaultModel.load(), options: .init(reportsEveryWindow: true))
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

/// The built-in model does not know what the made-up walk is.
struct NoEstimate: Error {}
