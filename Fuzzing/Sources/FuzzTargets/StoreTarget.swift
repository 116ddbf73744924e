// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline

/// Reads a changed store. The first byte chooses whether its pages are sealed again; patches follow.
///
/// The target makes every query, writes all exports, and adds an hour to the store.
enum StoreTarget: FuzzTarget {
    static let name = "store"

    private static let pageSize = 4096

    static func take(_ bytes: [UInt8]) {
        var file = ScratchStore.bytes
        Patches(bytes.dropFirst()).apply(to: &file)
        if bytes.first.map({ $0 % 8 != 7 }) ?? true { seal(&file) }
        read(file)
    }

    /// Opens and uses a store of these bytes.
    static func read(_ file: [UInt8]) {
        ScratchStore.write(file)
        do throws(InputError) {
            let store = try ScratchStore.open()
            ask(store)
            try store.add(ScratchStore.input(fixes: 35..<65))
            if let span = try store.span() { TimelineTarget.use(try store.timeline(during: span)) }
        } catch {
            precondition(!error.problem.isEmpty)
        }
    }

    /// Writes the seal of each page.
    static func seal(_ file: inout [UInt8]) {
        file.withUnsafeMutableBytes { bytes in
            for page in 0..<bytes.count / pageSize {
                let place = page * pageSize
                PageSeal.write(
                    to: UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + pageSize]),
                    number: UInt32(page + 1))
            }
        }
    }

    private static func ask(_ store: TimelineDatabase) {
        let start = Fixtures.noon
        for span in [try? store.span(), TimeSpan(start: start, end: start + .seconds(2000))].compactMap(\.self) {
            guard let timeline = try? store.timeline(during: span) else { continue }
            TimelineTarget.use(timeline)
        }
        _ = try? store.inputs()
        _ = try? store.corrections()
        _ = try? store.moves(with: .automotive)
        for place in (try? store.places()) ?? [] { _ = try? store.visits(at: place.place.identifier) }
        _ = try? store.check()
    }
}
