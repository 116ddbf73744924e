/// Every threshold of the timeline. Lengths are in metres, speeds in metres per second.
///
/// The defaults follow from how people move and how phones log, and are not fitted to one data set: a radius
/// a little wider than the error of a fix in a city, a pause that no traffic light reaches, a pace that no
/// walker exceeds.
public struct TimelinePolicy: Sendable, Hashable {
    // MARK: Which fixes count

    /// A fix whose 68 % radius is larger is not a position: it neither ends a visit nor begins a move.
    public var worstAccuracy: Double = 200
    /// The accuracy of a fix that states none.
    public var unstatedAccuracy: Double = 30
    /// No fix is reached faster than this; one that is, is a jump and set aside.
    public var impossibleSpeed: Double = 120
    /// So many fixes that agree with each other make a jump real, since the phone may have been off in a plane.
    public var jumpConfirmations = 3
    /// They must also last as long as this: a phone that lost its satellites repeats one wrong place for a while.
    public var jumpDuration: Duration = .seconds(120)
    /// A track with this share of jumps to where an earlier jump led is two people's in one: seven times what the worst phone
    /// was seen to do.
    public var mixedShare: Double = 0.03
    /// Fewer such jumps than this never make a track two people's.
    public var fewestMixedJumps = 10

    // MARK: Visits

    /// Fixes that stay this near to their centre are one place.
    public var visitRadius: Double = 75
    /// The shortest stay that is noticed at all: a pause within a trip, or a visit if the reports agree.
    public var shortestVisit: Duration = .seconds(120)
    /// A pause of this length ends a trip whatever the reports say, unless they say vehicle.
    public var tripEndingPause: Duration = .seconds(300)
    /// A stay whose centre moves faster than this is a slow walk.
    public var fastestDrift: Double = 0.35
    /// Fixes outside the radius for a shorter time are jitter.
    public var jitterDuration: Duration = .seconds(120)
    /// Nobody leaves a place faster than this from its middle: fixes far from it that are reached so, and left so for the same
    /// place, are a wrong position.
    public var fastestDeparture: Double = 40
    /// The same while reports say still, and nothing else.
    public var fastestStillDeparture: Double = 10
    /// A stay of which the reports give a larger share to vehicles is a wait in traffic.
    public var vehicleShare: Double = 0.3
    /// A stay with a larger share of walking is no visit if shorter than ``tripEndingPause``.
    public var walkingShare: Double = 0.5
    /// A stay shorter than ``tripEndingPause`` is a visit only if reports give this share of it to standing still.
    public var stillShare: Double = 0.5
    /// A stay of this length is a visit, whatever the reports say; before it nothing is held back for longer.
    public var certainVisit: Duration = .seconds(1800)

    // MARK: Moves

    /// A trip reaches at least this far from where it began.
    public var shortestTrip: Double = 120
    /// Longest look back over reports of movement for the start of a trip.
    public var longestLookBack: Duration = .seconds(1200)
    /// Longest look back over reports of movement while the fixes still lie in the place: the steps to the door.
    public var longestStepsInside: Duration = .seconds(120)
    /// A shorter rest does not part two reports of movement.
    public var shortestRest: Duration = .seconds(20)
    /// Reports of movement that are so near to each other belong together.
    public var longestIdle: Duration = .seconds(90)
    /// Longest look ahead over reports of movement for the end of a trip.
    public var longestLookAhead: Duration = .seconds(120)
    /// Without a fix for longer than this there is no path.
    public var longestSilence: Duration = .seconds(120)
    /// The pace at which a silence is walked.
    public var walkingPace: Double = 1.3

    // MARK: Sections

    /// A shorter section between two others is a flip, and is merged.
    public var shortestSection: Duration = .seconds(60)
    /// A shorter pause within one mode belongs to that mode.
    public var longestPauseInMode: Duration = .seconds(180)
    /// A ride of which a tenth is faster than this, averaged over half a minute, is a drive: 30 km/h.
    public var fastestRide: Double = 8.3
    /// Reports that give this share of it to cycling make it a ride at any speed.
    public var cyclingShare: Double = 0.2
    /// A ride of which fewer reports than this say cycling or walking may be a slow drive: legs that pedal are felt.
    public var pedallingShare: Double = 0.2
    /// It is one if at least this share of its reports says vehicle or still.
    public var seatedShare: Double = 0.1
    /// Cost, in nats, of a change of mode.
    public var modeChangeCost: Double = 12
    /// A report of movement says nothing after this time.
    public var reportLifetime: Duration = .seconds(900)

    // MARK: Streams

    /// How late an input may be and still be put in its place. What is later is counted and left out.
    public var lateness: Duration = .seconds(60)

    /// The default policy.
    public init() {}
}
