// SPDX-License-Identifier: Apache-2.0
// Samples to the windows that an exported model takes: 128 values at 25 Hz. It checks itself with the test vectors of
//
//     gaitway model export default --format onnx --output model.onnx --vectors vectors.json
//     kotlinc Resampler.kt -include-runtime -d resampler.jar && java -jar resampler.jar vectors.json
//
// For an app, take `Sample`, `lowPass` and `Grid`.

import java.io.File
import kotlin.math.PI
import kotlin.math.abs
import kotlin.math.cos
import kotlin.math.max
import kotlin.math.sin
import kotlin.system.exitProcess

/** A reading of the accelerometer, or a point of the grid: nanoseconds since the first reading, and m/s² with gravity. */
class Sample(val time: Long, val value: DoubleArray)

/** Half the support of the low-pass, in nanoseconds. */
const val HALF = 500_000_000L

/** A sinc with −6 dB at 8.5 Hz under a Hamming window, at a distance in nanoseconds. */
fun lowPass(distance: Long): Double {
    val time = distance * 1e-9
    val angle = 2 * PI * 8.5 * time
    return (if (distance == 0L) 1.0 else sin(angle) / angle) * (0.54 + 0.46 * cos(PI * time / 0.5))
}

/** The samples of a recording at 25 Hz, in segments without a gap. */
class Grid(samples: List<Sample>) {
    val segments = mutableListOf<List<Sample>>()

    init {
        var segment = mutableListOf<Sample>()
        for (sample in samples) {
            val last = segment.lastOrNull()
            if (last != null) {
                val step = sample.time - last.time
                // Samples whose time is not after that of the one before are left out.
                if (step <= 0) continue
                if (step > LONGEST_GAP) {
                    segments.add(resampled(segment))
                    segment = mutableListOf()
                } else if (step > LONGEST_STEP) {
                    val parts = step / LONGEST_STEP + 1
                    for (part in 1 until parts) {
                        val fraction = part.toDouble() / parts
                        val value = DoubleArray(3) { last.value[it] + (sample.value[it] - last.value[it]) * fraction }
                        segment.add(Sample(last.time + step * part / parts, value))
                    }
                }
            }
            segment.add(sample)
        }
        if (segment.isNotEmpty()) segments.add(resampled(segment))
    }

    /** y(t) = Σ h(t − tᵢ) Δᵢ xᵢ / Σ h(t − tᵢ) Δᵢ with Δᵢ = (tᵢ₊₁ − tᵢ₋₁) / 2. */
    private fun resampled(samples: List<Sample>): List<Sample> {
        val points = mutableListOf<Sample>()
        var first = 0
        var time = (samples[0].time + STEP - 1) / STEP * STEP
        while (time <= samples.last().time) {
            while (samples[first].time <= time - HALF) first++
            val sums = DoubleArray(3)
            var weights = 0.0
            var place = first
            while (place < samples.size && samples[place].time < time + HALF) {
                val before = if (place > 0) samples[place].time - samples[place - 1].time else 0
                val after = if (place + 1 < samples.size) samples[place + 1].time - samples[place].time else 0
                // At the ends of a segment, the one known step counts twice; a lone sample weighs 1.
                val steps = (if (before == 0L) after else before) + (if (after == 0L) before else after)
                val weight = lowPass(time - samples[place].time) * (if (steps == 0L) 1.0 else steps * 0.5e-9)
                for (axis in 0..2) sums[axis] += weight * samples[place].value[axis]
                weights += weight
                place++
            }
            points.add(Sample(time, DoubleArray(3) { sums[it] / weights }))
            time += STEP
        }
        return points
    }

    /** The windows of 128 points, one every 64 points of a segment, and whether each is the first of its segment. */
    val windows: List<Pair<List<Sample>, Boolean>>
        get() = segments.flatMap { segment ->
            (0..segment.size - 128 step 64).map { Pair(segment.subList(it, it + 128), it == 0) }
        }

    companion object {
        /** From one point to the next, in nanoseconds. */
        const val STEP = 40_000_000L

        /** A longer step between samples begins a segment. */
        const val LONGEST_GAP = 500_000_000L

        /** A longer step is filled by a straight line. */
        const val LONGEST_STEP = 75_000_000L
    }
}

/** The numbers of each list with a name. */
fun lists(text: String, name: String): List<List<String>> =
    Regex("\"$name\":\\[([^\\]]*)\\]").findAll(text).map { it.groupValues[1].split(",") }.toList()

fun main(arguments: Array<String>) {
    val text = arguments.singleOrNull()?.let { File(it).readText() } ?: ""
    if (!text.contains("\"gaitway\":\"export-vectors\",\"version\":1")) {
        println("give the file of gaitway model export --vectors, version 1")
        exitProcess(2)
    }
    val rides = text.split("{\"name\":").drop(1)
    var points = 0
    var windows = 0
    var wrong = 0
    var largest = 0.0
    for (ride in rides) {
        val times = lists(ride, "sample_ns")[0].map { it.toLong() }
        val values = lists(ride, "samples")[0].map { it.toDouble() }
        val gridTimes = lists(ride, "grid_ns")[0].map { it.toLong() }
        val expected = lists(ride, "grid")[0].map { it.toDouble() }
        val cuts = Regex("\"window_ns\":(\\d+),\"starts_segment\":(true|false)").findAll(ride)
            .map { Pair(it.groupValues[1].toLong(), it.groupValues[2] == "true") }.toList()
        val samples = times.indices.map { place -> Sample(times[place], DoubleArray(3) { values[3 * place + it] }) }
        val grid = Grid(samples)
        val found = grid.segments.flatten()
        if (found.map { it.time } != gridTimes) wrong++
        for ((place, point) in found.withIndex()) {
            if (place >= gridTimes.size) break
            for (axis in 0..2) largest = max(largest, abs(point.value[axis] - expected[3 * place + axis]))
        }
        if (grid.windows.map { Pair(it.first[0].time, it.second) } != cuts) wrong++
        points += gridTimes.size
        windows += cuts.size
    }
    println(
        "${rides.size} rides, $points grid points, $windows windows, $wrong wrong; largest difference " +
            "${String.format("%.1e", largest)} m/s^2"
    )
    exitProcess(if (rides.isNotEmpty() && wrong == 0 && largest < 2e-4) 0 else 1)
}
