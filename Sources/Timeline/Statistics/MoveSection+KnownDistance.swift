extension MoveSection {
    /// Metres along the path; nil where they are not known, which is another thing than 0.
    package var knownDistance: Double? { distance }
}

extension Move {
    /// Metres along the paths of all sections; nil if one's are not known.
    package var knownDistance: Double? {
        sections.reduce(0 as Double?) { sum, section in
            sum.flatMap { sum in section.knownDistance.map { sum + $0 } }
        }
    }
}
