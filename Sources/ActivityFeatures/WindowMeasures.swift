/// One window, measured: what the formulas of features are written in.
///
/// Each signal has the lane of its ``MotionSignal``. The symbols are those of ``Feature``.
struct WindowMeasures: Sendable {
    /// The powers of the signals.
    var spectra = SpectralMeasures()
    /// The moments, quantiles and periodicity of the signals.
    var time = TemporalMeasures()
    /// The angle between the mean accelerations of both halves of the window, in radians.
    var turnOfHalves = 0.0
    /// The angle between the window's gravity and that of the window before, in radians; 0 when nothing is known of it.
    var turnOfWindows = 0.0
    /// Spread of the detrended pressure, in hPa.
    var pressureSpread = MotionWindow.PressureSpread()
    /// What there was to measure beside the acceleration.
    var available: Feature.Needs = []
}

/// What is measured in the spectra of a window's signals.
struct SpectralMeasures: Sendable {
    /// P of each bin.
    var power = [SIMD4<Float>](repeating: SIMD4(), count: WindowGrid.count / 2 + 1)
    /// F.
    let floor = MotionSignal.lanes(\.powerFloor)
    /// S.
    var total = SIMD4<Float>()
    /// How far the signal stands above its sensor's noise: S / (S + E).
    var gate = SIMD4<Float>()
    /// H(p).
    var entropy = SIMD4<Float>()
    /// argmax p, in Hz.
    var peak = SIMD4<Float>()
    /// p at the peak and its two neighbours.
    var peakShare = SIMD4<Float>()
    /// Σ p f, in Hz.
    var centroid = SIMD4<Float>()
    /// How vertical and horizontal motion go together in each of the ``FrequencyBand/coordinated`` bands.
    var coordination = [CrossPower](repeating: CrossPower(), count: FrequencyBand.coordinated.count)

    /// The powers of the signals in a range of bins.
    func power(in bins: Range<Int>) -> SIMD4<Float> {
        var sum = SIMD4<Float>()
        for bin in bins { sum += power[bin] }
        return sum
    }
}

/// What is measured of a window's signals in time.
struct TemporalMeasures: Sendable {
    /// The means.
    var mean = SIMD4<Float>()
    /// f.
    let floor = MotionSignal.lanes(\.deviationFloor)
    /// sd².
    var squaredDeviation = SIMD4<Float>()
    /// G.
    var gate = SIMD4<Float>()
    /// mean d⁴.
    var fourthMoment = SIMD4<Float>()
    /// The quantiles of d.
    var q05 = SIMD4<Float>()
    var q25 = SIMD4<Float>()
    var q50 = SIMD4<Float>()
    var q75 = SIMD4<Float>()
    var q95 = SIMD4<Float>()
    /// max d.
    var greatest = SIMD4<Float>()
    /// max |d|.
    var largest = SIMD4<Float>()
    /// max r(τ) and min r(τ).
    var highestCorrelation = SIMD4<Float>()
    var lowestCorrelation = SIMD4<Float>()
    /// argmax r(τ), in seconds.
    var lag = SIMD4<Float>()
    /// The least and the greatest ln(sd of a quarter of the window + f).
    var quietestQuarter = SIMD4<Float>()
    var loudestQuarter = SIMD4<Float>()
}
