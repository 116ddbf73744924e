// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayRecognition
import Testing

/// `gaitway features` and `gaitway evaluate --predictions`: windows as rows for other programs.
@Suite struct FeaturesTests {
    let folder: TemporaryFolder
    let manifest: String

    init() throws {
        folder = try TemporaryFolder()
        try SyntheticLog.writeRides(to: folder)
        try folder.write(try folder.read("rides/still-1.csv"), to: "rides/o'neil's, b.csv")
        let rows = [
            "still-0.csv,stationary,home,ann", "bouncing-0.csv,walking,home,bob", "\"o'neil's, b.csv\",unknown,,",
        ]
        let header = "recording,activity,dataset,user"
        manifest = try folder.write(([header] + rows).joined(separator: "\n") + "\n", to: "rides/manifest.csv")
    }

    /// The rows of a table, with its header first; no field of the tests has a line end.
    private func table(_ text: String) throws -> [[String]] {
        text.split(separator: "\n").map { line in
            var fields = [""]
            var isQuoted = false
            for character in line {
                switch character {
                case "\"": isQuoted.toggle()
                case "," where !isQuoted: fields.append("")
                default: fields[fields.count - 1].append(character)
                }
            }
            return fields
        }
    }

    private func features(_ arguments: String...) throws -> CommandResult {
        try Command.run(["features", manifest] + arguments, in: folder)
    }

