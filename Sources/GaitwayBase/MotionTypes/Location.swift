// SPDX-License-Identifier: Apache-2.0
/// A fix: one location sample. A value that the logger did not know is nil, never 0 or -1.
public struct Location: Sendable, Hashable {
    /// The time since the recording's first accelerometer sample.
    public var elapsed: Duration
    /// Degrees north, -90...90, WGS 84.
    public var latitude: Double
    /// Degrees east, -180...180, WGS 84.
    public var longitude: Double
    private var knownAltitude: MaybeNumber
    private var knownSpeed: MaybeNumber
    private var knownCourse: MaybeNumber
    private var knownAccuracy: MaybeNumber

    /// A fix.
    public init(
        elapsed: Duration, latitude: Double, longitude: Double, altitude: Double? = nil,
        speed: Double? = nil, course: Double? = nil, horizontalAccuracy: Double? = nil
    ) {
        self.elapsed = elapsed
        self.latitude = latitude
        self.longitude = longitude
        knownAltitude = MaybeNumber(altitude)
        knownSpeed = MaybeNumber(speed)
        knownCourse = MaybeNumber(course)
        knownAccuracy = MaybeNumber(horizontalAccuracy)
    }

    /// Metres above the ellipsoid or the sea, as the logger has it.
    public var altitude: Double? {
        get { knownAltitude.value }
        set { knownAltitude = MaybeNumber(newValue) }
    }
    /// Metres per second.
    public var speed: Double? {
        get { knownSpeed.value }
        set { knownSpeed = MaybeNumber(newValue) }
    }
    /// Degrees clockwise from north.
    public var course: Double? {
        get { knownCourse.value }
        set { knownCourse = MaybeNumber(newValue) }
    }
    /// Radius of the 68 % circle, in metres.
    public var horizontalAccuracy: Double? {
        get { knownAccuracy.value }
        set { knownAccuracy = MaybeNumber(newValue) }
    }
}

/// A number that may be missing, in eight bytes: NaN stands for a missing one. A history has millions of fixes, and
/// optionals would make each half as large again.
private struct MaybeNumber: Sendable, Hashable {
    private let number: Double

    init(_ value: Double?) { number = value ?? .nan }

    var value: Double? { number.isNaN ? nil : number }

    static func == (left: MaybeNumber, right: MaybeNumber) -> Bool { left.value == right.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
