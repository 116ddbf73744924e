// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

/// A location app that pushes fixes. The raw value is the last part of its address.
package enum Tracker: String, CaseIterable, Sendable {
    case ownTracks = "owntracks"
    case overland
    case gpsLogger = "gpslogger"
    case osmAnd = "osmand"
    /// Its fixes arrive among its samples.
    case sensorLogger = "sensor-logger"

    package var name: String {
        switch self {
        case .ownTracks: "OwnTracks"
        case .overland: "Overland"
        case .gpsLogger: "GPSLogger"
        case .osmAnd: "OsmAnd"
        case .sensorLogger: "Sensor Logger"
        }
    }

    /// The methods at its address; none for an app that has no address of its own.
    package var methods: [String] {
        switch self {
        case .ownTracks, .overland: ["POST"]
        case .gpsLogger, .osmAnd: ["GET", "POST"]
        case .sensorLogger: []
        }
    }
}

/// One request of a location app. Its content follows from it alone, so a kept request can be read again.
package struct TrackerRequest: Sendable, Hashable {
    package var tracker: Tracker
    /// The query's values by their names.
    package var fields: [String: String]
    /// The phone, as the request's head names it.
    package var device: String?
    package var body: String
    package var received: Timestamp

    /// A request, without its token.
    ///
    /// - Throws: `InputError` for a body that is not UTF-8.
    package init(
        _ tracker: Tracker, fields: [String: String] = [:], device: String? = nil, body: [UInt8] = [],
        received: Timestamp
    ) throws(InputError) {
        guard let text = String(validating: body, as: UTF8.self) else {
            throw InputError(.malformed, problem: "the body is not UTF-8", remedy: "send JSON or a form in UTF-8")
        }
        self.tracker = tracker
        self.fields = fields
        self.fields["token"] = nil
        self.device = device
        self.body = text
        self.received = received
    }

    /// What the request holds, and the phone that sent it.
    ///
    /// - Throws: `InputError` for a body in another format.
    package func content() throws(InputError) -> (pushed: PushedTrack, device: String?) {
        switch tracker {
        case .ownTracks: try ownTracks()
        case .overland, .sensorLogger: try overland()
        case .gpsLogger, .osmAnd: try position()
        }
    }

    private func ownTracks() throws(InputError) -> (PushedTrack, String?) {
        var pushed = PushedTrack(format: .ownTracks, received: received)
        // An empty body announces that a friend was removed.
        guard body.utf8.contains(where: { $0 > 32 }) else { return (pushed, device) }
        let message = try json()
        var name = device
        for message in message.elements ?? [message] {
            name = name ?? message["topic"]?.text.map { $0.hasPrefix("owntracks/") ? String($0.dropFirst(10)) : $0 }
            pushed.add(message)
        }
        return (pushed, name)
    }

    private func overland() throws(InputError) -> (PushedTrack, String?) {
        var pushed = PushedTrack(format: .overland, received: received)
        guard let locations = try json()["locations"]?.elements else {
            throw InputError(
                .malformed, problem: "the body has no \"locations\"", remedy: "send a batch as Overland does")
        }
        for location in locations { pushed.add(location) }
        let names = locations.lazy.compactMap { $0["properties"]?["device_id"]?.text }
        return (pushed, names.first { !$0.isEmpty })
    }

    private func position() throws(InputError) -> (PushedTrack, String?) {
        var pushed = PushedTrack(format: .csv, received: received)
        let form = fields.merging(try Self.form(body)) { given, _ in given }
        func value(_ names: String...) -> String { names.lazy.compactMap { form[$0] }.first { !$0.isEmpty } ?? "" }
        var position = PushedTrack.Position()
        position.latitude = value("lat", "latitude")
        position.longitude = value("lon", "longitude")
        position.time = value("timestamp", "time")
        position.altitude = value("altitude", "alt")
        position.speed = value("speed", "spd")
        position.course = value("bearing", "dir")
        // OsmAnd sends the accuracy in metres by the name hdop.
        position.accuracy = value("accuracy", "acc", "hdop")
        pushed.add(position)
        let name = value("device", "id")
        return (pushed, name.isEmpty ? nil : name)
    }

    private func json() throws(InputError) -> JSONElement {
        var reader = JSONReader(Array(body.utf8))
        let element = try reader.element()
        try reader.expectEnd()
        return element
    }

    /// The values of a form (`application/x-www-form-urlencoded`). A plus stays, as times with an offset have one.
    private static func form(_ body: String) throws(InputError) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in body.split(whereSeparator: { $0 == "&" || $0.isNewline }) {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let name = decoded(sides[0]), let value = decoded(sides[1]) else {
                throw InputError(
                    .malformed, problem: "the body is not a form", remedy: "send lat=47&lon=8&timestamp=…")
            }
            if fields[name] == nil { fields[name] = value }
        }
        return fields
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let escape = String(rest.prefix(2)), escape.utf8.count == 2, let value = UInt8(escape, radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

// MARK: Keeping

extension TrackerRequest {
    /// Writes the request as an object, for ``init(_:)``.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.add("tracker", tracker.rawValue)
            json.add("received", String(received.nanoseconds))
            json.add("device", device)
            json.object("fields") { json in
                for (name, value) in fields.sorted(by: { $0.key < $1.key }) { json.add(name, value) }
            }
            json.add("body", body)
        }
    }

    /// A request that was kept; nil for another object.
    package init?(_ json: JSONElement) {
        guard let tracker = json["tracker"]?.text.flatMap(Tracker.init(rawValue:)),
            let received = json["received"]?.text.flatMap({ Int64($0, in: .any) }).map({ Timestamp(nanoseconds: $0) }),
            received.isUsable, let body = json["body"]?.text
        else { return nil }
        self.tracker = tracker
        self.received = received
        self.body = body
        device = json["device"]?.text
        fields = [:]
        for member in json["fields"]?.members ?? [] { fields[member.key] = member.value.text }
    }

    /// The name of the input in a store: the app, the phone and the day (UTC) of arrival.
    package func source(of device: String?) -> String {
        [tracker.name, device.map { String(QuotedText.printable($0).prefix(80)) }, String(received.iso8601.prefix(10))]
            .compactMap(\.self).joined(separator: " ")
    }
}
