package import ActivityFeatures
package import MotionTypes

/// Labelled windows to train on: a row of features each, with its class and where it comes from.
package struct TrainingWindows: Sendable {
    /// The features of all windows, row by row; NaN is missing.
    package private(set) var values: [Double] = []
    /// The class of each window.
    package private(set) var classes: [ActivityClass] = []
    /// The data set of each window, as an index of the caller's.
    package private(set) var dataSets: [Int] = []
    /// The person of each window, as an index of the caller's, of its own for each data set; without a person, that of
    /// the recording.
    package private(set) var users: [Int] = []

    /// The signals of each window, for random kernels; empty where a window was added without.
    private var signals: [QuantizedSignals] = []

    /// Whether all windows have signals.
    var haveSignals: Bool { signals.count == count && count > 0 }

    /// How many windows there are.
    package var count: Int { classes.count }

    /// No windows.
    package init() {}

    /// Adds a window, whose row has the schema's count of features. Models of windows without signals have no kernels.
    package mutating func append(
        row: some Collection<Double>, signals own: QuantizedSignals? = nil, class activityClass: ActivityClass,
        dataSet: Int, user: Int
    ) {
        precondition(row.count == FeatureSchema.motion.count, "a row has a value per feature")
        values.append(contentsOf: row)
        if let own, signals.count == count { signals.append(own) }
        classes.append(activityClass)
        dataSets.append(dataSet)
        users.append(user)
    }

    /// The signals of one window; the windows must have them.
    package func signals(_ index: Int) -> QuantizedSignals {
        haveSignals ? signals[index] : QuantizedSignals()
    }

    /// A number for the windows of one class in one data set.
    func cell(of index: Int) -> Int { dataSets[index] * ActivityClass.allCases.count + classes[index].rawValue }

    /// The features of one window.
    package func row(_ index: Int) -> ArraySlice<Double> {
        values[index * FeatureSchema.motion.count..<(index + 1) * FeatureSchema.motion.count]
    }
}
