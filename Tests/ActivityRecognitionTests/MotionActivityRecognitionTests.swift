// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

/// The manager with a recogniser as its source.
@Suite(.timeLimit(.minutes(10))) struct MotionActivityRecognitionTests {
    /// A phone at rest, then swung about, at 50 Hz.
    private static let samples: [SensorSample] = {
        var generator = SeededGenerator(seed: 5)
        return (0..<6000).map { index in
            let strength: Float = index < 3000 ? 0.005 : 6
            let noise = SIMD3<Float>(
                .random(in: -strength...strength, using: &generator),
                .random(in: -strength...strength, using: &generator),
                .random(in: -strength...strength, using: &generator))
            return SensorSample(
                sensor: .acceleration, nanoseconds: Int64(index) * 20_000_000, value: SIMD3(0, 0, 9.81) + noise)
        }
    }()

    private static func batches(of size: Int) -> AsyncStream<[SensorSample]> {
        AsyncStream { continuation in
            var rest = samples[...]
            while !rest.isEmpty {
                continuation.yield(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            continuation.finish()
        }
    }

    @Test(arguments: [1, 997, 6000]) func givesWhatTheRecognizerGives(_ size: Int) async throws {
        let model = try DefaultModel.load()
        let origin = Timestamp(nanoseconds: 1_777_622_400_000_000_000)
        var recognizer = try Recognizer(model: model, options: .init(origin: origin))
        recognizer.append(Self.samples)
        recognizer.finish()
        var expected: [ActivityReport] = []
        recognizer.takeReports(into: &expected)
        let manager = MotionActivityManager()
        let updates = try await manager.updates(includingRepeats: true)
        try await manager.recognize(
            Self.batches(of: size), with: try Recognizer(model: model, options: .init(origin: origin)), origin: origin)
        var seen: [ActivityReport] = []
        for await report in updates { seen.append(report) }
        #expect(seen.map(\.activity) == expected.map(\.activity))
        #expect(seen.map(\.delivered) == expected.map(\.delivered))
        #expect(seen.first?.activity.flags == .stationary)
        #expect(Set(seen.map(\.activity.flags)).count > 1)
    }
}
