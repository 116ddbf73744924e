internal import MotionTypes
internal import Glibc

/// The unlabelled stretches whose labels would teach a model most, the most useful first.
package struct LabelSuggestions: Sendable {
    /// How useful stretches are compared.
    package struct Measure: Sendable, Hashable {
        package enum Doubt: String, CaseIterable, Sendable { case margin, entropy, none }
        package var doubt = Doubt.margin
        /// What being far from the training data adds.
        package var far = 0.0
        /// How much each stretch of the same ride before it lowers the value.
        package var ride = 0.0
        /// How much a like stretch before it lowers the value.
        package var likeness = 0.0
        package init(_ doubt: Doubt = .margin, far: Double = 0, ride: Double = 0, likeness: Double = 0) {
            self.doubt = doubt
            self.far = far
            self.ride = ride
            self.likeness = likeness
        }
    }

    /// Why a stretch is worth a label.
    package enum Reason: String, Sendable { case doubt, far }

    /// A stretch with its rank.
    package struct Suggestion: Sendable, Hashable {
        package var stretch: UnlabelledStretch
        package var value: Double
        package var reason: Reason
    }

    package private(set) var suggestions: [Suggestion] = []

    package init(_ stretches: [UnlabelledStretch], measure: Measure, minutes: Double, known: [Int: Int] = [:]) {
        var count: [Int: Double] = known.mapValues { Double($0) }
        var likeness = [Double](repeating: 0, count: stretches.count)
        var taken = [Bool](repeating: false, count: stretches.count)
        let base = stretches.map { Self.value($0, measure) }
        var seconds = 0.0
        while seconds < 60 * minutes {
            var best: (Int, Double)?
            for i in stretches.indices where !taken[i] {
                let value = base[i] / (1 + measure.ride * count[stretches[i].ride, default: 0] + measure.likeness * likeness[i])
                if value > best?.1 ?? -1 { best = (i, value) }
            }
            guard let best else { break }
            taken[best.0] = true
            let s = stretches[best.0]
            count[s.ride, default: 0] += 1
            seconds += s.duration
            suggestions.append(Suggestion(stretch: s, value: best.1, reason: s.farShare > 0.5 ? .far : .doubt))
            guard measure.likeness > 0 else { continue }
            for i in stretches.indices where !taken[i] {
                let l = stretches[i].likeness(to: s)
                likeness[i] += l * l
            }
        }
    }

    private static func value(_ s: UnlabelledStretch, _ measure: Measure) -> Double {
        let doubt: Double
        switch measure.doubt {
        case .margin: doubt = s.doubt
        case .entropy:
            doubt = ActivityClass.allCases.reduce(0.0) { sum, c in
                let p = s.probabilities[c]
                return p > 0 ? sum - p * log(p) : sum
            } / log(6)
        case .none: doubt = 0.5
        }
        return (doubt + measure.far * s.farShare) / (1 + measure.far)
    }
}
