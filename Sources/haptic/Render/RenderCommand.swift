import ArgumentParser
import Dispatch
import HapticEngine
import Realtime
import Synchronization
import TextFormats

/// `haptic render`.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render patterns to sample-accurate sound files.",
    discussion: """
      The extension of the output selects the format: .wav, .flac or .ogg. Files are written \
      atomically. Several patterns are written to a folder, each as NAME.wav; if one fails, the \
      others are still written.

      Standard error reports the peak (before clamping) and the number of clamped samples. --from \
      and --to are times of the pattern, independent of --rate. A note is printed if the profile \
      lies below the range of small loudspeakers, as profiles for transducers do.

      Examples:
        haptic render heartbeat -o heartbeat.wav
        haptic render impact.heavy -o - | aplay
        haptic render heartbeat -o hearts.wav --strength 0.5,0.75,1
        haptic render level-up -o level-up.flac --stems --from 0.2 --to 0.8
        haptic render *.ahap -o rendered/ -j 4
        haptic render --notation "tap 0.8/0.5, rest 100ms, buzz 300ms 0.4" -o typed.wav
      """)

  @OptionGroup var sources: PatternList

  @Option(
    name: .shortAndLong,
    help:
      "A .wav, .flac or .ogg file, - for WAV to standard output, or a folder ending in a slash. An existing file is replaced.",
    completion: .file(extensions: ["wav", "flac", "ogg"]))
  var output: String

  @OptionGroup var options: RenderOptions

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "The number of patterns to render in parallel; by default one per processor."))
  var jobs: Int?

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("-j is \(jobs); it must be at least 1.") }
    // The plan is made here only to find usage errors early, and is made again when it is needed.
    _ = try RenderPlan(sources.all, output: output, options)
  }

  func run() throws {
    try SystemCall.checkThreads()
    let plan = try RenderPlan(sources.all, output: output, options)
    try plan.refuseSounds(in: options.pattern.resources)
    let profile = try ProfileArgument.load(options.profile)
    TerminationSignals.cleanUpFiles()
    if let folder = plan.newFolder {
      let code = SystemCall.makeFolder(folder)
      if code != 0 { throw Failure(.cannotCreate, "\(folder): \(SystemText.error(code))") }
    }
    let renders = plan.items.map { RenderJob($0, options, profile: profile) }
    let (hasHaptics, failure) = Self.run(renders, atOnce: jobs ?? 1 << 16)
    if hasHaptics, options.bus != .audio, !options.quiet, let note = profile.loudspeakerNote {
      StandardError.print(note)
    }
    if let failure { throw failure }
  }

  /// Runs all of `renders`, and prints each failure immediately.
  ///
  /// - Returns: Whether a pattern with haptic events was rendered, and the first failure in the
  ///   order of the patterns. This failure decides the exit status.
  private static func run(
    _ renders: [RenderJob], atOnce: Int
  ) -> (hasHaptics: Bool, failure: Failure?) {
    let hasHaptics = Atomic(false)
    let progress = RenderProgress()
    let next = Atomic(0)
    let failures = Guarded<[Int: Failure]>([:])
    DispatchQueue.concurrentPerform(iterations: min(atOnce, renders.count)) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < renders.count else { return }
        do {
          if try renders[index].run(progress) { hasHaptics.store(true, ordering: .relaxed) }
        } catch {
          let failure = Failure(error)
          if !failure.message.isEmpty { StandardError.print("haptic: \(failure.message)") }
          failures.withLock { $0[index] = failure }
        }
      }
    }
    StandardError.showProgress("")
    let failure = failures.withLock { failures in
      failures.min { $0.key < $1.key }.map { Failure($0.value.status) }
    }
    return (hasHaptics.load(ordering: .relaxed), failure)
  }
}
