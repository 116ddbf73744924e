// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The last minute of pressure, for the spread around its trend.
///
/// A vehicle's cabin, wind and hills move the pressure around its slow drift. Readings are averaged in bins of 1 s
/// first, so that barometers of 1 and 10 Hz give the same spread.
struct BarometerHistory: Sendable {
    private static let second = Nanoseconds.perSecond

    /// One second's readings.
    private struct Bin: Sendable {
        var second: Int64
        var sum: Double
        var count: Double
    }

    private var bins: [Bin] = []

    /// Takes a reading in hPa; readings older than the newest second are ignored.
    mutating func append(_ pressure: Float, at elapsed: Int64) {
        let second = elapsed >= 0 ? elapsed / Self.second : -((-elapsed + Self.second - 1) / Self.second)
        if let last = bins.last, second <= last.second {
            guard second == last.second else { return }
            bins[bins.count - 1].sum += Double(pressure)
            bins[bins.count - 1].count += 1
            return
        }
        bins.append(Bin(second: second, sum: Double(pressure), count: 1))
        // More than a minute is kept, as windows may wait for other sensors.
        if bins.count > 256 { bins.removeFirst(128) }
    }

    /// The spreads over the spans that end at `end`.
    func spread(endingAt end: Int64) -> MotionWindow.PressureSpread {
        guard !bins.isEmpty else { return MotionWindow.PressureSpread() }
        return MotionWindow.PressureSpread(
            over30Seconds: spread(endingAt: end, seconds: 30), over60Seconds: spread(endingAt: end, seconds: 60))
    }

    /// The mean over the whole seconds of a window that ends at `end`; nil if the last three have no reading.
    func mean(endingAt end: Int64) -> Double? {
        let last = end / Self.second
        let recent = bins.reversed().drop { $0.second >= last }.prefix { $0.second >= last - 5 }
        guard let newest = recent.first, newest.second >= last - 3 else { return nil }
        return recent.reduce(0) { $0 + $1.sum / $1.count } / Double(recent.count)
    }

    /// The residual standard deviation of pressure on time over the last `seconds`, if 4 of 5 have a reading.
    private func spread(endingAt end: Int64, seconds: Int64) -> Double? {
        let last = end / Self.second
        // Bins lie in order of time, and those of the span near the end.
        var upper = bins.count
        while upper > 0, bins[upper - 1].second >= last { upper -= 1 }
        var lower = upper
        while lower > 0, bins[lower - 1].second >= last - seconds { lower -= 1 }
        let recent = bins[lower..<upper]
        let count = Double(recent.count)
        var sumTime = 0.0
        var sumPressure = 0.0
        for bin in recent {
            sumTime += Double(bin.second - last)
            sumPressure += bin.sum / bin.count
        }
        guard count >= Double(seconds) * 0.8 else { return nil }
        let meanTime = sumTime / count
        let meanPressure = sumPressure / count
        var timeTime = 0.0
        var timePressure = 0.0
        var pressurePressure = 0.0
        for bin in recent {
            let time = Double(bin.second - last) - meanTime
            let pressure = bin.sum / bin.count - meanPressure
            timeTime += time * time
            timePressure += time * pressure
            pressurePressure += pressure * pressure
        }
        let residual = pressurePressure - timePressure * timePressure / timeTime
        return (max(0, residual) / count).squareRoot()
    }
}

extension BarometerHistory: StatePassing {
    mutating func pass(through archive: inout StateArchive) {
        archive.pass(&bins, of: Bin(second: 0, sum: 0, count: 0)) { bin, archive in
            archive.pass(time: &bin.second)
            archive.pass(&bin.sum)
            archive.pass(&bin.count)
        }
    }
}
