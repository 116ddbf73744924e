// SPDX-License-Identifier: Apache-2.0
/// Whole numbers from others, without a trap.
///
/// Swift ends the program where `Int(_:)` of a floating-point number is out of range. Numbers of files and clients may
/// be anything, so the declarations at the end of this file hide it: the compiler refuses it in every file that imports
/// this module. It also hides `Int(_:)` of a text and `Int(exactly:)`, which let numbers through whose sums and
/// products trap: `Int(_:in:)` names a range. `make lint` refuses `abs(_:)`, which traps for the least integer;
/// `magnitude` takes every number.
extension FixedWidthInteger {
    /// A number towards zero, clamped to ``Swift/ClosedRange/countable``; 0 for NaN.
    @inlinable
    package init(clamping value: Double) {
        let range = ClosedRange<Self>.countable
        if value >= Double(range.upperBound) {
            self = range.upperBound
        } else if value <= Double(range.lowerBound) {
            self = range.lowerBound
        } else {
            self = value.isNaN ? 0 : Self(proven: value)
        }
    }

    /// A number towards zero, clamped to ``Swift/ClosedRange/countable``; 0 for NaN.
    @inlinable
    package init(clamping value: Float) { self.init(clamping: Double(value)) }

    /// A number towards zero, where the lines around it prove that it is finite and in range. Others trap.
    @inlinable
    package init(proven value: Double) {
        self = Self.isSigned || Self.bitWidth < 64 ? Self(Int64.Swift::init(value)) : Self(UInt64.Swift::init(value))
    }

    /// A number towards zero, where the lines around it prove that it is finite and in range. Others trap.
    @inlinable
    package init(proven value: Float) { self.init(proven: Double(value)) }

    /// The number that a text has in decimal digits, with a sign before them or without one; nil for other text and
    /// outside the range.
    package init?(_ text: some StringProtocol, in range: ClosedRange<Self>) {
        guard let number = Self(text, radix: 10), range.contains(number) else { return nil }
        self = number
    }

    /// A whole number within a range; nil for a fraction, for NaN and outside the range.
    package init?(_ number: Double, in range: ClosedRange<Self>) {
        guard let whole = Self(exactly: number), range.contains(whole) else { return nil }
        self = whole
    }

    /// How far another number is away, whatever both are.
    @inlinable
    package func separation(from other: Self) -> Magnitude {
        self < other ? Magnitude(truncatingIfNeeded: other &- self) : Magnitude(truncatingIfNeeded: self &- other)
    }
}

extension ClosedRange where Bound: FixedWidthInteger {
    /// Counts: ±2^53, or all numbers of a smaller type. Sums of a thousand, and a count times a thousand, fit in 64
    /// bits.
    @inlinable
    package static var countable: Self { Bound(clamping: -1 << 53)...Bound(clamping: 1 << 53) }

    /// All numbers of the type: for those that are compared only, and for times, whose sums do not trap
    /// (`Timestamp`, `Duration`) or that a check bounds before they are added.
    @inlinable
    package static var any: Self { Bound.min...Bound.max }
}

extension FixedWidthInteger {
    @available(*, deprecated, message: "lets numbers through whose sums trap; write in: and a range")
    package init?(_ text: String) { self.init(text, in: .any) }
    @available(*, deprecated, message: "lets numbers through whose sums trap; write in: and a range")
    package init?(_ text: some StringProtocol) { self.init(text, in: .any) }
}

extension Int {
    @available(*, deprecated, message: "lets numbers through whose sums trap; write in: and a range")
    package init?(exactly value: Double) { self.init(value, in: .any) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Double) { self.init(proven: value) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Float) { self.init(proven: value) }
}

extension Int16 {
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Double) { self.init(proven: value) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Float) { self.init(proven: value) }
}

extension Int32 {
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Double) { self.init(proven: value) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Float) { self.init(proven: value) }
}

extension Int64 {
    @available(*, deprecated, message: "lets numbers through whose sums trap; write in: and a range")
    package init?(exactly value: Double) { self.init(value, in: .any) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Double) { self.init(proven: value) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Float) { self.init(proven: value) }
}

extension UInt {
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Double) { self.init(proven: value) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Float) { self.init(proven: value) }
}

extension UInt8 {
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Double) { self.init(proven: value) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Float) { self.init(proven: value) }
}

extension UInt16 {
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Double) { self.init(proven: value) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Float) { self.init(proven: value) }
}

extension UInt32 {
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Double) { self.init(proven: value) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Float) { self.init(proven: value) }
}

extension UInt64 {
    @available(*, deprecated, message: "lets numbers through whose sums trap; write in: and a range")
    package init?(exactly value: Double) { self.init(value, in: .any) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Double) { self.init(proven: value) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Float) { self.init(proven: value) }
}
