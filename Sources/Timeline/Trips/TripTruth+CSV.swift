package import MotionTypes
internal import TextFormats

extension TripTruth {
    /// Reads a truth file: CSV with the header `kind,start,end,class`, times in seconds since 1970.
    ///
    /// Kinds: `period` (once; class `complete` or `scripted`), `trip`, `section` (class `foot`, `cycling`, `automotive` or
    /// empty; it belongs to the trip above it), `wait`, `tracked` (none: the whole period).
    /// - Throws: `InputError` with line and column.
    package init(csv bytes: [UInt8], name: String) throws(InputError) {
        var reader = CSVReader(bytes)
        guard let header = try? reader.next(), header.map(\.text) == ["kind", "start", "end", "class"] else {
            throw InputError(
                .malformed, source: name, line: 1, problem: "this is not a file of expected trips",
                remedy: "its first line is kind,start,end,class")
        }
        var period: (TimeSpan, Coverage)?
        var trips: [Trip] = []
        var waits: [TimeSpan] = []
        var tracked: [TimeSpan] = []
        while let row = try Self.row(&reader, of: name) {
            let line = row.first?.line ?? 1
            func fault(_ column: Int, _ problem: String, _ remedy: String) -> InputError {
                InputError(.malformed, source: name, line: line, column: column, problem: problem, remedy: remedy)
            }
            guard row.count == 4 else {
                throw fault(1, "the row has \(row.count) fields, not 4", "write kind,start,end,class")
            }
            guard let start = Double(row[1].text), start.isFinite else {
                throw fault(2, "the start \(quoted: row[1].text) is not a time", "write seconds since 1970")
            }
            guard let end = Double(row[2].text), end.isFinite, end >= start else {
                throw fault(
                    3, "the end \(quoted: row[2].text) is not a time, or lies before the start",
                    "write seconds since 1970")
            }
            let span = TimeSpan(start: Timestamp(seconds: start), end: Timestamp(seconds: end))
            switch row[0].text {
            case "period":
                guard let coverage = Coverage(rawValue: row[3].text) else {
                    throw fault(4, "the coverage \(quoted: row[3].text) is not known", "write complete or scripted")
                }
                guard period == nil else { throw fault(1, "there is a second period", "write only one") }
                period = (span, coverage)
            case "trip": trips.append(Trip(span: span, sections: []))
            case "section":
                guard !trips.isEmpty else {
                    throw fault(1, "the section comes before any trip", "write its trip first")
                }
                let travelClass = TravelClass(rawValue: row[3].text)
                guard travelClass != nil || row[3].text.isEmpty else {
                    throw fault(
                        4, "the class \(quoted: row[3].text) is not known", "write foot, cycling, automotive or nothing"
                    )
                }
                trips[trips.count - 1].sections.append(Section(span: span, travelClass: travelClass))
            case "wait": waits.append(span)
            case "tracked": tracked.append(span)
            default:
                throw fault(
                    1, "the kind \(quoted: row[0].text) is not known", "write period, trip, section, wait or tracked")
            }
        }
        guard let period else {
            throw InputError(.malformed, source: name, problem: "the row of kind period is missing", remedy: "add one")
        }
        self.init(
            name: name, period: period.0, coverage: period.1, trips: trips, waits: waits,
            tracked: tracked.isEmpty ? nil : tracked)
    }

    private static func row(_ reader: inout CSVReader, of name: String) throws(InputError) -> [CSVField]? {
        do throws(InputError) {
            return try reader.next()
        } catch {
            throw error.inSource(name)
        }
    }
}
