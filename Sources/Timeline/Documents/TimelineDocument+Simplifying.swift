extension TimelineDocument {
    /// The same timeline with fewer points in its paths: none that is left out lies further than `tolerance` metres from the
    /// line that remains. Distances and speeds stay those of the whole path.
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
