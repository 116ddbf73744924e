// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// Windows of one ride with their features, in time order.
package struct WindowRows: Sendable {
    /// The features, row by row; NaN is missing.
    package private(set) var values: [Double] = []
    package private(set) var signals: [QuantizedSignals] = []
    package private(set) var lines: [EngineLines] = []
    /// Where each window comes from. Neighbours' numbers differ by one, a gap leaves a number out. The sensor case is
    /// nil where the rate is below all cases', or the accelerometer is at fault. The ride is set later.
    private(set) var origins: [LabelledWindows.Origin] = []

    package var count: Int { origins.count }

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
        let sensorCase = SensorCase.of(hasGravity: window.hasGravity, rate: window.rate, hasLines: ownLines != nil)
        origins.append(
            .init(
                number: number, start: window.start, sensorCase: window.fault == nil ? sensorCase : nil,
                speed: window.speed, isTurned: window.isTurned))
    }
}
