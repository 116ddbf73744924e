// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
internal import GaitwayTimeline

/// Corrections as a file that outlives their store; CORRECTIONS.md describes it.
package struct CorrectionDocument: Sendable, Hashable {
    private static let format = DocumentFormat(kind: "corrections", version: 3)

    /// The corrections in the order in which they were made.
    package var corrections: [Correction]

    /// The corrections of a file.
    package init(corrections: [Correction]) { self.corrections = corrections }

    // MARK: Writing

    /// The file, one correction a line. Times have nanoseconds, so that reading gives the same corrections.
    package var json: String {
        JSONWriter.objectLine { json in
            Self.format.write(to: &json)
            json.array("corrections", of: corrections) { correction, json in
                json.newLine()
                json.object { json in Self.write(correction, to: &json) }
            }
        }
    }

    /// Writes the members of a correction into the open object.
    package static func write(_ correction: Correction, to json: inout JSONWriter) {
        func add(_ kind: String, _ span: TimeSpan? = nil) {
            json.add("kind", kind)
            if let span {
                json.add("from", span.start, decimals: 9)
                json.add("to", span.end, decimals: 9)
            }
        }
        switch correction {
        case .activity(let activity, let span):
            add("activity", span)
            json.add("activity", activity.rawValue)
        case .vehicle(let vehicle, let span):
            add("vehicle", span)
            json.add("vehicle", vehicle.rawValue)
        case .stay(let place, let span):
            add("stay", span)
            write(place, "place", to: &json)
        case .trip(let activity, let path, let span):
            add("trip", span)
            json.add("activity", activity.rawValue)
            json.add("path", path.rawValue)
        case .gap(let span): add("gap", span)
        case .boundary(let time, let other):
            add("boundary")
            json.add("at", time, decimals: 9)
            json.add("to", other, decimals: 9)
        case .split(let time):
            add("split")
            json.add("at", time, decimals: 9)
        case .visit(let span): add("visit", span)
        case .move(let span): add("move", span)
        case .name(let name, let place):
            add("name")
            write(place, "place", to: &json)
            json.add("name", name)
        case .radius(let radius, let place):
            add("radius")
            write(place, "place", to: &json)
            json.add("radius", radius)
        case .samePlace(let place, let other):
            add("same-place")
            write(place, "place", to: &json)
            write(other, "into", to: &json)
        }
    }

    private static func write(_ place: PlaceReference, _ key: String, to json: inout JSONWriter) {
        json.object(key) { json in
            if let position = place.position {
                json.add("latitude", position.latitude)
                json.add("longitude", position.longitude)
            }
            if let time = place.time { json.add("at", time, decimals: 9) }
            if let identifier = place.identifier { json.add("identifier", identifier) }
        }
    }

    // MARK: Reading

    /// Reads a file.
    ///
    /// - Throws: `InputError` with the line: `empty`, `unsupported` for another kind or version, `malformed` for a
    ///   wrong correction, `limitExceeded` for a name that is too long, `truncated` for a file that was cut.
    package init(json bytes: [UInt8], source: String? = nil) throws(InputError) {
        do throws(InputError) {
            let root = try Self.format.root(of: bytes)
            guard let elements = root["corrections"]?.elements else {
                throw .malformed(
                    "there is no list of corrections", remedy: "see \(document: .corrections) for how to write it",
                    line: root.line)
            }
            corrections = []
            for element in elements {
                let correction = try Self.correction(element)
                do throws(InputError) { try correction.check() } catch { throw error.atLine(element.line) }
                corrections.append(correction)
            }
        } catch {
            throw source.map { error.inSource($0) } ?? error
        }
    }

    private static func correction(_ element: JSONElement) throws(InputError) -> Correction {
        func text(_ key: String) throws(InputError) -> String {
            guard let text = element[key]?.text else {
                throw .malformed(
                    "the correction has no \(quoted: key)", remedy: "see \(document: .corrections) for how to write it",
                    line: element.line)
            }
            return text
        }
        func time(_ key: String) throws(InputError) -> Timestamp {
            try Self.moment(try text(key), key, line: element.line)
        }
        func place(_ key: String) throws(InputError) -> PlaceReference {
            guard let place = element[key] else { return PlaceReference(identifier: try text(key)) }
            return try Self.place(place)
        }
        func span() throws(InputError) -> TimeSpan { TimeSpan(start: try time("from"), end: try time("to")) }
        func word<Word: CaseIterable & RawRepresentable<String>>(_ key: String) throws(InputError) -> Word {
            guard let word = Word(rawValue: try text(key)) else {
                throw .malformed(
                    "there is no such \(key)",
                    remedy: "write one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))", line: element.line)
            }
            return word
        }
        switch try text("kind") {
        case "activity": return .activity(try word("activity"), during: try span())
        case "vehicle": return .vehicle(try word("vehicle"), during: try span())
        case "stay": return .stay(at: try place("place"), during: try span())
        case "trip":
            let (path, way) = (try text("path"), try span())
            do throws(InputError) {
                return .trip(try word("activity"), along: try TripPath(text: path), during: way)
            } catch { throw error.atLine(element.line) }
        case "gap": return .gap(during: try span())
        case "boundary": return .boundary(at: try time("at"), movedTo: try time("to"))
        case "split": return .split(at: try time("at"))
        case "visit": return .visit(during: try span())
        case "move": return .move(during: try span())
        case "name": return .name(try text("name"), ofPlace: try place("place"))
        case "radius":
            guard let radius = element["radius"]?.number else {
                throw .malformed(
                    "the correction has no \(quoted: "radius")",
                    remedy: "see \(document: .corrections) for how to write it", line: element.line)
            }
            return .radius(radius, ofPlace: try place("place"))
        case "same-place": return .samePlace(try place("place"), as: try place("into"))
        case let kind:
            throw .malformed(
                "there is no correction of the kind \(quoted: kind)",
                remedy: "see \(document: .corrections) for the kinds", line: element.line)
        }
    }

    /// A moment with its offset from UTC, since a local time is ambiguous when clocks go back.
    private static func moment(_ text: String, _ key: String, line: Int) throws(InputError) -> Timestamp {
        guard let time = Timestamp(iso8601: text) else {
            throw .malformed("\(quoted: key) is not a time", remedy: "write it as 2026-05-01T08:10:00Z", line: line)
        }
        guard Timestamp.hasOffset(iso8601: text) else {
            throw .ambiguous(
                "\(quoted: key) has no offset from UTC: \(QuotedText.text(text))",
                remedy: "write it as 2026-05-01T08:10:00Z or 2026-05-01T10:10:00+02:00", line: line)
        }
        return time
    }

    private static func place(_ element: JSONElement) throws(InputError) -> PlaceReference {
        let identifier = element["identifier"]?.text
        guard let latitude = element["latitude"]?.number, let longitude = element["longitude"]?.number else {
            guard let identifier, !identifier.isEmpty else {
                throw .malformed(
                    "the place has neither a position nor an identifier",
                    remedy: "write it as {\"latitude\":52.5,\"longitude\":13.25,\"at\":\"2026-05-01T08:10:00Z\"}",
                    line: element.line)
            }
            return PlaceReference(identifier: identifier)
        }
        guard latitude.magnitude <= 90, longitude.magnitude <= 180 else {
            throw .malformed(
                "there is no position \(latitude), \(longitude)",
                remedy: "write a latitude of -90 to 90 and a longitude of -180 to 180 degrees", line: element.line)
        }
        var time: Timestamp?
        if let at = element["at"] { time = try moment(at.text ?? "", "at", line: at.line) }
        return PlaceReference(latitude: latitude, longitude: longitude, time: time, identifier: identifier)
    }
}
