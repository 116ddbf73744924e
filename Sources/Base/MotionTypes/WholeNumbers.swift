// SPDX-License-Identifier: Apache-2.0
/// Whole numbers from others, without a trap.
///
/// Swift ends the program where `Int(_:)` of a floating-point number is out of range. Numbers of files and clients may
/// be anything, so the declarations at the end of this file hide it: the compiler refuses it in every file that imports
/// this module. `make lint` refuses `abs(_:)`, which traps for the least integer; `magnitude` takes every number.
extension FixedWidthInteger {
    /// A number towards zero, clamped to the range; 0 for NaN.
    @inlinable
    package init(clamping value: Double) {
        if value >= Double(Self.max) {
            self = .max
        } else if value <= Double(Self.min) {
            self = .min
        } else {
            self = value.isNaN ? 0 : Self(proven: value)
        }
    }

    /// A number towards zero, clamped to the range; 0 for NaN.
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

extension Int {
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
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Double) { self.init(proven: value) }
    @available(*, deprecated, message: "traps out of range; write clamping: or proven:")
    package init(_ value: Float) { self.init(proven: value) }
}
