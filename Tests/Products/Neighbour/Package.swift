// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Another library of an app, whose modules have common names: the library must build and load beside it.
let package = Package(
    name: "Neighbour",
    products: [.library(name: "Neighbour", targets: ["Files", "Formats", "Timeline"])],
    targets: [.target(name: "Files"), .target(name: "Formats"), .target(name: "Timeline")]
)
