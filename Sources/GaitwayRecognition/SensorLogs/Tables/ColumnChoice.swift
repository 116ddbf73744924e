// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Which column of a header serves which purpose.
struct ColumnChoice {
    /// The columns of x, y and z.
    var vectors = RoleTable<[Int]>()
    var scalars = RoleTable<Int>()
    /// The columns of time, best first.
    var times: [Int] = []
    /// The place on the body whose columns are chosen, where headings name places.
    var owner: String?

    /// Chooses by name; of two that fit, the better name, then the first.
    init(_ header: HeaderLine, hints: TableHints) {
        guard header.isWritten else {
            chooseByPosition(header.names.count, from: header.firstColumn, bare: hints.bare)
            return
        }
        var axes: [AxisColumn] = []
        // Of columns that name their place on the body, those of the first one with acceleration are read.
        owner =
            header.names.first { $0.owner != nil && $0.axis != nil && $0.role(bare: nil)?.role == .acceleration }?
            .owner
        var timeRanks: [(rank: Int, column: Int)] = []
        for (column, name) in header.names.enumerated() {
            guard let (role, rank) = name.role(bare: hints.bare), role == .time || name.isOwned(by: owner) else {
                continue
            }
            if role == .time {
                timeRanks.append((rank, column))
            } else if hints.wanted?.contains(role) ?? true {
                if role.isVector, let axis = name.axis {
                    axes.append(AxisColumn(role: role, rank: rank, axis: axis, column: column))
                }
            }
        }
        for role in ColumnRole.allCases {
            if role.isVector {
                vectors[role] = Self.vector(of: axes.filter { $0.role == role })
            } else if role != .time, hints.wanted?.contains(role) ?? true {
                scalars[role] = role.column(among: header.names, bare: hints.bare)
            }
        }
        if hints.wanted == nil, vectors[.acceleration] == nil, vectors[.linearAcceleration] == nil,
            let columns = vectors[.rotationRate], columns.allSatisfy({ header.names[$0].mayBeGravityUnit })
        {
            (vectors[.acceleration], vectors[.rotationRate]) = (columns, nil)
        }
        // Physics Toolbox: beside gF, which holds gravity, ax is linear.
        if vectors[.linearAcceleration] == nil, let total = vectors[.acceleration],
            header.names[total[0]].isGravityForce
        {
            vectors[.linearAcceleration] = Self.vector(of: axes.filter { header.names[$0.column].stem == "a" })
        }
        times = timeRanks.sorted { ($0.rank, $0.column) < ($1.rank, $1.column) }.map(\.column)
        if let stem = hints.timeStem, let column = header.names.firstIndex(where: { $0.stem == stem }) {
            times = [column]
        }
    }

    /// The other places that headings of acceleration name.
    func otherOwners(_ names: [ColumnName]) -> [String] {
        Set(names.filter { $0.axis != nil }.compactMap(\.owner)).subtracting([owner ?? ""]).sorted()
    }

    private struct AxisColumn {
        var role: ColumnRole
        var rank: Int
        var axis: Int
        var column: Int
    }

    /// The columns of x, y and z under the best name that has all three, each the first of its axis; nil if none has.
    private static func vector(of columns: [AxisColumn]) -> [Int]? {
        var rest = columns
        while let best = rest.map(\.rank).min() {
            let named = rest.filter { $0.rank == best }
            let found = (0..<3).compactMap { axis in named.first { $0.axis == axis }?.column }
            if found.count == 3 { return found }
            rest.removeAll { $0.rank == best }
        }
        return nil
    }

    /// Chooses again in a table without names and times: x, y, z stand first.
    mutating func leaveTimesOut(_ count: Int, bare: ColumnRole) {
        self = ColumnChoice()
        chooseByPosition(count, from: nil, bare: bare)
    }

    private init() {}

    /// Without names: time, x, y, z, then the rotation rate and the pressure if there are as many columns.
    /// Three columns are x, y, z alone.
    private mutating func chooseByPosition(_ count: Int, from time: Int?, bare: ColumnRole) {
        let vector = bare.isVector ? bare : .acceleration
        var first = 0
        if count > 3, let time {
            times = [time]
            first = time + 1
        }
        vectors[vector] = [first, first + 1, first + 2]
        guard bare == .acceleration else { return }
        if count >= first + 6 { vectors[.rotationRate] = [first + 3, first + 4, first + 5] }
        if count >= first + 7 { scalars[.pressure] = first + 6 }
    }

    /// Whether anything that can be delivered was found.
    var isEmpty: Bool { vectors.isEmpty && scalars[.pressure] == nil && scalars[.latitude] == nil }
}

extension ColumnName {
    /// Whether the heading names this place, or none.
    fileprivate func isOwned(by owner: String?) -> Bool { self.owner == nil || owner == nil || self.owner == owner }
}
