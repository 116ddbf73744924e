// SPDX-License-Identifier: Apache-2.0
internal import CPageAssets

/// A script or a style sheet of the pages, which the program carries: a file of `Sources/GaitwayPages/Assets`.
enum PageAsset: String, CaseIterable, Sendable {
    case pageStyle = "page.css"
    case kitScript = "kit.js"
    case axisScript = "axis.js"
    case axisStyle = "axis.css"
    case mapScript = "map.js"
    case mapStyle = "map.css"
    case rideScript = "ride.js"
    case rideStyle = "ride.css"
    case ridePreviewScript = "ride-preview.js"
    case rideLabelsScript = "ride-labels.js"
    case rideLabelsStyle = "ride-labels.css"
    case dayScript = "day.js"
    case dayStartScript = "day-start.js"
    case dayStyle = "day.css"
    case runScript = "run.js"
    case runStyle = "run.css"
    case liveScript = "live.js"
    case liveStyle = "live.css"
    case phoneScript = "phone.js"
    case phoneStyle = "phone.css"
    case workspaceScript = "workspace.js"
    case workspaceStyle = "workspace.css"
    case roomsScript = "rooms.js"
    case roomsStyle = "rooms.css"

    var text: String { Self.texts[rawValue] ?? "" }

    private static let texts: [String: String] = {
        var texts: [String: String] = [:]
        var index = 0
        while let file = gaitway_page_asset(index)?.pointee {
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.size)
            texts[String(cString: file.name)] = String(decoding: bytes, as: UTF8.self)
            index += 1
        }
        return texts
    }()
}
