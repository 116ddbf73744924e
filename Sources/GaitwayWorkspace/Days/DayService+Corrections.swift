// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayLiveServer
import GaitwayReports
import GaitwayStore
import GaitwayTimeline

/// A person's corrections, and what the store forgets.
extension DayService {
    /// Keeps the correction that is the request's body, written as in a file of corrections.
    package func correct(_ request: ServedRequest) throws -> ServedResponse {
        let head = "{\"gaitway\":\"corrections\",\"version\":3,\"corrections\":["
        let document = try CorrectionDocument(json: Array(head.utf8) + request.body + Array("]}".utf8))
        guard let correction = document.corrections.first, document.corrections.count == 1 else {
            throw WorkspaceRefusal(400, "This is not one correction.", "Send one correction at a time.")
        }
        try store.requireDays()
        let (kept, replaced) = try store.write { try $0.replace(by: correction) }
        let (places, clocks) = (try named([kept]), try clocks())
        return .json { json in
            json.object { json in
                Self.write(kept, places, clocks, to: &json)
                guard let replaced else { return }
                json.object("replaces") { json in
                    json.add("number", Int(replaced.number))
                    json.object("correction") { CorrectionDocument.write(replaced.correction, to: &$0) }
                }
            }
        }
    }

    /// All corrections in the order in which they were made.
    package func corrections() throws -> ServedResponse {
        let all = try store.read { try $0.corrections() } ?? []
        let (places, clocks) = (try named(all), try clocks())
        return .json { json in
            json.object { json in
                json.objects("corrections", all) { Self.write($0, places, clocks, to: &$1) }
            }
        }
    }

    package func withdraw(_ body: JSONElement) throws -> ServedResponse {
        guard let number = body["number"]?.number.flatMap({ Int64($0, in: .countable) }) else {
            throw body.fault("number is missing")
        }
        try store.requireDays()
        try store.write { try $0.withdraw(correction: number) }
        return try corrections()
    }

    /// Forgets a span or a circle; on trial, it only counts.
    package func forget(_ body: JSONElement) throws -> ServedResponse {
        let what: Forgotten
        let words: String
        if let from = body["from"]?.text.flatMap({ Timestamp(iso8601: $0) }),
            let to = body["to"]?.text.flatMap({ Timestamp(iso8601: $0) }), from < to
        {
            what = .span(TimeSpan(start: from, end: to))
            words = "--from \(from.iso8601) --to \(to.iso8601)"
        } else if let latitude = body["latitude"]?.number, let longitude = body["longitude"]?.number,
            let radius = body["radius"]?.number, latitude.magnitude <= 90, longitude.magnitude <= 180, radius > 0,
            radius <= 100_000
        {
            what = .circle(latitude: latitude, longitude: longitude, radius: radius)
            words = "--near \(latitude),\(longitude) --radius \(radius)"
        } else {
            throw WorkspaceRefusal(
                400, "Nothing says what to forget.", "Give from and to, or latitude, longitude and radius.")
        }
        let isTrial = body["trial"]?.boolean ?? false
        try store.requireDays()
        let count =
            try isTrial
            ? store.read { try $0.forget(what, isTrial: true) } ?? ForgottenCount()
            : store.write { try $0.forget(what) }
        return .json { json in
            json.object { json in
                json.add("fixes", count.fixes)
                json.add("reports", count.reports)
                json.add("items", count.items)
                json.add("corrections", count.corrections)
                json.add("inputs", count.inputs)
                json.add("command", "gaitway trips forget \(words) --store life.gaitway")
            }
        }
    }

    /// The places of corrections, as they are called now.
    private func named(_ corrections: [StoredCorrection]) throws -> [PlaceReference: VisitedPlace] {
        let places = try store.read { try $0.places(of: corrections.map(\.correction)) } ?? [:]
        return places.mapValues { place in
            var place = place
            place.findTown()
            return place
        }
    }

    /// Writes the members of a correction into the open object.
    private static func write(
        _ stored: StoredCorrection, _ places: [PlaceReference: VisitedPlace], _ clocks: TravelZones,
        to json: inout JSONWriter
    ) {
        let row = CorrectionText.row(stored, places, clocks)
        json.add("number", Int(stored.number))
        json.add("kind", row[1])
        json.add("text", row[2])
        json.add("fits", stored.fits)
        json.add("command", CorrectionText.command(stored.correction, store: "life.gaitway", clocks))
    }
}
