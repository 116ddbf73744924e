// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@Suite struct Base64Tests {
    @Test(arguments: 0..<20)
    func bytesReadBackByAnotherDecoder(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 97 + 131) }
        #expect(Data(base64Encoded: Base64.text(bytes)) == Data(bytes))
    }

    @Test func theExamplesOfTheStandard() {
        #expect(
            ["", "f", "fo", "foo", "foob"].map { Base64.text(Array($0.utf8)) } == [
                "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==",
            ])
        #expect(Base64.text([0xFB, 0xFF] as [UInt8]) == "+/8=")
    }

    @Test func theLeastByteOfANumberComesFirst() {
        #expect(Base64.text([Int32(-2), 1]) == Base64.text([0xFE, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0] as [UInt8]))
        #expect(Base64.text([Float(1)]) == Base64.text([0, 0, 0x80, 0x3F] as [UInt8]))
    }
}
