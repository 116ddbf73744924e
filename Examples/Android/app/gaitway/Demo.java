// SPDX-License-Identifier: Apache-2.0
package app.gaitway;

/** Prints the activity of a phone that lies still, and the decisions for a place that is entered in a car. */
public final class Demo {
    /** A phone at rest with a gyroscope and a barometer, window by window; arrays that do not fit are refused. */
    private static void allSensors() {
        int count = 1000;
        long[] times = new long[count];
        float[] acceleration = new float[3 * count];
        float[] rotation = new float[3 * count];
        float[] pressure = new float[count];
        java.util.Random random = new java.util.Random(1);
        for (int place = 0; place < count; place++) {
            times[place] = place * 20_000_000L;
            for (int axis = 0; axis < 3; axis++) {
                acceleration[3 * place + axis] = (axis == 2 ? 9.81f : 0) + 0.01f * (float) random.nextGaussian();
                rotation[3 * place + axis] = 0.001f * (float) random.nextGaussian();
            }
            pressure[place] = 960 + 0.01f * (float) random.nextGaussian();
        }
        try (Gaitway.Recognizer recognizer = new Gaitway.Recognizer(true)) {
            recognizer.append(
                new Gaitway.Series(Gaitway.Sensor.ACCELERATION, times, acceleration),
                new Gaitway.Series(Gaitway.Sensor.ROTATION_RATE, times, rotation),
                new Gaitway.Series(Gaitway.Sensor.PRESSURE, times, pressure));
            recognizer.finish();
            Gaitway.Report[] reports = recognizer.reports();
            boolean rests = true;
            double sum = 0;
            for (Gaitway.Report report : reports) {
                rests &= report.flags == Gaitway.FLAG_STATIONARY && report.reason == 0 && report.delivered > report.since;
                for (double probability : report.probabilities) sum += probability;
            }
            System.out.println("windows: " + reports.length + ", all at rest: " + rests + ", sum: " + Math.round(sum));
            new Gaitway.Series(Gaitway.Sensor.PRESSURE, times, rotation);
        } catch (IllegalArgumentException error) {
            System.out.println("refused: " + error.getMessage());
        }
    }

    public static void main(String[] arguments) {
        try (Gaitway.Recognizer recognizer = new Gaitway.Recognizer()) {
            int count = 3000;
            long[] times = new long[count];
            float[] values = new float[3 * count];
            java.util.Random random = new java.util.Random(1);
            for (int place = 0; place < count; place++) {
                times[place] = place * 10_000_000L;
                for (int axis = 0; axis < 3; axis++) {
                    values[3 * place + axis] = (axis == 2 ? 9.81f : 0) + 0.01f * (float) random.nextGaussian();
                }
            }
            recognizer.append(times, values);
            recognizer.finish();
            System.out.print(recognizer.lines());
            try {
                recognizer.append(times, values);
            } catch (IllegalStateException error) {
                System.out.println("refused: " + error.getMessage());
            }
        }
        allSensors();
        long start = 1_777_636_800_000_000_000L;
        long second = 1_000_000_000L;
        String policy = "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"gaitway\",\"collapse_window\":0}";
        try (Gaitway.Gate gate = new Gaitway.Gate(policy); Gaitway.Gate next = new Gaitway.Gate(policy)) {
            gate.report(start, Gaitway.FLAG_WALKING, Gaitway.CONFIDENCE_HIGH);
            gate.fix(start + second, 48.1, 11.5, 30, 8);
            gate.enter(start + 2 * second, "café 🏰", 0, null, null, Double.NaN);
            System.out.print(gate.decisions());
            gate.exit(start + 3 * second, "nowhere");
            next.restore(gate.save());
            next.fix(start + 10 * second, 48.1, 11.5, 1, 8);
            next.advance(start + 11 * second);
            System.out.print(next.decisions());
            System.out.println("wake up: " + (next.wakeUp() == Long.MIN_VALUE));
        }
    }
}
