// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Every threshold of the timeline. Lengths are in metres, speeds in metres per second.
///
/// The defaults follow from how people move and how phones log. They are not fitted to one data set: the radius is a
/// little wider than the error of a fix in a city, the pause is longer than a traffic light, the pace faster than a
/// walker.
public struct TimelinePolicy: Sendable, Hashable {
    // MARK: Which fixes count

    /// A fix whose 68 % radius is larger is not a position: it neither ends a visit nor begins a move.
    public var worstAccuracy: Double = 200
    /// A fix too coarse to be a position contradicts a place that is farther away than this many of its radii.
    var coarseDoubt: Double = 2
    /// The accuracy of a fix that states none.
    public var unstatedAccuracy: Double = 30
    /// A fix that would be reached faster than this is a jump and is set aside.
    var impossibleSpeed: Double = 120
    /// This many fixes that agree make a jump real: the phone may have been off in a plane.
    package var jumpConfirmations = 3
    /// They must also last as long as this: a phone that lost its satellites repeats one wrong place for a while.
    var jumpDuration: Duration = .seconds(120)
    /// A track with this share of jumps to where an earlier jump led is two people's in one: seven times what the worst
    /// phone was seen to do.
    var mixedShare: Double = 0.03
    /// Fewer such jumps than this never make a track two people's.
    var fewestMixedJumps = 10
    /// A jump leads to where an earlier one led if it ends nearer to it than this share of its own way.
    var jumpRepeatShare: Double = 0.5
    /// A fix counts for no more in a mean position than one of this accuracy, whatever it states.
    var bestAccuracy: Double = 10

    // MARK: Visits

    /// Fixes that stay this near to their centre are one place.
    public var visitRadius: Double = 75
    /// A fix coarser than the radius may lie as far out as it is coarse, but not beyond this many radii.
    var coarseReach: Double = 2
    /// Stays whose centres are at most this many radii apart are at one spot.
    var spotReach: Double = 1.5
    /// The shortest stay that is noticed at all: a pause within a trip, or a visit if the reports agree.
    public var shortestVisit: Duration = .seconds(120)
    /// A pause of this length ends a trip whatever the reports say, unless they say vehicle.
    public var tripEndingPause: Duration = .seconds(300)
    /// A stop of this length at a known place, one that was visited or has a name, is a visit.
    package var shortestKnownVisit: Duration = .seconds(150)
    /// A stay whose centre moves faster than this is a slow walk.
    var fastestDrift: Double = 0.35
    /// A stay of fewer fixes shows no drift.
    var fewestDriftFixes = 4
    /// Fixes outside the radius for a shorter time are jitter.
    var jitterDuration: Duration = .seconds(120)
    /// The fastest departure from the middle of a place. Far fixes that are reached faster, and left faster for the
    /// same place, are a wrong position.
    var fastestDeparture: Double = 40
    /// The fastest departure while all reports say still.
    var fastestStillDeparture: Double = 10
    /// A wrong position may change its place; no more stays than this, one after the other, are such positions.
    var mostEchoes = 3
    /// This number of fixes farther than ``shortestTrip`` from two stays at one spot shows that the person was away
    /// between them.
    var fewestFarFixes = 2
    /// A stay is a wait in traffic if reports give a larger share of it to vehicles.
    var vehicleShare: Double = 0.3
    /// A stay with a larger share of walking is not a visit if it is shorter than ``tripEndingPause``.
    var walkingShare: Double = 0.5
    /// A stay shorter than ``certainVisit`` with a larger share of walking is a walk: in a shop people stand.
    package var restlessShare: Double = 0.8
    /// A stay shorter than ``tripEndingPause`` is a visit only if reports give this share of it to standing still.
    var stillShare: Double = 0.5
    /// Still reported for this long also makes it a visit, if movement is reported for less.
    var shortestToldRest: Duration = .seconds(60)
    /// A vehicle reported within this time before a stay and after it makes the stay a wait.
    var longestVehicleLook: Duration = .seconds(300)
    /// Reports may come so much later than the fixes that show an arrival, and so much sooner than those of a
    /// departure.
    var reportSlack: Duration = .seconds(30)
    /// A stay does not go on through a silence with a longer way between the fixes about it.
    var longestSilentWay: Double = 2000
    /// A stay of this length is a visit, whatever the reports say; before it nothing is held back for longer.
    public var certainVisit: Duration = .seconds(1800)
    /// Still reported for this long, without a vehicle, makes a stay a visit even between two drives.
    var certainToldRest: Duration = .seconds(240)
    /// A visit ends at a longer silence, in which nothing shows that the person stayed.
    var longestVisitSilence: Duration = .seconds(129_600)

    // MARK: Moves

