// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension PlaceReader {
    mutating func readTable(_ bytes: [UInt8]) throws(InputError) {
        guard var table = try TableReader(bytes, foldsCase: true) else { throw .empty("the file is empty") }
        let columns = table.columns
        let identifier = columns.first(of: "identifier", "id")
        guard identifier != nil || purpose != .stories, let latitude = columns.first(of: "latitude", "lat"),
            let longitude = columns.first(of: "longitude", "lon", "lng")
        else {
            throw .malformed(
                "the columns \(purpose == .stories ? "identifier, " : "")latitude and longitude are missing",
                remedy: "give a table with a header, or GeoJSON", line: columns.line)
        }
        let title = columns.first(of: "title", "name")
        let blurb = columns.first(of: "blurb", "description")
        let story = columns.first(of: "story", "story_identifier")
        let (url, radius, storyRadius) = (columns["url"], columns["radius"], columns["story_radius"])
        let rules = RuleFields.names.reduce(into: [:]) { $0[$1] = columns[$1] }
        while let record = try table.record() {
            let row: TableRow
            do throws(InputError) {
                row = try columns.row(record)
            } catch {
                add(error)
                continue
            }
            let line = row.line
            guard let north = row.number(in: latitude), let east = row.number(in: longitude) else {
                add(
                    "the coordinates \(quoted: row[latitude]) and \(quoted: row[longitude]) are not numbers",
                    remedy: "give degrees with a decimal point", line: line)
                continue
            }
            func number(_ column: TableColumn?) -> Double? {
                column.flatMap { row[$0].isEmpty ? nil : row.number(in: $0) }
            }
            let unread = [radius, storyRadius].filter { number($0) == nil }.compactMap { row[$0] }.first
            if let unread {
                add("the radius \(quoted: unread) is not a number", remedy: "give it in metres", line: line)
                continue
            }
            var place = Place(
                identifier: row[identifier] ?? "", title: row[title] ?? "", blurb: row[blurb] ?? "",
                latitude: north, longitude: east, story: row[story], url: row[url])
            if !rules.isEmpty {
                do throws(RuleFields.Fault) {
                    place.rules = try RuleFields.rules { row[rules[$0]].map { .text($0) } }
                } catch {
                    add(
                        "\(error.problem) (column \(quoted: error.field))", remedy: error.remedy, line: line,
                        column: rules[error.field].map { $0.index + 1 })
                    continue
                }
            }
            add(place, radius: number(radius), storyRadius: number(storyRadius), line: line)
        }
    }
}
