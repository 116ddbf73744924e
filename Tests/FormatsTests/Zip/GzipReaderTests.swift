// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

/// Gzip files, whole and damaged, as they arrive out of pipes.
@Suite struct GzipReaderTests {
    private let text = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }

    /// All that a reader gives, when the packed bytes come `chunk` at a time and are asked for `room` at a time.
    private func unpacked(_ packed: [UInt8], chunk: Int = 1 << 16, room: Int = 1 << 16) throws(InputError) -> [UInt8] {
        var position = 0
        let reader = try GzipReader(source: "log.gz") { (buffer) throws(InputError) in
            let count = min(chunk, packed.count - position, buffer.count)
            buffer.replaceSubrange(0..<count, with: packed[position..<position + count])
            position += count
            return count
        }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: room + 1)
        while case let count = try reader.read(into: &buffer, at: 1), count > 0 { result += buffer[1..<1 + count] }
        return result
    }

    @Test(arguments: [1, 7, 1000, 1 << 16], [1, 100, 1 << 16])
    func chunksDoNotMatter(chunk: Int, room: Int) throws {
        #expect(try unpacked(gzipped(text), chunk: chunk, room: room) == text)
    }

    @Test func membersAreOneFile() throws {
        let packed = gzipped(text) + gzipped([]) + gzipped([1, 2, 3])
        for chunk in [1, 1 << 16] { #expect(try unpacked(packed, chunk: chunk) == text + [1, 2, 3]) }
        #expect(try unpacked(packed + [0, 0, 0, 0]) == text + [1, 2, 3], "zeros fill up a block")
        #expect(try unpacked(gzipped([])) == [])
    }

    @Test func everyCutIsTold() throws {
        let packed = gzipped(Array(text.prefix(500)))
        for length in 0..<packed.count {
            let error = #expect(throws: InputError.self) { try unpacked(Array(packed[..<length])) }
            #expect(error?.code == .truncated)
            #expect(error?.source == "log.gz")
        }
    }

    @Test func everyWrongByteOfDataOrChecksumIsTold() {
        let packed = gzipped(Array(text.prefix(200)))
        // The header's time and system may be anything.
        for index in 10..<packed.count {
            var wrong = packed
            wrong[index] ^= 0x41
            #expect(throws: InputError.self, "byte \(index)") { try unpacked(wrong) }
        }
        #expect(throws: InputError.self) { try unpacked(packed + [1, 2]) }
    }

    @Test func bombIsRefused() {
        let zeros = gzipped([UInt8](repeating: 0, count: 80 << 20))
        let error = #expect(throws: InputError.self) { try unpacked(zeros) }
        #expect(error?.code == .limitExceeded)
    }
}
