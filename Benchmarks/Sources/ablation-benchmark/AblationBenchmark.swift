// SPDX-License-Identifier: Apache-2.0
import GaitwayEvaluation
import Glibc

/// Measures the gain of each part of the features on data sets left out; see the package's README.
@main struct AblationBenchmark {
    static func main() async {
        do {
            try await run(Arguments(CommandLine.arguments.dropFirst()))
        } catch {
            let line = Array("ablation-benchmark: \(error)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(error is Arguments.Fault ? 2 : 3)
        }
    }

    private static func run(_ arguments: Arguments) async throws {
        let rides = try Rides(arguments)
        let judge = try Judge(try await rides.windows())
        switch arguments.task {
        case .table:
            let wanted = Variant.all.filter { variant in
                variant.name == Variant.everything.name || arguments.rows.isEmpty
                    || arguments.rows.contains { variant.name.contains($0) }
            }
            try await Table(judge).print(wanted)
        case .export(let prefix): try await Export.write(judge, prefix: prefix)
        case .overTime(let path):
            print(OverTime.header)
            print(try await OverTime.row(judge, rides: rides, blocks: path))
        }
    }
}
