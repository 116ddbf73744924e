// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayNumerics
import GaitwayTimeline

/// Fits the model that tells the mode of a ride from its speeds.
struct RideFit {
    /// The least seconds between two fixes, of the tracks that are learnt from: as they are, and thinner.
    static let intervals = [0.0, 30, 60, 120]
    /// A leg counts by its time, but for no more than this many seconds: a long one has seen one road.
    private static let mostSeconds = 300.0
    /// C of the fit: lambda is 5e-4. It and the seconds were chosen on the rides alone, with people left out.
    private static let inverseRegularization = 500.0
    /// Walks are learnt, too, so that slow rides are told from them; the rides of a timeline have none.
    private static let classes = [.walking] + RideModel.modes

    private struct Example {
        let person: String
        let mode: Int
        let features: RideFeatures
        var seconds: Double { min(RideFit.mostSeconds, features.seconds) }
    }

    private var examples: [Example] = []

    /// Takes the legs of tracks.
    init(_ tracks: [LabelledTrack]) {
        for track in tracks {
            for interval in Self.intervals {
                let fixes = track.thinned(to: interval).fixes.map { ($0.time, $0.fix) }
                for (leg, pieces) in zip(track.legs, RideFeatures.pieces(fixes, in: track.legs.map(\.span))) {
                    guard let mode = Self.classes.firstIndex(of: leg.activity) else { continue }
                    examples += pieces.map { Example(person: track.person, mode: mode, features: $0) }
                }
            }
        }
    }

    /// The number of people with each mode.
    var people: String {
        Self.classes.enumerated().map { index, mode in
            "\(mode) \(Set(examples.filter { $0.mode == index }.map(\.person)).count)"
        }.joined(separator: ", ")
    }

    /// The model of all people but one. All modes weigh the same, and so do the people of a mode by the root of their
    /// time.
    func model(without person: String? = nil) throws -> RideModel {
        let used = examples.filter { $0.person != person }
        var seconds = Self.classes.map { _ in [String: Double]() }
        for example in used { seconds[example.mode][example.person, default: 0] += example.seconds }
        let roots = seconds.map { $0.values.reduce(0) { $0 + $1.squareRoot() } }
        let weights = used.map { example in
            example.seconds / (seconds[example.mode][example.person] ?? 1).squareRoot() / roots[example.mode]
        }
        let set = try TrainingSet(
            features: Matrix(used.map(\.features.values)), labels: used.map(\.mode), weights: weights,
            classes: Self.classes.count)
        let fit = try SoftmaxClassifier.fit(
            set, options: FitOptions(inverseRegularization: Self.inverseRegularization, tolerance: 1e-8)
        ).classifier
        return RideModel(
            coefficients: Self.classes.indices.dropFirst().map { mode in
                [fit.intercepts[mode]] + (0..<fit.features).map { fit.weights[$0, mode] }
            })
    }
}
