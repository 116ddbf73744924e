import ArgumentParser

/// Whether `--output` may replace what is there.
struct ForceArgument: ParsableArguments {
    @Flag(help: "Replace files that exist.")
    var force = false
}
