// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
// log, sqrt, cos and pow; Foundation is not needed.
import Glibc

extension SplitMix64 {
    /// A number of the gamma distribution with a shape above 0 and scale 1.
    ///
    /// Source: G. Marsaglia, W. W. Tsang, ACM Transactions on Mathematical Software 26 (2000).
    package mutating func gamma(shape: Double) -> Double {
        precondition(shape > 0, "a gamma distribution has a positive shape")
        guard shape >= 1 else { return gamma(shape: shape + 1) * pow(unit(), 1 / shape) }
        let d = shape - 1.0 / 3
        let c = 1 / (9 * d).squareRoot()
        while true {
            let normal = (-2 * log(unit())).squareRoot() * cos(2 * .pi * unit())
            let root = 1 + c * normal
            guard root > 0 else { continue }
            let cube = root * root * root
            if log(unit()) < normal * normal / 2 + d - d * cube + d * log(cube) { return d * cube }
        }
    }
}
