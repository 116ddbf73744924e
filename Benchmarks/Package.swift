// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "gaitway-benchmarks",
    dependencies: [.package(name: "gaitway", path: "..")],
    targets: [
        .executableTarget(
            name: "solver-benchmark",
            dependencies: [.product(name: "Gaitway", package: "gaitway")],
            swiftSettings: [
                .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ])
    ]
)
