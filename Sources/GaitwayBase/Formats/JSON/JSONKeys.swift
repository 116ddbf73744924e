// SPDX-License-Identifier: Apache-2.0
/// The keys of an object so far: few are compared one by one, which is faster than hashing, many by their hashes.
struct JSONKeys {
    private var few: [String] = []
    private var many: Set<String> = []
    private static let fewest = 32

    /// Adds a key; false if it was there before.
    mutating func insert(_ key: String) -> Bool {
        if few.count < Self.fewest {
            guard !few.contains(key) else { return false }
            few.append(key)
            return true
        }
        if many.isEmpty { many = Set(few) }
        return many.insert(key).inserted
    }
}
