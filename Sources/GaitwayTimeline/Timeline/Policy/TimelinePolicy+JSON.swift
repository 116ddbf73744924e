// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// The policy as a file, version 1; POLICY.md of this module describes it.
extension TimelinePolicy {
    private static let document = PolicyDocument<TimelinePolicy>(
        DocumentFormat(kind: "timeline-policy", version: 1),
        fields: [
            .number("worst_accuracy", \.worstAccuracy, in: 0...largest),
            .number("coarse_doubt", \.coarseDoubt, in: 0...largest),
            .number("unstated_accuracy", \.unstatedAccuracy, in: 0...largest),
            .number("impossible_speed", \.impossibleSpeed, in: 0...largest),
            .number("jump_duration", \.jumpDuration.inSeconds, in: 0...largest),
            .number("mixed_share", \.mixedShare, in: 0...1, kind: "a share"),
            .number("jump_repeat_share", \.jumpRepeatShare, in: 0...1, kind: "a share"),
            .number("best_accuracy", \.bestAccuracy, in: 0...largest),
            .number("visit_radius", \.visitRadius, in: 0...largest),
            .number("coarse_reach", \.coarseReach, in: 0...largest),
            .number("spot_reach", \.spotReach, in: 0...largest),
            .number("shortest_visit", \.shortestVisit.inSeconds, in: 0...largest),
            .number("trip_ending_pause", \.tripEndingPause.inSeconds, in: 0...largest),
            .number("shortest_known_visit", \.shortestKnownVisit.inSeconds, in: 0...largest).optional,
            .number("fastest_drift", \.fastestDrift, in: 0...largest),
            .number("jitter_duration", \.jitterDuration.inSeconds, in: 0...largest),
            .number("fastest_departure", \.fastestDeparture, in: 0...largest),
            .number("fastest_still_departure", \.fastestStillDeparture, in: 0...largest),
            .number("vehicle_share", \.vehicleShare, in: 0...1, kind: "a share"),
            .number("walking_share", \.walkingShare, in: 0...1, kind: "a share"),
            .number("restless_share", \.restlessShare, in: 0...1, kind: "a share"),
            .number("still_share", \.stillShare, in: 0...1, kind: "a share"),
            .number("shortest_told_rest", \.shortestToldRest.inSeconds, in: 0...largest),
            .number("longest_vehicle_look", \.longestVehicleLook.inSeconds, in: 0...largest),
            .number("report_slack", \.reportSlack.inSeconds, in: 0...largest),
            .number("longest_silent_way", \.longestSilentWay, in: 0...largest),
            .number("certain_visit", \.certainVisit.inSeconds, in: 0...largest),
            .number("certain_told_rest", \.certainToldRest.inSeconds, in: 0...largest),
            .number("longest_visit_silence", \.longestVisitSilence.inSeconds, in: 0...largest),
            .number("fastest_walking", \.fastestWalking, in: 0...largest),
            .number("fastest_running", \.fastestRunning, in: 0...largest),
            .number("fastest_cycling", \.fastestCycling, in: 0...largest),
            .number("fastest_vehicle", \.fastestVehicle, in: 0...largest),
            .number("fastest_airplane", \.fastestAirplane, in: 0...largest),
            .number("bursts", \.bursts, in: 1...largest),
            .number("fastest_unseen_ride", \.fastestUnseenRide, in: 0...largest).optional,
            .number("long_unseen", \.longUnseen.inSeconds, in: 0...largest).optional,
            .number("slowest_flight", \.slowestFlight, in: 0...largest),
            .number("shortest_flight", \.shortestFlight, in: 0...largest),
            .number("shortest_trip", \.shortestTrip, in: 0...largest),
            .number("smallest_core", \.smallestCore, in: 0...largest),
            .number("core_share", \.coreShare, in: 0...1, kind: "a share"),
            .number("longest_look_back", \.longestLookBack.inSeconds, in: 0...largest),
            .number("longest_steps_inside", \.longestStepsInside.inSeconds, in: 0...largest),
            .number("shortest_rest", \.shortestRest.inSeconds, in: 0...largest),
            .number("longest_idle", \.longestIdle.inSeconds, in: 0...largest),
            .number("longest_look_ahead", \.longestLookAhead.inSeconds, in: 0...largest),
            .number("longest_idle_on_arrival", \.longestIdleOnArrival.inSeconds, in: 0...largest),
            .number("longest_silence", \.longestSilence.inSeconds, in: 0...largest),
            .number("walking_pace", \.walkingPace, in: 0...largest),
            .number("cycling_pace", \.cyclingPace, in: 0...largest),
            .number("vehicle_pace", \.vehiclePace, in: 0...largest),
            .number("shortest_sleep", \.shortestSleep.inSeconds, in: 0...largest),
            .number("longest_sleep_look", \.longestSleepLook.inSeconds, in: 0...largest),
            .number("bridging_speed", \.bridgingSpeed, in: 0...largest),
            .number("bridging_share", \.bridgingShare, in: 0...1, kind: "a share"),
            .number("bridging_pace", \.bridgingPace, in: 0...largest),
            .number("longest_bridge", \.longestBridge.inSeconds, in: 0...largest),
            .number("speed_window", \.speedWindow.inSeconds, in: 0...largest),
            .number("shortest_speed_window", \.shortestSpeedWindow.inSeconds, in: 0...largest),
            .number("shortest_section", \.shortestSection.inSeconds, in: 0...largest),
            .number("shortest_end_section", \.shortestEndSection.inSeconds, in: 0...largest),
            .number("shortest_told_walk", \.shortestToldWalk.inSeconds, in: 0...largest),
            .number("longest_pause_in_mode", \.longestPauseInMode.inSeconds, in: 0...largest),
            .number("fastest_ride", \.fastestRide, in: 0...largest),
            modesField,
            .number("fast_ride_share", \.fastRideShare, in: 0...1, kind: "a share"),
            .number("known_share", \.knownShare, in: 0...1, kind: "a share"),
            .number("cycling_share", \.cyclingShare, in: 0...1, kind: "a share"),
            .number("pedalling_share", \.pedallingShare, in: 0...1, kind: "a share"),
            .number("seated_share", \.seatedShare, in: 0...1, kind: "a share"),
            .number("mode_change_cost", \.modeChangeCost, in: 0...largest),
            .number("easy_change_factor", \.easyChangeFactor, in: 0...largest),
            .number("hard_change_factor", \.hardChangeFactor, in: 0...largest),
            .number("report_lifetime", \.reportLifetime.inSeconds, in: 0...largest),
            .number("lateness", \.lateness.inSeconds, in: 0...largest),
            .count("jump_confirmations", \.jumpConfirmations, in: 1...1_000_000),
            .count("fewest_mixed_jumps", \.fewestMixedJumps, in: 1...1_000_000),
            .count("fewest_drift_fixes", \.fewestDriftFixes, in: 1...1_000_000),
            .count("most_echoes", \.mostEchoes, in: 1...1_000_000),
            .count("fewest_far_fixes", \.fewestFarFixes, in: 1...1_000_000),
        ])

