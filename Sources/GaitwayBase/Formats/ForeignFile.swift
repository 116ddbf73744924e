// SPDX-License-Identifier: Apache-2.0

/// A file that is not a motion log, recognised by its content: what it is called, and what to do with it.
///
/// Names and endings can be wrong, so the first bytes decide. A folder or an archive is recognised by the paths of its
/// files.
package struct ForeignFile: Sendable, Hashable {
    /// Its kind, with an article: `a GPX track`.
    package let kind: String
    /// Advice on what to do with it.
    package let remedy: Remedy

    /// What ``kind`` is for labels of a workspace or of a data set.
    package static let manifestKind = "a manifest"
    /// Whether a reader of tracks takes it.
    private var isTrack: Bool { remedy == Self.track }

    /// How many bytes of a file are enough.
    package static let headSize = 1 << 14

    /// What the file at a path is; nil if a reader of logs may take it.
    package static func at(_ path: String) throws(InputError) -> ForeignFile? {
        let file = try InputFile(path: path)
        var head = [UInt8](repeating: 0, count: min(file.size ?? 0, headSize))
        try file.fill(&head, count: head.count, from: 0)
        return ForeignFile(head)
    }

    /// Recognises a file by its first bytes; nil if it may be a motion log.
    package init?(_ head: some Collection<UInt8>) {
        let bytes = Array(head.prefix(Self.headSize))
        guard let found = Self.binary(bytes) ?? Self.text(bytes) else { return nil }
        self = found
    }

    /// Recognises a folder or archive by the paths of its files; nil if it may hold a motion log.
    package init?(paths: some Sequence<String>) {
        for path in paths.lazy.map({ $0.lowercased() }) {
            let name = path.split(separator: "/").last ?? ""
            switch name {
            case "export_cda.xml": self = .appleHealth
            case "export.xml" where path.contains("health"): self = .appleHealth
            case "doc.kml": self = ForeignFile("a KMZ map", Self.track)
            case "records.json", "timeline.json", "timeline edits.json", "location-history.json": self = .google
            case _ where path.contains("semantic location history"): self = .google
            default: continue
            }
            return
        }
        return nil
    }

    /// The error of a reader of motion logs that was given it.
    package func error(source: String) -> InputError {
        .unsupported("this is \(kind), not a motion log", remedy: remedy, source: source).foreign
    }

    /// The error of a reader of tracks that was given it; nil if such a reader may take it.
    package func trackError(source: String?) -> InputError? {
        guard !isTrack else { return nil }
        return .unsupported("this is \(kind), not a track", remedy: remedy, source: source)
    }

    /// The error of a reader of tables of ours that was given a file of another kind, by its first bytes; nil for text
    /// that may be a table.
    ///
    /// - Parameter columns: the columns that the table should have; without them the caller adds the remedy.
    static func tableError(_ bytes: [UInt8], columns: [String]) -> InputError? {
        let head = Array(bytes.prefix(headSize))
        let first = head.drop { $0 <= 32 }.first
        let isUTF16 = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
        let kind: String
        if let found = binary(head) ?? (first == UInt8(ascii: "<") ? text(head) : nil) {
            kind = found.kind
        } else if head.starts(with: "PK\u{3}\u{4}".utf8) || head.starts(with: "PK\u{5}\u{6}".utf8) {
            kind = "a zip archive"
        } else if head.starts(with: [0x1F, 0x8B]) {
            kind = "a gzip file"
        } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            kind = "JSON"
        } else if !isUTF16, head.contains(0) {
            kind = "not text"
        } else {
            return nil
        }
        return .unsupported(
            kind == "not text" ? "this is not a text table" : "this is \(kind), not a table",
            remedy: columns.isEmpty ? "" : "give a table with the columns \(QuotedText.list(columns, most: 6))")
    }

    private init(_ kind: String, _ remedy: Remedy) {
        self.kind = kind
        self.remedy = remedy
    }

    private static let track: Remedy = "\(use: .track)"
    private static let log: Remedy = "give the log itself"
    /// The kinds of our own documents, with what takes them.
    private static let documents: [(kind: String, name: String, remedy: Remedy)] = [
        ("activity-stream", "an activity stream", "\(use: .activityStream)"),
        ("activity-model", "a model", "\(use: .model)"),
        ("timeline", "a timeline", "it holds days, not samples: \(use: .track)"),
        ("timeline-policy", "a timeline policy", log),
        ("gate-policy", "a gate policy", log),
    ]
    /// The way to a history that Google keeps on the phone.
    package static let phoneHistory: Remedy = """
        export it: Location > Timeline (Android), Maps > Personal content (iPhone)
        """
    private static let google = ForeignFile("a Google location history", track)
    private static let appleHealth = ForeignFile("an export of Apple Health", track)
}