    @Test func aRowForEachWindow() throws {
        let path = folder.path("windows.csv")
        let result = try features("--output", path)
        #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
        let rows = try table(String(decoding: try folder.read("windows.csv"), as: UTF8.self))
        let names = FeatureSchema.motion.features.map(\.name)
        #expect(rows[0] == ["recording", "user", "dataset", "activity", "case", "start_s"] + names)
        #expect(rows.allSatisfy { $0.count == rows[0].count })
        #expect(
            Set(rows.dropFirst().map { $0[..<5] }) == [
                ["still-0.csv", "ann", "home", "stationary", "total"],
                ["bouncing-0.csv", "bob", "home", "walking", "total"],
                ["o'neil's, b.csv", "o'neil's, b.csv", "manifest", "unknown", "total"],
            ])
        let own = rows.filter { $0[0] == "bouncing-0.csv" }
        #expect(
            own.count > 10
                && zip(own, own.dropFirst()).allSatisfy { pair in
                    ((Double(pair.1[5]) ?? 0) - (Double(pair.0[5]) ?? 0) - 2.56).magnitude < 0.011
                })
        // Synthetic rides have no barometer, and a walk moves more than rest.
        let pressure = 6 + (names.firstIndex(of: "pressure.spread.30") ?? 0)
        #expect(rows.dropFirst().allSatisfy { $0[pressure].isEmpty })
        let deviation = 6 + (names.firstIndex(of: "magnitude.deviation") ?? 0)
        let still = try #require(rows.first { $0[0] == "still-0.csv" }.flatMap { Double($0[deviation]) })
        #expect(try #require(Double(own[0][deviation])) > still + 1)
        #expect(try features("--output", "-").output == (try folder.read("windows.csv")))
        let refused = try features("--output", path)
        #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused.errors)")
        let one = try features("--output", "-", "--where", "user=ann")
        #expect(try Set(table(one.text).dropFirst().map { $0[0] }) == ["still-0.csv"])
    }

    /// NumPy and an own reader of ARFF find what the CSV has.
    @Test func theFormatsAgree() throws {
        for format in ["csv", "npz", "arff", "parquet"] {
            let result = try features("--output", folder.path("windows." + format))
            #expect(result.status == 0, "\(result.errors)")
        }
        let relation = String(decoding: try folder.read("windows.arff"), as: UTF8.self)
        let parts = relation.components(separatedBy: "@data\n")
        let csv = try table(String(decoding: try folder.read("windows.csv"), as: UTF8.self))
        let attributes = parts[0].components(separatedBy: "@attribute ").dropFirst()
        #expect(attributes.map { String($0.prefix { $0 != " " }) } == csv[0])
        #expect(parts[0].contains("@attribute activity {stationary,unknown,walking}\n"))
        let lines = parts[1].split(separator: "\n")
        #expect(lines.count == csv.count - 1)
        #expect(lines.last?.hasPrefix("'o\\'neil\\'s, b.csv','o\\'neil\\'s, b.csv',manifest,unknown,total,") == true)
        for (line, row) in zip(lines, csv.dropFirst()) {
            let numbers = row[6...].map { $0.isEmpty ? "?" : $0 }.joined(separator: ",")
            #expect(line.hasSuffix("," + row[5] + "," + numbers))
        }
        // The tests of the Python package read the values of the Parquet file.
        let table = try folder.read("windows.parquet")
        #expect(table.starts(with: Array("PAR1".utf8)) && table.suffix(4) == Array("PAR1".utf8)[...])
        let footer = String(decoding: table.suffix(20_000), as: UTF8.self)
        #expect(csv[0].allSatisfy(footer.contains))
        // Without NumPy the archive is checked by its own tests' reader alone.
        let script = """
            import csv, math, zipfile
            rows = list(csv.reader(open('windows.csv')))
            with zipfile.ZipFile('windows.npz') as archive:
                assert archive.testzip() is None
                names = archive.namelist()
            assert names == [n + '.npy' for n in rows[0][:6]] + ['feature_names.npy', 'features.npy'], names
            try:
                import numpy
            except ImportError:
                raise SystemExit(0)
            arrays = numpy.load('windows.npz')
            assert list(arrays['feature_names']) == rows[0][6:]
            for column, name in enumerate(rows[0][:5]):
                assert list(arrays[name]) == [row[column] for row in rows[1:]], name
            assert numpy.allclose(arrays['start_s'], [float(row[5]) for row in rows[1:]], atol=0.006)
            known = numpy.array([[float(cell or 'nan') for cell in row[6:]] for row in rows[1:]])
            assert arrays['features'].shape == known.shape
            assert numpy.allclose(arrays['features'], known, rtol=1e-6, atol=1e-7, equal_nan=True)
            """
        try folder.write(script, to: "check.py")
        let checked = try Command.shell("cd '\(folder.root)' && python3 check.py", in: folder)
        #expect(checked.status == 0, "\(checked.errors)")
    }

    @Test func anotherEndingIsRefused() throws {
        for name in ["windows.feather", "windows", "windows.xlsx"] {
            let result = try features("--output", folder.path(name))
            #expect(result.status == 2 && result.errorLines.count == 1, "\(result.errors)")
            #expect(result.errors.contains(".csv, .parquet, .npz or .arff"), "\(result.errors)")
        }
        #expect(try folder.names(in: "").contains("windows") == false)
    }

    @Test func ridesWithoutWindowsAreRefused() throws {
        try folder.write("recording,activity\nstill-0.csv,walking\n", to: "rides/short.csv")
        try folder.write("recording,activity,start_s,end_s\nstill-0.csv,walking,1,3\n", to: "rides/short.csv")
        let result = try Command.run(
            ["features", folder.path("rides/short.csv"), "--output", folder.path("none.csv")], in: folder)
        #expect(result.status == 3 && result.errors.contains("has no window of 5.12 s"), "\(result.errors)")
    }

    @Test func predictionsOfEachWindow() throws {
        let arguments = ["evaluate", manifest, "--predictions", folder.path("predictions.csv"), "--json", "-"]
        let result = try Command.run(arguments, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let rows = try table(String(decoding: try folder.read("predictions.csv"), as: UTF8.self))
        let classes = ActivityClass.allCases.map { "probabilities." + Prediction($0).name }
        #expect(rows[0] == ["recording", "user", "dataset", "fold", "start_s", "truth", "prediction"] + classes)
        let windows = try table(features("--output", "-").text)
        #expect(
            rows.dropFirst().map { [$0[0], $0[1], $0[2], $0[5], $0[4]] }
                == windows.dropFirst().map { row in
                    [row[0], row[1], row[2], row[3], row[5]]
                })
        for row in rows.dropFirst() {
            let shares = row[7...].compactMap(Double.init)
            #expect(shares.count == classes.count && (shares.reduce(0, +) - 1).magnitude < 5e-4 && row[3].isEmpty)
            guard row[6] != "unknown" else { continue }
            let greatest = try #require(shares.max())
            #expect(shares[try #require(rows[0][7...].firstIndex(of: "probabilities." + row[6])) - 7] > greatest - 2e-4)
        }
        // The confusion matrix counts the same answers.
        let figures = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
        let confusion = try #require(figures["confusion"] as? [String: Any])
        let counts = try #require(confusion["counts"] as? [[Double]])
        let known = rows.dropFirst().filter { Activity(rawValue: $0[5]) != nil }
        #expect(counts.joined().reduce(0, +) == Double(known.count))
        let folds = try Command.run(
            ["evaluate", try wholeManifest(), "--cross-validate", "user", "--predictions", "-"], in: folder)
        #expect(folds.status == 0, "\(folds.errors)")
        #expect(try Set(table(folds.text).dropFirst().map { $0[3] }).count > 1)
    }

    private func wholeManifest() throws -> String {
        let labels = [("still", "stationary"), ("bouncing", "walking"), ("spinning", "cycling")]
        let rows = labels.flatMap { motion, label in (0..<4).map { "\(motion)-\($0).csv,\(label),set,user-\($0)" } }
        return try folder.write(
            (["recording,activity,dataset,user"] + rows).joined(separator: "\n") + "\n", to: "rides/whole.csv")
    }
}
