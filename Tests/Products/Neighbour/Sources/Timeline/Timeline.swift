// SPDX-License-Identifier: Apache-2.0
/// What an app takes from here.
public let fromTimeline = "Timeline of the neighbour"