/// Formats that are not text, by their signatures.
extension ForeignFile {
    /// Tables and archives of other programs, each with the line that makes a table of it.
    private static let packed: [(signature: [UInt8], offset: Int, kind: String, command: String)] = [
        (
            Array("PAR1".utf8), 0, "a Parquet table",
            "python3 -c \"import pandas; pandas.read_parquet('FILE').to_csv('log.csv')\""
        ),
        (
            Array("ARROW1".utf8), 0, "a Feather table",
            "python3 -c \"import pandas; pandas.read_feather('FILE').to_csv('log.csv')\""
        ),
        (
            [0x93] + Array("NUMPY".utf8), 0, "a NumPy array",
            "python3 -c \"import numpy; numpy.savetxt('log.csv', numpy.load('FILE'), delimiter=',')\""
        ),
        (
            Array("MATLAB 5.0 MAT-file".utf8), 0, "a MATLAB .mat file",
            "in Python, numpy.savetxt('log.csv', scipy.io.loadmat('FILE')['NAME'], delimiter=',')"
        ),
        (
            Array("MATLAB 7.3 MAT-file".utf8), 0, "a MATLAB .mat file",
            "in Python, numpy.savetxt('log.csv', h5py.File('FILE')['NAME'][:].T, delimiter=',')"
        ),
        (
            [0x89] + Array("HDF\r\n".utf8), 0, "an HDF5 file",
            "in Python, numpy.savetxt('log.csv', h5py.File('FILE')['NAME'][:], delimiter=',')"
        ),
        (
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], 0, "an Excel workbook of the old kind",
            "in Python, pandas.read_excel('FILE').to_csv('log.csv', index=False)"
        ),
        ([0x4D, 0x44, 0xFC, 0x03], 0, "an Axivity .cwa recording", "save its samples as CSV in OMGUI"),
        (Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], 0, "a 7z archive", "7z x FILE"),
        (Array("Rar!".utf8) + [0x1A, 0x07], 0, "a RAR archive", "unrar x FILE"),
        ([0xFD] + Array("7zXZ".utf8) + [0], 0, "an xz archive", "xz -dk FILE"),
        (Array("BZh".utf8), 0, "a bzip2 archive", "bzip2 -dk FILE"),
        ([0x28, 0xB5, 0x2F, 0xFD], 0, "a zstd archive", "zstd -d FILE"),
        (Array("ustar".utf8), 257, "a tar archive", "tar -xf FILE"),
    ]

    private static func binary(_ bytes: [UInt8]) -> ForeignFile? {
        func has(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if has(".FIT", at: 8) { return ForeignFile("a FIT activity", track) }
        for packed in packed where bytes.dropFirst(packed.offset).starts(with: packed.signature) {
            return ForeignFile(packed.kind, "convert it: \(packed.command)")
        }
        if has("SQLite format 3\0") { return ForeignFile("an SQLite database", "if Gaitway wrote it, \(use: .store)") }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || has("GIF8") {
            return ForeignFile("a photo", log)
        }
        if has("ftyp", at: 4) {
            let isPhoto = ["heic", "heix", "heif", "hevc", "mif1", "msf1", "avif"].contains { has($0, at: 8) }
            return ForeignFile(isPhoto ? "a photo" : "a video", log)
        }
        if has("%PDF-") { return ForeignFile("a PDF document", log) }
        if has("bplist00") { return ForeignFile("an Apple property list", log) }
        if !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) {
            return ForeignFile("a file of zero bytes", "its content was lost: copy it from the phone again")
        }
        return nil
    }
}

