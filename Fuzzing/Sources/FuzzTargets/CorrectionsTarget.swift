// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline

/// Reads any bytes as corrections. They must be the same after writing and reading. A store must take all of them or
/// none, and its timeline must have no holes afterwards.
enum CorrectionsTarget: FuzzTarget {
    static let name = "corrections"

    static func take(_ bytes: [UInt8]) {
        guard let document = try? CorrectionDocument(json: bytes) else { return }
        guard let again = try? CorrectionDocument(json: Array(document.json.utf8)) else {
            fatalError("corrections that were written are not read again")
        }
        precondition(again == document)
        // More corrections take longer and test nothing else.
        guard document.corrections.count <= 20 else { return }
        ScratchStore.write(ScratchStore.bytes)
        do throws(InputError) {
            let store = try ScratchStore.open()
            let before = try store.corrections()
            guard let after = try? store.correct(document) else {
                let left = try store.corrections()
                precondition(left == before, "a part of corrections that were refused is kept")
                return
            }
            guard let span = try store.span() else { fatalError("the store is empty") }
            let timeline = try store.timeline(during: span)
            for (one, next) in zip(timeline.items, timeline.items.dropFirst()) {
                precondition(one.span.end == next.span.start, "items do not touch")
            }
            TimelineTarget.use(timeline)
            let contents = try store.check()
            precondition(contents.corrections == after.count)
        } catch {
            fatalError("a sound store is refused: \(error)")
        }
    }
}
