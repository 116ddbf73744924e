/// Every threshold of the timeline. Lengths are in metres, speeds in metres per second.
///
/// The defaults follow from how people move and how phones log, and are not fitted to one data set: a radius
/// a little wider than the error of a fix in a city, a pause that no traffic light reaches, a pace that no
/// walker exceeds.
public struct TimelinePolicy: Sendable, Hashable {
    // MARK: Which fixes count

    /// A fix whose 68 % radius is larger is not a position: it neither ends a visit nor begins a move.
    public var worstAccuracy: Double = 200
    /// A fix too coarse to be a position denies a place that is farther from it than so many of its radii.
    public var coarseDoubt: Double = 2
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
    /// A jump leads to where an earlier one led if it ends nearer to it than this share of its own way.
    public var jumpRepeatShare: Double = 0.5
    /// A fix counts for no more in a mean position than one of this accuracy, whatever it states.
    public var bestAccuracy: Double = 10

    // MARK: Visits

    /// Fixes that stay this near to their centre are one place.
    public var visitRadius: Double = 75
    /// A fix coarser than the radius may lie as far out as it is coarse, but not beyond this many radii.
    public var coarseReach: Double = 2
    /// Stays whose centres are at most this many radii apart are at one spot.
    public var spotReach: Double = 1.5
    /// The shortest stay that is noticed at all: a pause within a trip, or a visit if the reports agree.
    public var shortestVisit: Duration = .seconds(120)
    /// A pause of this length ends a trip whatever the reports say, unless they say vehicle.
    public var tripEndingPause: Duration = .seconds(300)
    /// A stay whose centre moves faster than this is a slow walk.
    public var fastestDrift: Double = 0.35
    /// A stay of fewer fixes shows no drift.
    public var fewestDriftFixes = 4
    /// Fixes outside the radius for a shorter time are jitter.
    public var jitterDuration: Duration = .seconds(120)
    /// Nobody leaves a place faster than this from its middle: fixes far from it that are reached so, and left so for the same
    /// place, are a wrong position.
    public var fastestDeparture: Double = 40
    /// The same while reports say still, and nothing else.
    public var fastestStillDeparture: Double = 10
    /// A wrong position may change its place; no more stays than this, one after the other, are such positions.
    public var mostEchoes = 3
    /// So many fixes farther than ``shortestTrip`` from two stays at one spot show that the person was away between them.
    public var fewestFarFixes = 2
    /// A stay of which the reports give a larger share to vehicles is a wait in traffic.
    public var vehicleShare: Double = 0.3
    /// A stay with a larger share of walking is no visit if shorter than ``tripEndingPause``.
    public var walkingShare: Double = 0.5
    /// A stay shorter than ``certainVisit`` with a larger share of walking is a walk: in a shop people stand.
    public var restlessShare: Double = 0.8
    /// A stay shorter than ``tripEndingPause`` is a visit only if reports give this share of it to standing still.
    public var stillShare: Double = 0.5
    /// So does still reported for so long, if movement is reported for less.
    public var shortestToldRest: Duration = .seconds(60)
    /// Vehicle reported so long before a stay's start and so long after its end makes the stay a wait.
    public var longestVehicleLook: Duration = .seconds(300)
    /// Reports may come so much later than the fixes that show an arrival, and so much sooner than those of a departure.
    public var reportSlack: Duration = .seconds(30)
    /// A stay does not go on through a silence with a longer way between the fixes about it.
    public var longestSilentWay: Double = 2000
    /// A stay of this length is a visit, whatever the reports say; before it nothing is held back for longer.
    public var certainVisit: Duration = .seconds(1800)

    // MARK: Moves

    /// A trip reaches at least this far from where it began.
    public var shortestTrip: Double = 120
    /// A fix so near to the centre of a visit says "still there", even if the others are nearer.
    public var smallestCore: Double = 20
    /// A fix that is farther from the centre than this share of ``visitRadius`` never says so.
    public var coreShare: Double = 0.6
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
    /// After a longer time without a report of movement, the next one is no part of the arrival.
    public var longestIdleOnArrival: Duration = .seconds(90)
    /// Without a fix for longer than this there is no path.
    public var longestSilence: Duration = .seconds(120)
    /// The pace at which a silence is walked.
    public var walkingPace: Double = 1.3
    /// The pace at which one is ridden on a bicycle.
    public var cyclingPace: Double = 4
    /// The pace at which one is driven.
    public var vehiclePace: Double = 8
    /// A phone that is left without a fix for longer than this after its last one in a place slept when it was taken away.
    public var shortestSleep: Duration = .seconds(60)
    /// For how long before it woke the reports say how the phone was taken away.
    public var longestSleepLook: Duration = .seconds(300)
    /// A silence that is crossed faster than this is part of a move: somebody drove.
    public var bridgingSpeed: Double = 5
    /// Reports of movement for a larger share of a silence make it part of a move; those of rest for so much deny it.
    public var bridgingShare: Double = 0.5
    /// A silence that is crossed faster than this is part of a move, too, if it is short and the reports do not say still.
    public var bridgingPace: Double = 0.6
    /// A silence as long as this is not short.
    public var longestBridge: Duration = .seconds(600)

    // MARK: Sections

    /// Speeds are averaged over this time, half of it before the moment and half after.
    public var speedWindow: Duration = .seconds(30)
    /// At the ends of a track less is left of it; below this there is no speed.
    public var shortestSpeedWindow: Duration = .seconds(5)
    /// A shorter section between two others is a flip, and is merged.
    public var shortestSection: Duration = .seconds(60)
    /// At the start and at the end of a move a walk, or a ride, of this length is a section: the way to the car.
    public var shortestEndSection: Duration = .seconds(20)
    /// A shorter pause within one mode belongs to that mode.
    public var longestPauseInMode: Duration = .seconds(240)
    /// A ride of which ``fastRideShare`` is faster than this is a drive: 30 km/h.
    public var fastestRide: Double = 8.3
    /// So much of a ride must be faster than ``fastestRide``.
    public var fastRideShare: Double = 0.1
    /// Reports speak for a stretch of time if they tell the activity of a larger share of it.
    public var knownShare: Double = 0.5
    /// Reports that give this share of it to cycling make it a ride at any speed.
    public var cyclingShare: Double = 0.2
    /// A ride of which fewer reports than this say cycling or walking may be a slow drive: legs that pedal are felt.
    public var pedallingShare: Double = 0.2
    /// It is one if at least this share of its reports says vehicle or still.
    public var seatedShare: Double = 0.1
    /// Cost, in nats, of a change of mode.
    public var modeChangeCost: Double = 10
    /// A change from or to rest, and one between walking and running, costs so many times that.
    public var easyChangeFactor: Double = 0.7
    /// A change between cycling and vehicle costs so many times that: on the way nobody changes from one to the other.
    public var hardChangeFactor: Double = 2
    /// A report of movement says nothing after this time.
    public var reportLifetime: Duration = .seconds(900)

    // MARK: Streams

    /// How late an input may be and still be put in its place. What is later is counted and left out.
    public var lateness: Duration = .seconds(60)

    /// The default policy.
    public init() {}
}
