// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts

/// One policy, and what it makes of many rides.
package struct PolicyTrial: Sendable {
    package let policy: GatePolicy
    /// The values of the swept fields; empty for a profile or a policy file.
    package let values: [String]
    package var figures = OutlookFigures()

    package init(policy: GatePolicy, values: [String] = []) {
        self.policy = policy
        self.values = values
    }

    /// Plays each ride with each policy.
    ///
    /// - Parameters:
    ///   - workers: how many rides are played at a time.
    ///   - progress: is told how many rides are done; what it throws ends the work.
    /// - Throws: `InputError` for a policy that cannot be kept, and what `progress` throws.
    package static func play(
        _ trials: [PolicyTrial], on rides: [RideStreams.Ride], workers: Int,
        progress: (WorkProgress) throws -> Void = { _ in }
    ) async throws -> [PolicyTrial] {
        let stage = "rides played"
        let policies = trials.map(\.policy)
        var trials = trials
        try progress(.step(stage: stage, done: 0, total: rides.count))
        try await withThrowingTaskGroup(of: (ride: Int, times: [OutlookTime]).self) { group in
            var next = 0
            func start() {
                guard next < rides.count else { return }
                let index = next
                next += 1
                group.addTask { (index, try policies.map { try OutlookTime(rides[index], policy: $0) }) }
            }
            for _ in 0..<max(1, workers) { start() }
            var done = 0
            while let (ride, times) = try await group.next() {
                // Times are whole nanoseconds, so that the order of the rides makes no difference.
                for (index, time) in times.enumerated() { trials[index].figures.add(time, of: rides[ride]) }
                done += 1
                try progress(.step(stage: stage, done: done, total: rides.count))
                start()
            }
        }
        return trials
    }
}
