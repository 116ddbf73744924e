// SPDX-License-Identifier: Apache-2.0
package app.gaitway;

import java.nio.charset.StandardCharsets;

/**
 * The recogniser and the gate of libgaitway for Java and Kotlin. An object belongs to one thread at a time; close it at
 * the end. A call that fails throws IllegalStateException with the library's text.
 */
// From Java 24 on, the compiler warns of code that loads a library.
@SuppressWarnings("restricted")
public final class Gaitway {
    static {
        System.loadLibrary("gaitway_jni");
    }

    /** Flags of a report, as in gaitway.h and in the C source of an exported model. */
    public static final int FLAG_STATIONARY = 1;
    public static final int FLAG_WALKING = 2;
    public static final int FLAG_RUNNING = 4;
    public static final int FLAG_AUTOMOTIVE = 8;
    public static final int FLAG_CYCLING = 16;
    public static final int FLAG_UNKNOWN = 32;

    /** Confidences of a report. */
    public static final int CONFIDENCE_LOW = 0;
    public static final int CONFIDENCE_MEDIUM = 1;
    public static final int CONFIDENCE_HIGH = 2;

    private Gaitway() {}

    /** Sensors, in the order of their numbers in gaitway.h. */
    public enum Sensor {
        /** x, y, z in m/s², with gravity. */
        ACCELERATION(3),
        /** x, y, z in m/s², without gravity. */
        LINEAR_ACCELERATION(3),
        /** x, y, z in rad/s. */
        ROTATION_RATE(3),
        /** hPa. */
        PRESSURE(1),
        /** m/s, of location fixes. */
        SPEED(1);

        final int axes;

        Sensor(int axes) {
            this.axes = axes;
        }
    }

    /** Samples of one sensor: nanoseconds since the accelerometer's first one, ascending, and the axes of each. */
    public static final class Series {
        final Sensor sensor;
        final long[] times;
        final float[] values;

        /** Refuses arrays that do not belong together. */
        public Series(Sensor sensor, long[] times, float[] values) {
            if (values.length != times.length * sensor.axes) {
                throw new IllegalArgumentException(sensor + " has " + times.length + " times and " + values.length
                    + " values; give " + sensor.axes + " for each time");
            }
            this.sensor = sensor;
            this.times = times;
            this.values = values;
        }
    }

    /** What the phone does, from a time on. Times are nanoseconds since the accelerometer's first sample. */
    public static final class Report {
        /** When the activity began, and when the last sample that the report needs had come. */
        public final long since, delivered;
        /** A sum of FLAG_...; 0 means moving, but in none of the five ways. */
        public final int flags;
        /** One of CONFIDENCE_.... */
        public final int confidence;
        /** Why it is unknown: a GAITWAY_REASON_... of gaitway.h, 0 with an estimate. */
        public final int reason;
        /** Of stationary, walking, running, cycling, automotive and none; NaN without an estimate. */
        public final double[] probabilities = new double[6];
        /** Since the recording began. */
        public final long steps;
        /** Steps per second, or NaN. */
        public final double cadence;

        Report(long[] numbers, int first) {
            since = numbers[first];
            delivered = numbers[first + 1];
            flags = (int) numbers[first + 2];
            confidence = (int) numbers[first + 3];
            reason = (int) numbers[first + 4];
            steps = numbers[first + 5];
            cadence = Double.longBitsToDouble(numbers[first + 6]);
            for (int place = 0; place < 6; place++) {
                probabilities[place] = Double.longBitsToDouble(numbers[first + 7 + place]);
            }
        }
    }

    /** Activities from samples, with the built-in model. */
    public static final class Recognizer implements AutoCloseable {
        private long handle;

        /** Reports each change. */
        public Recognizer() {
            this(false);
        }

        /** Reports each window instead of each change if `everyWindow`. */
        public Recognizer(boolean everyWindow) {
            handle = recognizerCreate(everyWindow);
        }

        /** Takes samples of the accelerometer. */
        public void append(long[] times, float[] values) {
            append(new Series(Sensor.ACCELERATION, times, values));
        }

