// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The samples of one sensor where a program keeps them, in the program's units.
package protocol SampleArray {
    /// Which sensor. Acceleration may turn out to be linear.
    var sensor: Sensor { get }
    var count: Int { get }
    /// What arrays that share their times have in common.
    var timesKey: SampleTimesKey { get }
    /// Fills `times` with those of some samples. A missing time is nil.
    func times(of samples: Range<Int>, into times: inout [SampleTime?])
    /// Fills `values` with those of some samples. A missing value is NaN.
    func values(of samples: Range<Int>, into values: inout [SIMD3<Double>])
}

/// Where times lie, and how.
package struct SampleTimesKey: Hashable {
    let address: UInt
    let stride: Int
    let count: Int
    /// Whether the times are whole numbers.
    let areWhole: Bool

    /// A key of the place, the step in bytes, the number and the type of times.
    package init(address: UInt, stride: Int, count: Int, areWhole: Bool) {
        (self.address, self.stride, self.count, self.areWhole) = (address, stride, count, areWhole)
    }
}

/// A time in the unit of its array.
package enum SampleTime: Sendable {
    case whole(Int64)
    case real(Double)

    /// The time as a number.
    var value: Double {
        switch self {
        case .whole(let time): Double(time)
        case .real(let time): time
        }
    }

    /// The time in nanoseconds if its unit is 10^`exponent` of them; nil if that is outside 146 years.
    func nanoseconds(exponent: Int) -> Int64? {
        var scale: Int64 = 1
        for _ in 0..<exponent { scale *= 10 }
        switch self {
        case .whole(let time):
            let (product, overflow) = time.multipliedReportingOverflow(by: scale)
            return overflow || product.magnitude >= 1 << 62 ? nil : product
        case .real(let time):
            let size = time.magnitude * Double(scale)
            guard size < 0x1p62 else { return nil }
            // Whole units and the rest apart, as the product would lose digits. A double that cannot hold
            // nanoseconds is rounded to its last decimal digit: Unix seconds to microseconds.
            let whole = time.rounded(.towardZero)
            var step: Int64 = 1
            while Double(step) < time.ulp * Double(scale) { step *= 10 }
            let rest = ((time - whole) * Double(scale) / Double(step)).rounded()
            guard let units = Int64(whole, in: .any), let steps = Int64(rest, in: .any) else { return nil }
            let nanoseconds = units * scale + steps * step
            return step == 1 ? nanoseconds : (nanoseconds + (nanoseconds < 0 ? -step / 2 : step / 2)) / step * step
        }
    }
}

/// What a program states about its arrays; the rest is found as in tables without a header.
package struct ArrayOptions: Sendable, Hashable {
    /// The log's name in results and errors.
    package var name = ""
    package var unit: LogOptions.Unit?
    /// Whether acceleration contains gravity.
    package var acceleration: LogOptions.Acceleration?
    /// The unit of all times as a power of ten in nanoseconds.
    package var timeExponent: Int?
    /// Whether the rotation rate is in deg/s.
    package var isRotationInDegrees: Bool?
    /// The factor of pressures to hPa.
    package var pressureScale: Double?
    /// The moment of time 0.
    package var origin: Timestamp?
    package var readsSpeed = false

    /// Options that leave everything to be found, without speeds.
    package init() {}
}
