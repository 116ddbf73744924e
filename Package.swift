// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Those of tests. What they call is optimised, which costs them more to compile than it saves them in running.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The rooms of `Sources`, from the lowest to the highest. A target imports those of its own room and of lower ones.
enum Room: String {
    case base = "Base"
    case numerics = "Numerics"
    case recognise = "Recognise"
    case alert = "Alert"
    case day = "Day"
    case judge = "Judge"
    case show = "Show"
    case doors = "Doors"

    func path(_ name: String) -> String { "Sources/\(rawValue)/\(name)" }

    /// A library target of ours: Swift 6 mode and the upcoming features above.
    func module(
        _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
        linkerSettings: [LinkerSetting] = []
    ) -> Target {
        .target(
            name: name, dependencies: dependencies, path: path(name), exclude: exclude, swiftSettings: settings,
            linkerSettings: linkerSettings)
    }

    /// A target in C.
    func c(_ name: String, exclude: [String] = []) -> Target {
        .target(name: name, path: path(name), exclude: exclude)
    }

    /// Headers of C for Swift to import.
    func headers(_ name: String, pkgConfig: String? = nil, providers: [SystemPackageProvider]? = nil) -> Target {
        .systemLibrary(name: name, path: path(name), pkgConfig: pkgConfig, providers: providers)
    }
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
            "-Xlinker", "--version-script=" + Context.packageDirectory + "/Sources/Doors/CInterface/exports.txt",
        ],
        .when(platforms: [.linux], configuration: .release))
]

/// The C library; its file becomes libgaitway.so, as a product of that name would be the command's. With the shared
/// runtime, which is for sanitizers, it is not made.
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
        swiftSettings: testSettings)
}

/// Passes libFuzzer's bytes to the fuzz targets. libFuzzer brings the program's `main`, so other builds compile it as a
/// library, which shows when it no longer fits the targets.
let libFuzzer: Target =
    Context.environment["GAITWAY_FUZZING"] == nil
    ? .target(
        name: "LibFuzzer", dependencies: ["FuzzTargets"], path: "Fuzzing/Sources/LibFuzzer", swiftSettings: settings)
    : .executableTarget(
        name: "LibFuzzer", dependencies: ["FuzzTargets"], path: "Fuzzing/Sources/LibFuzzer", swiftSettings: settings)

// What each product offers: the modules that its users import. What these build on comes along.
let recognition = ["MotionTypes", "SensorLogs", "ActivityRecognition", "ActivityStream", "DefaultModel"]
let alerts = ["MotionTypes", "NotificationGate", "Geofencing", "GateDriving"]
let replay = alerts + ["RideReplay"]
let timeline = ["MotionTypes", "Tracks", "Timeline"]

