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
    }

    @Test func lengthsAreForPeople() throws {
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 700, seed: 1).text, to: "log.csv")
        let text = try Command.run(["inspect", log], in: folder).text
        #expect(
            text.contains("  lasts    0:11:40\n") && text.contains("first at") && text.contains(" 0.00 s"), "\(text)")
    }
}
