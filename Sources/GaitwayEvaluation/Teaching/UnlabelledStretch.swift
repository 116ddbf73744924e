// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// A stretch of a ride without labels that a person may label in one go: windows that would teach about the same thing.
package struct UnlabelledStretch: Sendable, Hashable {
    /// The shortest stretch, in seconds: a person needs some context to recognise an activity.
    package static let shortest = 15.0
    /// The longest stretch, in seconds: further windows of one kind teach little more.
    package static let longest = 60.0

    /// One window as a model answers it. Times are in seconds from the ride's first accelerometer sample.
    package struct Window: Sendable, Hashable {
        package var from: Double
        package var to: Double
        package var probabilities: ActivityProbabilities
        /// Whether it lies too far from the training data for an answer.
        package var isRefused: Bool

        package init(from: Double, to: Double, probabilities: ActivityProbabilities, isRefused: Bool) {
            self.from = from
            self.to = to
            self.probabilities = probabilities
            self.isRefused = isRefused
        }

        package init(_ scored: ScoredWindow) {
            self.init(
                from: scored.start, to: scored.start + Nanoseconds.product(WindowGrid.duration),
                probabilities: scored.probabilities, isRefused: scored.isRefused)
        }
    }

    /// The ride, as an index of the caller's.
    package let ride: Int
    /// Where it begins, in seconds from the ride's first accelerometer sample.
    package let from: Double
    package private(set) var to: Double
    /// The mean over the windows of 1 − (p₁ − p₂), the two greatest probabilities of each: 0 is certain, 1 is a guess.
    package private(set) var doubt: Double
    /// The share of windows that are refused.
    package private(set) var farShare: Double
    /// The mean posterior of the windows.
    package private(set) var probabilities: ActivityProbabilities

    private var windows = 1

    /// The length in seconds.
    package var duration: Double { to - from }

    /// The likeliest class, or unknown if most windows are refused.
    package var prediction: Prediction { farShare > 0.5 ? .unknown : Prediction(probabilities.mostLikely) }

    /// The stretches of one ride outside the labelled spans, in order.
    ///
    /// A stretch ends at a gap, at a labelled span, and where the posterior changes. What is shorter than
    /// ``shortest`` and belongs to neither neighbour is left out.
    /// - Parameters:
    ///   - windows: the ride's windows by time.
    ///   - ride: the ride's index.
    ///   - labelled: the spans that have a label.
    ///   - longest: how long a stretch is at most, in seconds.
    package static func stretches(
        of windows: [Window], ride: Int, labelled: [ClosedRange<Double>] = [], longest: Double = Self.longest
    ) -> [UnlabelledStretch] {
        var stretches: [UnlabelledStretch] = []
        for window in windows {
            guard !labelled.contains(where: { window.from < $0.upperBound && window.to > $0.lowerBound }) else {
                continue
            }
            let next = UnlabelledStretch(window, ride: ride)
            guard let last = stretches.indices.last, window.from <= stretches[last].to,
                stretches[last].duration < shortest || !stretches[last].differs(from: next),
                window.to - stretches[last].from <= longest
            else {
                stretches.append(next)
                continue
            }
            stretches[last].append(next)
        }
        return joiningShort(stretches, longest: longest)
    }

    /// Joins each short stretch with the one that it continues, if that stays short enough; else leaves it out.
    private static func joiningShort(_ stretches: [UnlabelledStretch], longest: Double) -> [UnlabelledStretch] {
        var kept: [UnlabelledStretch] = []
        for stretch in stretches {
            if stretch.duration >= shortest {
                kept.append(stretch)
            } else if let last = kept.last, stretch.from <= last.to, stretch.to - last.from <= longest {
                kept[kept.count - 1].append(stretch)
            }
        }
        return kept
    }

    private init(_ window: Window, ride: Int) {
        self.ride = ride
        from = window.from
        to = window.to
        probabilities = window.probabilities
        farShare = window.isRefused ? 1 : 0
        let sorted = ActivityClass.allCases.map { window.probabilities[$0] }.sorted()
        doubt = min(1, max(0, 1 - (sorted[sorted.count - 1] - sorted[sorted.count - 2])))
    }

    private mutating func append(_ other: UnlabelledStretch) {
        let share = Double(other.windows) / Double(windows + other.windows)
        func mean(_ own: Double, _ others: Double) -> Double { own + (others - own) * share }
        let (own, others) = (probabilities, other.probabilities)
        probabilities = ActivityProbabilities { mean(own[$0], others[$0]) }
        doubt = mean(doubt, other.doubt)
        farShare = mean(farShare, other.farShare)
        windows += other.windows
        to = other.to
    }

    /// What the posteriors of one stretch have in common at least.
    private static let leastLikeness = 0.6

    private func differs(from other: UnlabelledStretch) -> Bool {
        likeness(to: other) < Self.leastLikeness || (farShare > 0.5) != (other.farShare > 0.5)
    }

    /// Σ min(p, q) over the classes of both mean posteriors: 1 for the same, 0 for nothing in common.
    func likeness(to other: UnlabelledStretch) -> Double {
        var sum = 0.0
        for activityClass in ActivityClass.allCases {
            sum += min(probabilities[activityClass], other.probabilities[activityClass])
        }
        return sum
    }
}
