// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// How often each activity occurs where a model is used, if you know: for example, no cycling and mostly walking.
///
/// A model is trained as if all activities were equally frequent. A prior multiplies a window's probability of each
/// activity by the activity's share times 5, and divides all by their sum. If none has a share, it takes part and the
/// factor is 6. Smoothing comes after that. An activity with share 0 is never answered.
public struct ActivityPrior: Sendable, Hashable {
    /// What a window's probabilities are multiplied with, by class; not all 0.
    private let factors: ActivityProbabilities

    /// A prior from the shares of some classes, each 0 ... 1. The other activities divide the rest up to 1 equally;
    /// none takes part only if it is named.
    ///
    /// - Throws: `InputError` `malformed` for a share that is negative or not a number, for a sum above 1, and for
    ///   shares of all activities that do not sum to 1.
    public init(_ shares: [ActivityClass: Double]) throws(InputError) {
        let named = ActivityClass.allCases.filter { shares[$0] != nil }
        for activityClass in named {
            let share = shares[activityClass, default: 0]
            guard share >= 0, share <= 1 else {
                throw .malformed("the share of \(activityClass.name) is \(share)", remedy: "give a share from 0 to 1")
            }
        }
        let sum = named.reduce(0) { $0 + shares[$1, default: 0] }
        // Decimals that a person adds up to 1 may differ from it by what rounding leaves.
        guard sum <= 1 + Self.rounding else {
            throw .malformed(
                "the shares sum to \(sum), which is more than 1", remedy: "give shares that sum to 1 or less")
        }
        let others = ActivityClass.allCases.filter { shares[$0] == nil && $0 != .noneOfThese }
        guard !others.isEmpty || sum > 0 else {
            throw .malformed("the shares of all activities are 0", remedy: "leave out the activities that may occur")
        }
        guard !others.isEmpty || sum >= 1 - Self.rounding else {
            throw .malformed(
                "the shares of all activities sum to \(sum)",
                remedy: "make them sum to 1, or leave out one activity, which then has the rest")
        }
        let left = others.isEmpty ? 0 : max(0, 1 - sum) / Double(others.count)
        let count = Double(shares[.noneOfThese] == nil ? Activity.allCases.count : ActivityClass.allCases.count)
        factors = ActivityProbabilities { activityClass in
            if let share = shares[activityClass] { return share * count }
            return activityClass == .noneOfThese ? 1 : left * count
        }
    }

    /// A prior from text such as `walking=0.3,cycling=0`.
    ///
    /// - Throws: `InputError` `malformed` for text that is not a list of names with shares, for an unknown or repeated
    ///   name, and as ``init(_:)`` does.
    package init(parsing text: String) throws(InputError) {
        var shares: [ActivityClass: Double] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let share = Double(sides[1]), share.isFinite else {
                throw .malformed(
                    "\(quoted: part) is not a name and a share", remedy: "write as in walking=0.3,cycling=0")
            }
            guard let activityClass = ActivityClass(name: String(sides[0])) else {
                throw .malformed(
                    "\(quoted: sides[0]) is not an activity",
                    remedy: "choose from \(ActivityClass.allCases.map(\.name).joined(separator: ", "))")
            }
            guard shares.updateValue(share, forKey: activityClass) == nil else {
                throw .malformed("\(activityClass.name) is given twice", remedy: "give each activity one share")
            }
        }
        try self.init(shares)
    }

    /// The rounding error that a sum may have.
    private static let rounding = 1e-9

    /// The probabilities of one window under this prior; the prior itself if all products are 0.
    func applied(to probabilities: ActivityProbabilities) -> ActivityProbabilities {
        let weighted = ActivityProbabilities { probabilities[$0] * factors[$0] }
        let isLeft = ActivityClass.allCases.contains { weighted[$0] > 0 }
        return (isLeft ? weighted : factors).normalized
    }
}

extension ActivityPrior {
    /// A prior to read another into.
    static let blank = ActivityPrior(factors: .uniform)

    private init(factors: ActivityProbabilities) { self.factors = factors }

    /// The same after it went through an archive.
    func passed(through archive: inout StateArchive) -> ActivityPrior {
        var factors = factors
        archive.pass(&factors)
        archive.require(ActivityClass.allCases.allSatisfy { factors[$0] >= 0 && factors[$0].isFinite })
        return ActivityPrior(factors: factors)
    }
}
