// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import GaitwayWorkspace

/// Reads any bytes as what a location app sends. The first byte chooses the app; what was read is kept, and read again.
enum TrackerRequestTarget: FuzzTarget {
    static let name = "tracker-request"

    static func take(_ input: [UInt8]) {
        guard let choice = input.first else { return }
        let tracker = Tracker.allCases[Int(choice) % Tracker.allCases.count]
        let received = Timestamp(nanoseconds: 1_790_000_000_000_000_000)
        guard let request = try? TrackerRequest(tracker, body: Array(input.dropFirst()), received: received) else {
            return
        }
        var reader = JSONReader(Array(JSONWriter.line { request.write(to: &$0) }.utf8))
        let kept = (try? reader.element()).flatMap(TrackerRequest.init)
        precondition(kept == request, "a kept request is another one")
        guard let pushed = try? request.content().pushed else { return }
        let track = try? pushed.track()
        precondition((track != nil) == (pushed.usable > 0), "usable records give a track")
        for fix in track?.fixes ?? [] {
            precondition(abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180, "a fix that cannot be")
        }
    }
}
