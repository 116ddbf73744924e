// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The questions to a program that names places, and its answers. Both are a JSON object a line, in the same order.
///
/// A question has `identifier`, `latitude`, `longitude` (degrees), `radius` (metres), `visits` (their number) and
/// `duration` (seconds spent there). An answer has `name`, a text, or null if the program does not know a name.
package struct PlaceQuestions: Sendable {
    private let places: [VisitedPlace]
    private let stays: [String: (visits: Int, duration: Duration)]

    /// Questions about the nameless places of a timeline.
    package init(_ timeline: TimelineDocument) {
        places = timeline.places.filter { $0.name == nil }
        var stays: [String: (visits: Int, duration: Duration)] = [:]
        for case .visit(let visit) in timeline.items {
            guard let place = visit.placeIdentifier else { continue }
            let known = stays[place] ?? (0, .zero)
            stays[place] = (known.visits + 1, known.duration + visit.span.duration)
        }
        self.stays = stays
    }

    /// The number of questions.
    package var count: Int { places.count }

    /// The questions, a line each.
    package var lines: [UInt8] {
        var bytes: [UInt8] = []
        for place in places {
            let stay = stays[place.identifier]
            JSONWriter.appendLine(to: &bytes) { json in
                json.object { json in
                    json.add("identifier", place.identifier)
                    json.add("latitude", place.latitude, places: 7)
                    json.add("longitude", place.longitude, places: 7)
                    json.add("radius", place.radius, places: 1)
                    json.add("visits", stay?.visits ?? 0)
                    json.add("duration", stay?.duration.inSeconds ?? 0, places: 0)
                }
            }
        }
        return bytes
    }

    /// The names in the answers, by identifier.
    ///
    /// - Throws: `InputError` with the line for a wrong answer, `truncated` for too few answers, `malformed` for too
    ///   many.
    package func names(in answers: [UInt8], source: String) throws(InputError) -> [String: String] {
        var lines = answers.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        var names: [String: String] = [:]
        for (index, (place, line)) in zip(places, lines).enumerated() {
            names[place.identifier] = try Self.name(Array(line), source: source, line: index + 1)
        }
        guard lines.count == places.count else {
            throw InputError(
                lines.count < places.count ? .truncated : .malformed, source: source,
                problem: "it was asked for \(places.count.counted("place")) and answered \(lines.count)",
                remedy: Self.remedy)
        }
        return names
    }

    private static let remedy: Remedy = "let it answer each line with a line as {\"name\":\"Home\"} or {\"name\":null}"

    private static func name(_ line: [UInt8], source: String, line number: Int) throws(InputError) -> String? {
        func fault(_ problem: String) -> InputError {
            InputError(.malformed, source: source, line: number, problem: problem, remedy: remedy)
        }
        var reader = JSONReader(line)
        let answer: JSONElement
        do throws(InputError) {
            answer = try reader.element()
            try reader.expectEnd()
        } catch {
            throw fault("the answer is not JSON: " + QuotedText.text(line))
        }
        guard let member = answer.members?.first(where: { $0.key == "name" }) else {
            throw fault("the answer has no \"name\": " + QuotedText.text(line))
        }
        if case .null = member.value.content { return nil }
        guard let name = member.value.text else { throw fault("the name is not a text: " + QuotedText.text(line)) }
        guard !VisitedPlace.isTooLong(name) else {
            throw fault("the name has more than \(VisitedPlace.longestName) characters")
        }
        return name.isEmpty ? nil : name
    }
}

extension TimelineDocument {
    /// Gives names to the nameless places.
    package mutating func namePlaces(_ names: [String: String]) {
        for index in places.indices where places[index].name == nil {
            places[index].name = names[places[index].identifier]
        }
    }
}
