// SPDX-License-Identifier: Apache-2.0
internal import GaitwayAlerts
package import GaitwayBase

/// For how much of the labelled rides' time an alert could have passed, by data set and activity.
package struct OutlookFigures: Sendable, Hashable {
    package struct Cell: Sendable, Hashable {
        package var dataSet: String
        package var activity: Activity
    }

    /// Less than this of a data set's activity says nothing about it.
    package static let leastTime = Duration.seconds(60)

    package private(set) var cells: [Cell: OutlookTime] = [:]

    package init() {}

    package mutating func add(_ time: OutlookTime, of ride: RideStreams.Ride) {
        cells[Cell(dataSet: ride.row.dataSet, activity: ride.activity), default: OutlookTime()] += time
    }

    package mutating func add(_ other: OutlookFigures) {
        for (cell, time) in other.cells { cells[cell, default: OutlookTime()] += time }
    }

    package var dataSets: [String] { Set(cells.keys.map(\.dataSet)).sorted() }

    package func filtered(_ isIncluded: (String) -> Bool) -> OutlookFigures {
        var figures = self
        figures.cells = cells.filter { isIncluded($0.key.dataSet) }
        return figures
    }

    package func time(of activity: Activity) -> OutlookTime {
        cells.reduce(into: OutlookTime()) { if $1.key.activity == activity { $0 += $1.value } }
    }

    /// The share of an activity's time in which an alert could pass, the mean over the data sets that have enough of
    /// it, with equal weights; nil if none has.
    package func passedShare(of activity: Activity) -> Double? {
        let shares = cells.filter { $0.key.activity == activity && $0.value.total >= Self.leastTime }
            .sorted { $0.key.dataSet < $1.key.dataSet }.compactMap(\.value.passedShare)
        return shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
    }

    /// The share of driving in which an alert could pass: the danger.
    package var drivingPassed: Double? { passedShare(of: .automotive) }

    /// The share of walking in which an alert is held back: the price.
    package var walkingHeld: Double? { passedShare(of: .walking).map { 1 - $0 } }
}
