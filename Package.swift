// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Those of tests. What they call is optimised, which costs them more to compile than it saves them in running.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A library target of ours: Swift 6 mode and the upcoming features above.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// The command carries the Swift runtime, so that it starts faster and needs no toolchain where it runs. Only its link differs:
/// the tests, which cannot be linked so, share all that is compiled. SwiftPM's own switch would compile everything again.
/// The thread sanitizer asks for the shared runtime: it sees the locks of that one only.
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

/// All of Foundation, for GRDB. Its rules of languages, calendars and time zones are 40 MB, which the C library does without.
let commandLinking: [LinkerSetting] =
    Context.environment["GAITWAY_SHARED_RUNTIME"] != nil
    ? []
    : runtimeLinking + [
        .unsafeFlags(
            ["-lFoundationInternationalization", "-lCoreFoundation", "-l_FoundationICU"],
            .when(platforms: [.linux], configuration: .release))
    ]

/// The C library carries the Swift runtime as the command does, so that it loads where there is no Swift; only the functions of
/// gaitway.h are seen from outside. It is not unloaded: the runtime would not survive that.
let libraryLinking: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-Xlinker", "--soname=libgaitway.so.1", "-Xlinker", "-z", "-Xlinker", "nodelete", "-Xlinker",
            "--gc-sections",
            "-Xlinker", "--version-script=" + Context.packageDirectory + "/Sources/CInterface/exports.txt",
        ],
        .when(platforms: [.linux], configuration: .release))
]

/// The C library; its file becomes libgaitway.so, as a product of that name would be the command's. With the shared runtime, which is
/// for sanitizers, it is not made.
let cProducts: [Product] =
    Context.environment["GAITWAY_SHARED_RUNTIME"] != nil
    ? [] : [.library(name: "gaitway-c", type: .dynamic, targets: ["CInterface"])]

/// The tests of one target, with the shared test support.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        swiftSettings: testSettings)
}

/// A program that measures the library.
func benchmark(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Benchmarks/Sources/" + name, swiftSettings: settings)
}

/// A small program that uses the library as anyone's tests would, run with our own.
func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name + "Example", dependencies: dependencies, path: "Examples/" + name, swiftSettings: testSettings)
}

/// What hands libFuzzer's bytes to the fuzz targets. libFuzzer brings the `main` of the program, so that elsewhere it is compiled as a
/// library, and stays in step with what it calls.
let libFuzzer: Target =
    Context.environment["GAITWAY_FUZZING"] == nil
    ? .target(
        name: "LibFuzzer", dependencies: ["FuzzTargets"], path: "Fuzzing/Sources/LibFuzzer", swiftSettings: settings)
    : .executableTarget(
        name: "LibFuzzer", dependencies: ["FuzzTargets"], path: "Fuzzing/Sources/LibFuzzer", swiftSettings: settings)

