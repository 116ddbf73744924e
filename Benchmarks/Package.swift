// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A program that measures the library.
func benchmark(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: "Gaitway", package: "gaitway")], swiftSettings: settings)
}

let package = Package(
    name: "gaitway-benchmarks",
    dependencies: [.package(name: "gaitway", path: "..")],
    targets: [
        benchmark("hot-paths"),
        benchmark("solver-benchmark"),
        benchmark("places-benchmark"),
        benchmark("coverage-benchmark"),
        benchmark("ablation-benchmark"),
        benchmark("gate-benchmark"),
        benchmark("timeline-benchmark"),
    ]
)
