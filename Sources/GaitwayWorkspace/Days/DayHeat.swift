// SPDX-License-Identifier: Apache-2.0
import Dispatch
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import Synchronization

/// The heat map of a store's paths: computed in the background, once for each state of the store.
///
/// Every call may come from any thread.
final class DayHeat: Sendable {
    /// What is known at a moment.
    struct Snapshot: Sendable {
        var cells: HeatCells
        /// The share of the months that were read, 0 to 1; below 1, the cells show an earlier state.
        var share: Double
    }

    private struct State {
        var stamp: String?
        var cells = HeatCells()
        /// The state that is being read, and the share of its months that were.
        var running: (stamp: String, share: Double)?
        var problem: InputError?
    }

    private let path: String
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "days.heat", qos: .utility)

    init(path: String) { self.path = path }

    /// The counts in a state of the store, or those before it while they are computed.
    ///
    /// - Parameters:
    ///   - stamp: the state of the store.
    ///   - days: gives the days that hold something.
    /// - Throws: `InputError` if the store could not be read.
    func answer(at stamp: String, days: () throws -> [TimelineDay]) throws -> Snapshot {
        let isNew = state.withLock { $0.stamp != stamp && $0.running == nil }
        if isNew {
            let days = try days()
            let begins = state.withLock { state -> Bool in
                guard state.running == nil else { return false }
                state.running = (stamp, 0)
                return true
            }
            if begins { queue.async { self.compute(stamp, days) } }
        }
        return try state.withLock { state in
            if let problem = state.problem {
                state.problem = nil
                throw problem
            }
            return Snapshot(cells: state.cells, share: state.stamp == stamp ? 1 : state.running?.share ?? 0)
        }
    }

    private func compute(_ stamp: String, _ days: [TimelineDay]) {
        do throws(InputError) {
            let cells = try read(days)
            state.withLock { state in
                (state.cells, state.stamp, state.running) = (cells, stamp, nil)
            }
        } catch {
            state.withLock { ($0.problem, $0.running) = (error, nil) }
        }
    }

    /// Reads a month at a time, by a connection of its own: other requests need not wait.
    private func read(_ days: [TimelineDay]) throws(InputError) -> HeatCells {
        var cells = HeatCells()
        let months = CalendarUnit.month.groups(of: days)
        guard !months.isEmpty else { return cells }
        let database = try TimelineDatabase(path: path, creation: .never)
        for (index, month) in months.enumerated() {
            let items = try database.timeline(during: month.span, withPaths: true).items
            for case .move(let move) in items where move.span.start >= month.span.start {
                guard move.span.start < month.span.end else { continue }
                for section in move.sections { cells.add(section.path) }
            }
            state.withLock { $0.running?.share = Double(index) / Double(months.count) }
        }
        cells.settle()
        return cells
    }
}
