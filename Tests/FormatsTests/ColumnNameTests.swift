// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayBase

@Suite("Headings of columns")
struct ColumnNameTests {
    @Test(
        "a heading tells what a column measures and its scale",
        arguments: [
            ("speed (km/h)", ColumnRole.speed, 1 / 3.6), ("Velocity (m/s)", .speed, 1), ("speed", .speed, 1),
            ("Speed [mph]", .speed, 0.44704), ("gps_speed (knots)", .speed, 1852.0 / 3600),
            ("Height (m)", .altitude, 1),
            ("altitude (ft)", .altitude, 0.3048), ("Horizontal Accuracy (m)", .horizontalAccuracy, 1),
            ("horizontal_accuracy", .horizontalAccuracy, 1), ("Latitude (°)", .latitude, 1), ("LNG", .longitude, 1),
            ("Direction (°)", .course, 1), ("\"bearing", .course, 1),
        ])
    func scalars(_ heading: String, _ role: ColumnRole, _ scale: Double) {
        let name = ColumnName(Array(heading.utf8))
        #expect(name.role(bare: nil)?.role == role)
        #expect(abs(name.lengthScale - scale) < 1e-12)
    }

    @Test(
        "times name their unit in brackets or as the last word",
        arguments: [("Time (s)", 9), ("time_ms", 6), ("timestamp [ns]", 0), ("t (us)", 3)])
    func times(_ heading: String, _ exponent: Int) {
        let name = ColumnName(Array(heading.utf8))
        #expect(name.role(bare: nil)?.role == .time)
        #expect(name.unit?.timeExponent == exponent)
    }

    @Test("a vector has an axis and no unit of speed")
    func vectors() {
        let name = ColumnName(Array("acc_y (m/s^2)".utf8))
        #expect(name.role(bare: nil)?.role == .acceleration)
        #expect(name.axis == 1)
        #expect(ColumnName(Array("acc_y (km/h)".utf8)).role(bare: nil) == nil)
        #expect(ColumnName(Array("satellites".utf8)).role(bare: nil) == nil)
    }

    @Test(
        "quantities are named in the languages of phones",
        arguments: [
            ("Lineare Beschleunigung x (m/s^2)", ColumnRole.linearAcceleration),
            ("Beschleunigung y (m/s²)", .acceleration),
            ("Accélération linéaire z (m/s^2)", .linearAcceleration), ("Aceleración lineal x", .linearAcceleration),
            ("Accelerazione lineare y (m/s^2)", .linearAcceleration), ("线性加速度 z (m/s^2)", .linearAcceleration),
            ("Gyroskop x (rad/s)", .rotationRate), ("Giroscopio y (rad/s)", .rotationRate),
            ("陀螺仪 z (rad/s)", .rotationRate), ("Druck (hPa)", .pressure), ("Presión (hPa)", .pressure),
            ("Zeit (s)", .time), ("Temps (s)", .time), ("LSM6DSO Accelerometer.x", .acceleration),
            ("bmi160_gyroscope_y (rad/s)", .rotationRate),
        ])
    func languages(_ heading: String, _ role: ColumnRole) {
        #expect(ColumnName(Array(heading.utf8)).role(bare: nil)?.role == role)
    }

    @Test(
        "the axis may stand in brackets, and the unit behind it",
        arguments: [
            ("acc_y_mg", ColumnRole.acceleration, ColumnUnit.milligravity),
            ("ay_ms2", .acceleration, .metresPerSecondSquared),
            ("Acc_Y_m_s2", .acceleration, .metresPerSecondSquared), ("gyro_y_rad_s", .rotationRate, .radiansPerSecond),
            ("gy_dps", .rotationRate, .degreesPerSecond), ("accel(y)", .acceleration, nil),
            ("Y_value", .acceleration, nil),
            ("y_g", .rotationRate, nil), ("acc_y", .acceleration, nil), ("y", .acceleration, nil),
            ("y_mg", .acceleration, .milligravity), ("ay_mss", .acceleration, .metresPerSecondSquared),
            ("ay m/s^2", .acceleration, .metresPerSecondSquared),
            ("acc_y_m_per_s2", .acceleration, .metresPerSecondSquared),
            ("ay (Gal)", .acceleration, .centimetresPerSecondSquared),
            ("ay (ft/s^2)", .acceleration, .feetPerSecondSquared),
            ("ay (m·s⁻²)", .acceleration, .metresPerSecondSquared), ("ay (G's)", .acceleration, .standardGravity),
            ("ay (m/sec^2)", .acceleration, .metresPerSecondSquared),
            ("w_RS_S_y [rad s^-1]", .rotationRate, .radiansPerSecond),
            ("a_RS_S_y [m s^-2]", .acceleration, .metresPerSecondSquared),
        ] as [(String, ColumnRole, ColumnUnit?)])
    func units(_ heading: String, _ role: ColumnRole, _ unit: ColumnUnit?) {
        let name = ColumnName(Array(heading.utf8))
        #expect(name.role(bare: .acceleration)?.role == role)
        #expect(name.axis == 1 && name.unit == unit)
    }

    @Test(
        "a word before the quantity says where it was measured",
        arguments: [
            ("phone_acc_x", "phone", ColumnRole.acceleration),
            ("field.linear_acceleration.x", "field", .linearAcceleration),
            ("Latest: X-axis acceleration (m/s²)", "latest", .acceleration), ("left gyro x", "left", .rotationRate),
        ])
    func owners(_ heading: String, _ owner: String, _ role: ColumnRole) {
        let name = ColumnName(Array(heading.utf8))
        #expect(name.owner == owner && name.axis == 0 && name.text == heading)
        #expect(name.role(bare: nil)?.role == role)
        #expect(ColumnName(Array("device_time".utf8)).owner == nil)
        #expect(ColumnName(Array("hand_p".utf8)).role(bare: nil) == nil)
    }
}
