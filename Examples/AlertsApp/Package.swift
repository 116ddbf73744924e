// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// An app's alerts: the tested policy and the gate around it. It depends on one product of the library.
let package = Package(
    name: "AlertsApp",
    platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11)],
    products: [.library(name: "AlertsApp", targets: ["AlertsApp"])],
    // Outside of the library's own folder: .package(url: "…", from: "…", traits: []). Without traits, no other package
    // is resolved: the command and the store need them, the alerts do not.
    dependencies: [.package(name: "gaitway", path: "../..", traits: [])],
    targets: [
        .target(
            name: "AlertsApp", dependencies: [.product(name: "GaitwayAlerts", package: "gaitway")],
            resources: [.embedInCode("policy.json")]),
        .testTarget(
            name: "AlertsAppTests",
            dependencies: ["AlertsApp", .product(name: "GaitwayAlerts", package: "gaitway")],
            // Each file by itself: a folder that is copied whole is not copied again when a file in it changes.
            resources: [.process("Scenarios")]),
    ]
)
