// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
// Foundation is not needed; Glibc gives the logarithm.
import Glibc

/// How late an app learns of a crossing.
public enum DeliveryDelay: Sendable, Hashable {
    /// At once.
    case none
    /// After a random time of the exponential distribution with this mean. It depends only on the seed, the region and
    /// the moment of crossing, so all strategies have the same delay of the same crossing.
    case random(mean: Duration, seed: UInt64)

    /// The usual mean of phones, which is between three and five minutes.
    public static let phoneMean = Duration.seconds(240)

    /// The delay of an event.
    func duration(_ region: String, edge: Duration) -> Duration {
        guard case .random(let mean, let seed) = self else { return .zero }
        // FNV-1a (Fowler, Noll, Vo), which is the same in every process, as Swift's hashes are not.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ seed
        for byte in region.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        var numbers = SplitMix64(seed: hash ^ UInt64(bitPattern: edge.wholeNanoseconds))
        _ = numbers.next()
        return Duration(inSeconds: max(0, mean.inSeconds * numbers.exponential()))
    }
}

extension SplitMix64 {
    /// A number of the exponential distribution with mean 1.
    package mutating func exponential() -> Double { -log(unit()) }
}
