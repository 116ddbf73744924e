// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import GaitwayBase

struct SHA256Tests {
    /// The hash that coreutils give.
    private func reference(_ bytes: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: text.prefix(64), as: UTF8.self)
    }

    @Test(arguments: [0, 1, 55, 56, 63, 64, 119, 120, 1000, 40_001])
    func hashAgreesWithCoreutilsInOnePieceAndInMany(length: Int) throws {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let reference = try reference(bytes)
        #expect(SHA256.text(SHA256.hash(bytes)) == reference)
        var hash = SHA256()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 0...min(200, rest.count), using: &random)
            hash.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        #expect(SHA256.text(hash.value) == reference)
    }
}
