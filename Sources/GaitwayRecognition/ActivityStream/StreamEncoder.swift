// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Writes activity streams, as UTF-8 appended to a caller's buffer, in either encoding.
///
/// For each stream append its header, its reports and its footer; several streams may follow one another. Nothing
/// depends on a locale, and a report allocates nothing once the buffer is large enough.
public struct StreamEncoder: Sendable {
    private enum Writer: Sendable {
        case ndjson
        case csv(CSVWriter)
    }

    private var writer: Writer
    private var fields: [StreamField] = []

    /// An encoder. With `hasComments` a CSV also has each stream's header and closing line, as comments; otherwise it
    /// has the rows alone. NDJSON always has both.
    public init(_ encoding: StreamEncoding, hasComments: Bool = false) {
        switch encoding {
        case .ndjson: writer = .ndjson
        case .csv: writer = .csv(CSVWriter(hasComments: hasComments, hasMomentsOfWindow: false))
        }
    }

    /// An encoder of a CSV with a row for each window, which has the moments of the windows, too.
    package init(csvOfWindowsHavingComments hasComments: Bool) {
        writer = .csv(CSVWriter(hasComments: hasComments, hasMomentsOfWindow: true))
    }

    /// An encoder for single lines of NDJSON streams whose headers announce `fields`.
    package init(linesWith fields: [StreamField]) {
        self.init(.ndjson)
        self.fields = fields
    }

    /// Begins a stream. The first one of a CSV begins with the column names.
    package mutating func append(_ header: StreamHeader, to bytes: inout [UInt8]) {
        fields = header.fields
        switch writer {
        case .ndjson: NDJSONWriter.append(header, to: &bytes)
        case .csv(var csv):
            csv.append(header, to: &bytes)
            writer = .csv(csv)
        }
    }

    /// Appends the line of a report, with the optional fields that the header announced.
    package mutating func append(_ report: ActivityReport, to bytes: inout [UInt8]) {
        switch writer {
        case .ndjson: NDJSONWriter.append(report, fields: fields, to: &bytes)
        case .csv(let csv): csv.append(report, to: &bytes)
        }
    }

    package mutating func append(_ footer: StreamFooter, to bytes: inout [UInt8]) {
        switch writer {
        case .ndjson: NDJSONWriter.append(footer, fields: fields, to: &bytes)
        case .csv(let csv): csv.append(footer, to: &bytes)
        }
    }

    /// Appends the line of a header, a report or a footer.
    public mutating func append(_ element: StreamElement, to bytes: inout [UInt8]) {
        switch element {
        case .header(let header): append(header, to: &bytes)
        case .report(let report): append(report, to: &bytes)
        case .footer(let footer): append(footer, to: &bytes)
        }
    }
}
