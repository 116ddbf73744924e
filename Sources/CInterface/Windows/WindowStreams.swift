// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGaitway
internal import GaitwayRecognition

/// Cuts a recording into windows, which wait.
final class WindowStreamObject: HandleObject {
    static let kind = HandleKind.windowStream

    var intake = SampleIntake(of: .windowStream)
    var waiting = Queue<MotionWindow>()
    var extractor = FeatureExtractor()
    private var assembler = WindowAssembler()
    private var events: [WindowAssembler.Event] = []

    func append(_ samples: [SensorSample]) {
        for sample in samples { assembler.append(sample) }
        takeEvents()
    }

    func finish() {
        assembler.finish()
        takeEvents()
    }

    private func takeEvents() {
        assembler.takeEvents(into: &events)
        for case .window(let window) in events { waiting.elements.append(window) }
        events.removeAll(keepingCapacity: true)
    }
}

extension gaitway_window {
    init(_ window: MotionWindow) {
        self.init()
        from_ns = window.start
        to_ns = window.end
        arrival_ns = window.arrival
        rate = window.rate
        pressure_spread = (window.pressureSpread.over30Seconds ?? .nan, window.pressureSpread.over60Seconds ?? .nan)
        speed = window.speed ?? .nan
        starts_segment = window.startsSegment ? 1 : 0
        is_linear = window.hasGravity ? 0 : 1
        has_rotation = window.rotationRate == nil ? 0 : 1
        fault =
            switch window.fault {
            case nil: UInt8(GAITWAY_REASON_NONE)
            case .dead: UInt8(GAITWAY_REASON_DEAD_SENSOR)
            default: UInt8(GAITWAY_REASON_SATURATED)
            }
    }
}

extension MotionWindow {
    /// Writes the samples, six numbers each.
    fileprivate func write(to samples: UnsafeMutablePointer<Float>) {
        for place in 0..<WindowGrid.count {
            let rotation = rotationRate?[place] ?? SIMD3(repeating: .nan)
            for axis in 0..<3 {
                samples[6 * place + axis] = acceleration[place][axis]
                samples[6 * place + 3 + axis] = rotation[axis]
            }
        }
    }
}

/// A stream of windows at the beginning of a recording.
@c @implementation
public func gaitway_window_stream_create(_ stream: HandleResult) -> gaitway_status {
    make(stream, "stream") { WindowStreamObject() }
}

/// Frees a stream of windows.
@c @implementation
public func gaitway_window_stream_free(_ stream: OpaquePointer?) -> gaitway_status { WindowStreamObject.free(stream) }

/// Takes arrays of samples.
@c @implementation
public func gaitway_window_stream_append(
    _ stream: OpaquePointer?, _ series: UnsafePointer<gaitway_series>?, _ count: Int
) -> gaitway_status {
    WindowStreamObject.call(stream) { (object) throws(CallError) in
        try object.intake.take(series, count: count) { object.append($0) }
    }
}

/// Takes a batch of samples.
@c @implementation
public func gaitway_window_stream_append_batch(
    _ stream: OpaquePointer?, _ batch: UnsafePointer<gaitway_batch>?
) -> gaitway_status {
    WindowStreamObject.call(stream) { (object) throws(CallError) in
        try object.intake.take(batch) { object.append($0) }
    }
}

/// Ends the recording.
@c @implementation
public func gaitway_window_stream_finish(_ stream: OpaquePointer?) -> gaitway_status {
    WindowStreamObject.call(stream) { (object) throws(CallError) in
        try object.intake.finish()
        object.finish()
    }
}

/// Moves windows to the program's arrays.
@c @implementation
public func gaitway_window_stream_take(
    _ stream: OpaquePointer?, _ capacity: Int, _ windows: UnsafeMutablePointer<gaitway_window>?,
    _ features: UnsafeMutablePointer<Double>?, _ samples: UnsafeMutablePointer<Float>?,
    _ taken: UnsafeMutablePointer<Int>?, _ left: UnsafeMutablePointer<Int>?
) -> gaitway_status {
    call { () throws(CallError) in
        try take(capacity: capacity, taken, left) { () throws(CallError) in
            try WindowStreamObject.use(stream) { (object) throws(CallError) in
                let width = FeatureSchema.motion.features.count
                var row: [Double] = []
                // The features are computed in any case, as they carry gravity on to the next window.
                var extractor = object.extractor
                let number = object.waiting.take(upTo: capacity) { window, place in
                    windows?[place] = gaitway_window(window)
                    row.removeAll(keepingCapacity: true)
                    extractor.append(window, to: &row)
                    if let features {
                        for (column, value) in row.enumerated() { features[place * width + column] = value }
                    }
                    if let samples { window.write(to: samples + place * 6 * WindowGrid.count) }
                }
                object.extractor = extractor
                return (number, object.waiting.count)
            }
        }
    }
}
