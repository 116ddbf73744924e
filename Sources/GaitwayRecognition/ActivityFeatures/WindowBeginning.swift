// SPDX-License-Identifier: Apache-2.0
/// The first half of a window, for an answer before the second half is there.
///
/// The missing half is filled twice: by the first half backwards, and by the first half once more. A model for whole
/// windows errs less on the mean of both than on either; with the half's mean in place of the missing one it would take
/// moving vehicles for rest.
package struct WindowBeginning: Sendable, Hashable {
    /// The half, then the same backwards.
    package let mirrored: MotionWindow
    /// The half twice.
    package let repeated: MotionWindow

    /// The first half of a window; it need not have more.
    package init(of window: MotionWindow) {
        var half = window
        half.end = window.start + WindowGrid.hopDuration
        half.startsSegment = true
        half.recorded = nil
        func filled(_ fill: (ArraySlice<SIMD3<Float>>) -> [SIMD3<Float>]) -> MotionWindow {
            var filled = half
            let acceleration = window.acceleration.prefix(WindowGrid.hop)
            filled.acceleration = acceleration + fill(acceleration)
            filled.rotationRate = window.rotationRate.map { rotation in
                let first = rotation.prefix(WindowGrid.hop)
                return first + fill(first)
            }
            return filled
        }
        mirrored = filled { $0.reversed() }
        repeated = filled(Array.init)
    }
}
