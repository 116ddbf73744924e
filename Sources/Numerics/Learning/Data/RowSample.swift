/// A part of the rows of a training set, spread over them without a period, the same each time.
struct RowSample {
    /// The share of the rows that belong to it; from 1 on, all.
    let share: Double

    /// All rows.
    static let all = RowSample(share: 1)

    /// Whether a row belongs to it: multiples of the golden ratio modulo 1 fill the unit interval evenly.
    func contains(_ row: Int) -> Bool {
        let place = UInt64(truncatingIfNeeded: row) &* 0x9E37_79B9_7F4A_7C15
        return Double(place) < share * 0x1p64 || share >= 1
    }
}
