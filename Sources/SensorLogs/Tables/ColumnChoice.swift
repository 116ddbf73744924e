import MotionTypes

/// Which column of a header serves which purpose.
struct ColumnChoice {
    /// The columns of x, y and z.
    var vectors: [ColumnRole: [Int]] = [:]
    /// The column of a scalar.
    var scalars: [ColumnRole: Int] = [:]
    /// The columns of time, best first.
    var times: [Int] = []

    /// Chooses by name; of two that fit, the better name, then the first.
    init(_ header: HeaderLine, hints: TableHints) {
        guard header.isWritten else {
            chooseByPosition(header.names.count, bare: hints.bare)
            return
        }
        var ranks: [ColumnRole: Int] = [:]
        var axes: [ColumnRole: [Int: [Int: Int]]] = [:]
        var timeRanks: [(rank: Int, column: Int)] = []
        for (column, name) in header.names.enumerated() {
            guard let (role, rank) = name.role(bare: hints.bare) else { continue }
            if role == .time {
                timeRanks.append((rank, column))
            } else if hints.wanted?.contains(role) ?? true {
                if role.isVector, let axis = name.axis {
                    if axes[role, default: [:]][rank, default: [:]][axis] == nil {
                        axes[role, default: [:]][rank, default: [:]][axis] = column
                    }
                } else if rank < ranks[role] ?? .max {
                    ranks[role] = rank
                    scalars[role] = column
                }
            }
        }
        for (role, byRank) in axes {
            for rank in byRank.keys.sorted() {
                guard let found = byRank[rank], let x = found[0], let y = found[1], let z = found[2] else {
                    continue
                }
                vectors[role] = [x, y, z]
                break
            }
        }
        times = timeRanks.sorted { ($0.rank, $0.column) < ($1.rank, $1.column) }.map(\.column)
        if let stem = hints.timeStem, let column = header.names.firstIndex(where: { $0.stem == stem }) {
            times = [column]
        }
    }

    /// Without names: time, x, y, z, then the rotation rate and the pressure if there are as many columns.
    private mutating func chooseByPosition(_ count: Int, bare: ColumnRole) {
        times = [0]
        vectors[bare.isVector ? bare : .acceleration] = [1, 2, 3]
        if count >= 7, bare == .acceleration { vectors[.rotationRate] = [4, 5, 6] }
        if count >= 8, bare == .acceleration { scalars[.pressure] = 7 }
    }

    /// Whether anything that can be delivered was found.
    var isEmpty: Bool { vectors.isEmpty && scalars[.pressure] == nil && scalars[.latitude] == nil }
}
