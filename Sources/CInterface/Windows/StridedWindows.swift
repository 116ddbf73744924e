// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayRecognition

/// Windows where they lie in the program's memory.
struct StridedWindows {
    let count: Int
    private let windows: gaitway_windows
    private let data: UnsafeRawPointer
    private let isDouble: Bool
    private let isLinear: Bool
    private let follows: Bool
    private let rate: Double
    private let zeros = [SIMD3<Float>](repeating: .zero, count: WindowGrid.count)

    /// Checks all but the numbers; nil for no windows.
    init?(_ pointer: UnsafePointer<gaitway_windows>?) throws(CallError) {
        windows = try gaitway_windows(given: try required(pointer, "windows"), "windows")
        switch Int(windows.value_type) {
        case GAITWAY_FLOAT32: isDouble = false
        case GAITWAY_FLOAT64: isDouble = true
        default: throw CallError("windows.value_type is \(windows.value_type); give GAITWAY_FLOAT32 or GAITWAY_FLOAT64")
        }
        guard windows.channels == 3 || windows.channels == 6 else {
            throw CallError(
                "windows.channels is \(windows.channels); give 3 (acceleration) or 6 (rotation rate behind it)")
        }
        isLinear = try flag(windows.is_linear, "windows.is_linear")
        follows = try flag(windows.follows, "windows.follows")
        guard windows.rate.isFinite, windows.rate >= 0 else {
            throw CallError("windows.rate is \(windows.rate); give samples a second, or 0")
        }
        rate = windows.rate == 0 ? WindowGrid.rate : windows.rate
        guard windows.count > 0 else {
            guard windows.count == 0 else { throw CallError("windows.count is too large") }
            return nil
        }
        count = windows.count
        try Stride.check(windows.window_stride, count: count, "windows.window_stride")
        try Stride.check(windows.sample_stride, count: WindowGrid.count, "windows.sample_stride")
        try Stride.check(windows.channel_stride, count: Int(windows.channels), "windows.channel_stride")
        // Windows that a millennium of recording does not have would leave the range of times.
        guard count <= 1 << 32 else { throw CallError("windows.count is \(count); give at most 2^32") }
        data = try required(windows.data, "windows.data")
    }

    /// Memory for one window, to be filled by ``load(_:into:)``.
    var buffer: MotionWindow {
        MotionWindow(
            start: 0, end: 0, arrival: 0, startsSegment: true, rate: rate, acceleration: zeros, hasGravity: !isLinear,
            rotationRate: windows.channels == 6 ? zeros : nil)
    }

    /// Fills `window` with the window at an index, its numbers checked.
    func load(_ index: Int, into window: inout MotionWindow) throws(CallError) {
        window.start = Int64(index) * WindowGrid.hopDuration
        window.end = window.start + WindowGrid.duration
        window.arrival = window.end
        window.startsSegment = !follows || index == 0
        let start = data + index * windows.window_stride
        if !copy(from: start, into: &window.acceleration) { try check(start, .acceleration, index) }
        if windows.channels == 6 {
            // Taken out and put back, so that it is not copied.
            var rotation = window.rotationRate ?? zeros
            window.rotationRate = nil
            let start = start + 3 * windows.channel_stride
            let isSound = copy(from: start, into: &rotation)
            // A window whose rotation rate is NaN throughout has none.
            if isSound || rotation.contains(where: { !all($0 .!= $0) }) {
                if !isSound { try check(start, .rotationRate, index) }
                window.rotationRate = rotation
            }
        }
        if let spread = windows.pressure_spread {
            window.pressureSpread = .init(
                over30Seconds: try Self.spread(spread[2 * index], index),
                over60Seconds: try Self.spread(spread[2 * index + 1], index))
        }
    }

    /// Copies three channels of a window; returns whether all their numbers can be a sensor's.
    private func copy(from start: UnsafeRawPointer, into values: inout [SIMD3<Float>]) -> Bool {
        isDouble ? copy(from: start, as: Double.self, into: &values) : copy(from: start, as: Float.self, into: &values)
    }

    @inline(__always)
    private func copy<Number: BinaryFloatingPoint & BitwiseCopyable>(
        from start: UnsafeRawPointer, as: Number.Type, into values: inout [SIMD3<Float>]
    ) -> Bool {
        var values = values.mutableSpan
        let (sampleStride, channelStride) = (windows.sample_stride, windows.channel_stride)
        var sample = start
        var areSound = SIMDMask<SIMD4<Int32>>(repeating: true)
        for place in 0..<WindowGrid.count {
            let x = Float(sample.loadUnaligned(as: Number.self))
            let y = Float((sample + channelStride).loadUnaligned(as: Number.self))
            let z = Float((sample + 2 &* channelStride).loadUnaligned(as: Number.self))
            let value = SIMD4(x, y, z, 0)
            areSound = areSound .& (value.replacing(with: -value, where: value .< 0) .<= SampleBounds.largest)
            values[place] = SIMD3(x, y, z)
            sample += sampleStride
        }
        return all(areSound)
    }

    /// Throws for the first sample that has a number which cannot be a sensor's.
    private func check(_ start: UnsafeRawPointer, _ sensor: Sensor, _ index: Int) throws(CallError) {
        let (sampleStride, channelStride) = (windows.sample_stride, windows.channel_stride)
        for place in 0..<WindowGrid.count {
            let sample = start + place &* sampleStride
            let value = SIMD3(number(sample), number(sample + channelStride), number(sample + 2 &* channelStride))
            try SampleBounds.check(value, of: sensor, "\(sensor.name) \(place) of window \(index)")
        }
    }

    private func number(_ place: UnsafeRawPointer) -> Float {
        isDouble ? Float(place.loadUnaligned(as: Double.self)) : place.loadUnaligned(as: Float.self)
    }

    /// A spread; nil for NaN.
    private static func spread(_ value: Double, _ index: Int) throws(CallError) -> Double? {
        guard !value.isNaN else { return nil }
        guard value >= 0, value.isFinite else {
            throw CallError(
                "a pressure spread of window \(index) is \(value); give hPa, or NaN", status: GAITWAY_ERROR_VALUE)
        }
        return value
    }
}
