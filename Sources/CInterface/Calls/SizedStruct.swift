// SPDX-License-Identifier: Apache-2.0
internal import CGaitway

/// A struct of the interface that may grow at its end. A program that was compiled with an older header gives a shorter
/// one, and the fields that it lacks have their defaults.
///
/// A new field must not lie where an older header had padding, as a program leaves padding undefined.
protocol SizedStruct {
    /// The values of `GAITWAY_…_INIT`.
    static var defaults: Self { get }
}

extension SizedStruct {
    /// A program's struct, with the defaults of the fields that it lacks; `name` stands in messages.
    init(given pointer: UnsafePointer<Self>, _ name: String) throws(CallError) {
        let start = UnsafeRawPointer(pointer)
        let known = min(try Self.size(at: start, name), MemoryLayout<Self>.size)
        self = Self.defaults
        withUnsafeMutableBytes(of: &self) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: start, count: known))
        }
    }

    /// Writes the fields that a program's struct has, behind its `struct_size`.
    func write(to pointer: UnsafeMutablePointer<Self>, _ name: String) throws(CallError) {
        let start = UnsafeMutableRawPointer(pointer)
        let known = min(try Self.size(at: start, name), MemoryLayout<Self>.size)
        let first = MemoryLayout<Int>.size
        withUnsafeBytes(of: self) { bytes in
            (start + first).copyMemory(from: bytes.baseAddress! + first, byteCount: known - first)
        }
    }

    /// The size that a program's struct states, checked: fields that this library does not know are 0.
    static func size(at start: UnsafeRawPointer, _ name: String) throws(CallError) -> Int {
        let size = start.loadUnaligned(as: Int.self)
        let known = MemoryLayout<Self>.size
        guard size >= MemoryLayout<Int>.size, size <= largestStruct, size % MemoryLayout<Int>.alignment == 0 else {
            throw CallError(
                "\(name).struct_size is \(UInt(bitPattern: size)), and the struct has \(known) bytes in this library; "
                    + "set struct_size to the sizeof of the struct")
        }
        guard size > known else { return size }
        let unknown = UnsafeRawBufferPointer(start: start + known, count: size - known)
        guard let place = unknown.firstIndex(where: { $0 != 0 }) else { return size }
        throw CallError(
            "\(name) sets byte \(known + place), and this library knows \(known) bytes of the struct; "
                + "leave newer fields 0, or load the library of the program's gaitway.h")
    }
}

/// The largest size that a struct may state. A number beyond it was never set, and nothing is read there.
private let largestStruct = 1024

/// Structs whose defaults are 0 and NULL.
extension gaitway_series: SizedStruct { static var defaults: Self { Self() } }
extension gaitway_log_options: SizedStruct { static var defaults: Self { Self() } }
extension gaitway_array_options: SizedStruct { static var defaults: Self { Self() } }
extension gaitway_recognizer_options: SizedStruct { static var defaults: Self { Self() } }
extension gaitway_counts: SizedStruct { static var defaults: Self { Self() } }
extension gaitway_fit: SizedStruct { static var defaults: Self { Self() } }

extension gaitway_windows: SizedStruct {
    static var defaults: Self {
        var value = Self()
        value.channels = 3
        return value
    }
}

extension gaitway_training: SizedStruct {
    static var defaults: Self {
        var value = Self()
        value.inverse_regularization = 1
        return value
    }
}

extension gaitway_entry: SizedStruct {
    static var defaults: Self {
        var value = Self()
        (value.distance, value.speed, value.nearest_other) = (.nan, .nan, .nan)
        return value
    }
}
