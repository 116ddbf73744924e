// Foundation is not needed; Glibc gives the logarithm.
import Glibc
internal import MotionTypes

extension SplitMix64 {
    /// A number of the exponential distribution with mean 1.
    mutating func exponential() -> Double { -log(unit()) }
}
