package import MotionTypes

/// A note of a reader beside its counts.
package enum TrackRemark: Sendable, Hashable, CustomStringConvertible {
    /// The number of a device's fixes that were left out.
    package struct Share: Sendable, Hashable {
        package var device: String
        package var fixes: Int
    }

    /// A record or file that cannot be used.
    case damaged(InputError)
    /// There were several devices at once; one of them serves.
    case devices(serving: String, others: [Share])
    /// The number of files in a folder or archive that are not tracks.
    case otherFiles(Int)

    package var description: String {
        switch self {
        case .damaged(let fault): return "left out: \(fault)"
        case .devices(let serving, let others):
            let list = others.map { "\($0.device) (\($0.fixes) fixes)" }.joined(separator: ", ")
            return
                "several devices: \(serving) has the most fixes and serves"
                + (list.isEmpty ? "" : "; left out on its days: \(list)")
        case .otherFiles(let count):
            return "\(count) other \(count == 1 ? "file is not a track" : "files are not tracks")"
        }
    }
}
