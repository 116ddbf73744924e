// SPDX-License-Identifier: Apache-2.0
/// How an app chooses the few regions that a phone monitors from the many places it has.
public struct MonitoringStrategy: Sendable, Hashable {
    /// What makes the app choose again.
    package enum Trigger: String, Sendable, Hashable {
        /// The phone's report of a significant change of location.
        case significantChange
        /// The exit from a region around the last choice's position, within which no other place can be entered.
        case bubble
        /// Never: it watches every place, which no phone allows.
        case never
    }

    /// How the new set replaces the old one.
    package enum Update: String, Sendable, Hashable {
        /// All regions are removed, then the new set is registered.
        case replaceAll
        /// Regions in both sets stay as they are.
        case difference
    }

    /// The word used in options and reports.
    public var name: String
    /// What makes the app choose again.
    package var trigger: Trigger
    /// How the new set replaces the old one.
    package var update: Update
    /// How many places are watched at a time, if the platform allows as many regions.
    package var count = 10
    /// The bubble's radius as a share of the way to the edge of the nearest place that is not watched. The rest of the
    /// way is for the time that the exit takes to settle.
    var bubbleShare = 0.5
    /// No bubble is smaller, in metres: phones do not see less.
    var smallestBubble = 100.0
    /// No bubble is larger, in metres.
    var largestBubble = 50_000.0

    /// The nearest places on each significant change, all regions replaced.
    public static let nearest = Self(name: "nearest", trigger: .significantChange, update: .replaceAll)
    /// As ``nearest``, but regions of both sets stay registered.
    public static let difference = Self(name: "difference", trigger: .significantChange, update: .difference)
    /// The nearest places whenever the phone leaves the bubble, all regions replaced.
    public static let bubble = Self(name: "bubble", trigger: .bubble, update: .replaceAll)
    /// As ``bubble``, but regions of both sets stay registered.
    public static let bubbleDifference = Self(name: "bubble-difference", trigger: .bubble, update: .difference)
    /// As ``bubbleDifference``, with all regions that the platform allows: nineteen places and the bubble, where it
    /// allows twenty.
    public static let full = Self(name: "full", trigger: .bubble, update: .difference, count: .max)
    /// Every place, watched all the time: the reference for the others.
    public static let oracle = Self(name: "oracle", trigger: .never, update: .difference, count: 0)

    /// All strategies, the oracle last.
    public static let all = [nearest, difference, bubble, bubbleDifference, full, oracle]
}
