// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayBase

extension Location {
    /// The fix that a program gives, checked; `name` stands in messages. Unknown numbers are NaN. A negative speed,
    /// course or accuracy is unknown, too.
    init(_ fix: gaitway_fix, _ name: String) throws(CallError) {
        try SampleBounds.check(fix.elapsed_ns, name)
        guard fix.latitude.magnitude <= 90, fix.longitude.magnitude <= 180 else {
            throw CallError(
                "\(name) is at \(fix.latitude), \(fix.longitude); give degrees from -90 to 90 and from -180 to 180",
                status: GAITWAY_ERROR_VALUE)
        }
        func known(_ value: Double, _ field: String) throws(CallError) -> Double? {
            guard !value.isInfinite else {
                throw CallError(
                    "\(name).\(field) is infinite; give a number, or NaN if unknown", status: GAITWAY_ERROR_VALUE)
            }
            return value.isNaN ? nil : value
        }
        func positive(_ value: Double, _ field: String) throws(CallError) -> Double? {
            try known(value, field).flatMap { $0 < 0 ? nil : $0 }
        }
        self.init(
            elapsed: .nanoseconds(fix.elapsed_ns), latitude: fix.latitude, longitude: fix.longitude,
            altitude: try known(fix.altitude, "altitude"), speed: try positive(fix.speed, "speed"),
            course: try positive(fix.course, "course"), horizontalAccuracy: try positive(fix.accuracy, "accuracy"))
    }
}
