// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// A program that depends on one product of the library, and on another library.
func user(_ name: String, of product: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: product, package: "gaitway"), "Neighbours"])
}

// products.py puts a version of the library in the place of the path, and the folder AlertsApp beside this file.
let package = Package(
    name: "products",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "gaitway", path: "../.."), .package(path: "Neighbour")],
    targets: [
        .target(name: "Neighbours", dependencies: [.product(name: "Neighbour", package: "Neighbour")]),
        user("Recognition", of: "GaitwayRecognition"),
        user("Alerts", of: "GaitwayAlerts"),
        user("Replay", of: "GaitwayReplay"),
        user("Days", of: "GaitwayTimeline"),
        user("Store", of: "GaitwayStore"),
        user("Everything", of: "Gaitway"),
        .target(
            name: "AlertsApp", dependencies: [.product(name: "GaitwayAlerts", package: "gaitway")],
            path: "AlertsApp/Sources/AlertsApp", resources: [.embedInCode("policy.json")]),
        .testTarget(
            name: "AlertsAppTests",
            dependencies: ["AlertsApp", .product(name: "GaitwayAlerts", package: "gaitway")],
            path: "AlertsApp/Tests/AlertsAppTests", resources: [.process("Scenarios")]),
    ]
)
