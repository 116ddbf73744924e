// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Values by the roles that a column may have; roles may be without one.
///
/// Why not a dictionary: the first for a kind of key makes the runtime search all of the program's conformances, which
/// takes as long as reading a hundred rows.
struct RoleTable<Value> {
    private var values = [Value?](repeating: nil, count: ColumnRole.allCases.count)

    subscript(role: ColumnRole) -> Value? {
        get { values[role.rawValue] }
        set { values[role.rawValue] = newValue }
    }

    /// Whether no role has a value.
    var isEmpty: Bool { values.allSatisfy { $0 == nil } }
}
