// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import Glibc

/// The mode of a ride from its speeds: a multinomial logistic model of ``RideFeatures``.
package struct RideModel: Sendable, Hashable {
    /// The modes, in the order of the coefficients.
    package static let modes: [Activity] = [.running, .cycling, .automotive]
    /// How likely each mode is before its speeds are seen, up to a factor. Few people run, and with sparse fixes a run
    /// and a slow ride have the same speeds.
    private static let priors = [0.5, 1, 1]

    /// For each mode the intercept, then a coefficient for each feature.
    package var coefficients: [[Double]]

    /// A model from its coefficients.
    package init(coefficients: [[Double]]) { self.coefficients = coefficients }

    /// The likeliest of the modes that `isPossible` allows; nil without pieces, and if none is allowed. Longer pieces
    /// count for more.
    func mode(of pieces: [RideFeatures], where isPossible: (Activity) -> Bool) -> Activity? {
        let seconds = pieces.reduce(0) { $0 + $1.seconds }
        guard seconds > 0 else { return nil }
        let scores = zip(coefficients, Self.priors).map { row, prior in
            pieces.reduce(log(prior)) { sum, piece in
                sum + piece.seconds / seconds * zip(row.dropFirst(), piece.values).reduce(row[0]) { $0 + $1.0 * $1.1 }
            }
        }
        return zip(Self.modes, scores).filter { isPossible($0.0) }.max { $0.1 < $1.1 }?.0
    }
}
