internal import ActivityFeatures
package import MotionTypes

/// Labelled windows to train on: a row of features each, with its class and where it comes from.
package struct TrainingWindows: Sendable {
    /// The features of all windows, row by row; NaN is missing.
    package private(set) var values: [Double] = []
    /// The class of each window.
    package private(set) var classes: [ActivityClass] = []
    /// The data set of each window, as an index of the caller's.
    package private(set) var dataSets: [Int] = []
    /// The person of each window, as an index of the caller's, of its own for each data set; where nobody says who
    /// recorded, a recording's.
    package private(set) var users: [Int] = []

    /// How many windows there are.
    package var count: Int { classes.count }

    /// No windows.
    package init() {}

    /// Adds a window, whose row has the schema's count of features.
    package mutating func append(
        row: some Collection<Double>, class activityClass: ActivityClass, dataSet: Int, user: Int
    ) {
        precondition(row.count == FeatureSchema.motion.count, "a row has a value per feature")
        values.append(contentsOf: row)
        classes.append(activityClass)
        dataSets.append(dataSet)
        users.append(user)
    }

    /// The features of one window.
    package func row(_ index: Int) -> ArraySlice<Double> {
        values[index * FeatureSchema.motion.count..<(index + 1) * FeatureSchema.motion.count]
    }
}
