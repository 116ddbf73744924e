// SPDX-License-Identifier: Apache-2.0
import Foundation

/// How often property tests try. `GAITWAY_ROUNDS` is the percentage of a thorough run's rounds; 25 unless it is set.
public enum Rounds {
    private static let percentage =
        ProcessInfo.processInfo.environment["GAITWAY_ROUNDS"].flatMap { Int($0) } ?? 25

    /// The rounds to do, at least one, where a thorough run does `thorough`.
    public static func count(_ thorough: Int) -> Int { max(1, thorough * percentage / 100) }
}