let package = Package(
    name: "gaitway",
    // Linux is what is built and tested. Of Apple's systems these are the first with the library's `Synchronization`.
    platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11)],
    products: [
        // From a log to its activity stream.
        .library(name: "GaitwayRecognition", targets: recognition),
        // What an app ships: the gate, geofences, and what gives both a phone's inputs.
        .library(name: "GaitwayAlerts", targets: alerts),
        // Recorded rides to test a policy with.
        .library(name: "GaitwayReplay", targets: replay),
        .library(name: "GaitwayTimeline", targets: timeline),
        .library(name: "GaitwayStore", targets: timeline + ["TimelineStore"]),
        .library(name: "Gaitway", targets: Set(recognition + replay + timeline + ["TimelineStore"]).sorted()),
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
        Room.base.headers("CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        Room.base.module("MotionTypes"),
        Room.base.module("Files", ["MotionTypes"]),
        Room.base.module("Formats", ["MotionTypes", "Files", "CZlib"], exclude: ["TABLES.md", "Zip/FORMAT.md"]),
        Room.base.module("LocalTime", ["MotionTypes", "Files"]),
        Room.base.module("Geodesy"),

        Room.numerics.headers("CVectors"),
        Room.numerics.module("SignalProcessing", ["MotionTypes", "CVectors"]),
        Room.numerics.c("CProducts"),
        Room.numerics.module("Learning", ["CProducts"]),

        Room.recognise.module("ActivityStream", ["MotionTypes", "Formats"], exclude: ["FORMAT.md"]),
        Room.recognise.module("SensorLogs", ["MotionTypes", "Formats", "Files"]),
        Room.recognise.module("ActivityFeatures", ["MotionTypes", "SignalProcessing"]),
        Room.recognise.module(
            "ActivityRecognition",
            ["MotionTypes", "Formats", "Files", "SignalProcessing", "Learning", "SensorLogs", "ActivityFeatures"]),
        Room.recognise.c("CDefaultModel"),
        Room.recognise.module("DefaultModel", ["MotionTypes", "ActivityRecognition", "CDefaultModel"]),

        Room.day.module("Tracks", ["MotionTypes", "Formats", "Files"], exclude: ["FORMATS.md"]),
        Room.day.module(
            "Timeline", ["MotionTypes", "Formats", "LocalTime", "Geodesy", "Tracks"],
            exclude: ["FORMAT.md", "POLICY.md"]),
        Room.day.c("CGazetteer"),
        Room.day.module(
            "Gazetteer", ["MotionTypes", "Geodesy", "CGazetteer"], exclude: ["GAZETTEER.md", "towns.bin", "land.bin"]),
        Room.day.headers("CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        Room.day.module(
            "TimelineStore",
            [
                "MotionTypes", "Formats", "Files", "Geodesy", "Timeline", "CSQLite",
                grdb("GRDB"), grdb("GRDBSQLite"),
            ],
            exclude: ["STORE.md", "CORRECTIONS.md"]),

        Room.alert.module(
            "NotificationGate", ["MotionTypes", "Formats", "Geodesy", "LocalTime"],
            exclude: ["POLICY.md", "SCENARIOS.md", "DEFAULTS.md"]),
        Room.alert.module(
            "Geofencing", ["MotionTypes", "Formats", "Geodesy"], exclude: ["PLACES.md", "SIMULATION.md"]),
        Room.alert.module("GateDriving", ["MotionTypes", "NotificationGate", "Geofencing"]),
        Room.alert.module(
            "RideReplay",
            [
                "MotionTypes", "Formats", "ActivityStream", "SensorLogs", "Tracks", "NotificationGate",
                "Geofencing", "GateDriving", "Timeline",
            ], exclude: ["Scoring/SCORING.md"]),

        Room.judge.module(
            "Evaluation",
            [
                "MotionTypes", "Formats", "Learning", "SignalProcessing", "ActivityStream", "SensorLogs",
                "ActivityFeatures", "ActivityRecognition", "NotificationGate", "Geofencing", "GateDriving",
                "RideReplay", "Tracks",
            ]),

        Room.show.c("CPageAssets"),
        Room.show.module(
            "Pages",
            [
                "MotionTypes", "LocalTime", "Formats", "Geodesy", "SignalProcessing", "SensorLogs",
                "ActivityRecognition", "Evaluation", "NotificationGate", "Geofencing", "Timeline", "TimelineStore",
                "GateDriving", "RideReplay", "Reports", "Gazetteer", "CPageAssets",
            ],
            exclude: ["Assets"]),
        Room.show.module(
            "Reports",
            [
                "MotionTypes", "LocalTime", "Formats", "ActivityStream", "ActivityFeatures", "ActivityRecognition",
                "Learning", "SensorLogs", "Geofencing",
                "NotificationGate", "Timeline", "TimelineStore", "GateDriving", "RideReplay", "Evaluation",
            ]),

        Room.doors.c("CModelSource", exclude: ["Template"]),
        Room.doors.module(
            "ModelExport",
            [
                "MotionTypes", "Learning", "SignalProcessing", "ActivityFeatures", "ActivityRecognition",
                "CModelSource",
            ]),
        Room.doors.module(
            "Workspace", ["MotionTypes", "Formats", "Files", "ActivityFeatures", "Evaluation", "Tracks"],
            exclude: ["PROTOCOL.md"]),
        Room.doors.headers("CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        Room.doors.module(
            "LiveSessions",
            [
                "MotionTypes", "Formats", "ActivityStream", "SensorLogs", "ActivityRecognition", "NotificationGate",
                "Geofencing", "GateDriving", "RideReplay",
            ],
            exclude: ["FORMAT.md"]),
        Room.doors.module(
            "LiveServer",
            [
                "MotionTypes", "Formats", "Files", "ActivityStream", "SensorLogs", "ActivityRecognition",
                "LiveSessions",
                nio("NIOCore"),
                nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"),
            ]),
        .executableTarget(
            name: "gaitway",
            dependencies: [
                "MotionTypes", "LocalTime", "ActivityStream", "SensorLogs", "ActivityFeatures", "ActivityRecognition",
                "DefaultModel", "Evaluation", "ModelExport", "Pages", "Formats", "Tracks", "Geofencing",
                "NotificationGate", "Timeline", "RideReplay", "TimelineStore", "LiveSessions", "LiveServer", "Reports",
                "Gazetteer", "Files", "Workspace", "CQREncode",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
            ],
            path: Room.doors.path("gaitway"), swiftSettings: settings, linkerSettings: commandLinking),
        Room.doors.c("CGaitway"),
        Room.doors.module(
            "CInterface",
            [
                "CGaitway", "MotionTypes", "Formats", "Learning", "SensorLogs", "ActivityFeatures",
                "ActivityRecognition", "ActivityStream", "DefaultModel", "NotificationGate", "LocalTime", "Timeline",
                "RideReplay",
            ],
            exclude: ["INTERFACE.md", "exports.txt"], linkerSettings: runtimeLinking + libraryLinking),

        .target(
            name: "RideSynthesis", dependencies: ["MotionTypes", "Formats"], path: "Tools/RideSynthesis",
            swiftSettings: settings),
        .executableTarget(
            name: "sample-rides", dependencies: ["Files", "RideSynthesis"], path: "Tools/sample-rides",
            swiftSettings: settings),

        .target(
            name: "TestSupport", dependencies: ["CZlib"], path: "Tests/TestSupport",
            swiftSettings: settings),
        tests("MotionTypes"),
        .testTarget(
            name: "LocalTimeTests", dependencies: ["LocalTime", "TestSupport", "MotionTypes"],
            resources: [.copy("check_offsets.py")], swiftSettings: testSettings),
        tests("Files", ["MotionTypes"]),
        tests("Geodesy"),
        tests("Formats", ["MotionTypes"]),
        tests("SignalProcessing"),
        tests("Learning"),
        tests("ActivityStream", ["MotionTypes", "Formats"]),
        tests("SensorLogs", ["MotionTypes", "Formats"]),
        tests("ActivityFeatures", ["MotionTypes"]),
        .testTarget(
            name: "ActivityRecognitionTests",
            dependencies: [
                "ActivityRecognition", "TestSupport", "MotionTypes", "ActivityStream", "ActivityFeatures",
                "Learning", "DefaultModel", "RideSynthesis", "SensorLogs", "Tracks",
            ],
            resources: [.copy("Scenarios")], swiftSettings: testSettings),
        .target(
            name: "EvaluationTestSupport", dependencies: ["MotionTypes", "Evaluation", "TestSupport"],
            path: "Tests/EvaluationTestSupport", swiftSettings: settings),
        tests(
            "Evaluation",
            [
                "MotionTypes", "Learning", "ActivityFeatures", "ActivityRecognition", "DefaultModel",
                "Geofencing", "NotificationGate", "Reports", "GateDriving", "RideReplay", "EvaluationTestSupport",
                "Formats",
            ]),
        tests(
            "Pages",
            [
                "MotionTypes", "LocalTime", "SensorLogs", "ActivityRecognition", "DefaultModel", "Evaluation",
                "EvaluationTestSupport", "Geodesy", "Geofencing", "NotificationGate", "Reports", "GateDriving",
                "RideReplay",
                "Timeline", "TimelineStore", "Gazetteer",
            ]),
        tests(
            "ModelExport",
            ["MotionTypes", "ActivityFeatures", "Learning", "ActivityRecognition", "DefaultModel"]),
        tests("RideSynthesis", ["MotionTypes"]),
        .target(
            name: "TimelineTestSupport", dependencies: ["MotionTypes", "Timeline", "TestSupport"],
            path: "Tests/TimelineTestSupport", swiftSettings: settings),
        tests("Timeline", ["MotionTypes", "LocalTime", "Geodesy", "ActivityStream", "Tracks", "TimelineTestSupport"]),
        .target(
            name: "StoreTestSupport", dependencies: ["MotionTypes", "Timeline", "TimelineStore", "TestSupport"],
            path: "Tests/StoreTestSupport", swiftSettings: settings),
        .executableTarget(
            name: "StoreWriter",
            dependencies: [
                "MotionTypes", "Timeline", "TimelineStore", "StoreTestSupport",
                grdb("GRDBSQLite"),
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
                "MotionTypes", "Formats", "LocalTime", "Geodesy", "SignalProcessing", "SensorLogs",
                "ActivityRecognition", "ActivityStream", "Tracks", "Timeline", "TimelineStore",
                "NotificationGate", "Geofencing", "RideReplay", "Evaluation", "TimelineTestSupport",
            ],
            path: "Tests/OracleWriter", swiftSettings: settings),
        .executableTarget(name: "MemoryGauge", path: "Tests/MemoryGauge", swiftSettings: settings),
        tests(
            "TimelineStore",
            [
                "MotionTypes", "Files", "Timeline", "StoreTestSupport",
                grdb("GRDB"),
            ]),
        tests("Gazetteer", ["Geodesy"]),
        tests("Reports", ["MotionTypes", "LocalTime", "ActivityStream", "ActivityRecognition", "Timeline"]),
        tests("Tracks", ["MotionTypes", "ActivityStream"]),
        tests("Geofencing", ["MotionTypes", "Geodesy"]),
        tests(
            "RideReplay",
            ["MotionTypes", "NotificationGate", "Geofencing", "GateDriving", "Timeline"]),
        tests(
            "LiveSessions",
            [
                "MotionTypes", "ActivityRecognition", "DefaultModel", "Geofencing", "NotificationGate", "RideReplay",
                "RideSynthesis", "SensorLogs",
            ]),
        tests("Workspace", ["MotionTypes", "Evaluation", "Formats", "Tracks"]),
        tests(
            "LiveServer",
            [
                "MotionTypes", "Files", "ActivityRecognition", "DefaultModel", "LiveSessions", "NotificationGate",
                nio("NIOCore"), nio("NIOEmbedded"), nio("NIOHTTP1"),
            ]),
        .testTarget(
            name: "NotificationGateTests", dependencies: ["NotificationGate", "MotionTypes", "Formats", "TestSupport"],
            resources: [.copy("Scenarios")], swiftSettings: testSettings),
        example(
            "ProductTests", path: "Tests/ProductTests",
            [
                "MotionTypes", "SensorLogs", "ActivityRecognition", "ActivityStream", "DefaultModel", "Tracks",
                "NotificationGate", "Geofencing", "RideReplay", "Timeline", "TimelineStore",
            ]),
        // Runs the command and MemoryGauge, which lie beside the tests.
        .testTarget(
            name: "CommandTests",
            dependencies: ["TestSupport", "MotionTypes", "ActivityStream", "CZlib"],
            swiftSettings: testSettings),
        example("ClassifyTests", ["MotionTypes", "SensorLogs", "ActivityRecognition", "DefaultModel"]),
        example("PolicyTests", ["MotionTypes", "NotificationGate", "Geofencing", "RideReplay"]),
        example("OwnModel", ["ActivityRecognition", "MotionTypes", "SensorLogs"]),
        example("TrainAndJudge", ["ActivityRecognition", "MotionTypes", "SensorLogs"]),

        benchmark(
            "ablation-benchmark",
            ["ActivityFeatures", "ActivityRecognition", "ActivityStream", "Evaluation", "MotionTypes", "SensorLogs"]),
        benchmark("coverage-benchmark", ["Geofencing", "MotionTypes", "Tracks"]),
        benchmark("labelling-benchmark", ["ActivityFeatures", "ActivityRecognition", "Evaluation", "MotionTypes"]),
        benchmark(
            "workspace-benchmark",
            [
                "ActivityRecognition", "BenchmarkKit", "DefaultModel", "Evaluation", "Files", "Geofencing",
                "MotionTypes", "NotificationGate", "RideReplay", "SensorLogs",
            ]),
        .target(name: "BenchmarkKit", path: "Benchmarks/Sources/BenchmarkKit", swiftSettings: settings),
        benchmark("gate-benchmark", ["BenchmarkKit", "MotionTypes", "NotificationGate"]),
        benchmark(
            "hot-paths",
            [
                "ActivityFeatures", "ActivityRecognition", "ActivityStream", "DefaultModel", "Learning",
                "MotionTypes", "SensorLogs", "SignalProcessing",
            ]),
        benchmark("places-benchmark", ["BenchmarkKit", "Geofencing"]),
        benchmark("solver-benchmark", ["BenchmarkKit", "Learning"]),
        benchmark("timeline-benchmark", ["BenchmarkKit", "MotionTypes", "Timeline"]),
        benchmark(
            "trips-benchmark",
            ["MotionTypes", "Formats", "Learning", "SensorLogs", "Timeline", "Tracks", "Evaluation"]),
        .testTarget(
            name: "TripsBenchmarkTests",
            dependencies: ["trips-benchmark", "TestSupport", "MotionTypes", "Timeline"], swiftSettings: testSettings),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "MotionTypes", "Formats", "LocalTime", "ActivityStream", "SensorLogs",
                "ActivityRecognition", "DefaultModel", "Evaluation", "Tracks", "NotificationGate", "Geofencing",
                "Timeline", "TimelineStore", "RideReplay", "LiveSessions", "LiveServer", "Workspace",
                "TimelineTestSupport", nio("NIOCore"), nio("NIOEmbedded"),
                grdb("GRDB"),
            ],
            path: "Fuzzing/Sources/FuzzTargets", swiftSettings: settings),
        .executableTarget(
            name: "fuzz-replay", dependencies: ["FuzzTargets", "MotionTypes"], path: "Fuzzing/Sources/FuzzReplay",
            swiftSettings: settings),
        libFuzzer,
    ]
)
