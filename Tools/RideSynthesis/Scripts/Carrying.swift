// SPDX-License-Identifier: Apache-2.0
/// How the phone is held during a leg: its pose on the body at rest, and how much of the body's motion reaches it.
struct Carrying {
    var placement: PhonePlacement
    /// Takes the phone's frame into the carrier's (forward, left, up) while nothing swings.
    var posture: Rotation
    /// From the point that does not swing to the phone, in metres, in the carrier's frame.
    var lever: SIMD3<Double>
    /// The share of the carrier's swing that turns the phone.
    var swingShare: Double
    /// The share of the carrier's acceleration that shakes it.
    var shakeShare: Double
    /// How slowly it follows that, in seconds: an arm takes shocks away. 0 for a phone that is held fast.
    var give = 0.0
    /// How much more it feels of one leg than of the other, as a share of what a pocket feels.
    var oneSided = 1.0

    init(_ motion: RideScript.Motion, placement: PhonePlacement, context: LegContext) {
        self.placement = placement
        // How far the thigh is raised from hanging down, in radians.
        let thigh: Double
        switch motion {
        case .sitting, .driving, .train, .shaking: thigh = 1.35
        case .cycling: thigh = 0.85
        case .standing, .walking, .running, .lift: thigh = 0.1
        }
        let raised = Rotation(angle: -thigh, axis: SIMD3(0, 1, 0))
        var random = context.random(90)
        let tilt = random.normalVector()
        switch placement {
        case .pocket:
            // Top down, screen forward: x to the right, y down, z forward.
            let hanging = Rotation(columns: SIMD3(0, -1, 0), SIMD3(0, 0, -1), SIMD3(1, 0, 0))
            posture = raised * hanging * Rotation(tilted: 0.12 * tilt)
            lever = raised(SIMD3(0.05, 0.08, -0.20))
            swingShare = 1
            shakeShare = 1
        case .bag:
            // Top up, screen to the left.
            let upright = Rotation(columns: SIMD3(1, 0, 0), SIMD3(0, 0, 1), SIMD3(0, -1, 0))
            posture = upright * Rotation(tilted: 0.25 * tilt)
            lever = SIMD3(-0.15, 0, 0.1)
            swingShare = 0.25
            shakeShare = 0.9
        case .mount:
            // Top up, screen towards the person, leaning back.
            let upright = Rotation(columns: SIMD3(0, -1, 0), SIMD3(0, 0, 1), SIMD3(-1, 0, 0))
            posture = upright * Rotation(angle: -0.4, axis: SIMD3(1, 0, 0)) * Rotation(tilted: 0.05 * tilt)
            lever = .zero
            swingShare = 0.2
            shakeShare = 1
        case .table:
            posture = Rotation(tilted: SIMD3(0.004, 0.004, 0.5) * tilt)
            lever = .zero
            swingShare = 0
            shakeShare = 0
        case .hand:
            // Top forward and up, screen to the face. The arm hangs on the trunk, which does not swing like a thigh and
            // feels both legs alike: in walks with the phone before the chest the step is 0.7 to 1.5 m/s² upright, its
            // harmonics are a third of that, and the stride's odd multiples are weak. Sharp shocks are taken away.
            let (level, rise) = (cosine(0.7), sine(0.7))
            let held = Rotation(columns: SIMD3(0, -1, 0), SIMD3(level, 0, rise), SIMD3(-rise, 0, level))
            posture = held * Rotation(tilted: 0.1 * tilt)
            lever = SIMD3(0.35, 0, 0.1)
            switch motion {
            case .walking, .running: (swingShare, shakeShare, oneSided, give) = (0.03, 0.7, 0.3, 0.015)
            default: (swingShare, shakeShare) = (0.3, 0.85)
            }
        }
    }
}

extension Rotation {
    /// A turn by the rotation vector `vector`.
    init(tilted vector: SIMD3<Double>) {
        let angle = dot(vector, vector).squareRoot()
        self = angle > 1e-12 ? Rotation(angle: angle, axis: vector / angle) : .identity
    }

    /// The rotation that takes the axes x, y and z to the three given ones, which are orthonormal and right-handed.
    init(columns x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
        // Of the four equivalent formulae (Shepperd 1978) the one whose root is largest.
        let trace = x.x + y.y + z.z
        let candidates = [trace, x.x, y.y, z.z]
        var best = 0
        for index in 1..<4 where candidates[index] > candidates[best] { best = index }
        switch best {
        case 0:
            let root = (1 + trace).squareRoot() * 2
            self.init(scalar: root / 4, vector: SIMD3(y.z - z.y, z.x - x.z, x.y - y.x) / root)
        case 1:
            let root = (1 + x.x - y.y - z.z).squareRoot() * 2
            self.init(
                scalar: (y.z - z.y) / root, vector: SIMD3(root / 4, (x.y + y.x) / root, (z.x + x.z) / root))
        case 2:
            let root = (1 + y.y - x.x - z.z).squareRoot() * 2
            self.init(
                scalar: (z.x - x.z) / root, vector: SIMD3((x.y + y.x) / root, root / 4, (y.z + z.y) / root))
        default:
            let root = (1 + z.z - x.x - y.y).squareRoot() * 2
            self.init(
                scalar: (x.y - y.x) / root, vector: SIMD3((z.x + x.z) / root, (y.z + z.y) / root, root / 4))
        }
    }
}