let package = Package(
    name: "gaitway",
    products: [
        .library(
            name: "Gaitway",
            targets: [
                "MotionTypes", "SensorLogs", "LogisticRegression", "ActivityFeatures", "ActivityRecognition",
                "ActivityStream", "DefaultModel", "Tracks", "NotificationGate", "Geofencing", "Timeline",
                "RideReplay", "Evaluation",
            ]),
        .library(name: "GaitwayStore", targets: ["TimelineStore"]),
        .executable(name: "gaitway", targets: ["gaitway"]),
    ] + cProducts,
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
    ],
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        module("MotionTypes"),
        module("TextFormats", ["MotionTypes"], exclude: ["TABLES.md"]),
        module("Colours", ["MotionTypes"]),
        module("TimeZones", ["MotionTypes"]),
        module("Geodesy"),
        .target(name: "CProducts"),
        module("LinearAlgebra", ["CProducts"]),
        .systemLibrary(name: "CVectors"),
        module("SignalProcessing", ["MotionTypes", "CVectors"]),
        module("ActivityStream", ["MotionTypes", "TextFormats"], exclude: ["FORMAT.md"]),
        module("FileWriting", ["MotionTypes"]),
        module("ZipReading", ["MotionTypes", "CZlib"], exclude: ["FORMAT.md"]),
        module("SensorLogs", ["MotionTypes", "TextFormats", "ZipReading"]),
        module("ActivityFeatures", ["MotionTypes", "SignalProcessing"]),
        module("LogisticRegression", ["LinearAlgebra"]),
        module(
            "ActivityRecognition",
            [
                "MotionTypes", "LinearAlgebra", "SignalProcessing", "ActivityFeatures",
                "LogisticRegression", "ActivityStream", "TextFormats",
            ]),
        .target(name: "CDefaultModel"),
        .target(
            name: "DefaultModel", dependencies: ["MotionTypes", "ActivityRecognition", "CDefaultModel"],
            path: "Models", exclude: ["README.md", "FORMAT.md", "EXPORT.md", "EXCHANGE.md", "default.json"],
            sources: ["DefaultModel.swift"],
            swiftSettings: settings),
        module(
            "Evaluation",
            [
                "MotionTypes", "TextFormats", "LinearAlgebra", "SignalProcessing", "ActivityStream", "SensorLogs",
                "ActivityFeatures", "LogisticRegression", "ActivityRecognition",
            ]),
        module(
            "ModelExport",
            [
                "MotionTypes", "LinearAlgebra", "SignalProcessing", "ActivityFeatures", "LogisticRegression",
                "ActivityRecognition",
            ]),
        module("RideSynthesis", ["MotionTypes", "TextFormats"]),
        module(
            "Timeline", ["MotionTypes", "TextFormats", "TimeZones", "Colours", "Geodesy"],
            exclude: ["FORMAT.md", "POLICY.md"]),
        module(
            "TimelineStore",
            [
                "MotionTypes", "TextFormats", "Geodesy", "Timeline", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            exclude: ["STORE.md", "CORRECTIONS.md"]),
        module(
            "NotificationGate", ["MotionTypes", "TextFormats", "Geodesy", "TimeZones"],
            exclude: ["POLICY.md", "SCENARIOS.md", "DEFAULTS.md"]),
        module("Tracks", ["MotionTypes", "TextFormats", "ZipReading"], exclude: ["FORMATS.md"]),
        module("Geofencing", ["MotionTypes", "TextFormats", "Geodesy"], exclude: ["PLACES.md", "SIMULATION.md"]),
        module(
            "RideReplay",
            [
                "MotionTypes", "TextFormats", "ActivityStream", "SensorLogs", "Tracks", "NotificationGate",
                "Geofencing", "Timeline", "Colours",
            ], exclude: ["Scoring/SCORING.md"]),
        module(
            "GateScoring",
            ["MotionTypes", "TextFormats", "Evaluation", "NotificationGate", "Geofencing", "RideReplay"]),
        .target(name: "CPageAssets"),
        module(
            "Pages",
            [
                "MotionTypes", "TextFormats", "Colours", "Geodesy", "SignalProcessing", "ActivityStream",
                "SensorLogs", "ActivityFeatures", "ActivityRecognition", "Evaluation", "Tracks", "NotificationGate",
                "Geofencing",
                "Timeline", "RideReplay", "GateScoring", "CPageAssets",
            ],
            exclude: ["Assets"]),
        module(
            "LiveSessions",
            [
                "MotionTypes", "TextFormats", "ActivityStream", "SensorLogs", "ActivityFeatures", "ActivityRecognition",
                "NotificationGate", "Geofencing",
            ],
            exclude: ["FORMAT.md"]),
        module(
            "LiveServer",
            ["MotionTypes", "TextFormats", "FileWriting", "ActivityStream", "SensorLogs", "LiveSessions"]),
        module(
            "TextReports",
            [
                "MotionTypes", "TextFormats", "Colours", "ActivityStream", "ActivityRecognition", "SensorLogs",
                "Geofencing", "NotificationGate", "Timeline", "TimelineStore", "RideReplay", "GateScoring",
            ]),
        .executableTarget(
            name: "gaitway",
            dependencies: [
                "MotionTypes", "ActivityStream", "SensorLogs", "ActivityFeatures", "ActivityRecognition",
                "DefaultModel", "Evaluation", "ModelExport", "Pages", "RideSynthesis", "TextFormats", "Tracks",
                "Geofencing", "NotificationGate", "Timeline", "RideReplay", "GateScoring", "TimelineStore",
                "LiveSessions",
                "LiveServer", "TextReports", "FileWriting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings, linkerSettings: commandLinking),

        .target(name: "CGaitway"),
        .target(
            name: "CInterface",
            dependencies: [
                "CGaitway", "MotionTypes", "TextFormats", "LinearAlgebra", "SensorLogs", "ActivityFeatures",
                "LogisticRegression", "ActivityRecognition", "ActivityStream", "DefaultModel", "NotificationGate",
            ],
            exclude: ["INTERFACE.md", "exports.txt"],
            swiftSettings: settings, linkerSettings: runtimeLinking + libraryLinking),

        .target(
            name: "TestSupport", dependencies: ["MotionTypes", "CZlib"], path: "Tests/TestSupport",
            swiftSettings: settings),
        tests("MotionTypes"),
        tests("Colours", ["MotionTypes"]),
        .testTarget(
            name: "TimeZonesTests", dependencies: ["TimeZones", "TestSupport", "MotionTypes"],
            resources: [.copy("check_offsets.py")], swiftSettings: testSettings),
        tests("FileWriting"),
        tests("Geodesy"),
        tests("LinearAlgebra"),
        tests("SignalProcessing"),
        tests("ActivityStream", ["MotionTypes", "TextFormats"]),
        tests("ZipReading", ["MotionTypes"]),
        tests("SensorLogs", ["MotionTypes", "ZipReading"]),
        tests("ActivityFeatures", ["MotionTypes", "SignalProcessing"]),
        tests("LogisticRegression", ["LinearAlgebra"]),
        .testTarget(
            name: "ActivityRecognitionTests",
            dependencies: [
                "ActivityRecognition", "TestSupport", "MotionTypes", "ActivityStream", "ActivityFeatures",
                "LinearAlgebra", "LogisticRegression", "DefaultModel", "RideSynthesis", "SensorLogs", "Tracks",
            ],
            resources: [.copy("Scenarios")], swiftSettings: testSettings),
        .target(
            name: "EvaluationTestSupport", dependencies: ["MotionTypes", "Evaluation", "TestSupport"],
            path: "Tests/EvaluationTestSupport", swiftSettings: settings),
        tests(
            "Evaluation",
            [
                "MotionTypes", "LogisticRegression", "ActivityFeatures", "ActivityRecognition", "DefaultModel",
                "EvaluationTestSupport",
            ]),
        tests(
            "Pages",
            [
                "MotionTypes", "SignalProcessing", "SensorLogs", "ActivityRecognition", "DefaultModel", "Evaluation",
                "EvaluationTestSupport", "GateScoring", "Geodesy", "Geofencing", "NotificationGate", "RideReplay",
                "Timeline",
            ]),
        tests(
            "ModelExport",
            ["MotionTypes", "ActivityFeatures", "LogisticRegression", "ActivityRecognition", "DefaultModel"]),
        tests("RideSynthesis", ["MotionTypes"]),
        tests("Timeline", ["MotionTypes", "Geodesy", "ActivityStream", "Tracks"]),
        .target(
            name: "StoreTestSupport", dependencies: ["MotionTypes", "Timeline", "TimelineStore", "TestSupport"],
            path: "Tests/StoreTestSupport", swiftSettings: settings),
        .executableTarget(
            name: "StoreWriter",
            dependencies: [
                "MotionTypes", "Timeline", "TimelineStore", "StoreTestSupport",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Tests/StoreWriter", swiftSettings: settings),
        .executableTarget(
            name: "WindowWriter",
            dependencies: [
                "MotionTypes", "SensorLogs", "ActivityFeatures", "ActivityRecognition", "DefaultModel",
            ],
            path: "Tests/WindowWriter", swiftSettings: settings),
        .executableTarget(
            name: "OracleWriter",
            dependencies: [
                "MotionTypes", "TextFormats", "Geodesy", "SignalProcessing", "ZipReading", "SensorLogs",
            ],
            path: "Tests/OracleWriter", swiftSettings: settings),
        .executableTarget(name: "MemoryGauge", path: "Tests/MemoryGauge", swiftSettings: settings),
        tests(
            "TimelineStore",
            [
                "MotionTypes", "Timeline", "StoreTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests("TextFormats", ["MotionTypes"]),
        tests("TextReports", ["MotionTypes", "ActivityStream", "ActivityRecognition", "Timeline"]),
        tests("Tracks", ["MotionTypes", "ActivityStream"]),
        tests("Geofencing", ["MotionTypes", "Geodesy"]),
        tests(
            "RideReplay",
            ["MotionTypes", "Tracks", "NotificationGate", "Geofencing", "Timeline"]),
        tests(
            "GateScoring",
            ["MotionTypes", "Evaluation", "NotificationGate", "Geofencing", "RideReplay"]),
        tests(
            "LiveSessions",
            ["MotionTypes", "ActivityRecognition", "DefaultModel", "NotificationGate", "RideSynthesis", "SensorLogs"]),
        tests("LiveServer", ["MotionTypes"]),
        .testTarget(
            name: "NotificationGateTests", dependencies: ["NotificationGate", "MotionTypes", "TestSupport"],
            resources: [.copy("Scenarios")], swiftSettings: testSettings),
        .testTarget(
            name: "ProductTests",
            dependencies: [
                "MotionTypes", "SensorLogs", "LogisticRegression", "ActivityFeatures", "ActivityRecognition",
                "ActivityStream", "DefaultModel", "Tracks", "NotificationGate", "Geofencing", "Timeline",
                "Evaluation", "TimelineStore",
            ],
            swiftSettings: testSettings),
        // Runs the command and MemoryGauge, which lie beside the tests.
        .testTarget(
            name: "CommandTests",
            dependencies: ["TestSupport", "MotionTypes", "ActivityStream", "CZlib"],
            swiftSettings: testSettings),
        .testTarget(
            name: "ClassifyTests", dependencies: ["MotionTypes", "SensorLogs", "ActivityRecognition", "DefaultModel"],
            path: "Examples/ClassifyTests", swiftSettings: testSettings),
        .testTarget(
            name: "PolicyTests", dependencies: ["MotionTypes", "NotificationGate", "Geofencing", "RideReplay"],
            path: "Examples/PolicyTests", swiftSettings: testSettings),

        example("OwnModel", ["ActivityRecognition", "MotionTypes", "SensorLogs"]),
        example("TrainAndJudge", ["ActivityRecognition", "Evaluation", "MotionTypes"]),

        benchmark(
            "ablation-benchmark",
            ["ActivityFeatures", "ActivityRecognition", "ActivityStream", "Evaluation", "MotionTypes", "SensorLogs"]),
        benchmark("coverage-benchmark", ["Geofencing", "MotionTypes", "Tracks"]),
        benchmark("gate-benchmark", ["MotionTypes", "NotificationGate"]),
        benchmark(
            "hot-paths",
            [
                "ActivityFeatures", "ActivityRecognition", "ActivityStream", "DefaultModel", "LinearAlgebra",
                "LogisticRegression", "MotionTypes", "SensorLogs", "SignalProcessing",
            ]),
        benchmark("places-benchmark", ["Geofencing"]),
        benchmark("solver-benchmark", ["LinearAlgebra", "LogisticRegression"]),
        benchmark("timeline-benchmark", ["MotionTypes", "Timeline"]),
        benchmark("trips-benchmark", ["MotionTypes", "TextFormats", "Timeline", "Tracks"]),
        .testTarget(
            name: "TripsBenchmarkTests",
            dependencies: ["trips-benchmark", "TestSupport", "MotionTypes", "Timeline"], swiftSettings: testSettings),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "MotionTypes", "TextFormats", "TimeZones", "ZipReading", "ActivityStream", "SensorLogs",
                "ActivityRecognition", "DefaultModel", "Evaluation", "Tracks", "NotificationGate", "Geofencing",
                "Timeline", "TimelineStore", "RideReplay", "LiveSessions", "LiveServer",
            ],
            path: "Fuzzing/Sources/FuzzTargets", swiftSettings: settings),
        .executableTarget(
            name: "fuzz-replay", dependencies: ["FuzzTargets", "MotionTypes"], path: "Fuzzing/Sources/FuzzReplay",
            swiftSettings: settings),
        libFuzzer,
    ]
)
