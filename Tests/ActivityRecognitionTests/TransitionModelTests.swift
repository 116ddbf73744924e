// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct TransitionModelTests {
    private static let hop = WindowGrid.hopDuration

    /// After a gap the windows lie on a grid of their own, so a step is a fraction of a hop.
    @Test(arguments: [1, 2, 3, 50] as [Int64], [-0.49, -0.1, 0.1, 0.49])
    func aStepCountsAsTheNearestNumberOfHops(hops: Int64, shift: Double) {
        let chain = TransitionModel(stay: 0.95)
        let later = hops * Self.hop + Int64(proven: shift * Double(Self.hop))
        #expect(chain.rows(from: 700, to: 700 + later) == chain.rows(from: 0, to: hops * Self.hop))
        #expect(chain.rows(from: 0, to: hops * Self.hop) != chain.rows(from: 0, to: (hops - 1) * Self.hop))
    }

    /// Over several hops the chain goes on, hop by hop.
    @Test func manyHopsAreOneAfterTheOther() {
        let chain = TransitionModel(stay: 0.95)
        let hop = chain.rows(from: 0, to: Self.hop)
        for place in TransitionModel.places {
            var state = TransitionModel.State()
            state[place] = 1
            for hops in Int64(1)...40 {
                state = TransitionModel.product(state, hop)
                let difference = chain.rows(from: 0, to: hops * Self.hop)[place] - state
                #expect((difference * difference).sum() < 1e-24)
                #expect(abs(state.sum() - 1) < 1e-12)
            }
        }
    }
}
