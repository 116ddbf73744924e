// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import Glibc

/// The mode of a ride from its speeds: a multinomial logistic model of ``RideFeatures``.
package struct RideModel: Sendable, Hashable {
    /// The modes, in the order of the coefficients.
    package static let modes: [Activity] = [.running, .cycling, .automotive]

    /// For each mode the intercept, then a coefficient for each feature.
    package var coefficients: [[Double]]

    /// A model from its coefficients.
    package init(coefficients: [[Double]]) { self.coefficients = coefficients }

    /// The likeliest of the modes that `isPossible` allows, and its probability among these; nil without pieces, and if
    /// none is allowed. Longer pieces count for more.
    func mode(
        of pieces: [RideFeatures], confirmed: ConfirmedRides, where isPossible: (Activity) -> Bool
    ) -> (mode: Activity, probability: Double)? {
        let seconds = pieces.reduce(0) { $0 + $1.seconds }
        guard seconds > 0 else { return nil }
        let scores = zip(coefficients, Self.modes).map { row, mode in
            pieces.reduce(log(confirmed.prior(mode))) { sum, piece in
                sum + piece.seconds / seconds * zip(row.dropFirst(), piece.values).reduce(row[0]) { $0 + $1.0 * $1.1 }
            }
        }
        let possible = zip(Self.modes, scores).filter { isPossible($0.0) }
        guard let best = possible.max(by: { $0.1 < $1.1 }) else { return nil }
        return (best.0, 1 / possible.reduce(0) { $0 + exp($1.1 - best.1) })
    }
}
