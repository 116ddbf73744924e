// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// A program that depends on one product of the library and on nothing else.
func user(_ name: String, of product: String) -> Target {
    .executableTarget(name: name, dependencies: [.product(name: product, package: "gaitway")])
}

let package = Package(
    name: "products",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "gaitway", path: "../..")],
    targets: [
        user("Recognition", of: "GaitwayRecognition"),
        user("Alerts", of: "GaitwayAlerts"),
        user("Replay", of: "GaitwayReplay"),
        user("Days", of: "GaitwayTimeline"),
        user("Store", of: "GaitwayStore"),
        user("Everything", of: "Gaitway"),
    ]
)
