// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// How an activity stream and a track come on one clock: by wall clock if both have one, by elapsed time if neither has
/// and they are of one recording.
struct StreamJoin {
    /// What the stream's elapsed times are short of the track's.
    let shift: Duration
    /// What was taken for granted.
    private(set) var notes: [RideNote] = []

    /// - Throws: `InputError` for a stream and a track that cannot be joined.
    init(
        _ header: StreamHeader, of name: String, toTrack track: String, origin trackOrigin: Timestamp?
    ) throws(InputError) {
        switch (header.origin, trackOrigin) {
        case (let origin?, let trackOrigin?): shift = origin - trackOrigin
        case (nil, nil):
            shift = .zero
            switch Self.isSameRecording(header.source, track) {
            case true?: break
            case false?:
                throw .ambiguous(
                    "the stream of \(quoted: header.source) and the track \(quoted: track) cannot be joined: "
                        + "neither has a clock", remedy: "give both of one recording", source: name)
            case nil: notes.append(RideNote(name, .assumedSameRecording))
            }
        case (let origin, _):
            let (with, without) = origin == nil ? ("track", "stream") : ("stream", "track")
            throw .ambiguous(
                "the \(with) has a wall clock and the \(without) has none, so they cannot be joined",
                remedy: "give a track and a stream of one recording", source: name)
        }
    }

    /// Whether two names are of one recording: the same file or folder, or a file and the folder that it lies in. Nil
    /// when one of them came from standard input.
    private static func isSameRecording(_ first: String, _ second: String) -> Bool? {
        if first == second { return true }
        let unnamed: Set<String> = ["", StandardInput.path, StandardInput.name]
        guard !unnamed.contains(first), !unnamed.contains(second) else { return nil }
        guard let one = names(first), let other = names(second) else { return nil }
        if one.name == other.name { return one.folder == nil || other.folder == nil || one.folder == other.folder }
        return one.folder == other.name || other.folder == one.name
    }

    /// A path's last name, without the ending of a zip, and the name of the folder it is in.
    private static func names(_ path: String) -> (folder: String?, name: String)? {
        let names = path.split(separator: "/").filter { $0 != "." && $0 != ".." }.suffix(2)
            .map { $0.hasSuffix(".zip") ? String($0.dropLast(4)) : String($0) }
        guard let name = names.last else { return nil }
        return (names.count == 2 ? names.first : nil, name)
    }
}
