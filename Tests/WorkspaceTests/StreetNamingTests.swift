// SPDX-License-Identifier: Apache-2.0
import GaitwayPages
import Testing

@testable import GaitwayWorkspace

/// A person's yes to a service of street names, and the time between its requests.
struct StreetNamingTests {
    @Test func requestsAreASecondApart() {
        let naming = StreetNaming(.openStreetMap, agreed: nil)
        #expect(naming.wait(at: 1000) == 0)
        #expect(naming.wait(at: 1000.25) == 0.75)
        #expect(naming.wait(at: 1000.5) == 1.5)
        #expect(naming.wait(at: 1010) == 0)
    }

    @Test func aClockThatWasSetBackHoldsNothingUp() {
        let naming = StreetNaming(.openStreetMap, agreed: nil)
        _ = naming.wait(at: 1_000_000)
        #expect(naming.wait(at: 1000) <= 60)
    }

    @Test func aYesIsToOneService() throws {
        let naming = StreetNaming(.openStreetMap, agreed: nil)
        #expect(!naming.isAllowed)
        naming.allow(true)
        #expect(naming.isAllowed)
        let other = StreetNaming(try StreetNames(server: "https://names.example.org"), agreed: naming.agreed)
        #expect(!other.isAllowed)
        naming.allow(false)
        #expect(!naming.isAllowed && naming.agreed == nil)
    }
}
