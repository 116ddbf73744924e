// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

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

/// The classes' probabilities, stacked: each class is drawn down to the bottom, and the ones below it over it.
struct StackedAreas {
    private let top: Double
    private let height: Double
    private var paths: [StepPath]

    /// Areas from y = `top` (all of the probability) to `top` + `height` (none).
    init(top: Double, height: Double) {
        (self.top, self.height) = (top, height)
        paths = ActivityClass.allCases.map { _ in StepPath(base: top + height) }
    }

    mutating func add(from: Double, to: Double, _ share: (ActivityClass) -> Double) {
        var sum = 0.0
        for (index, activityClass) in ActivityClass.allCases.enumerated() {
            sum += share(activityClass)
            paths[index].add(from: from, to: to, top: top + height * (1 - min(sum, 1)))
        }
    }

    /// Each class and its outline, in the order of drawing.
    var areas: [(activityClass: ActivityClass, data: String)] {
        zip(ActivityClass.allCases, paths).reversed().map { ($0, $1.data) }
    }
}
