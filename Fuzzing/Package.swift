// swift-tools-version: 6.2
import PackageDescription

/// One reader's fuzz target: a file of that name's folder that hands libFuzzer's bytes to the reader.
func fuzzer(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: "Gaitway", package: "gaitway")],
        swiftSettings: [.swiftLanguageMode(.v6)])
}

let package = Package(
    name: "fuzzing",
    dependencies: [.package(name: "gaitway", path: "..")],
    targets: [
        fuzzer("FuzzZipArchive"),
        fuzzer("FuzzActivityStream"),
        fuzzer("FuzzSensorLog"),
        fuzzer("FuzzActivityModel"),
        fuzzer("FuzzManifest"),
        fuzzer("FuzzTrack"),
        fuzzer("FuzzPlaces"),
        fuzzer("FuzzGate"),
        fuzzer("FuzzTimeline"),
    ]
)
