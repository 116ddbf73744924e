// SPDX-License-Identifier: Apache-2.0
import BenchmarkKit
import GaitwayAlerts
import Glibc

/// Pairs or rows of doubles in this machine's byte order; nil when the file cannot be read.
func numbers(_ path: String) -> [Double]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    guard fseek(file, 0, SEEK_END) == 0 else { return nil }
    let size = ftell(file)
    guard size >= 0, size % 8 == 0, fseek(file, 0, SEEK_SET) == 0 else { return nil }
    var values = [Double](repeating: 0, count: size / 8)
    let count = values.withUnsafeMutableBytes { fread($0.baseAddress, 1, size, file) }
    return count == size ? values : nil
}

if CommandLine.arguments.dropFirst().first == "--brute-force" {
    let given = CommandLine.arguments.dropFirst(2).map { Int($0, in: .countable) ?? 0 }
    guard given.count <= 3, given.allSatisfy({ $0 > 0 }) else {
        stop("usage: places-benchmark --brute-force [PLACES [QUERIES [SEED]]]", 2)
    }
    let numbers = given + [100_000, 10_000, 1].dropFirst(given.count)
    let search = BruteForce(places: numbers[0], queries: numbers[1], seed: UInt64(numbers[2]))
    exit(search.compare() ? 0 : 1)
}
guard CommandLine.arguments.count == 2 else {
    stop("usage: places-benchmark PREFIX, or places-benchmark --brute-force [PLACES [QUERIES [SEED]]]", 2)
}
let prefix = CommandLine.arguments[1]
guard let positions = numbers(prefix + ".places.f64"), let queries = numbers(prefix + ".queries.f64") else {
    stop("\(prefix).places.f64 and .queries.f64 cannot be read; nearest_balltree.py writes them", 3)
}
let places = (0..<positions.count / 2).map { row in
    Place(identifier: "", latitude: positions[2 * row], longitude: positions[2 * row + 1])
}
let ready = ProcessUsage.now
let index = PlaceIndex(places)
let built = ProcessUsage.now
print("\(index.count) places: build \(built.seconds - ready.seconds) s, \(built.peak - ready.peak) MiB more")

var found: [PlaceIndex.Neighbor] = []
var distances: [Double] = []
distances.reserveCapacity(queries.count / 2 * 10)
let before = ProcessUsage.now
for row in 0..<queries.count / 2 {
    index.nearest(10, latitude: queries[2 * row], longitude: queries[2 * row + 1], into: &found)
    for neighbor in found { distances.append(neighbor.distance) }
}
let after = ProcessUsage.now
print("nearest 10: \((after.seconds - before.seconds) / Double(queries.count / 2) * 1e6) us a query")

if let expected = numbers(prefix + ".distances.f64"), expected.count == distances.count {
    // The haversine formula loses digits as the distance grows; a micrometre and a billionth allow for more than that.
    let worst = zip(distances, expected).map { abs($0 - $1) / (1e-6 + 1e-9 * $1) }.max() ?? 0
    print(worst <= 1 ? "all distances agree with the peer's" : "distances differ, by \(worst) times the tolerance")
}
