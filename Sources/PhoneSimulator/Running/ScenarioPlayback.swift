public import AudioSession
public import PhoneAudio
internal import PhoneRuntime

/// A scenario that is played: run ahead of the output that pulls its mixer, so that each event is heard
/// exactly at its frame, in blocks of any size.
///
/// The phone's time is `leadSeconds` ahead of what the output has begun to pull; what happens on the phone
/// is sent to the mixer with its frame, at which the mixer cuts the block. What is heard is then what
/// `PhoneRecorder` renders of the same scenario, sample for sample.
///
/// ```swift
/// let playback = try ScenarioPlayback(scenario, audio)
/// playback.advance()
/// try output.start(pulling: playback.mixer) { _ in }
/// while !playback.isOver { playback.advance() }  // every few milliseconds
/// ```
///
/// - Thread: one at a time, another than the one that pulls.        Realtime-safe: no.
public final class ScenarioPlayback {
  /// The phone, its trace, and what came of the scenario.
  public let run: ScenarioRun
  /// What the output pulls.
  public let mixer: PhoneMixer
  /// How far the phone's time is ahead of the output.
  private let lead: PhoneTime
  private var waiting: ArraySlice<ScenarioStep>
  /// When everything has been heard, after the last step; nil before that is taken.
  private var end: PhoneTime?

  /// How far the phone is ahead of the output, in seconds.
  ///
  /// Our choice: longer than a program that is not real-time is usually kept from running, and than the
  /// period of any output.
  public static let leadSeconds = 0.25

  /// A scenario at its beginning; call `advance` before the output is started.
  ///
  /// - Parameters:
  ///   - scenario: what is played.
  ///   - audio: how it sounds, besides what the scenario has.
  ///   - leadSeconds: how far the phone is ahead of the output, in seconds, 0 or more: at least what is
  ///     pulled between two calls of `advance`.
  /// - Throws: `SetupError` if the phone cannot be set up; a scenario that was read can.
  public init(
    _ scenario: Scenario, _ audio: PhoneAudioConfiguration,
    leadSeconds: Double = ScenarioPlayback.leadSeconds
  ) throws(SetupError) {
    run = try ScenarioRun(scenario, checks: .all)
    mixer = run.makeLiveMixer(audio)
    lead = PhoneTime(seconds: leadSeconds)
    waiting = scenario.steps[...]
  }

  /// Lets happen what the output is about to pull, and frees what it is done with.
  public func advance() {
    mixer.collect()
    let horizon = PhoneTime(frames: mixer.nextFrame) + lead
    while let step = waiting.first, PhoneTime(seconds: step.time) <= horizon, mixer.hasRoom {
      waiting.removeFirst()
      run.take(step)
    }
    if let next = waiting.first {
      run.runtime.advance(
        to: min(horizon, PhoneTime(seconds: next.time)), settles: true)
    } else {
      let end = end ?? run.runtime.now + PhoneTime(seconds: MixerTimes.tailSeconds)
      self.end = end
      guard run.runtime.now < end else { return }
      run.runtime.advance(to: min(horizon, end), settles: true)
      if run.runtime.now >= end { run.finish() }
    }
  }

  /// Whether the output has pulled all of it, and what the last step began.
  public var isOver: Bool { end.map { mixer.frame >= $0.frames } ?? false }

  /// What has happened of that which the output has pulled.
  public var heardTrace: ArraySlice<TraceEntry> {
    let heard = PhoneTime(frames: mixer.frame).seconds
    return run.trace.prefix { $0.time <= heard }
  }
}
