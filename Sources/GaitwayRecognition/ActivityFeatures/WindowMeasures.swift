// SPDX-License-Identifier: Apache-2.0
/// One window, measured: what the formulas of features are written in.
struct WindowMeasures: Sendable {
    /// The powers of the signals.
    var spectra = SpectralMeasures()
    /// The moments, quantiles and periodicity of the signals.
    var time = TemporalMeasures()
    /// The angle between the mean accelerations of both halves of the window, in radians.
    var turnOfHalves = 0.0
    /// The angle between the window's gravity and that of the window before, in radians; of an earlier window
    /// when nothing is known of the one before.
    var turnOfWindows = 0.0
    /// Spread of the detrended pressure, in hPa.
    var pressureSpread = MotionWindow.PressureSpread()
    /// What there was to measure beside the acceleration.
    var available: Feature.Needs = []
}
