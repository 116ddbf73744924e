// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition

/// Plays blocks of rides one after the other as one recording, and judges the answer in force at regular times.
///
/// Windows lie across the seams, as in life. An answer counts from its delivery; until then the one before is in force.
/// So a longer window costs time.
struct SplicedPlay {
    /// Nanoseconds between two judgements.
    private static let step: Int64 = 320_000_000

    private(set) var confusion = ConfusionMatrix()
    /// Seconds from each seam to the first right answer in force; nil if the block ended before.
    private(set) var delays: [Double?] = []
    /// The number of changes of the answer in force.
    private(set) var changes = 0

    /// Plays the blocks of one fold to the model that left it out.
    mutating func play(_ blocks: [Block], of rides: Rides, to model: ActivityModel) throws {
        var recognizer = try Recognizer(model: model, options: .init(smoothing: .causal, reportsEveryWindow: true))
        var reports: [ActivityReport] = []
        var seams: [Int64] = [0]
        var newestPressure: Float?
        for block in blocks {
            let shift = (seams.last ?? 0) - block.span.lowerBound
            var pressureShift: Float?
            var samples = try rides.samples(ofRide: block.ride, within: block.span)
            for index in samples.indices {
                samples[index].nanoseconds += shift
                guard samples[index].sensor == .pressure else { continue }
                // The pressure continues from its last value: places differ by more than any ride changes it.
                let ownShift = pressureShift ?? newestPressure.map { $0 - samples[index].value.x } ?? 0
                pressureShift = ownShift
                samples[index].value.x += ownShift
                newestPressure = samples[index].value.x
            }
            recognizer.append(samples)
            recognizer.takeReports(into: &reports)
            seams.append((seams.last ?? 0) + block.span.upperBound - block.span.lowerBound)
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        judge(reports, truths: blocks.map(\.activity), seams: seams)
    }

    /// Counts from the first seam on, since the answer before it depends on the wait for the first window.
    private mutating func judge(_ reports: [ActivityReport], truths: [Activity], seams: [Int64]) {
        var next = 0
        var prediction = Prediction.unknown
        for (number, truth) in truths.enumerated() {
            var delay: Double?
            var last = prediction
            for moment in stride(from: seams[number] + Self.step / 2, to: seams[number + 1], by: Int(Self.step)) {
                while next < reports.count, reports[next].delivered <= .nanoseconds(moment) {
                    prediction = Prediction(reports[next].activity.flags)
                    next += 1
                }
                guard number > 0 else { continue }
                confusion[truth, prediction] += 1
                if prediction != last { changes += 1 }
                last = prediction
                if delay == nil, prediction == Prediction(truth) { delay = Double(moment - seams[number]) * 1e-9 }
            }
            if number > 0 { delays.append(delay) }
        }
    }

    /// The delay of the fastest `fraction` of changes in seconds; nil if fewer were found.
    func delay(_ fraction: Double) -> Double? {
        guard !delays.isEmpty else { return nil }
        let sorted = delays.map { $0 ?? .infinity }.sorted()
        let delay = sorted[Int(proven: (fraction * Double(sorted.count - 1)).rounded())]
        return delay.isFinite ? delay : nil
    }
}