    /// A trip reaches at least this far from where it began.
    public var shortestTrip: Double = 120
    /// A fix this near to the centre of a visit says "still there", even if others are nearer.
    var smallestCore: Double = 20
    /// A fix farther from the centre than this share of ``visitRadius`` never says "still there".
    var coreShare: Double = 0.6
    /// Longest look back over reports of movement for the start of a trip.
    package var longestLookBack: Duration = .seconds(1200)
    /// Longest look back over reports of movement while the fixes still lie in the place: the steps to the door.
    var longestStepsInside: Duration = .seconds(120)
    /// A shorter rest does not separate two reports of movement.
    var shortestRest: Duration = .seconds(20)
    /// Reports of movement this near to each other belong together.
    var longestIdle: Duration = .seconds(90)
    /// Longest look ahead over reports of movement for the end of a trip.
    var longestLookAhead: Duration = .seconds(120)
    /// After a longer time without a report of movement, the next one is not part of the arrival.
    var longestIdleOnArrival: Duration = .seconds(90)
    /// Without a fix for longer than this there is no path.
    public var longestSilence: Duration = .seconds(120)
    /// The pace at which a silence is walked.
    var walkingPace: Double = 1.3
    /// The pace at which a silence is cycled.
    var cyclingPace: Double = 4
    /// The pace at which a silence is driven.
    var vehiclePace: Double = 8
    /// A phone that is left without a fix for longer than this after its last one in a place slept when it was taken
    /// away.
    var shortestSleep: Duration = .seconds(60)
    /// For how long before it woke the reports say how the phone was taken away.
    var longestSleepLook: Duration = .seconds(300)
    /// A silence that is crossed faster than this is part of a move: the person drove.
    var bridgingSpeed: Double = 5
    /// Reports of movement for a larger share of a silence make it part of a move; reports of rest for such a share
    /// rule that out.
    var bridgingShare: Double = 0.5
    /// A silence that is crossed faster than this is part of a move, too, if it is short and the reports do not say
    /// still.
    var bridgingPace: Double = 0.6
    /// The longest silence that counts as short.
    var longestBridge: Duration = .seconds(600)

    // MARK: Speeds

    /// The highest mean speed of a walk.
    var fastestWalking: Double = 3
    /// The highest mean speed of a run.
    var fastestRunning: Double = 7
    /// The highest mean speed of a ride by bicycle.
    var fastestCycling: Double = 15
    /// The highest mean speed on the ground or on water.
    var fastestVehicle: Double = 100
    /// The highest mean speed of an airplane.
    var fastestAirplane: Double = 340
    /// The highest speed at a point of a section, in highest mean speeds of its mode: a walker also runs for a bus.
    package var bursts: Double = 2
    /// A silence of ``longUnseen`` that is crossed faster than this is a vehicle's. The fastest tenth of electric
    /// bicycles reach it over such a time.
    package var fastestUnseenRide: Double = 5.2
    /// The least time of such a silence.
    package var longUnseen: Duration = .seconds(360)
    /// A silence of at least ``shortestFlight`` that is crossed faster than this is a flight.
    var slowestFlight: Double = 70
    /// The least distance of a flight.
    var shortestFlight: Double = 100_000

    // MARK: Sections

    /// Speeds are averaged over this time, half of it before the moment and half after.
    var speedWindow: Duration = .seconds(30)
    /// The window is cut at the ends of a track; if less than this is left, there is no speed.
    var shortestSpeedWindow: Duration = .seconds(5)
    /// A shorter section between two others is a flip, and is merged.
    public var shortestSection: Duration = .seconds(60)
    /// At the start and at the end of a move a walk, or a ride, of this length is a section: the way to the car.
    var shortestEndSection: Duration = .seconds(20)
    /// A reported walk of this length beside the rest at the start or end of a move is a section.
    var shortestToldWalk: Duration = .seconds(30)
    /// A shorter pause within one mode belongs to that mode.
    var longestPauseInMode: Duration = .seconds(240)
    /// A ride is a drive if ``fastRideShare`` of it is faster than this: 30 km/h.
    var fastestRide: Double = 8.3
    /// The share of a ride that must be faster than ``fastestRide``.
    var fastRideShare: Double = 0.1
    /// Reports speak for a stretch of time if they tell the activity of a larger share of it.
    var knownShare: Double = 0.5
    /// Reports that give this share of it to cycling make it a ride at any speed.
    var cyclingShare: Double = 0.2
    /// A ride may be a slow drive if a smaller share of its reports says cycling or walking: the phone feels pedalling.
    var pedallingShare: Double = 0.2
    /// Such a ride is a drive if at least this share of its reports says vehicle or still.
    var seatedShare: Double = 0.1
    /// Cost, in nats, of a change of mode.
    var modeChangeCost: Double = 10
    /// The factor of that cost for a change from or to rest, and between walking and running.
    var easyChangeFactor: Double = 0.7
    /// The factor for a change between cycling and vehicle, which is rare without a stop.
    var hardChangeFactor: Double = 2
    /// The activities that the person moves by. Running and cycling may be left out: someone never runs. Walking and
    /// automotive stay, since a timeline needs a slow and a fast one.
    public var modes: Set<Activity> = [.walking, .running, .cycling, .automotive]
    /// What tells the mode of a ride without reports; nil: each moment by its own speed.
    package var rideModel: RideModel? = .standard
    /// The rides whose mode the person stated, which a store counts.
    package var confirmedRides = ConfirmedRides()
    /// A report of movement says nothing after this time.
    public var reportLifetime: Duration = .seconds(900)

    // MARK: Streams

    /// How late an input may be and still be put in its place. What is later is counted and left out.
    public var lateness: Duration = .seconds(60)

    /// The default policy.
    public init() {}
}

extension TimelinePolicy {
    /// The highest mean speed of a section, in metres per second.
    package func fastest(_ activity: Activity, _ vehicle: Vehicle? = nil) -> Double {
        switch activity {
        case .stationary, .walking: fastestWalking
        case .running: fastestRunning
        case .cycling: fastestCycling
        case .automotive: vehicle == .airplane ? fastestAirplane : fastestVehicle
        }
    }

    /// The greatest distance from the centre of a visit at which the person is still in it, in metres.
    var widestPlace: Double { coarseReach * visitRadius }

    /// Whether a fix at a distance from a place can be in it. Coarse fixes reach farther.
    func isWithinReach(_ point: TrackPoint, at distance: Double) -> Bool {
        distance <= max(visitRadius, min(point.accuracy, widestPlace))
    }

    /// Whether a fix at a distance from a place lies outside it even if it is wrong by its accuracy.
    func isBeyond(_ point: TrackPoint, at distance: Double) -> Bool {
        distance - min(point.accuracy, widestPlace) > visitRadius
    }
}
