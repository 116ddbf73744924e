// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Those of tests, of the command's arguments and of its text. What they call is optimised. Optimised, they would take
/// three to five times as long to compile, and the command would run as fast as it does.
/// A job of its own for the module would check their types a second time.
let plainSettings =
    settings + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))]

/// A library target of ours: Swift 6 mode and the upcoming features above.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], isOptimised: Bool = true,
    linkerSettings: [LinkerSetting] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude,
        swiftSettings: isOptimised ? settings : plainSettings, linkerSettings: linkerSettings)
}

/// The command carries the Swift runtime, so that it starts faster and needs no toolchain where it runs. Only its link
/// differs: the tests, which cannot be linked so, share all that is compiled. SwiftPM's own switch would compile
/// everything again. The thread sanitizer asks for the shared runtime: it sees the locks of that one only.
let runtimeLinking: [LinkerSetting] =
    Context.environment["GAITWAY_SHARED_RUNTIME"] != nil
    ? []
    : [
        .unsafeFlags(
            [
                "-static-stdlib", "-use-ld=lld", "-lFoundationEssentials", "-l_FoundationCShims",
                "-l_FoundationCollections",
                // Names of symbols and debug information are two fifths of the size; the debug build has them.
                "-Xlinker", "--strip-all",
            ],
            .when(platforms: [.linux], configuration: .release))
    ]

/// All of Foundation, for GRDB. Its rules of languages, calendars and time zones are 40 MB, which the C library does
/// without.
let commandLinking: [LinkerSetting] =
    Context.environment["GAITWAY_SHARED_RUNTIME"] != nil
    ? []
    : runtimeLinking + [
        .unsafeFlags(
            ["-lFoundationInternationalization", "-lCoreFoundation", "-l_FoundationICU"],
            .when(platforms: [.linux], configuration: .release))
    ]

/// The C library carries the Swift runtime as the command does, so that it loads where there is no Swift; only the
/// functions of gaitway.h are seen from outside. It is not unloaded: the runtime would not survive that.
let libraryLinking: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-Xlinker", "--soname=libgaitway.so.1", "-Xlinker", "-z", "-Xlinker", "nodelete", "-Xlinker",
            "--gc-sections",
            "-Xlinker", "--version-script=" + Context.packageDirectory + "/Sources/CInterface/exports.txt",
        ],
        .when(platforms: [.linux], configuration: .release))
]

/// The C library; its file becomes libgaitway.so, as a product of that name would be the command's. With the shared
/// runtime, which is for sanitizers, it is not made.
let cProducts: [Product] =
    Context.environment["GAITWAY_SHARED_RUNTIME"] != nil
    ? [] : [.library(name: "gaitway-c", type: .dynamic, targets: ["CInterface"])]

/// The tests of one folder of a module, with the shared test support.
func tests(_ name: String, of module: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.byName(name: module), "TestSupport"] + dependencies,
        swiftSettings: plainSettings)
}

/// A part of SwiftNIO.
func nio(_ name: String) -> Target.Dependency {
    .product(name: name, package: "swift-nio", condition: .when(traits: ["Command"]))
}

/// A part of GRDB.
func grdb(_ name: String) -> Target.Dependency {
    .product(name: name, package: "GRDB.swift", condition: .when(traits: ["Store"]))
}

/// A program that measures the library.
func benchmark(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Benchmarks/Sources/" + name, swiftSettings: settings)
}

/// A small program that uses the library as an app's tests would: it sees public names alone.
func example(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: path ?? "Examples/" + name, packageAccess: false,
        swiftSettings: plainSettings)
}

/// Passes libFuzzer's bytes to the fuzz targets. libFuzzer brings the program's `main`, so other builds compile it as a
/// library, which shows when it no longer fits the targets.
let libFuzzer: Target =
    Context.environment["GAITWAY_FUZZING"] == nil
    ? .target(
        name: "LibFuzzer", dependencies: ["FuzzTargets"], path: "Fuzzing/Sources/LibFuzzer", swiftSettings: settings)
    : .executableTarget(
        name: "LibFuzzer", dependencies: ["FuzzTargets"], path: "Fuzzing/Sources/LibFuzzer", swiftSettings: settings)

