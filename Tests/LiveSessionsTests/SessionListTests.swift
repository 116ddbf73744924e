// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayLiveSessions

@Suite struct SessionListTests {
    private static let second = Nanoseconds.perSecond

    private func list(limit: Int) throws -> SessionList {
        SessionList(settings: try LiveSessionTests.settings.get(), limit: limit)
    }

    private func message(_ session: String, device: String? = nil) -> LiveMessage {
        var message = LiveMessage()
        message.session = session
        message.device = device
        return message
    }

    @Test func aSilentSessionGivesWay() throws {
        var list = try list(limit: 2)
        _ = try list.take(message("a"), source: "test", at: 0)
        _ = try list.take(message("b"), source: "test", at: 30 * Self.second)
        let error = #expect(throws: InputError.self) {
            try list.take(message("c"), source: "test", at: 60 * Self.second)
        }
        #expect(error?.code == .limitExceeded)
        let receipt = try list.take(message("c"), source: "test", at: 61 * Self.second)
        #expect((receipt.identifier, receipt.ended) == ("c", "a"))
        #expect(list["a"]?.hasEnded == true)
        list.remove("a")
        #expect(list.identifiers == ["b", "c"])
    }

    @Test func aSessionEndsAfterSixHoursOfSilence() throws {
        var list = try list(limit: 2)
        _ = try list.take(message("a"), source: "test", at: 0)
        list.pass(to: 6 * 3600 * Self.second)
        #expect(list["a"]?.hasEnded == false)
        list.pass(to: (6 * 3600 + 1) * Self.second)
        #expect(list["a"]?.hasEnded == true)
        // The phone comes back: its session begins anew.
        _ = try list.take(message("a"), source: "test", at: 7 * 3600 * Self.second)
        #expect(list["a"]?.hasEnded == false && list.identifiers == ["a"])
    }

    @Test func namesAreFitForAddressesAndFolders() {
        #expect(SessionList.identifier("ride-7_B", source: "test") == "ride-7_B")
        for name in ["", "..", "a/b", "a b", "\u{0}", "\u{202E}x", String(repeating: "a", count: 65), "-rf /"] {
            let identifier = SessionList.identifier(name, source: "test")
            let isFit = identifier.utf8.allSatisfy {
                $0 | 32 >= 97 && $0 | 32 <= 122 || $0 &- 48 < 10 || $0 == 45 || $0 == 95
            }
            #expect(isFit && !identifier.isEmpty && identifier.utf8.count <= 64, "\(identifier)")
        }
        #expect(SessionList.identifier("a/b", source: "test") != SessionList.identifier("a b", source: "test"))
    }

    /// Addresses of a folder's kind: none begins with a dash, which programs take for an option.
    @Test func noNameIsAnOption() {
        for name in ["-rf", "--help", "-"] { #expect(SessionList.identifier(name, source: "test").first != "-") }
    }

    @Test func namesForPeopleAreCut() throws {
        var list = try list(limit: 9)
        _ = try list.take(message("a", device: "Ann's phone"), source: "test", at: 0)
        _ = try list.take(message("b", device: String(repeating: "x", count: 1000)), source: "test", at: 0)
        #expect(list["a"]?.name == "Ann's phone")
        #expect(list["b"]?.name == "Phone b")
    }

    @Test func motionIsToldInPiecesOfTenths() {
        var envelope = Envelope()
        for step in 0..<40 as Range<Int64> {
            envelope.add(SIMD3(0, 0, Float(step % 5)), at: step * 20_000_000)
        }
        // The last tenth may grow.
        #expect(
            envelope.takeNews() == [
                Envelope.Piece(first: 0, least: .init(repeating: 0, count: 7), most: .init(repeating: 4, count: 7))
            ])
        #expect(envelope.takeNews().isEmpty)
        envelope.add(SIMD3(0, 0, 1), at: 5_000_000_000)
        #expect(envelope.history.map(\.first) == [0])
    }
}
