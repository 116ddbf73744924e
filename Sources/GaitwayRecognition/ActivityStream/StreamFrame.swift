// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The first and the last line of a stream that this version of Gaitway makes: every door fills them here.
package struct StreamFrame: Sendable {
    /// The line that begins the stream.
    package let header: StreamHeader

    /// The frame of a stream.
    ///
    /// - Parameters:
    ///   - source: the log, as the user names it.
    ///   - model: the model's own name; the header adds Gaitway's version.
    ///   - origin: the wall-clock time of elapsed 0.
    ///   - smoothing: how the windows are joined, as a word.
    ///   - usesSpeed: whether windows may also rest on speeds.
    ///   - givesProvisionalAnswers: whether reports may be first answers from half a window.
    package init(
        source: String, model: String, origin: Timestamp?, smoothing: String, usesSpeed: Bool = false,
        givesProvisionalAnswers: Bool = false
    ) {
        header = StreamHeader(
            source: source, model: model + " gaitway/" + ProductVersion.text, origin: origin, smoothing: smoothing,
            hasSpeed: usesSpeed, hasSteps: true, hasProvisional: givesProvisionalAnswers)
    }

    /// The line that closes the stream. Kinds of repair that did not occur are left out.
    ///
    /// - Parameters:
    ///   - end: the end of the log, since the first accelerometer sample.
    ///   - windows: how many windows had an estimate or a reason against one.
    ///   - steps: whole steps since the recording began.
    ///   - windowsWithSpeed: how many estimates also rest on a speed; counts only if the stream uses speeds.
    package func footer(
        end: Duration, windows: Int, steps: Int, windowsWithSpeed: Int = 0, repairs: [(kind: String, count: Int)] = []
    ) -> StreamFooter {
        StreamFooter(
            end: max(.zero, end), windows: windows,
            repaired: repairs.filter { $0.count > 0 }.map { StreamFooter.Repair(kind: $0.kind, count: $0.count) },
            windowsWithSpeed: header.hasSpeed ? windowsWithSpeed : nil, steps: steps)
    }
}
