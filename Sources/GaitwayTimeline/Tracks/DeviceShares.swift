// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Notes the device of each fix and report of a file. A phone left at home would be a second person in the track.
struct DeviceShares {
    /// The file's own tags of the devices, in the order of their first entries.
    private(set) var tags: [String] = []
    /// The device of each fix and each report; empty while there is one device.
    private(set) var ofFixes: [UInt8] = []
    private(set) var ofReports: [UInt8] = []
    private var fixCount = 0
    private var reportCount = 0
    private var current: UInt8 = 0
    private var numbers: [String: UInt8] = [:]

    /// Sets the device of the next fixes and reports. Devices beyond 255 count as one.
    mutating func begin(_ tag: String) {
        if let number = numbers[tag] {
            current = number
            return
        }
        let number = UInt8(min(tags.count, 255))
        if tags.count < 256 { tags.append(tag) }
        numbers[tag] = number
        current = number
        guard tags.count == 2 else { return }
        ofFixes = [UInt8](repeating: 0, count: fixCount)
        ofReports = [UInt8](repeating: 0, count: reportCount)
    }

    mutating func noteFix() {
        fixCount += 1
        if tags.count > 1 { ofFixes.append(current) }
    }

    mutating func noteReport() {
        reportCount += 1
        if tags.count > 1 { ofReports.append(current) }
    }
}

extension TrackBuilder {
    private static let day: Int64 = 86_400

    /// Keeps one device a day: the one with the most fixes in all, or the next if it has none on that day. Counts and
    /// reports the rest.
    mutating func chooseDevices() {
        guard devices.tags.count > 1, devices.ofFixes.count == fixes.count, devices.ofReports.count == reports.count
        else { return }
        var shares = [Int](repeating: 0, count: devices.tags.count)
        for device in devices.ofFixes { shares[Int(device)] += 1 }
        // Of devices with equal counts, the one that came first.
        let ranking = shares.indices.sorted { (-shares[$0], $0) < (-shares[$1], $1) }
        var ranks = [Int](repeating: 0, count: shares.count)
        for (rank, device) in ranking.enumerated() { ranks[device] = rank }
        var best: [Int64: Int] = [:]
        for (fix, device) in zip(fixes, devices.ofFixes) {
            best[Self.day(fix.elapsed), default: .max] = min(best[Self.day(fix.elapsed)] ?? .max, ranks[Int(device)])
        }
        var dropped = [Int](repeating: 0, count: shares.count)
        var end = 0
        for index in fixes.indices {
            let device = Int(devices.ofFixes[index])
            guard best[Self.day(fixes[index].elapsed)] == ranks[device] else {
                dropped[device] += 1
                continue
            }
            fixes[end] = fixes[index]
            end += 1
        }
        fixes.removeSubrange(end...)
        end = 0
        var droppedReports = 0
        for index in reports.indices {
            let rank = ranks[Int(devices.ofReports[index])]
            guard best[Self.day(reports[index].delivered)] ?? rank == rank else {
                droppedReports += 1
                continue
            }
            reports[end] = reports[index]
            end += 1
        }
        reports.removeSubrange(end...)
        let sum = dropped.reduce(0, +)
        guard sum + droppedReports > 0 else { return }
        repairs[.otherDevice, default: 0] += sum + droppedReports
        remarks.append(
            .devices(
                serving: devices.tags[ranking[0]],
                others: ranking.dropFirst().filter { dropped[$0] > 0 }.map { (devices.tags[$0], dropped[$0]) }
                    .map { TrackRemark.Share(device: $0.0, fixes: $0.1) }))
    }

    private static func day(_ elapsed: Duration) -> Int64 { elapsed.components.seconds / day }
}
