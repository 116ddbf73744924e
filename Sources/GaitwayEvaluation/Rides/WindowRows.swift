// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// Windows of one ride with their features, in time order.
package struct WindowRows: Sendable {
    /// The features, row by row; NaN is missing.
    package private(set) var values: [Double] = []
    package private(set) var signals: [QuantizedSignals] = []
    package private(set) var lines: [EngineLines] = []
    /// When each window begins, in nanoseconds since the first accelerometer sample.
    package private(set) var starts: [Int64] = []
    /// The number of each window: neighbours differ by one, a gap leaves a number out.
    package private(set) var numbers: [Int] = []
    /// The sensor case of each window; nil where the rate is below all cases', or the accelerometer is at fault.
    package private(set) var cases: [SensorCase?] = []
    /// The speed of each window by the fixes in it and right before, in m/s, or nil.
    package private(set) var speeds: [Double?] = []
    package private(set) var turned: [Bool] = []

    package var count: Int { starts.count }

    package func row(_ index: Int) -> ArraySlice<Double> {
        let width = FeatureSchema.motion.count
        return values[index * width..<(index + 1) * width]
    }

    mutating func append(
        _ window: MotionWindow, number: Int, features: [Double], signals own: QuantizedSignals,
        lines ownLines: EngineLines?
    ) {
        values.append(contentsOf: features)
        signals.append(own)
        lines.append(ownLines ?? .missing)
        starts.append(window.start)
        numbers.append(number)
        speeds.append(window.speed)
        turned.append(window.isTurned)
        cases.append(
            window.fault == nil
                ? SensorCase.of(hasGravity: window.hasGravity, rate: window.rate, hasLines: ownLines != nil) : nil)
    }
}
