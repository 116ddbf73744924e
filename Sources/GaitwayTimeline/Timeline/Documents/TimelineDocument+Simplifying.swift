// SPDX-License-Identifier: Apache-2.0
extension TimelineDocument {
    /// The timeline with fewer points in its paths. A removed point lies at most `tolerance` metres from the remaining
    /// line. Distances and speeds stay those of the full path.
    public func simplified(tolerance: Double) -> TimelineDocument {
        var result = self
        for index in result.items.indices {
            guard case .move(var move) = result.items[index] else { continue }
            for section in move.sections.indices {
                move.sections[section].path = move.sections[section].path.map {
                    PathSimplifier.simplify($0, tolerance: tolerance)
                }
            }
            result.items[index] = .move(move)
        }
        return result
    }
}