        /** Takes samples of several sensors that were recorded together, all of them or none. */
        public void append(Series... series) {
            int[] sensors = new int[series.length];
            long[][] times = new long[series.length][];
            float[][] values = new float[series.length][];
            for (int place = 0; place < series.length; place++) {
                sensors[place] = series[place].sensor.ordinal();
                times[place] = series[place].times;
                values[place] = series[place].values;
            }
            recognizerAppend(handle, sensors, times, values);
        }

        /** The reports that wait, which this takes. */
        public Report[] reports() {
            long[] numbers = recognizerReports(handle);
            Report[] reports = new Report[numbers.length / 13];
            for (int place = 0; place < reports.length; place++) {
                reports[place] = new Report(numbers, 13 * place);
            }
            return reports;
        }

        /** Ends the recording; take the last lines after it. */
        public void finish() {
            recognizerFinish(handle);
        }

        /** The lines of the activity stream for the reports that wait, which this takes; empty without any. */
        public String lines() {
            return text(recognizerLines(handle));
        }

        @Override
        public void close() {
            recognizerFree(handle);
            handle = 0;
        }
    }

    /** Which alerts may be shown. Moments are nanoseconds since 1970, in ascending order. */
    public static final class Gate implements AutoCloseable {
        private long handle;

        /** A gate with the policy in a policy file. */
        public Gate(String policy) {
            handle = gateCreate(bytes(policy));
        }

        /** Delivers a report: a sum of FLAG_..., and one of CONFIDENCE_.... */
        public void report(long moment, int flags, int confidence) {
            gateReport(handle, moment, flags, confidence);
        }

        /** Gives a fix; unknown numbers are NaN. */
        public void fix(long moment, double latitude, double longitude, double speed, double accuracy) {
            gateFix(handle, moment, latitude, longitude, speed, accuracy);
        }

        /** Gives an entry: `alert` is a GAITWAY_ALERT_..., category and hours may be null, the distance NaN. */
        public void enter(long moment, String place, int alert, String category, String hours, double distance) {
            gateEnter(handle, moment, bytes(place), alert, bytes(category), bytes(hours), distance);
        }

        /** The person left the region of a place. */
        public void exit(long moment, String place) {
            gateExit(handle, moment, bytes(place));
        }

        /** Lets time pass. */
        public void advance(long moment) {
            gateAdvance(handle, moment);
        }

        /** The moment for the next call of advance, or Long.MIN_VALUE without one. */
        public long wakeUp() {
            return gateWakeUp(handle);
        }

        /** The decisions since the last call, a JSON object a line. */
        public String decisions() {
            return text(gateDecisions(handle));
        }

        /** The state, for restore. */
        public byte[] save() {
            return gateSave(handle);
        }

        /** Goes on from the state of a gate with the same policy. */
        public void restore(byte[] state) {
            gateRestore(handle, state);
        }

        @Override
        public void close() {
            gateFree(handle);
            handle = 0;
        }
    }

    /* JNI's own strings are not UTF-8 beyond U+FFFF, so texts are bytes. */
    private static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static native long recognizerCreate(boolean everyWindow);
    private static native void recognizerFree(long handle);
    private static native void recognizerAppend(long handle, int[] sensors, long[][] times, float[][] values);
    private static native long[] recognizerReports(long handle);
    private static native void recognizerFinish(long handle);
    private static native byte[] recognizerLines(long handle);
    private static native long gateCreate(byte[] policy);
    private static native void gateFree(long handle);
    private static native void gateReport(long handle, long moment, int flags, int confidence);
    private static native void gateFix(
        long handle, long moment, double latitude, double longitude, double speed, double accuracy);
    private static native void gateEnter(
        long handle, long moment, byte[] place, int alert, byte[] category, byte[] hours, double distance);
    private static native void gateExit(long handle, long moment, byte[] place);
    private static native void gateAdvance(long handle, long moment);
    private static native long gateWakeUp(long handle);
    private static native byte[] gateDecisions(long handle);
    private static native byte[] gateSave(long handle);
    private static native void gateRestore(long handle, byte[] state);
}
