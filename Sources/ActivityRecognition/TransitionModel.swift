internal import ActivityFeatures
internal import MotionTypes

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// How likely the class changes from one window to a later one: a Markov chain that stays with a probability per hop
/// and else moves to each other class alike.
///
/// Over k hops the chain stays with 1/K + (1 − 1/K) λ^k, λ = 1 − (1 − stay) K / (K − 1), for K classes: after a long
/// gap nothing of the old state is left, without a rule of its own.
struct TransitionModel: Sendable {
    private static let classes = Double(ActivityClass.allCases.count)
    private let contraction: Double

    /// A chain that keeps its class over one hop with probability `stay`.
    init(stay: Double) {
        contraction = 1 - (1 - stay) * Self.classes / (Self.classes - 1)
    }

    /// The probabilities to stay, and to move to one certain other class, from a window's start to another's.
    func probabilities(from earlier: Int64, to later: Int64) -> (stay: Double, move: Double) {
        let hops = max(0, Double(later - earlier) / Double(WindowGrid.hopDuration))
        let stay = 1 / Self.classes + (1 - 1 / Self.classes) * pow(contraction, hops)
        return (stay, (1 - stay) / (Self.classes - 1))
    }
}
