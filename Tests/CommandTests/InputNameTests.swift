// SPDX-License-Identifier: Apache-2.0
import Testing

/// Names and options that do not fit a log.
@Suite struct InputNameTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A Latin-1 name, as an argument, in a folder, in a manifest and for a result.
    @Test func aNameThatIsNotUTF8IsRead() throws {
        try folder.write(SyntheticLog(.bouncing, seconds: 30, seed: 1).text, to: "rides/good.csv")
        let result = try Command.shell(
            """
            set -e; cd '\(folder.root)'; name=$(printf 'caf\\351.csv')
            cp rides/good.csv "rides/$name"; cp rides/good.csv "$name"
            "$GAITWAY" classify rides/good.csv --format csv > good.txt
            "$GAITWAY" classify "$name" --output "$(printf 'r\\351sultat.csv')"
            LC_ALL=C sed 's#^caf[^,]*#rides/good.csv#' r*sultat.csv | cmp good.txt
            "$GAITWAY" classify rides
            "$GAITWAY" manifest rides --activity walking > rides.csv; "$GAITWAY" features rides.csv --output windows.csv
            "$GAITWAY" inspect missing-"$name" || echo $?
            """, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("café") && result.text.hasSuffix("3\n"), "\(result.text)")
        #expect(result.errors.contains("gaitway: 2 classified") && result.errors.contains("missing-café.csv"))
    }

    @Test func aLoggerThatDoesNotFitIsAnError() throws {
        let log = try folder.write(
            "time,seconds_elapsed,z,y,x\n"
                + (0..<3000).map { "\(1_770_000_000_000_000_000 + $0 * 10_000_000),\(Double($0) / 100),9.8,0.1,0.2\n" }
                .joined(), to: "log.csv")
        #expect(try Command.run(["inspect", log, "--logger", "sensor-logger"], in: folder).status == 0)
        let wrong = try Command.run(["inspect", log, "--logger", "physics-toolbox"], in: folder)
        #expect(wrong.status == 3, "\(wrong.text)")
        #expect(
            wrong.errors.contains(
                "the columns are those of sensor-logger, not of physics-toolbox; leave the logger out to detect it"),
            "\(wrong.errors)")
        let plain = try folder.write(SyntheticLog(.bouncing, seconds: 30, seed: 1).text, to: "plain.csv")
        let strange = try Command.run(["classify", plain, "--logger", "phyphox"], in: folder)
        #expect(strange.status == 3 && strange.output.isEmpty)
        #expect(strange.errors.contains("the columns are not those of phyphox; leave the logger out"))
        #expect(try Command.run(["classify", plain, "--logger", "plain"], in: folder).status == 0)
    }

    @Test func aColumnThatTheLogLacksIsAnError() throws {
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 30, seed: 1).text, to: "log.csv")
        let wrong = try Command.run(["classify", log, "--columns", "time=T,ax=b1"], in: folder)
        #expect(wrong.status == 3 && wrong.output.isEmpty)
        #expect(wrong.errors.contains("there is no column \"T\"; the columns are "), "\(wrong.errors)")
        for list in ["ax=x,ay=x", "ax=x,ax=y", "ax"] {
            let twice = try Command.run(["classify", log, "--columns", list], in: folder)
            #expect(twice.status == 2 && twice.errors.contains("with each name once"), "\(twice.errors)")
        }
        let unknown = try Command.run(["classify", log, "--columns", "foo=who,ax=x"], in: folder)
        #expect(unknown.status == 2 && unknown.errors.contains("no reader knows \"foo\""), "\(unknown.errors)")
        // Each name of the message is one that is read.
        let names = try #require(unknown.errors.firstMatch(of: /give (.*?);/)).1.replacing(" or ", with: ", ")
        #expect(names.split(separator: ", ").count == 14)
        for name in names.split(separator: ", ") + ["activity", "linear acceleration z (m/s^2)"] {
            let known = try Command.run(["classify", log, "--columns", "\(name)=none"], in: folder)
            #expect(known.status == 3 && known.errors.contains("there is no column \"none\""), "\(known.errors)")
        }
    }

    /// The file of another kind that its name promises is not written.
    @Test func namesOfResultsAreOfTheirFormats() throws {
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 30, seed: 1).text, to: "log.csv")
        for name in ["a.pdf", "a.docx", "a.xml"] {
            let result = try Command.run(["classify", log, "--output", folder.path(name)], in: folder)
            let message = "--output writes no .\(name.dropFirst(2)) here; use .csv"
            #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
        }
        for name in ["a", "a.txt", "day.2026-05-01"] {
            #expect(try Command.run(["classify", log, "--output", folder.path(name)], in: folder).status == 0)
            #expect(String(decoding: try folder.read(name), as: UTF8.self).contains("start   duration"))
        }
    }

    /// Empty paths and paths that are too long have a remedy, and leave no file behind.
    @Test func pathsThatCannotBeHaveARemedy() throws {
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 30, seed: 1).text, to: "log.csv")
        let fixes = (0..<60).map { "2026-05-01T08:00:\($0 < 10 ? "0" : "")\($0)Z,47,8\n" }
        let track = try folder.write("time,latitude,longitude\n" + fixes.joined(), to: "track.csv")
        let long = String(repeating: "s", count: 300)
        for (arguments, message) in [
            (["classify", log, "--output", ""], "is not the name of a file; name one"),
            (["classify", log, "--output", folder.path(long)], "File name too long; give a shorter name"),
            (["classify", ""], "an empty path cannot be read; name a file or a folder"),
            (["classify", folder.path(long)], "File name too long; give a shorter name"),
            (
                ["trips", "--track", track, "--store", folder.path(String(long.prefix(250)))],
                "the store's name is too long; give a name of at most 247 bytes"
            ),
        ] {
            let result = try Command.run(arguments, in: folder)
            #expect(result.status != 0 && result.errors.contains(message), "\(result.errors)")
        }
        #expect(try folder.allNames(in: "") == ["log.csv", "track.csv"])
    }

    @Test(arguments: ["nan", "1e308", ""]) func rowsWithoutAnAccelerationHaveARemedy(value: String) throws {
        let rows = (0..<3000).map { "\(Double($0) / 100),\(value),0.1,9.8\n" }.joined()
        let log = try folder.write("time,ax,ay,az\n" + rows, to: "log.csv")
        let result = try Command.run(["classify", log], in: folder)
        #expect(result.status == 3 && result.errors.contains("the columns of acceleration need numbers, as 9.81"))
    }

    @Test func lengthsAreForPeople() throws {
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 700, seed: 1).text, to: "log.csv")
        let text = try Command.run(["inspect", log], in: folder).text
        #expect(
            text.contains("  lasts    0:11:40\n") && text.contains("first at") && text.contains(" 0.00 s"), "\(text)")
    }
}
