// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

/// Kernels with their thresholds, and the counts that they give for a window.
///
/// Counts are whole numbers of whole numbers, so that a window has the same ones wherever it is computed.
package struct KernelBank: Sendable, Hashable {
    /// Kernels of one signal and dilation, which share their sums.
    private struct Group: Sendable, Hashable {
        var signal: MotionSignal
        var dilation: Int
        var range: Range<Int>
    }

    /// The kernels, in the order of their numbers.
    package let kernels: [MotionKernel]
    /// The answer, in quanta, that each kernel must exceed to be counted.
    package let thresholds: [Int16]
    /// Where the kernels' taps lie.
    private let offsets: [SIMD4<Int32>]
    private let groups: [Group]

    package static let empty = KernelBank()

    private init() {
        kernels = []
        offsets = []
        thresholds = []
        groups = []
    }

    package var count: Int { kernels.count }

    /// A bank from its parts; nil unless the kernels' numbers rise and each has a threshold.
    package init?(kernels: [MotionKernel], thresholds: [Int16]) {
        guard kernels.count == thresholds.count, zip(kernels, kernels.dropFirst()).allSatisfy({ $0.number < $1.number })
        else { return nil }
        self.kernels = kernels
        offsets = kernels.map(\.taps.offsets)
        self.thresholds = thresholds
        var groups: [Group] = []
        for (place, kernel) in kernels.enumerated() {
            if let last = groups.last, last.signal == kernel.signal, last.dilation == kernel.taps.dilation {
                groups[groups.count - 1].range = last.range.lowerBound..<place + 1
            } else {
                groups.append(Group(signal: kernel.signal, dilation: kernel.taps.dilation, range: place..<place + 1))
            }
        }
        self.groups = groups
    }

    /// Replaces `counts` by the count of each kernel, 0 ... 128; 0 for kernels of a rotation that is missing.
    package func count(_ signals: QuantizedSignals, with scratch: inout KernelScratch, into counts: inout [UInt8]) {
        if counts.count != count { counts = [UInt8](repeating: 0, count: count) }
        var results = counts.mutableSpan
        var loaded: MotionSignal?
        for group in groups {
            if group.signal == .rotation, !signals.hasRotation {
                for place in group.range { results[place] = 0 }
                continue
            }
            if loaded != group.signal {
                scratch.counter.load(signals.values.span, from: group.signal.rawValue * WindowGrid.count)
                loaded = group.signal
            }
            scratch.counter.dilate(by: group.dilation)
            scratch.counter.count(offsets.span, above: thresholds.span, range: group.range, into: &results)
        }
    }
}

/// The memory that counting takes, to be kept from window to window.
package struct KernelScratch: Sendable {
    var counter = KernelCounter(count: WindowGrid.count, largestDilation: MotionKernel.dilations.max() ?? 1)

    /// Memory for one window at a time.
    package init() {}
}
