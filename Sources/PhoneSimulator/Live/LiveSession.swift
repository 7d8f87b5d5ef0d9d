public import AudioSession
public import PhoneRuntime
internal import TextFormats

/// A phone that is controlled interactively while its time passes.
///
/// Actions happen immediately. They are recorded as the steps of a scenario, which produces the same trace when it is
/// run. The steps of the initial scenario happen at their times, except steps that earlier actions have made impossible.
/// The expectations of the initial scenario are checked at their times and recorded as well. A live session does not read
/// a clock; the caller advances its time.
///
/// ```swift
/// let live = try LiveSession(scenario)
/// live.advance(to: output.frame)
/// live.perform(.app(music, .resident(.play(seconds: nil)), fails: nil))
/// ```
///
/// - Thread: one at a time.        Realtime-safe: no.
public final class LiveSession {
  /// The run, with its phone, trace and audio.
  public let run: ScenarioRun
  /// The steps so far, in order, without the time that passes after the last step.
  public private(set) var steps: [ScenarioStep] = []
  /// The remaining steps of the initial scenario.
  private var waiting: ArraySlice<ScenarioStep>

  /// Creates a live session at the beginning of `scenario`.
  ///
  /// - Throws: `SetupError` if the phone cannot be set up. This does not happen for a scenario that was read.
  public init(_ scenario: Scenario) throws(SetupError) {
    run = try ScenarioRun(scenario, checks: .all)
    waiting = scenario.steps[...]
  }

  /// The outcome of an action or event.
  public enum Outcome: Hashable, Sendable {
    /// The step happened. The error is the one with which the app's call failed; nil if it succeeded.
    case done(SessionErrorCode?)
    /// The step is impossible now; nothing has changed.
    case impossible(String)
  }

  /// Advances the time to `time`, and performs the scenario's steps up to that time.
  ///
  /// - Parameters:
  ///   - time: the new time.
  ///   - horizon: the time up to which foreseeable events happen in advance, so that an output plays them exactly at
  ///     their frames. Foreseeable events are the scenario's steps and automatic events of apps and the system. If the
  ///     last of these events is later than `time`, the phone's time is that of the event.
  public func advance(to time: PhoneTime, foreseeing horizon: PhoneTime = .zero) {
    let known = max(time, horizon)
    while let step = waiting.first, PhoneTime(seconds: step.time) <= known {
      waiting.removeFirst()
      _ = take(step)
    }
    while let next = run.runtime.nextByItself, next <= known {
      run.runtime.advance(to: next, settles: true)
    }
    run.runtime.advance(to: time, settles: true)
  }

  /// Whether no steps of the scenario and no automatic events of apps or the system are pending.
  public var isQuiet: Bool { waiting.isEmpty && run.runtime.nextByItself == nil }

  /// Applies an event or an action now.
  @discardableResult
  public func perform(_ content: ScenarioStep.Content) -> Outcome {
    take(
      ScenarioStep(
        time: run.runtime.now.seconds, content, words: "", place: run.scenario.place))
  }

  /// Renders pending haptics, so that the trace states the frames at which they begin, and ends the recording.
  public func finish() {
    _ = perform(.pass(seconds: 0))
    run.finish()
  }

  /// Returns a scenario with this name and the recorded steps.
  ///
  /// Its `text` can be saved as a file.
  public func recording(named name: String) -> Scenario {
    var scenario = run.scenario
    scenario.name = name
    scenario.steps = steps
    return scenario
  }

  /// The number of facts that the initial scenario expects.
  package var expectedFacts: Int {
    run.scenario.steps.reduce(0) { sum, step in
      guard case .expect(let expectation) = step.content else { return sum }
      return sum + expectation.apps.reduce(expectation.device.count) { $0 + $1.facts.count }
    }
  }

  /// The number of expected facts that were false when they were checked.
  package var failedFacts: Int {
    run.failures.count { if case .fact = $0.reason { true } else { false } }
  }

  private func take(_ step: ScenarioStep) -> Outcome {
    var step = step
    // The time of the step's frame, rounded to the digits needed to find the frame again.
    step.time = (PhoneTime(seconds: step.time).seconds * 1e6).rounded() / 1e6
    run.runtime.advance(to: PhoneTime(seconds: step.time), settles: true)
    let error: SessionErrorCode?
    do throws(RejectedEvent) {
      error = try verdict(on: step.content)
    } catch {
      return .impossible(error.words { run.phone.name(of: $0) })
    }
    // On replay, the step must fail with the same error.
    if case .app(let app, let action, _) = step.content {
      step.content = .app(app, action, fails: error)
    }
    run.take(step)
    steps.append(step)
    return .done(error)
  }

  /// Tries a step on a copy of the phone, and returns the error with which the app's call fails; nil if it succeeds.
  private func verdict(
    on content: ScenarioStep.Content
  ) throws(RejectedEvent) -> SessionErrorCode? {
    let events: [SessionEvent]
    switch content {
    case .app(let app, let action, _):
      if let refusal = run.runtime.refusal(of: action, by: app) { throw refusal }
      // The runtime answers requests to the hardware.
      if case .session(.requestHardware) = action, run.phone.state.device.isMediaServerDown {
        return .mediaServicesFailed
      }
      events = action.events(of: app)
    default: events = run.events(of: content).map { .phone($0) }
    }
    var phone = run.phone
    for event in events {
      for case .callResult(_, let code?) in try phone.handle(event) { return code }
    }
    return nil
  }
}
