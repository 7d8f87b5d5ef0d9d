public import AudioSession
public import PhoneAudio
internal import PhoneRuntime

/// Plays a scenario in real time.
///
/// The scenario runs ahead of the output that pulls its mixer, so that each event is heard exactly at its frame,
/// whatever the block size. The phone's time is `leadSeconds` ahead of the output. Events are sent to the mixer with
/// their frames, at which the mixer splits blocks. The output is identical to the samples that `PhoneRecorder` renders
/// from the same scenario.
///
/// ```swift
/// let playback = try ScenarioPlayback(scenario, audio)
/// playback.advance()
/// try output.start(pulling: playback.mixer) { _ in }
/// while !playback.isOver { playback.advance() }  // every few milliseconds
/// ```
///
/// - Thread: one at a time, but not the thread that pulls.        Realtime-safe: no.
public final class ScenarioPlayback {
  /// The run, with its phone, trace and results.
  public let run: ScenarioRun
  /// The mixer that the output pulls.
  public let mixer: PhoneMixer
  /// The lead of the phone's time over the output.
  private let lead: PhoneTime
  private var waiting: ArraySlice<ScenarioStep>
  /// The time at which everything has been heard; nil before the last step is taken.
  private var end: PhoneTime?

  /// The default lead of the phone over the output, in seconds.
  ///
  /// Our choice: longer than the usual delay of a thread without real-time priority, and longer than the period of any
  /// output.
  public static let leadSeconds = 0.25

  /// Creates a playback at the beginning of a scenario.
  ///
  /// Call `advance` before starting the output.
  ///
  /// - Parameters:
  ///   - scenario: the scenario to play.
  ///   - audio: the audio configuration, to which the sounds of the scenario are added.
  ///   - leadSeconds: the lead of the phone over the output, in seconds, 0 or more. It should not be less than the
  ///     time between two calls to `advance`.
  /// - Throws: `SetupError` if the phone cannot be set up. This does not happen for a scenario that was read.
  public init(
    _ scenario: Scenario, _ audio: PhoneAudioConfiguration,
    leadSeconds: Double = ScenarioPlayback.leadSeconds
  ) throws(SetupError) {
    run = try ScenarioRun(scenario, checks: .all)
    mixer = run.makeLiveMixer(audio)
    lead = PhoneTime(seconds: leadSeconds)
    waiting = scenario.steps[...]
  }

  /// Runs the scenario up to the time that the output pulls next, plus the lead, and frees resources that the mixer no
  /// longer uses.
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

  /// Whether the output has pulled the whole scenario, including sounds that the last step started.
  public var isOver: Bool { end.map { mixer.frame >= $0.frames } ?? false }

  /// The lines of the trace up to the time that the output has pulled.
  public var heardTrace: ArraySlice<TraceEntry> {
    let heard = PhoneTime(frames: mixer.frame).seconds
    return run.trace.prefix { $0.time <= heard }
  }
}
