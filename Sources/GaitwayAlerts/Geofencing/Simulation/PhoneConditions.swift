// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What keeps an app from watching places as it should: it may not run in the background, the phone restarts, or the
/// person allows only an approximate location.
public struct PhoneConditions: Sendable, Hashable {
    /// How often the person opens the app, if it does not run in the background: region events and choices of regions
    /// wait for the next opening. The openings are multiples of this, in elapsed time. Nil for an app that runs.
    public var opening: Duration?
    /// When the phone restarts, in elapsed time. It forgets the regions and where it is; the app registers anew when it
    /// is opened, or with the next fix if it runs in the background.
    public var restarts: [Duration] = []
    /// Metres: the app sees a position of a grid of this width, with this accuracy and without a speed. Nil for the
    /// precise position.
    public var approximation: Double?

    /// Android's responsiveness: the phone looks at its regions in steps of this, and reports a crossing at the next
    /// one. Zero for at once.
    public var responsiveness = Duration.zero
    /// Android's expiration: a region ends this long after its registration, and is watched again when the app chooses
    /// anew. Nil for regions that stay.
    public var regionLifetime: Duration?

    /// Android's loitering delay: the app learns of an entry once the phone has been inside for this long since it
    /// counted. Zero for at once.
    public var loiteringDelay = Duration.zero
    /// Android's initial trigger of exits: a region that the phone is outside of when it is registered reports an exit.
    public var initialExit = false

    /// Nothing is in the way.
    public init() {}

    /// When an app that is told something at `moment` can act.
    func opened(_ moment: Duration) -> Duration { Self.next(moment, everyOf: opening ?? .zero) }

    /// When an app can act on a crossing that the phone may report from `moment` on.
    func told(_ moment: Duration) -> Duration { opened(Self.next(moment, everyOf: responsiveness)) }

    /// The first multiple of a period from a moment on; the moment itself without a period.
    private static func next(_ moment: Duration, everyOf length: Duration) -> Duration {
        guard length > .zero else { return moment }
        let period = length.wholeNanoseconds
        let (count, rest) = moment.wholeNanoseconds.quotientAndRemainder(dividingBy: period)
        return .nanoseconds((rest > 0 ? count + 1 : count) * period)
    }

    /// A fix as the app sees it.
    package func seen(_ fix: Location) -> Location {
        guard let approximation, approximation > 0 else { return fix }
        let degree = Sphere.radius * .pi / 180
        func cell(_ value: Double, _ width: Double) -> Double { (value / width).rounded() * width }
        let latitude = min(max(cell(fix.latitude, approximation / degree), -90), 90)
        // Meridians come together towards the poles.
        let narrowing = max(0.01, Sphere.vector(latitude: latitude, longitude: 0).x)
        let longitude = min(max(cell(fix.longitude, approximation / degree / narrowing), -180), 180)
        return Location(
            elapsed: fix.elapsed, latitude: latitude, longitude: longitude,
            horizontalAccuracy: max(approximation, fix.horizontalAccuracy ?? 0))
    }
}
