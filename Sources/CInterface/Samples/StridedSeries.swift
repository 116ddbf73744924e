// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayRecognition

/// The samples of one sensor where they lie in the program's memory.
struct StridedSeries {
    let sensor: Sensor
    let count: Int
    private let times: UnsafeRawPointer
    private let timeStride: Int
    private let countsNanoseconds: Bool
    private let axes: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer)
    private let valueStride: Int
    private let isDouble: Bool

    /// Checks all but the numbers; nil for a series without samples. `place` is its index.
    init?(_ series: gaitway_series, place: Int) throws(CallError) {
        let name = "series[\(place)]"
        guard let sensor = UInt8(exactly: series.sensor).flatMap(Sensor.init(rawValue:)) else {
            throw CallError("\(name).sensor is \(series.sensor); give one of GAITWAY_SENSOR_...")
        }
        switch Int(series.time_type) {
        case GAITWAY_INT64: countsNanoseconds = true
        case GAITWAY_FLOAT64: countsNanoseconds = false
        default: throw CallError("\(name).time_type is \(series.time_type); give GAITWAY_INT64 or GAITWAY_FLOAT64")
        }
        switch Int(series.value_type) {
        case GAITWAY_FLOAT32: isDouble = false
        case GAITWAY_FLOAT64: isDouble = true
        default: throw CallError("\(name).value_type is \(series.value_type); give GAITWAY_FLOAT32 or GAITWAY_FLOAT64")
        }
        guard series.count > 0 else {
            guard series.count == 0 else { throw CallError("\(name).count is too large") }
            return nil
        }
        try Stride.check(series.time_stride, count: series.count, name + ".time_stride")
        try Stride.check(series.value_stride, count: series.count, name + ".value_stride")
        self.sensor = sensor
        count = series.count
        times = try required(series.times, name + ".times")
        timeStride = series.time_stride
        valueStride = series.value_stride
        let first = try required(series.axes.0, name + ".axes[0]")
        axes =
            sensor.isScalar
            ? (first, first, first)
            : (first, try required(series.axes.1, name + ".axes[1]"), try required(series.axes.2, name + ".axes[2]"))
    }

    /// What a message calls a sample.
    func name(of index: Int) -> String { "\(sensor.name) sample \(index)" }

    /// The time of a sample in nanoseconds, checked.
    @inline(__always)
    func nanoseconds(at index: Int) throws(CallError) -> Int64 {
        let place = times + index &* timeStride
        guard countsNanoseconds else {
            return try SampleBounds.nanoseconds(place.loadUnaligned(as: Double.self), name(of: index))
        }
        let nanoseconds = place.loadUnaligned(as: Int64.self)
        try SampleBounds.check(nanoseconds, name(of: index))
        return nanoseconds
    }

    /// The reading of a sample.
    @inline(__always)
    func value(at index: Int) -> SIMD3<Float> {
        let x = number(axes.0, index)
        return sensor.isScalar ? SIMD3(x, 0, 0) : SIMD3(x, number(axes.1, index), number(axes.2, index))
    }

    @inline(__always)
    private func number(_ start: UnsafeRawPointer, _ index: Int) -> Float {
        let place = start + index &* valueStride
        return isDouble ? Float(place.loadUnaligned(as: Double.self)) : place.loadUnaligned(as: Float.self)
    }
}

extension StridedSeries: SampleArray {
    var timesKey: SampleTimesKey {
        SampleTimesKey(address: UInt(bitPattern: times), stride: timeStride, count: count, areWhole: countsNanoseconds)
    }

    func times(of samples: Range<Int>, into result: inout [SampleTime?]) {
        result.removeAll(keepingCapacity: true)
        for index in samples {
            let place = times + index &* timeStride
            if countsNanoseconds {
                let time = place.loadUnaligned(as: Int64.self)
                result.append(time == .min ? nil : .whole(time))
            } else {
                let time = place.loadUnaligned(as: Double.self)
                result.append(time.isFinite ? .real(time) : nil)
            }
        }
    }

    func values(of samples: Range<Int>, into result: inout [SIMD3<Double>]) {
        result.removeAll(keepingCapacity: true)
        for index in samples {
            result.append(
                sensor.isScalar
                    ? SIMD3(exact(axes.0, index), 0, 0)
                    : SIMD3(exact(axes.0, index), exact(axes.1, index), exact(axes.2, index)))
        }
    }

    @inline(__always)
    private func exact(_ start: UnsafeRawPointer, _ index: Int) -> Double {
        isDouble ? (start + index &* valueStride).loadUnaligned(as: Double.self) : Double(number(start, index))
    }
}

/// Steps through a program's memory, in bytes.
enum Stride {
    /// Checks that the steps lead to an address.
    static func check(_ stride: Int, count: Int, _ name: String) throws(CallError) {
        let (reach, overflow) = stride.magnitude.multipliedReportingOverflow(by: count.magnitude)
        guard !overflow, reach < 1 << 47 else {
            throw CallError("\(name) is \(stride); \(count) such steps lead out of any memory")
        }
    }
}
