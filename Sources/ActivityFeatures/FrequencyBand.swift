/// A band of frequencies, from one edge up to, not including, the other.
struct FrequencyBand: Sendable {
    /// The edges as features' names have them, in Hz: `0.8-1.2`.
    let name: String
    /// The bins of a window's spectrum that lie in the band.
    let bins: Range<Int>

    /// The band between two edges in Hz.
    init(_ from: Double, _ to: Double) {
        name = "\(from)-\(to)"
        let width = WindowGrid.rate / Double(WindowGrid.count)
        bins = Int((from / width).rounded(.up))..<Int((to / width).rounded(.up))
    }

    /// The bands between edges in Hz that follow one another.
    static func between(_ edges: Double...) -> [FrequencyBand] {
        zip(edges, edges.dropFirst()).map { FrequencyBand($0, $1) }
    }

    /// The band of the total power, S.
    static let whole = FrequencyBand(0.2, 8)
    /// The band of the shares, p.
    static let shape = FrequencyBand(0.4, 8)
}
