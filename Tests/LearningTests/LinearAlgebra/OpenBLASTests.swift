// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayNumerics

@Suite struct OpenBLASTests {
    @Test func aLibraryThatIsNotThereIsAnErrorWithARemedy() throws {
        let fault = try #require(throws: OpenBLAS.Missing.self) { try OpenBLAS(name: "libnowhere.so.0") }
        #expect(fault.description.hasPrefix("OpenBLAS cannot be loaded: libnowhere.so.0: "))
        #expect(fault.description.hasSuffix("; install it (Debian: apt-get install libopenblas0)"))
    }

    @Test func aLibraryWithoutTheRoutinesIsAnError() throws {
        let fault = try #require(throws: OpenBLAS.Missing.self) { try OpenBLAS(name: "libm.so.6") }
        #expect(fault.reason.contains("cblas_dgemm"))
    }

    @Test func theLibraryLoadsOnce() throws {
        try OpenBLAS.load()
        try OpenBLAS.load()
        #expect(Vector.dot([1, 2, 3].span, [4, 5, 6].span) == 32)
    }
}
