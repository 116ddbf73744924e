// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayTimeline

@Suite("Lists of what a file holds")
struct PagedListTests {
    @Test("a paged list has what an array has, also while it gives memory back")
    func sameAsAnArray() {
        var generator = SeededGenerator(seed: 5)
        for count in [0, 1, 1023, 1024, 1025, 300_000] {
            let numbers = (0..<count).map { _ in UInt64.random(in: .min ... .max, using: &generator) }
            let list = PagedList<UInt64>()
            for number in numbers { list.append(number) }
            #expect(list.count == count)
            var places = Array(0..<count)
            places.shuffle(using: &generator)
            for place in places.prefix(2000) { #expect(list[place] == numbers[place]) }
            var released = 0
            for place in 0..<count {
                if Int.random(in: 0..<5000, using: &generator) == 0 {
                    released = Int.random(in: released...place, using: &generator)
                    list.release(before: released)
                }
                guard list[place] == numbers[place] else {
                    Issue.record("element \(place) of \(count)")
                    break
                }
            }
        }
    }

    @Test("consuming shows each element once, whatever it holds")
    func consumes() {
        final class Counted {}
        weak var first: Counted?
        weak var last: Counted?
        var list: PagedList<(Int, Counted)>? = PagedList()
        for number in 0..<200_000 {
            let counted = Counted()
            if number == 2000 { first = counted }
            last = counted
            list?.append((number, counted))
        }
        var next = 0
        #expect(first != nil)
        list?.consume { number, _ in
            #expect(number == next)
            next += 1
        }
        #expect(next == 200_000 && last != nil)
        // What was given back is gone, the rest goes with the list.
        #expect(first == nil)
        list = nil
        #expect(last == nil)
    }

    @Test("line numbers are those that were added")
    func lineNumbers() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<Rounds.count(400) {
            var lines = LineNumbers()
            var expected: [Int] = []
            var line = 1
            while expected.count < 300 {
                let step = [0, 0, 1, 1, 3, -2].randomElement(using: &generator) ?? 0
                for _ in 0..<Int.random(in: 1...20, using: &generator) {
                    expected.append(line)
                    lines.append(line)
                    line += step
                }
            }
            #expect(expected.indices.map { lines[$0] } == expected)
        }
    }
}
