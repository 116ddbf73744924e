// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How far a temperature that few rides chose is trusted.
///
/// The windows of a ride err together, so that the temperature of a few rides left out is mostly chance. After n rides
/// left out, T becomes
///
///     T^(n / (n + 20)) · 1.6^(20 / (n + 20))
///
/// Other rides of the same people ask for less than 1.6, and rides of other people for more.
enum Caution {
    /// The temperature of a model without rides left out.
    static let temperature = 1.6
    /// The rides of an activity that show how sure a model may be of it.
    static let leastRides = 3
    /// How many rides count as much as ``temperature``.
    private static let weight = 20.0

    /// What a temperature that `rides` rides left out chose is multiplied by.
    static func factor(of temperature: Double, rides: Int) -> Double {
        pow(Self.temperature / temperature, weight / (weight + Double(rides)))
    }
}