    /// In the order of `Activity`, so that one policy has one text.
    private static var modesField: PolicyField<TimelinePolicy> {
        PolicyField(name: "modes") { (value, policy) throws(InputError) in
            var modes: Set<Activity> = []
            for word in try value.texts() {
                guard let mode = Activity(rawValue: word), mode != .stationary else {
                    throw InputError(
                        .malformed, problem: "the mode \(quoted: word) is not known",
                        remedy: "write walking, automotive, and running or cycling")
                }
                modes.insert(mode)
            }
            policy.modes = modes
        } write: { policy, json in
            json.array(.spaced) { json in
                for mode in Activity.allCases where policy.modes.contains(mode) { json.append(mode.rawValue) }
            }
        }.optional
    }

    /// About 31 years, in seconds: longer than any of these can sensibly be.
    private static let largest = 1e9

    /// Reads a policy; a field that is absent has its default.
    ///
    /// - Throws: `InputError` with the line: `empty`, `unsupported` for another kind or version, `malformed` for text
    ///   that is not JSON, a field that is not known or a value out of range, `truncated` for a file that was cut.
    public init(json bytes: [UInt8], source: String? = nil) throws(InputError) {
        self.init()
        do throws(InputError) {
            try Self.document.read(Self.document.values(of: bytes), into: &self)
            if let fault { throw InputError(.malformed, problem: fault, remedy: "correct the policy") }
        } catch {
            throw source.map { error.inSource($0) } ?? error
        }
    }

    /// What makes the values contradict each other, or nil.
    public var fault: String? {
        let lengthsAndSpeeds = [
            visitRadius, worstAccuracy, bestAccuracy, impossibleSpeed, walkingPace, cyclingPace, vehiclePace,
            fastestDrift, fastestWalking, fastestRunning, fastestCycling, fastestVehicle, fastestAirplane,
        ]
        if lengthsAndSpeeds.contains(where: { $0 <= 0 }) { return "a radius, an accuracy or a speed is 0" }
        if !modes.isSuperset(of: [.walking, .automotive]) || modes.contains(.stationary) {
            return "the modes need walking and automotive, and may have running and cycling besides"
        }
        if shortestSpeedWindow <= .zero { return "the shortest window of speeds is 0 s" }
        if shortestVisit <= .zero { return "the shortest visit is 0 s" }
        if shortestVisit > tripEndingPause {
            return "the shortest visit is longer than the pause that ends a trip"
        }
        if shortestKnownVisit <= .zero { return "the shortest visit to a known place is 0 s" }
        if tripEndingPause > certainVisit { return "the pause that ends a trip is longer than a certain visit" }
        return nil
    }

    /// All that timelines depend on as one text, the same in each process.
    package var identity: String { "\(json) \(confirmedRides) \(rideModel.map { "\($0)" } ?? "")" }

    /// The policy as a file, every field in it.
    public var json: String { Self.document.text(of: self) }
}