/// Formats of text, by the words they begin with.
extension ForeignFile {
    private static func text(_ bytes: [UInt8]) -> ForeignFile? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let head = bytes[start...].drop { $0 <= 32 }
        switch head.first {
        case UInt8(ascii: "<"): return markup(String(decoding: head, as: UTF8.self))
        case UInt8(ascii: "{"), UInt8(ascii: "["): return json(String(decoding: head, as: UTF8.self))
        default: return wisdm(head) ?? manifest(head)
        }
    }

    /// `33,Walking,49105962326000,-0.69,12.68,0.50;`: person, activity, time and axes, without a header.
    private static func wisdm(_ head: ArraySlice<UInt8>) -> ForeignFile? {
        let line = head.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard line.last == UInt8(ascii: ";") else { return nil }
        let fields = line.dropLast().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard fields.count == 6, Int(fields[0], in: .any) != nil, !fields[1].isEmpty, fields[1].allSatisfy(\.isLetter),
            Int(fields[2], in: .any) != nil, fields[3...].allSatisfy({ Double($0) != nil })
        else { return nil }
        return ForeignFile(
            "WISDM's table of many people",
            #"split it: awk -F'[,;]' '{print $3","$4","$5","$6>($1"-"$2".csv")}' FILE"#
        )
    }

    private static func markup(_ text: String) -> ForeignFile? {
        let lower = text.lowercased()
        func has(_ words: String...) -> Bool { words.contains { lower.contains($0) } }
        if has("<phyphox") {
            return ForeignFile(
                "a phyphox experiment, which holds no samples", "export the data of its run in phyphox, as CSV")
        }
        if has("<gpx", ":gpx") { return ForeignFile("a GPX track", track) }
        if has("<kml", ":kml") { return ForeignFile("a KML map", track) }
        if has("<trainingcenterdatabase") { return ForeignFile("a TCX activity", track) }
        if has("<healthdata", "<!doctype healthdata", "<clinicaldocument") { return appleHealth }
        if has("<table"), !has("<gpx", "<kml"), has("<td", "<th") {
            return ForeignFile(
                "a table in HTML, as some programs write with the name .xls",
                """
                convert it: in Python, pandas.read_html('FILE', header=0)[0].to_csv('log.csv', index=False)
                """)
        }
        if has("<!doctype html", "<html") {
            return ForeignFile("a web page", "a download may have failed: get the log again")
        }
        if has("<plist") { return ForeignFile("an Apple property list", log) }
        return ForeignFile("an XML document", log)
    }

    private static func json(_ text: String) -> ForeignFile? {
        func has(_ keys: String...) -> Bool { keys.allSatisfy { text.contains("\"" + $0 + "\"") } }
        if has("timelineEdits") {
            return ForeignFile("Google's list of edits; the location history is on your phone", phoneHistory)
        }
        if has("semanticSegments") || has("timelineObjects") || has("latitudeE7") || has("placeVisit")
            || has("activitySegment") || has("timelinePath") || has("rawSignals")
            || has("startTime", "endTime") && (has("topCandidate") || text.contains("geo:"))
        {
            return google
        }
        if has("timelineItems") || has("itemId", "samples") || has("timelineItemId")
            || has("movingState", "xyAcceleration")
        {
            return ForeignFile("a backup of Arc", track)
        }
        if has("gaitway") { return own(text) }
        // The keys of a model are sorted, so that its kind stands behind its weights.
        if text.prefixMatch(of: /\{\s*"cases"\s*:\s*\[\s*\{\s*"acceleration"/) != nil {
            return ForeignFile("a model", "\(use: .model)")
        }
        if has("sensor") || has("payload") { return nil }
        let isTrack =
            has("_type") || has("locations") || has("metadata", "data") || has("segments")
            || text.contains("\"Feature") || has("coordinates")
        return isTrack ? ForeignFile("a track", track) : nil
    }

    /// Our own files, which all say so.
    private static func own(_ text: String) -> ForeignFile {
        let stated = text.firstMatch(of: /"gaitway"\s*:\s*"([a-z-]+)"/)?.output.1
        guard let document = documents.first(where: { $0.kind == stated ?? "" }) else {
            return ForeignFile("a document of gaitway", log)
        }
        return ForeignFile(document.name, document.remedy)
    }

    /// A manifest names recordings and their activities in its first line.
    private static func manifest(_ head: ArraySlice<UInt8>) -> ForeignFile? {
        let line = head.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }.prefix(2000)
        guard line.count > 17, line.contains(UInt8(ascii: ",")) else { return nil }
        let names = line.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
        guard names.contains("recording"), names.contains("activity") else { return nil }
        return ForeignFile(manifestKind, "\(use: .manifest), or name one of its logs")
    }
}
