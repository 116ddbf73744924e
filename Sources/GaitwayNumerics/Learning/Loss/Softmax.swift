// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The softmax of a part of a buffer.
enum Softmax {
    /// Replaces the `count` logits from `start` on by probabilities and returns the logarithm of the sum of their
    /// exponentials. The largest logit is taken out first, so that nothing overflows.
    static func apply(_ buffer: inout MutableSpan<Double>, from start: Int, count: Int) -> Double {
        var largest = -Double.infinity
        for index in start..<start + count where buffer[index] > largest { largest = buffer[index] }
        var sum = 0.0
        for index in start..<start + count {
            let exponential = exp(buffer[index] - largest)
            buffer[index] = exponential
            sum += exponential
        }
        let scale = 1 / sum
        for index in start..<start + count { buffer[index] *= scale }
        return largest + log(sum)
    }
}
