// SPDX-License-Identifier: Apache-2.0
import CZlib

/// zlib's inflate of a deflate stream, raw or in gzip's wrapping; its memory (about 40 KiB) goes with the last
/// reference.
final class ZipInflater {
    /// The outcome of one call.
    struct Progress {
        var consumed: Int
        var produced: Int
        var isAtEnd: Bool
    }

    /// At one address for all its life: zlib's state points back to it.
    private let stream: UnsafeMutablePointer<z_stream>

    /// A stream at its beginning.
    ///
    /// - Parameter isGzip: whether it has gzip's header and checksum, which zlib then checks; a zip archive has them
    ///   elsewhere.
    init(isGzip: Bool = false) throws(InputError) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // zlib's own code: negative for no header at all, 16 more for gzip's.
        let bits = isGzip ? MAX_WBITS + 16 : -MAX_WBITS
        let status = inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            stream.deallocate()
            throw .unreadable("zlib cannot start (status \(status))")
        }
        self.stream = stream
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Goes back to the beginning, for another stream behind the one that ended.
    func reset() { inflateReset(stream) }

    /// Inflates from a part of `input` into a part of `output` until one of them is used up or the stream ends.
    func inflate(_ input: [UInt8], _ source: Range<Int>, into output: inout [UInt8], _ target: Range<Int>)
        throws(InputError)
        -> Progress
    {
        precondition(source.lowerBound >= 0 && source.upperBound <= input.count)
        precondition(target.lowerBound >= 0 && target.upperBound <= output.count)
        let status = input.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                // zlib reads through next_in and never writes through it.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress! + source.lowerBound)
                stream.pointee.avail_in = UInt32(source.count)
                stream.pointee.next_out = output.baseAddress! + target.lowerBound
                stream.pointee.avail_out = UInt32(target.count)
                return CZlib.inflate(stream, Z_NO_FLUSH)
            }
        }
        // Z_BUF_ERROR only means that these buffers allow no progress.
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
            let detail = stream.pointee.msg.map { String(cString: $0) } ?? "status \(status)"
            throw .malformed("the packed data are damaged (\(detail))", remedy: "fetch or export the log again")
        }
        return Progress(
            consumed: source.count - Int(stream.pointee.avail_in),
            produced: target.count - Int(stream.pointee.avail_out), isAtEnd: status == Z_STREAM_END)
    }
}

/// zlib's deflate of a whole piece.
enum ZipDeflater {
    /// The bytes as a gzip file without name and time, so that equal bytes are packed alike.
    static func gzip(_ bytes: [UInt8]) throws(InputError) -> [UInt8] {
        // At one address until the end: zlib's state points back to it.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        defer { stream.deallocate() }
        stream.initialize(to: z_stream())
        // 16 more than zlib's own code asks for gzip's wrapping; 8 is its usual memory.
        let status = deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .unreadable("zlib cannot start (status \(status))") }
        defer { deflateEnd(stream) }
        let limit = Int(deflateBound(stream, UInt(bytes.count)))
        precondition(limit <= Int(UInt32.max), "the fields of zlib hold the piece")
        return bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: limit) { output, count in
                // zlib reads through next_in and never writes through it.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(limit)
                let status = deflate(stream, Z_FINISH)
                precondition(status == Z_STREAM_END, "the bound holds all of it")
                count = limit - Int(stream.pointee.avail_out)
            }
        }
    }
}

/// The CRC-32 that zip archives use, over a run of bytes given in parts.
struct ZipChecksum {
    /// The checksum of all bytes so far.
    private(set) var value: UInt32 = 0

    /// Adds the first `count` bytes of `bytes`.
    mutating func add(_ bytes: [UInt8], count: Int) {
        precondition(count <= bytes.count)
        bytes.withUnsafeBufferPointer { value = UInt32(crc32_z(UInt(value), $0.baseAddress, UInt(count))) }
    }
}
