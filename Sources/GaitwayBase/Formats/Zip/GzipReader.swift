// SPDX-License-Identifier: Apache-2.0

/// The unpacked bytes of a gzip file, as they arrive, in bounded memory; several files one after the other are one.
///
/// Source: RFC 1952. zlib checks length and CRC-32 of each member.
package final class GzipReader {
    private let inflater: ZipInflater
    private let source: String
    private let refill: (inout [UInt8]) throws(InputError) -> Int
    private var input = [UInt8](repeating: 0, count: ZipLimits.inputBytes)
    private var pending = 0..<0
    private var packed = 0
    private var unpacked = 0
    private var isAtMemberEnd = false
    private var isDone = false

    /// Whether bytes begin like a gzip file.
    package static func isGzip(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

    /// Unpacks what `refill` gives: it fills an array from its start and returns how many bytes came, 0 at the end.
    ///
    /// - Parameter source: the file's name, for errors.
    package init(source: String, refill: @escaping (inout [UInt8]) throws(InputError) -> Int) throws(InputError) {
        self.source = source
        self.refill = refill
        inflater = try ZipInflater(isGzip: true)
    }

    /// Unpacks the next bytes into `buffer` from `offset` on, as soon as there are any, and returns how many; 0 at the
    /// end.
    ///
    /// - Throws: `InputError` for data that are damaged, cut off, or unpack to more than a log can.
    package func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        guard offset < buffer.count else { return 0 }
        while !isDone {
            if pending.isEmpty {
                let count = try refill(&input)
                packed += count
                pending = 0..<count
                if count == 0 {
                    guard isAtMemberEnd else {
                        throw fault(.truncated, "the gzip data end too early", "fetch or export the log again")
                    }
                    break
                }
            }
            if isAtMemberEnd, try !beginMember() { break }
            let progress: ZipInflater.Progress
            do throws(InputError) {
                progress = try inflater.inflate(input, pending, into: &buffer, offset..<buffer.count)
            } catch {
                throw error.inSource(source)
            }
            pending = pending.lowerBound + progress.consumed..<pending.upperBound
            isAtMemberEnd = progress.isAtEnd
            unpacked += progress.produced
            guard unpacked <= ZipLimits.ratioFreeBytes || unpacked / ZipLimits.ratio <= packed else {
                throw fault(
                    .limitExceeded, "unpacks to more than \(ZipLimits.ratio) times its size",
                    "unpack it and give the file, if you trust it")
            }
            if progress.produced > 0 { return progress.produced }
        }
        isDone = true
        return 0
    }

    /// Goes on with a member behind the one that ended; false for the zeros that tapes and disks fill up with.
    private func beginMember() throws(InputError) -> Bool {
        if input[pending.lowerBound] == 0 { return false }
        guard input[pending.lowerBound] == 0x1f else {
            throw fault(.malformed, "has bytes behind its packed data", "fetch or export the log again")
        }
        inflater.reset()
        isAtMemberEnd = false
        return true
    }

    private func fault(_ code: InputError.Code, _ problem: String, _ remedy: Remedy) -> InputError {
        InputError(code, source: source, problem: problem, remedy: remedy)
    }
}
