// SPDX-License-Identifier: Apache-2.0
internal import CGaitway

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Where a text goes that the program frees.
public typealias TextResult = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
/// Where a handle goes.
public typealias HandleResult = UnsafeMutablePointer<OpaquePointer?>?

/// Copies bytes into memory that the program frees, with a 0 behind them.
func copy(_ bytes: some Collection<UInt8>) throws(CallError) -> UnsafeMutableRawPointer {
    guard let memory = malloc(bytes.count + 1) else {
        throw CallError("there is no memory for \(bytes.count) bytes", status: GAITWAY_ERROR_MEMORY)
    }
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: bytes.count + 1)
    buffer.copyBytes(from: bytes)
    buffer[bytes.count] = 0
    return memory
}

/// Runs `body` and hands its text out; NULL in case of an error, and for nil.
func handOut(_ destination: TextResult, _ name: String, _ body: () throws(CallError) -> String?) throws(CallError) {
    let destination = try required(destination, name)
    destination.pointee = nil
    guard let text = try body() else { return }
    destination.pointee = try copy(text.utf8).assumingMemoryBound(to: CChar.self)
}

/// The text that a program gives, which must be UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(CallError) -> String {
    guard let text = String(validatingCString: try required(pointer, name)) else {
        throw CallError("\(name) is not UTF-8")
    }
    return text
}

/// The same, nil for NULL.
func optionalText(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(CallError) -> String? {
    guard let pointer else { return nil }
    return try text(pointer, name)
}

/// The bytes that a program gives, copied.
func bytes(_ start: UnsafeRawPointer?, size: Int) throws(CallError) -> [UInt8] {
    guard size > 0 else {
        guard size == 0 else {
            throw CallError("the size of the bytes is \(UInt(bitPattern: size)); no memory is that large")
        }
        return []
    }
    return Array(UnsafeRawBufferPointer(start: try required(start, "bytes"), count: size))
}

/// A text that lives as long as the process.
func immortal(_ text: String) -> UnsafePointer<CChar>? { strdup(text).map { UnsafePointer($0) } }
