// SPDX-License-Identifier: Apache-2.0
/// The addresses of the workspace's protocol.
package enum WorkspaceRoute: String {
    case state, changes, rides, ride, labels, about, undo, redo, upload, next, map, models, train, stop, use, evaluation
    case export, land, file, alerts, `try`, scenario, policy, places, inbox, samples, accept, remove, streets
    case streetNames = "street-names"

    /// The route of a path below `/api/`; nil for another.
    init?(path: String) {
        guard path.hasPrefix("/api/") else { return nil }
        self.init(rawValue: String(path.dropFirst(5)))
    }

    var methods: [String] {
        switch self {
        case .state, .changes, .rides, .ride, .next, .map, .models, .evaluation, .export, .land, .file, .alerts:
            ["GET", "HEAD"]
        case .labels, .about, .undo, .redo, .upload, .train, .stop, .use, .try, .scenario, .policy, .places, .inbox,
            .samples, .accept, .remove, .streets:
            ["POST"]
        case .streetNames: ["GET", "HEAD", "POST"]
        }
    }
}
