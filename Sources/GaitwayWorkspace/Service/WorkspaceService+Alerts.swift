// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayEvaluation
import GaitwayLiveServer
import GaitwayRecognition
import Synchronization

extension WorkspaceService {
    /// Answers the requests that wait for the desk.
    func answerAlerts(_ route: WorkspaceRoute, _ request: ServedRequest) async -> ServedResponse {
        do {
            switch route {
            case .try: return try await tryPolicy(request.body)
            case .scenario: return try await scenario(request.body)
            default:
                await alerts.read(self)
                return try alertRoom()
            }
        } catch {
            return .problem(error, in: folder)
        }
    }

    /// The text of `places.geojson`; nil if it does not exist.
    ///
    /// - Throws: `InputError` if it cannot be read as places.
    private func placesText() throws(InputError) -> String? {
        let text = try WorkspaceContents.json(folder.places, named: "places.geojson") {
            $0["features"]?.elements != nil
        }
        if let text, text.utf8.count > Self.noPlaces.utf8.count {
            _ = try Self.placeSet(Array(text.utf8), "places.geojson")
        }
        return text
    }

    private func alertRoom() throws -> ServedResponse {
        var problems: [InputError] = []
        var places: String?
        do throws(InputError) { places = try placesText() } catch { problems.append(error) }
        let files = (try? FolderListing(path: folder.policies).names.filter { $0.hasSuffix(".json") }.sorted()) ?? []
        let paths = alerts.paths
        return .object { json in
            json.add("hash", Self.hash(places))
            json.add("places", json: places ?? Self.noPlaces)
            json.add("policy", GatePolicy.gaitway.name)
            json.array("fields") { json in for field in GatePolicy.form { field.write(to: &json) } }
            json.array("policies") { json in
                for policy in GatePolicy.profiles { Self.write(policy, file: nil, to: &json) }
                for name in files {
                    let file = "policies/" + name
                    do throws(InputError) {
                        let policy = try GatePolicy(json: FileBytes.read(folder.path + "/" + file), source: file)
                        Self.write(policy, named: String(name.dropLast(5)), file: file, to: &json)
                    } catch {
                        problems.append(error)
                    }
                }
            }
            json.add(problems: problems, in: folder)
            json.array("rides") { json in
                for (ride, path) in paths.sorted(by: { $0.key < $1.key }) {
                    json.object { json in
                        json.add("ride", ride)
                        json.add("hasFixes", true)
                        json.array("path", of: path) { fix, json in
                            json.array { json in
                                json.append(fix.latitude, places: 6)
                                json.append(fix.longitude, places: 6)
                                json.append(fix.elapsed.inSeconds, places: 1)
                            }
                        }
                    }
                }
            }
        }
    }

    private static let noPlaces = #"{"type":"FeatureCollection","features":[]}"#

    /// What tells a file's text from another; nil stands for a file that does not exist.
    package static func hash(_ text: String?) -> String { SHA256.text(SHA256.hash(Array((text ?? "").utf8))) }

    private static func write(
        _ policy: GatePolicy, named name: String? = nil, file: String?, to json: inout JSONWriter
    ) {
        json.object { json in
            json.add("name", name ?? policy.name)
            json.add("file", file)
            json.object("values") { json in
                for (field, value) in policy.words.sorted(by: { $0.key < $1.key }) { json.add(field, value) }
            }
        }
    }

    private func tryPolicy(_ bytes: [UInt8]) async throws -> ServedResponse {
        let began = ContinuousClock.now
        let (body, policy, set) = try Self.trial(bytes)
        await alerts.read(self)
        let answer = try await alerts.desk.trial(
            of: policy, places: set, rides: body.texts("rides"), details: body["details"]?.text)
        let milliseconds = Int(clamping: (ContinuousClock.now - began) / .milliseconds(1))
        return ServedResponse(body: Array((answer.json(milliseconds: milliseconds) + "\n").utf8))
    }

    /// The ride's run with a policy and places, as a file for `gaitway gate check`.
    private func scenario(_ bytes: [UInt8]) async throws -> ServedResponse {
        let (body, policy, set) = try Self.trial(bytes)
        let ride = try existing(body["ride"]?.text)
        await alerts.read(self)
        guard let text = try await alerts.desk.scenario(of: ride, policy: policy, places: set) else {
            throw WorkspaceRefusal(409, "The ride \(ride) has no fixes, so no alert can come.", "Choose another ride.")
        }
        return .object { json in
            json.add("name", WorkspaceFolder.fileName(FileName.last(ride)) + ".scenario.txt")
            json.add("text", text)
        }
    }

    /// A request's policy and places.
    private static func trial(_ bytes: [UInt8]) throws -> (body: JSONElement, policy: GatePolicy, places: PlaceSet) {
        var reader = JSONReader(bytes)
        let body = try reader.element()
        let places = try member("places", of: bytes) ?? Array(noPlaces.utf8)
        return (body, try policy(body), try placeSet(places, "the places"))
    }

    private static func placeSet(_ bytes: [UInt8], _ source: String) throws(InputError) -> PlaceSet {
        bytes.count <= noPlaces.utf8.count ? try PlaceSet([]) : try PlaceSet(decoding: bytes, source: source)
    }

    private static func policy(_ body: JSONElement) throws(InputError) -> GatePolicy {
        var words: [String: String] = [:]
        for member in body["policy"]?.members ?? [] {
            words[member.key] = member.value.text ?? member.value.number.map { "\($0)" } ?? ""
        }
        let base = body["profile"]?.text.flatMap { GatePolicy.profile(named: $0) } ?? .gaitway
        return try GatePolicy(words: words, base: base)
    }

    /// The bytes of a member's value, as they were sent.
    private static func member(_ name: String, of bytes: [UInt8]) throws(InputError) -> [UInt8]? {
        var found: [UInt8]?
        var reader = JSONReader(bytes)
        try reader.object { (key, reader) throws(InputError) in
            let start = reader.place
            try reader.skip()
            if key == name { found = Array(bytes[start..<reader.place]) }
        }
        return found
    }

    // MARK: Saving

    func savePolicy(_ body: JSONElement) throws -> ServedResponse {
        let name = WorkspaceFolder.fileName(try body.required("name"))
        let file = "policies/\(name).json"
        var policy = try Self.policy(body)
        policy.name = name
        try save(String(decoding: policy.json(), as: UTF8.self), to: file, "policy \(name)")
        return .object { $0.add("file", file) }
    }

    func savePlaces(_ request: ServedRequest, _ body: JSONElement) throws -> ServedResponse {
        guard let places = try Self.member("places", of: request.body) else { throw body.fault("places is missing") }
        // A file that the page could not show is not overwritten.
        guard body["hash"]?.text == Self.hash(try placesText()) else {
            throw WorkspaceRefusal(409, "places.geojson has changed meanwhile.", "Look at the places that it has now.")
        }
        guard let features = body["places"]?["features"]?.elements else {
            throw body.fault("places is not a FeatureCollection")
        }
        if !features.isEmpty {
            _ = try PlaceSet(decoding: places, source: "the places")
        }
        let text = String(decoding: places, as: UTF8.self) + "\n"
        try save(text, to: "places.geojson", "places")
        return .object { $0.add("hash", Self.hash(text)) }
    }

    private func save(_ text: String, to file: String, _ what: String) throws {
        try change { _ in
            var change = ChangeHistory.Change(name: what)
            let before = try WorkspaceContents.text(folder.path + "/" + file)
            change.files = [.init(path: file, before: before, after: text)]
            return change
        }
    }
}
