import AudioOutput
import Glibc
import HapticEngine
import Realtime
import TextFormats

/// Renders one pattern to its files.
struct RenderJob: Sendable {
  /// The number of frames per block.
  ///
  /// Our choice: enough for one system call.
  private static let blockFrames = 4_096

  let item: RenderPlan.Item
  let profile: Profile
  let sampleRate: Int
  let playback: Playback
  /// The start of the excerpt to write, in seconds of the pattern.
  let start: Double
  let end: Double?
  let options: PatternOptions
  /// Whether only files with clamped samples are reported.
  let isQuiet: Bool

  /// A job for `item` with `options`.
  init(_ item: RenderPlan.Item, _ options: RenderOptions, profile: Profile) {
    self.item = item
    self.profile = profile
    sampleRate = options.sampleRate
    playback = Playback(rate: options.rate, loopCount: options.loop)
    start = options.start
    end = options.end
    self.options = options.pattern
    isQuiet = options.quiet
  }

  /// Renders everything and reports each file.
  ///
  /// - Returns: Whether the pattern has haptic events.
  func run(_ progress: RenderProgress) throws -> Bool {
    let loaded = try item.pattern.load(options)
    for sound in loaded.pattern.soundFiles(in: loaded.folder) {
      for target in item.variants.flatMap(\.targets) where target.path != "-" {
        try SystemCall.refuseSameFile(target.path, as: sound)
      }
    }
    try RenderLimit.check(loaded.pattern, loaded.name, playback)
    let (sounds, problems) = SoundLibrary(of: loaded.folder).load(
      for: loaded.pattern, sampleRate: Double(sampleRate))
    loaded.printWarnings(besides: problems)
    let whole = try prepared(loaded, sounds)
    for variant in item.variants {
      let pattern = variant.strength == 1 ? whole : whole.scalingIntensity(by: variant.strength)
      let renderer = try OfflineRenderer(
        pattern, sampleRate: Double(sampleRate), profile: profile, sounds: sounds,
        playback: playback)
      try write(renderer, loaded.name, variant.targets, progress)
    }
    return whole.events.contains(where: \.type.isHaptic)
  }

  /// Returns the pattern as it is played and repeated.
  ///
  /// Prints a note about a surprising loop.
  private func prepared(
    _ loaded: LoadedPattern, _ sounds: [String: DecodedSound]
  ) throws -> HapticPattern {
    let pattern = loaded.pattern.seamed(atRate: playback.rate)
    guard playback.loopCount > 1 else { return pattern }
    let loop = LoopLength(of: pattern)
    let once = try OfflineRenderer(
      pattern, sampleRate: Double(sampleRate), profile: profile, sounds: sounds,
      playback: Playback(rate: playback.rate))
    let sounding = Double(once.frameCount) / once.sampleRate * playback.rate
    if let note = loop.note(on: pattern, sounding: sounding) {
      StandardError.print("\(loaded.name.printable): \(note)")
    }
    return try loop.padded(pattern)
  }

  private func write(
    _ renderer: OfflineRenderer, _ name: String, _ targets: [RenderTarget],
    _ progress: RenderProgress
  ) throws {
    let frames = try excerpt(of: renderer, name)
    for target in targets where frames.isEmpty && target.format.container != .wav {
      throw Failure(
        .invalidInput,
        "\(name): nothing to render, and only a .wav file can be empty")
    }
    let writers = try targets.map { target in
      try SoundFileWriter(
        SoundFileWriter.Configuration(
          path: target.path, format: target.format, sampleRate: sampleRate, map: target.map,
          expectedFrames: Int64(frames.count)))
    }
    let buffers = BusBuffers(capacity: Self.blockFrames)
    progress.begin(frames: frames.upperBound, renderer.sampleRate)
    while renderer.position < frames.upperBound {
      let position = renderer.position
      let next = position < frames.lowerBound ? frames.lowerBound : frames.upperBound
      let block = buffers.blockWithSignal(frames: min(buffers.capacity, next - position))
      RealtimeScope.run { renderer.render(into: block) }
      if position >= frames.lowerBound {
        for writer in writers { try writer.write(block) }
      }
      progress.advance(frames: block.frameCount)
    }
    for (writer, target) in zip(writers, targets) {
      try writer.finish()
      writer.report.print(of: target.path, sampleRate: Double(sampleRate), isQuiet: isQuiet)
    }
  }

  /// Returns the frames to write.
  private func excerpt(of renderer: OfflineRenderer, _ name: String) throws -> Range<Int> {
    let whole = Double(renderer.frameCount) / renderer.sampleRate * playback.rate
    // Clamped to the end of the render, so that every time has a frame number.
    let frame = { (time: Double) in
      Int((min(time, whole) / playback.rate * renderer.sampleRate).rounded())
    }
    let first = frame(start)
    let last = min(renderer.frameCount, end.map(frame) ?? renderer.frameCount)
    guard start == 0 || first < last else {
      throw Failure(
        .usage, "\(name): the pattern ends after \(whole.brief) s, before --from \(start.brief)")
    }
    return first..<max(first, last)
  }
}

/// The progress of several renders, shown as a line on the terminal once they take over a second.
final class RenderProgress: Sendable {
  private struct State {
    var frames = 0
    var done = 0
    var seconds = 0.0
    var shownAt: ContinuousClock.Instant
  }

  private let state: Guarded<State>
  private let start: ContinuousClock.Instant

  /// The interval between updates of the line.
  ///
  /// Our choice: ten times a second.
  private static let interval = Duration.milliseconds(100)

  init() {
    start = .now
    state = Guarded(State(shownAt: .now + .milliseconds(900)))
  }

  /// Adds a render of `frames` frames at `sampleRate` that starts now.
  func begin(frames: Int, _ sampleRate: Double) {
    state.withLock {
      $0.frames += frames
      $0.seconds += Double(frames) / sampleRate
    }
  }

  /// Counts `frames` more frames as done.
  func advance(frames: Int) {
    state.withLock { state in
      state.done += frames
      let now = ContinuousClock.now
      guard StandardError.isTerminal, now - state.shownAt >= Self.interval, state.frames > 0 else {
        return
      }
      state.shownAt = now
      StandardError.showProgress(line(state, now - start))
    }
  }

  private func line(_ state: State, _ elapsed: Duration) -> String {
    let part = Double(state.done) / Double(state.frames)
    let speed = part * state.seconds / (elapsed / .seconds(1))
    let text =
      " \(Int(part * 100)) %  \((part * state.seconds).rounded(to: 0)) of "
      + "\(state.seconds.rounded(to: 0)) s, \(speed.rounded(to: 0)) times real time"
    let width = max(0, min(30, StandardError.columns - text.count - 1))
    let full = Int(part * Double(width))
    return String(repeating: "#", count: full) + String(repeating: ".", count: width - full) + text
  }
}
