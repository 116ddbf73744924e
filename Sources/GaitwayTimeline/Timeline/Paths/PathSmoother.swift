// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Smooths a run of fixes: a Kalman filter forwards, the Rauch-Tung-Striebel smoother backwards.
///
/// In a plane tangent at the first fix each axis has the state x = (position m, velocity m/s) and moves with a constant
/// velocity disturbed by white acceleration of spectral density q (m²/s³):
///
///     F = [1 dt; 0 1],  Q = q [dt³/3 dt²/2; dt²/2 dt],  z = x₀ + v,  var v = r
///
/// q is that of the mode, and less among coarse fixes. r comes from the fix: its accuracy is the radius that holds 68 %
/// of a circular normal distribution, which is 1.51 standard deviations of one axis. Both axes have the same noise, so
/// they share the covariances. Finally, a point too far from its fix is moved back, so that smoothing does not cut
/// corners against the fixes. A fine fix holds its point within its accuracy. A coarse one holds it within up to two:
/// a third of its errors are larger than its accuracy, and holding on to these would lengthen the path.
///
/// Source: H. E. Rauch, F. Tung, C. T. Striebel, AIAA Journal 3 (1965) 1445.
struct PathSmoother {
    struct Point: Sendable {
        var time: Double
        var latitude: Double
        var longitude: Double
        var altitude: Double?
        /// Metres per second.
        var speed: Double
    }

    /// A symmetric 2 x 2 covariance: (position, cross, velocity).
    private struct Covariance {
        var pp: Double
        var pv: Double
        var vv: Double
    }

    private struct State {
        var east: SIMD2<Double>
        var north: SIMD2<Double>
        var covariance: Covariance
    }

    /// The radius that holds 68 % of a circular normal distribution, in standard deviations of one axis: (-2 ln
    /// 0.32)^(1/2).
    private static let accuracyInDeviations = 1.51
    /// Coarser fixes than this, in metres, are smoothed more: the errors of their speeds would lengthen the path.
    private static let calmAccuracy = 25.0

    /// The share of q that a fix of an accuracy gets.
    private static func calm(_ accuracy: Double) -> Double {
        let share = min(1, calmAccuracy / max(calmAccuracy, accuracy))
        return share * share
    }

    /// The variance of the first velocity, which is unknown: (20 m/s)².
    private static let startSpeedVariance = 400.0

    /// The smoothed points, one for each fix; `noise` gives q at a time.
    static func smooth(_ fixes: [TrackPoint], noise: (Double) -> Double) -> [Point] {
        guard let first = fixes.first else { return [] }
        let scale = Ellipsoid.metresPerDegree(atLatitude: first.latitude)
        // At a pole a degree of longitude has no length.
        let eastScale = max(scale.east, 1)
        var filtered: [State] = []
        var predicted: [State] = []
        filtered.reserveCapacity(fixes.count)
        predicted.reserveCapacity(fixes.count)
        for (index, fix) in fixes.enumerated() {
            let z = SIMD2(
                Longitude.difference(first.longitude, fix.longitude) * eastScale,
                (fix.latitude - first.latitude) * scale.north)
            let sigma = fix.accuracy / accuracyInDeviations
            let r = sigma * sigma
            var state: State
            if index == 0 {
                state = State(
                    east: SIMD2(z.x, 0), north: SIMD2(z.y, 0),
                    covariance: Covariance(pp: r, pv: 0, vv: startSpeedVariance))
                predicted.append(state)
            } else {
                let dt = fix.time - fixes[index - 1].time
                state = predict(filtered[index - 1], dt, q: noise(fix.time) * calm(fix.accuracy))
                predicted.append(state)
                let p = state.covariance
                let innovation = p.pp + r
                let gain = SIMD2(p.pp / innovation, p.pv / innovation)
                state.east += gain * (z.x - state.east.x)
                state.north += gain * (z.y - state.north.x)
                state.covariance = Covariance(
                    pp: (1 - gain.x) * p.pp, pv: (1 - gain.x) * p.pv, vv: p.vv - gain.y * p.pv)
            }
            filtered.append(state)
        }
        for index in stride(from: fixes.count - 2, through: 0, by: -1) {
            let dt = fixes[index + 1].time - fixes[index].time
            filtered[index] = stepBack(
                filtered[index], predicted: predicted[index + 1], next: filtered[index + 1], dt)
        }
        return fixes.indices.map { index in
            let fix = fixes[index]
            let state = filtered[index]
            let fixed = SIMD2(
                Longitude.difference(first.longitude, fix.longitude) * eastScale,
                (fix.latitude - first.latitude) * scale.north)
            var place = SIMD2(state.east.x, state.north.x)
            let offset = place - fixed
            let distance = (offset * offset).sum().squareRoot()
            let reach = fix.accuracy * min(2, max(1, fix.accuracy / calmAccuracy))
            if distance > reach { place = fixed + offset * (reach / distance) }
            return Point(
                time: fix.time, latitude: max(-90, min(90, first.latitude + place.y / scale.north)),
                longitude: Longitude.wrapped(first.longitude + place.x / eastScale), altitude: fix.altitude,
                speed: (state.east.y * state.east.y + state.north.y * state.north.y).squareRoot())
        }
    }

    private static func predict(_ state: State, _ dt: Double, q: Double) -> State {
        let p = state.covariance
        return State(
            east: SIMD2(state.east.x + dt * state.east.y, state.east.y),
            north: SIMD2(state.north.x + dt * state.north.y, state.north.y),
            covariance: Covariance(
                pp: p.pp + 2 * dt * p.pv + dt * dt * p.vv + q * dt * dt * dt / 3,
                pv: p.pv + dt * p.vv + q * dt * dt / 2, vv: p.vv + q * dt))
    }

    /// x + C (x' - x⁻) with C = P Fᵀ (P⁻)⁻¹, for both axes; the covariance is not needed further.
    private static func stepBack(_ state: State, predicted: State, next: State, _ dt: Double) -> State {
        let p = state.covariance
        let m = predicted.covariance
        let determinant = m.pp * m.vv - m.pv * m.pv
        guard determinant > 0 else { return state }
        // P Fᵀ
        let a = SIMD2(p.pp + dt * p.pv, p.pv)
        let b = SIMD2(p.pv + dt * p.vv, p.vv)
        // (P⁻)⁻¹
        let (ipp, ipv, ivv) = (m.vv / determinant, -m.pv / determinant, m.pp / determinant)
        let gainPosition = SIMD2(a.x * ipp + a.y * ipv, a.x * ipv + a.y * ivv)
        let gainVelocity = SIMD2(b.x * ipp + b.y * ipv, b.x * ipv + b.y * ivv)
        var result = state
        let east = next.east - predicted.east
        let north = next.north - predicted.north
        result.east += SIMD2((gainPosition * east).sum(), (gainVelocity * east).sum())
        result.north += SIMD2((gainPosition * north).sum(), (gainVelocity * north).sum())
        return result
    }
}
