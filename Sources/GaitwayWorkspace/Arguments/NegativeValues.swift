// SPDX-License-Identifier: Apache-2.0
/// Negative numbers after options, which ArgumentParser takes for options themselves and then calls the value missing.
package enum NegativeValues {
    /// The arguments, in which `--stay -1` is `--stay=-1`: the option then judges its value. What follows `--` stays as
    /// it is.
    package static func joined(_ arguments: [String]) -> [String] {
        var joined: [String] = []
        var areOptionsOver = false
        for argument in arguments {
            if argument == "--" { areOptionsOver = true }
            if !areOptionsOver, isNegative(argument), let last = joined.last, isLongOption(last) {
                joined[joined.count - 1] = last + "=" + argument
            } else {
                joined.append(argument)
            }
        }
        return joined
    }

    private static func isNegative(_ text: String) -> Bool {
        guard text.hasPrefix("-"), let first = text.dropFirst().first, "0123456789.".contains(first) else {
            return false
        }
        return text.allSatisfy { "0123456789.eE+-:".contains($0) }
    }

    private static func isLongOption(_ text: String) -> Bool {
        text.hasPrefix("--") && text.count > 2 && !text.contains("=")
    }
}
