// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// The phone's own recognition as one more contestant beside a model, live and offline, on the same seconds.
///
/// The labels of the manifest are the truth. Each second weighs the same.
package struct PhoneComparison: Sendable {
    package typealias Contestant = PhoneRide.Contestant

    package let model: String
    /// The logs in which the phone made a report and which have a second to judge.
    package let rides: [PhoneRide]
    package let withoutReports: Int
    package let skipped: [EvaluationReport.SkippedRide]

    /// From this second of a log on, a window of the model can be complete.
    package static let settled = 6

    /// Reads logs and compares what they hold.
    ///
    /// - Parameters:
    ///   - skipsUnreadable: whether logs that cannot be read are listed instead of thrown.
    ///   - progress: is told after each log how many are done, and may throw to end.
    /// - Throws: `InputError` for a log that cannot be read; `empty` if no log has a report of the phone.
    package init(
        of model: ActivityModel, on logs: [PhoneLog], skipsUnreadable: Bool = false,
        progress: (WorkProgress) throws -> Void
    ) throws {
        var rides: [PhoneRide] = []
        var skipped: [EvaluationReport.SkippedRide] = []
        var without = 0
        for (index, log) in logs.enumerated() {
            do throws(InputError) {
                let ride = try PhoneRide(log, model: model)
                if let ride, !ride.seconds.isEmpty { rides.append(ride) } else { without += 1 }
            } catch {
                guard skipsUnreadable else { throw error }
                skipped.append(.init(recording: log.name, problem: error.description))
            }
            try progress(.step(stage: "reading logs", done: index + 1, total: logs.count))
        }
        guard !rides.isEmpty else {
            throw InputError(
                .empty,
                problem: (logs.count == 1 ? "the log does not hold" : "none of \(logs.count) logs holds")
                    + " a report of the phone's own recognition",
                remedy: "give logs of SensorLog, PowerSense or Sensor Logger with activities")
        }
        self.model = model.name
        self.rides = rides
        self.skipped = skipped
        withoutReports = without
    }

    /// Some seconds by outcome.
    package struct Outcomes: Sendable, Hashable {
        package var right = 0
        package var wrong = 0
        package var unknown = 0
        package var seconds: Int { right + wrong + unknown }

        /// A part of the seconds as a share; nil without seconds.
        package func share(_ part: Int) -> Double? { seconds > 0 ? Double(part) / Double(seconds) : nil }

        mutating func add(_ prediction: Prediction, truth: Activity) {
            if prediction == Prediction(truth) {
                right += 1
            } else if prediction == .unknown {
                unknown += 1
            } else {
                wrong += 1
            }
        }
    }

    /// The outcomes in seconds of known activity.
    ///
    /// - Parameters:
    ///   - start: the first second of a log that counts.
    ///   - activity: nil for all.
    ///   - dataSet: nil for all.
    package func outcomes(
        of contestant: Contestant, from start: Int = 0, activity: Activity? = nil, dataSet: String? = nil
    ) -> Outcomes {
        var outcomes = Outcomes()
        for ride in rides where dataSet == nil || ride.dataSet == dataSet {
            for second in ride.seconds where second.number >= start {
                guard let truth = second.truth, activity ?? truth == truth else { continue }
                outcomes.add(second[contestant].prediction, truth: truth)
            }
        }
        return outcomes
    }

    /// The mean over the activities of the share that is right; nil without seconds of a known activity.
    package func balanced(_ contestant: Contestant, from start: Int = 0) -> Double? {
        let shares = Activity.allCases.compactMap { activity in
            let outcomes = outcomes(of: contestant, from: start, activity: activity)
            return outcomes.share(outcomes.right)
        }
        return shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
    }

    /// How soon a contestant is right.
    package struct Delays: Sendable, Hashable {
        /// For each beginning: the seconds until the first right one; nil if none follows before the next beginning.
        package var each: [Int?] = []
        package var found: [Double] { each.compactMap { $0.map(Double.init) } }
    }

    /// The delays after the changes of activity in a log, or after the starts of logs.
    package func delays(of contestant: Contestant, afterChanges: Bool) -> Delays {
        var delays = Delays()
        for ride in rides {
            var index = 0
            while index < ride.seconds.count {
                guard let truth = ride.seconds[index].truth else {
                    index += 1
                    continue
                }
                let run = ride.seconds[index...].prefix { $0.truth == truth }
                let before = index > 0 ? ride.seconds[index - 1] : nil
                let isChange = before.map { $0.truth != nil && $0.number + 1 == ride.seconds[index].number } ?? false
                if isChange == afterChanges, isChange || before == nil {
                    let found = run.first { $0[contestant].prediction == Prediction(truth) }
                    delays.each.append(found.map { $0.number - ride.seconds[index].number })
                }
                index += run.count
            }
        }
        return delays
    }

    /// The outcomes of the seconds in which a contestant names an activity, or none, with a confidence.
    package func outcomes(of contestant: Contestant, confidence: Confidence) -> Outcomes {
        var outcomes = Outcomes()
        for second in rides.flatMap(\.seconds) {
            let state = second[contestant]
            guard let truth = second.truth, state.confidence == confidence, state.prediction != .unknown else {
                continue
            }
            outcomes.add(state.prediction, truth: truth)
        }
        return outcomes
    }

    /// The vehicle time of all logs; nil without any.
    package func vehicle(_ contestant: Contestant) -> PhoneRide.Vehicle? {
        let own = rides.compactMap { $0.vehicles[contestant] }
        return own.isEmpty
            ? nil
            : own.reduce(into: PhoneRide.Vehicle()) { sum, next in
                sum.delivered += next.delivered
                sum.total += next.total
            }
    }

    /// The seconds by the phone's answer, then by the live model's; in the order of `Prediction.allCases`.
    package var confusion: [[Int]] {
        var counts = Prediction.allCases.map { _ in Prediction.allCases.map { _ in 0 } }
        for second in rides.flatMap(\.seconds) {
            counts[second[.phone].prediction.rawValue][second[.live].prediction.rawValue] += 1
        }
        return counts
    }

    package var dataSets: [String] {
        rides.reduce(into: []) { if !$0.contains($1.dataSet) { $0.append($1.dataSet) } }
    }

    /// All seconds, with those whose activity is not known.
    package var secondCount: Int { rides.reduce(0) { $0 + $1.seconds.count } }
}