let package = Package(
    name: "gaitway",
    // Linux is what is built and tested. Of Apple's systems these are the first with the library's `Synchronization`.
    platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11)],
    products: [
        // What the others share: activities, reports, times, locations, errors. Each of them brings it along.
        .library(name: "GaitwayBase", targets: ["GaitwayBase"]),
        // From a log to its activity stream.
        .library(name: "GaitwayRecognition", targets: ["GaitwayRecognition"]),
        // What an app ships: the gate, geofences, and what gives both a phone's inputs.
        .library(name: "GaitwayAlerts", targets: ["GaitwayAlerts"]),
        // Recorded rides to test a policy with.
        .library(name: "GaitwayReplay", targets: ["GaitwayReplay"]),
        .library(name: "GaitwayTimeline", targets: ["GaitwayTimeline"]),
        .library(name: "GaitwayStore", targets: ["GaitwayStore"]),
        .library(
            name: "Gaitway",
            targets: ["GaitwayRecognition", "GaitwayAlerts", "GaitwayReplay", "GaitwayTimeline", "GaitwayStore"]),
        .executable(name: "gaitway", targets: ["gaitway"]),
    ] + cProducts,
    traits: [
        .default(enabledTraits: ["Command", "Store"]),
        .trait(name: "Command", description: "The command, with its parser of arguments and its server."),
        .trait(name: "Store", description: "The store of timelines, in SQLite by GRDB."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
        .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.2")),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
    ],
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        module("GaitwayBase", ["CZlib"], exclude: ["Formats/TABLES.md", "Formats/Zip/FORMAT.md"]),

        .systemLibrary(name: "CVectors"),
        .target(name: "CProducts"),
        module("GaitwayNumerics", ["GaitwayBase", "CVectors", "CProducts"]),

        .target(name: "CDefaultModel"),
        module(
            "GaitwayRecognition", ["GaitwayBase", "GaitwayNumerics", "CDefaultModel"],
            exclude: ["ActivityStream/FORMAT.md"]),

        module(
            "GaitwayAlerts", ["GaitwayBase"],
            exclude: [
                "NotificationGate/POLICY.md", "NotificationGate/SCENARIOS.md", "NotificationGate/DEFAULTS.md",
                "Geofencing/PLACES.md", "Geofencing/SIMULATION.md",
            ]),

        .target(name: "CGazetteer"),
        module(
            "GaitwayTimeline", ["GaitwayBase", "CGazetteer"],
            exclude: [
                "Tracks/FORMATS.md", "Timeline/FORMAT.md", "Timeline/POLICY.md", "Timeline/RIDES.md",
                "Gazetteer/GAZETTEER.md",
                "Gazetteer/towns.bin", "Gazetteer/land.bin",
            ]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        module(
            "GaitwayStore", ["GaitwayBase", "GaitwayTimeline", "CSQLite", grdb("GRDB"), grdb("GRDBSQLite")],
            exclude: ["STORE.md", "CORRECTIONS.md"]),

        module(
            "GaitwayReplay", ["GaitwayBase", "GaitwayRecognition", "GaitwayAlerts", "GaitwayTimeline"],
            exclude: ["Scoring/SCORING.md"]),
        module(
            "GaitwayEvaluation",
            [
                "GaitwayBase", "GaitwayNumerics", "GaitwayRecognition", "GaitwayAlerts", "GaitwayReplay",
                "GaitwayTimeline",
            ]),

        module(
            "GaitwayReports",
            [
                "GaitwayBase", "GaitwayNumerics", "GaitwayRecognition", "GaitwayAlerts", "GaitwayTimeline",
                "GaitwayStore", "GaitwayReplay", "GaitwayEvaluation",
            ], isOptimised: false),
        .target(name: "CPageAssets"),
        .target(name: "CDocuments", dependencies: ["CPageAssets"]),
        module(
            "GaitwayPages",
            [
                "GaitwayBase", "GaitwayNumerics", "GaitwayRecognition", "GaitwayAlerts", "GaitwayTimeline",
                "GaitwayStore", "GaitwayReplay", "GaitwayEvaluation", "GaitwayReports", "CPageAssets",
            ],
            exclude: ["Assets"]),

        .target(name: "CModelSource", exclude: ["Template", "Web"]),
        module("GaitwayExport", ["GaitwayBase", "GaitwayNumerics", "GaitwayRecognition", "CModelSource"]),
        module(
            "GaitwayLiveSessions", ["GaitwayBase", "GaitwayRecognition", "GaitwayAlerts", "GaitwayReplay"],
            exclude: ["FORMAT.md"]),
        module(
            "GaitwayLiveServer",
            [
                "GaitwayBase", "GaitwayRecognition", "GaitwayLiveSessions", nio("NIOCore"), nio("NIOPosix"),
                nio("NIOHTTP1"), nio("NIOWebSocket"),
            ]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        module(
            "GaitwayWorkspace",
            [
                "GaitwayBase", "GaitwayRecognition", "GaitwayAlerts", "GaitwayTimeline", "GaitwayStore",
                "GaitwayReplay", "GaitwayEvaluation", "GaitwayReports", "GaitwayPages", "GaitwayExport",
                "GaitwayLiveServer", "RideSynthesis", "CQREncode",
            ],
            exclude: ["PROTOCOL.md"]),
        .executableTarget(
            name: "gaitway",
            dependencies: [
                "GaitwayBase", "GaitwayRecognition", "GaitwayEvaluation", "GaitwayExport", "GaitwayPages",
                "GaitwayTimeline", "GaitwayAlerts", "GaitwayReplay", "GaitwayStore", "GaitwayLiveSessions",
                "GaitwayLiveServer", "GaitwayReports", "GaitwayWorkspace", "CDocuments",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
            ],
            swiftSettings: plainSettings, linkerSettings: commandLinking),
        .target(name: "CGaitway"),
        module(
            "CInterface",
            [
                "CGaitway", "GaitwayBase", "GaitwayNumerics", "GaitwayRecognition", "GaitwayAlerts", "GaitwayTimeline",
                "GaitwayReplay",
            ],
            exclude: ["INTERFACE.md", "exports.txt"], linkerSettings: runtimeLinking + libraryLinking),

        .target(
            name: "RideSynthesis", dependencies: ["GaitwayBase"], path: "Tools/RideSynthesis",
            swiftSettings: settings),
        .executableTarget(
            name: "sample-rides", dependencies: ["GaitwayBase", "RideSynthesis"], path: "Tools/sample-rides",
            swiftSettings: settings),

        .target(
            name: "TestSupport", dependencies: ["CZlib"], path: "Tests/TestSupport",
            swiftSettings: settings),
        tests("MotionTypes", of: "GaitwayBase"),
        .testTarget(
            name: "LocalTimeTests", dependencies: ["GaitwayBase", "TestSupport"],
            resources: [.copy("check_offsets.py")], swiftSettings: plainSettings),
        tests("Files", of: "GaitwayBase"),
        tests("Geodesy", of: "GaitwayBase"),
        tests("Formats", of: "GaitwayBase"),
        tests("SignalProcessing", of: "GaitwayNumerics"),
        tests("Learning", of: "GaitwayNumerics"),
        tests("ActivityStream", of: "GaitwayRecognition", ["GaitwayBase"]),
        tests("SensorLogs", of: "GaitwayRecognition", ["GaitwayBase"]),
        tests("ActivityFeatures", of: "GaitwayRecognition", ["GaitwayBase"]),
        .testTarget(
            name: "ActivityRecognitionTests",
            dependencies: [
                "GaitwayRecognition", "TestSupport", "GaitwayBase", "GaitwayNumerics", "RideSynthesis",
                "GaitwayTimeline",
            ],
            resources: [.copy("Scenarios")], swiftSettings: plainSettings),
        .target(
            name: "EvaluationTestSupport", dependencies: ["GaitwayBase", "GaitwayEvaluation", "TestSupport"],
            path: "Tests/EvaluationTestSupport", swiftSettings: settings),
        tests(
            "Evaluation", of: "GaitwayEvaluation",
            [
                "GaitwayBase", "GaitwayNumerics", "GaitwayRecognition", "GaitwayAlerts", "GaitwayReports",
                "GaitwayReplay", "EvaluationTestSupport",
            ]),
        tests(
            "Pages", of: "GaitwayPages",
            [
                "GaitwayBase", "GaitwayRecognition", "GaitwayEvaluation", "EvaluationTestSupport", "GaitwayAlerts",
                "GaitwayReports", "GaitwayReplay", "GaitwayTimeline", "GaitwayStore",
            ]),
        tests(
            "ModelExport", of: "GaitwayExport",
            ["GaitwayBase", "GaitwayRecognition", "GaitwayNumerics"]),
        tests("RideSynthesis", of: "RideSynthesis", ["GaitwayBase"]),
        .target(
            name: "TimelineTestSupport", dependencies: ["GaitwayBase", "GaitwayTimeline", "TestSupport"],
            path: "Tests/TimelineTestSupport", swiftSettings: settings),
        tests(
            "Timeline", of: "GaitwayTimeline",
            ["GaitwayBase", "GaitwayRecognition", "TimelineTestSupport"]),
        .target(
            name: "StoreTestSupport", dependencies: ["GaitwayBase", "GaitwayTimeline", "GaitwayStore", "TestSupport"],
            path: "Tests/StoreTestSupport", swiftSettings: settings),
        .executableTarget(
            name: "StoreWriter",
            dependencies: ["GaitwayBase", "GaitwayTimeline", "GaitwayStore", "StoreTestSupport", grdb("GRDBSQLite")],
            path: "Tests/StoreWriter", swiftSettings: settings),
        .executableTarget(
            name: "WindowWriter",
            dependencies: ["GaitwayBase", "GaitwayRecognition"],
            path: "Tests/WindowWriter", swiftSettings: settings),
        .executableTarget(
            name: "OracleWriter",
            dependencies: [
                "GaitwayBase", "GaitwayNumerics", "GaitwayRecognition", "GaitwayTimeline", "GaitwayStore",
                "GaitwayAlerts", "GaitwayReplay", "GaitwayEvaluation", "TimelineTestSupport",
            ],
            path: "Tests/OracleWriter", swiftSettings: settings),
        .executableTarget(name: "MemoryGauge", path: "Tests/MemoryGauge", swiftSettings: settings),
        tests(
            "TimelineStore", of: "GaitwayStore",
            ["GaitwayBase", "GaitwayTimeline", "StoreTestSupport", grdb("GRDB")]),
        tests("Gazetteer", of: "GaitwayTimeline", ["GaitwayBase"]),
        tests("Reports", of: "GaitwayReports", ["GaitwayBase", "GaitwayRecognition", "GaitwayTimeline"]),
        tests("Tracks", of: "GaitwayTimeline", ["GaitwayBase", "GaitwayRecognition"]),
        tests("Geofencing", of: "GaitwayAlerts", ["GaitwayBase"]),
        tests(
            "RideReplay", of: "GaitwayReplay",
            ["GaitwayBase", "GaitwayAlerts", "GaitwayTimeline"]),
        tests(
            "LiveSessions", of: "GaitwayLiveSessions",
            ["GaitwayBase", "GaitwayRecognition", "GaitwayAlerts", "GaitwayReplay", "RideSynthesis"]),
        tests(
            "Workspace", of: "GaitwayWorkspace",
            [
                "GaitwayBase", "GaitwayRecognition", "GaitwayEvaluation", "GaitwayTimeline", "GaitwayStore",
                "GaitwayLiveServer", "GaitwayPages",
            ]),
        tests(
            "LiveServer", of: "GaitwayLiveServer",
            [
                "GaitwayBase", "GaitwayRecognition", "GaitwayLiveSessions", "GaitwayAlerts", nio("NIOCore"),
                nio("NIOEmbedded"), nio("NIOHTTP1"),
            ]),
        .testTarget(
            name: "NotificationGateTests", dependencies: ["GaitwayAlerts", "GaitwayBase", "TestSupport"],
            resources: [.copy("Scenarios")], swiftSettings: plainSettings),
        example(
            "ProductTests", path: "Tests/ProductTests",
            ["GaitwayRecognition", "GaitwayTimeline", "GaitwayAlerts", "GaitwayReplay", "GaitwayStore"]),
        // Runs the command and MemoryGauge, which lie beside the tests.
        .testTarget(
            name: "CommandTests",
            dependencies: ["TestSupport", "GaitwayBase", "GaitwayRecognition", "CZlib"],
            swiftSettings: plainSettings),
        example("ClassifyTests", ["GaitwayRecognition"]),
        example("PolicyTests", ["GaitwayReplay"]),
        example("OwnModel", ["GaitwayRecognition"]),
        example("TrainAndJudge", ["GaitwayRecognition"]),

        benchmark(
            "ablation-benchmark",
            ["GaitwayRecognition", "GaitwayEvaluation", "GaitwayBase"]),
        benchmark("coverage-benchmark", ["GaitwayAlerts", "GaitwayBase", "GaitwayTimeline"]),
        benchmark("labelling-benchmark", ["GaitwayRecognition", "GaitwayEvaluation", "GaitwayBase"]),
        benchmark(
            "workspace-benchmark",
            [
                "GaitwayRecognition", "BenchmarkKit", "GaitwayEvaluation", "GaitwayBase", "GaitwayAlerts",
                "GaitwayReplay",
            ]),
        .target(name: "BenchmarkKit", path: "Benchmarks/Sources/BenchmarkKit", swiftSettings: settings),
        benchmark("gate-benchmark", ["BenchmarkKit", "GaitwayBase", "GaitwayAlerts"]),
        benchmark(
            "hot-paths",
            ["GaitwayRecognition", "GaitwayNumerics", "GaitwayBase"]),
        benchmark("places-benchmark", ["BenchmarkKit", "GaitwayAlerts"]),
        benchmark("solver-benchmark", ["BenchmarkKit", "GaitwayNumerics"]),
        benchmark("timeline-benchmark", ["BenchmarkKit", "GaitwayBase", "GaitwayTimeline"]),
        benchmark(
            "trips-benchmark",
            ["GaitwayBase", "GaitwayNumerics", "GaitwayRecognition", "GaitwayTimeline", "GaitwayEvaluation"]),
        .testTarget(
            name: "TripsBenchmarkTests",
            dependencies: ["trips-benchmark", "TestSupport", "GaitwayBase", "GaitwayTimeline"],
            swiftSettings: plainSettings),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "GaitwayBase", "GaitwayRecognition", "GaitwayEvaluation", "GaitwayTimeline", "GaitwayAlerts",
                "GaitwayStore", "GaitwayReplay", "GaitwayLiveSessions", "GaitwayLiveServer", "GaitwayWorkspace",
                "TimelineTestSupport", nio("NIOCore"), nio("NIOEmbedded"), grdb("GRDB"),
            ],
            path: "Fuzzing/Sources/FuzzTargets", swiftSettings: settings),
        .executableTarget(
            name: "fuzz-replay", dependencies: ["FuzzTargets", "GaitwayBase"], path: "Fuzzing/Sources/FuzzReplay",
            swiftSettings: settings),
        libFuzzer,
    ]
)
