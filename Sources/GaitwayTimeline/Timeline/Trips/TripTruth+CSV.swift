// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension TripTruth {
    /// Reads a truth file: CSV with the header `kind,start,end,class`, times in seconds since 1970.
    ///
    /// Kinds: `period` (once; class `complete` or `scripted`), `trip`, `section` (class `foot`, `cycling`, `automotive`
    /// or empty; it belongs to the trip above it), `wait`, `tracked` (none: the whole period).
    /// - Throws: `InputError` with line and column.
    package init(csv bytes: [UInt8], name: String) throws(InputError) {
        do throws(InputError) {
            try self.init(rows: bytes, name: name)
        } catch {
            throw error.inSource(name)
        }
    }

    private init(rows bytes: [UInt8], name: String) throws(InputError) {
        let names = ["kind", "start", "end", "class"]
        guard var table = try? TableReader(bytes, required: names, others: .refused()) else {
            throw InputError(
                .malformed, line: 1, problem: "this is not a file of expected trips",
                remedy: "its first line is kind,start,end,class")
        }
        let columns = names.map { table.columns[required: $0] }
        let (kind, travel) = (columns[0], columns[3])
        var period: (TimeSpan, Coverage)?
        var trips: [Trip] = []
        var waits: [TimeSpan] = []
        var tracked: [TimeSpan] = []
        try table.forEach { (row) throws(InputError) in
            let start = try row.number(columns[1], "seconds since 1970")
            let end = try row.number(columns[2], "seconds since 1970, from the start on") { $0 >= start }
            let span = TimeSpan(start: Timestamp(seconds: start), end: Timestamp(seconds: end))
            switch row[kind] {
            case "period":
                guard let coverage = Coverage(rawValue: row[travel]) else {
                    throw row.fault(
                        travel, "the coverage \(quoted: row[travel]) is not known", "write complete or scripted")
                }
                guard period == nil else { throw row.fault(kind, "there is a second period", "write only one") }
                period = (span, coverage)
            case "trip": trips.append(Trip(span: span, sections: []))
            case "section":
                guard !trips.isEmpty else {
                    throw row.fault(kind, "the section comes before any trip", "write its trip first")
                }
                let travelClass = TravelClass(rawValue: row[travel])
                guard travelClass != nil || row[travel].isEmpty else {
                    throw row.fault(
                        travel, "the class \(quoted: row[travel]) is not known",
                        "write foot, cycling, automotive or nothing")
                }
                trips[trips.count - 1].sections.append(Section(span: span, travelClass: travelClass))
            case "wait": waits.append(span)
            case "tracked": tracked.append(span)
            default:
                throw row.fault(
                    kind, "the kind \(quoted: row[kind]) is not known", "write period, trip, section, wait or tracked")
            }
        }
        guard let period else {
            throw InputError(.malformed, problem: "the row of kind period is missing", remedy: "add one")
        }
        self.init(
            name: name, period: period.0, coverage: period.1, trips: trips, waits: waits,
            tracked: tracked.isEmpty ? nil : tracked)
    }
}
