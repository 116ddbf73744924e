// SPDX-License-Identifier: Apache-2.0
/// The outline of a step function above a base line, as the data of an SVG path.
struct StepPath {
    private let base: Double
    private var text = ""
    private var end = 0.0
    private var height = ""

    /// An outline above y = `base`, which has no step yet.
    init(base: Double) { self.base = base }

    /// Adds a step at y = `top` between two places; it touches the step before, or leaves a gap.
    mutating func add(from: Double, to: Double, top: Double) {
        let top = Markup.coordinate(top)
        if text.isEmpty || (from - end).magnitude > 0.01 {
            text = data + "M\(Markup.coordinate(from)) \(Markup.coordinate(base))V\(top)"
        } else if top != height {
            text += "H\(Markup.coordinate(from))V\(top)"
        }
        height = top
        end = to
    }

    /// The path's data, down to the base line; empty without steps.
    var data: String {
        text.isEmpty ? "" : text + "H\(Markup.coordinate(end))V\(Markup.coordinate(base))"
    }
}
