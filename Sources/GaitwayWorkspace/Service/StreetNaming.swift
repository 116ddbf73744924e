// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveServer
package import GaitwayPages
import GaitwayTimeline
import Synchronization

/// The service that names streets, a person's yes to it, and when it may be asked again.
///
/// The page asks it, as it fetches tiles: what leaves shows in the browser, whose security policy lets nothing out
/// before the yes. Which position may leave, and when, is decided here, for all pages of the workspace.
final class StreetNaming: Sendable {
    let service: StreetNames
    private let state: Mutex<(agreed: String?, next: Double)>

    /// The seconds between two requests, by Nominatim's rules.
    private static let pause = 1.0

    /// - Parameter agreed: the address that a person said yes to; a yes to another service does not count.
    init(_ service: StreetNames, agreed: String?) {
        self.service = service
        state = Mutex((agreed, 0))
    }

    /// The address that a person said yes to; nil without a yes.
    var agreed: String? { state.withLock { $0.agreed } }

    var isAllowed: Bool { agreed == service.address }

    func allow(_ isWanted: Bool) { state.withLock { $0.agreed = isWanted ? service.address : nil } }

    /// The seconds to wait until the next request, whose time is taken.
    func wait(at now: Double) -> Double {
        state.withLock { state in
            // A clock that was set back holds nothing up.
            let start = min(max(now, state.next), now + 60)
            state.next = start + Self.pause
            return start - now
        }
    }
}

extension WorkspaceService {
    /// The service that names streets, and whether a person said yes to it; nil if nothing may change.
    package var streetNames: (service: StreetNames, isAllowed: Bool)? {
        isReadOnly ? nil : (names.service, names.isAllowed)
    }

    /// The answer for a page that wants the name of a place's street: the position to send, and when.
    ///
    /// - Throws: `WorkspaceRefusal` for a place whose position must not leave, `InputError` for zones that cannot be
    ///   read.
    func streetPosition(_ request: ServedRequest) throws -> ServedResponse {
        guard streetNames?.isAllowed == true else {
            throw WorkspaceRefusal(
                403, "Looking up streets is not allowed yet.", "Load the page again; it asks before it sends.")
        }
        let identifier = request.query["place"]
        guard let place = try days.history().timeline.places.first(where: { $0.identifier == identifier }) else {
            throw WorkspaceRefusal.noPlace
        }
        let zones = try DayDisclosure.zones(in: folder)
        guard !zones.contains(where: { $0.hides(latitude: place.latitude, longitude: place.longitude) }) else {
            throw WorkspaceRefusal(403, "This place is in a private zone, so its position is not sent.", "")
        }
        let wait = names.wait(at: Double(ServerClock.system.wall().nanoseconds) / 1e9)
        return .object { json in
            // About 10 m: a street needs no more.
            json.add("latitude", place.latitude, places: 4)
            json.add("longitude", place.longitude, places: 4)
            json.add("wait", wait, places: 3)
        }
    }

    func allowStreetNames(_ body: JSONElement) throws -> ServedResponse {
        guard let isWanted = body["allow"]?.boolean else { throw body.fault("allow must be true or false") }
        names.allow(isWanted)
        try saveSettings()
        return .object { $0.add("isAllowed", isWanted) }
    }
}
