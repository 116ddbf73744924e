import MotionTypes
import TextFormats

extension PlaceReader {
    mutating func readTable(_ bytes: [UInt8]) throws(InputError) {
        var reader = CSVReader(bytes)
        guard let header = try reader.next() else { return }
        let names = header.map { $0.text.lowercased() }
        func column(_ candidates: String...) -> Int? {
            candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
        }
        let identifier = column("identifier", "id")
        guard identifier != nil || purpose != .stories, let latitude = column("latitude", "lat"),
            let longitude = column("longitude", "lon", "lng")
        else {
            throw InputError(
                .malformed, line: header[0].line,
                problem: "the columns \(purpose == .stories ? "identifier, " : "")latitude and longitude are missing",
                remedy: "give a comma-separated table with a header, or GeoJSON")
        }
        let title = column("title", "name")
        let blurb = column("blurb", "description")
        let story = column("story", "story_identifier")
        let url = column("url")
        let radius = column("radius")
        let storyRadius = column("story_radius")
        let rules = RuleFields.names.reduce(into: [:]) { $0[$1] = column($1) }
        while let row = try reader.next() {
            let line = row[0].line
            guard row.count == header.count else {
                add(
                    "the row has \(row.count) fields; the header has \(header.count)", remedy: "give one per column",
                    line: line)
                continue
            }
            func text(_ column: Int?) -> String? {
                column.flatMap { row[$0].text.isEmpty ? nil : row[$0].text }
            }
            guard let north = Double(row[latitude].text), let east = Double(row[longitude].text) else {
                add(
                    "the coordinates \(quoted: row[latitude].text) and \(quoted: row[longitude].text) are not numbers",
                    remedy: "give degrees with a decimal point", line: line)
                continue
            }
            let unread = [radius, storyRadius].compactMap(text).first { Double($0) == nil }
            if let unread {
                add("the radius \(quoted: unread) is not a number", remedy: "give it in metres", line: line)
                continue
            }
            var place = Place(
                identifier: text(identifier) ?? "", title: text(title) ?? "", blurb: text(blurb) ?? "",
                latitude: north, longitude: east, story: text(story), url: text(url))
            if !rules.isEmpty {
                do throws(RuleFields.Fault) {
                    place.rules = try RuleFields.rules { text(rules[$0]).map { .text($0) } }
                } catch {
                    add(
                        "\(error.problem) (column \(quoted: error.field))", remedy: error.remedy, line: line,
                        column: rules[error.field].map { $0 + 1 })
                    continue
                }
            }
            add(
                place, radius: text(radius).flatMap { Double($0) },
                storyRadius: text(storyRadius).flatMap { Double($0) }, line: line)
        }
    }
}
