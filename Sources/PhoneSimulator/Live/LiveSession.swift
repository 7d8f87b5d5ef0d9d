public import AudioSession
public import PhoneRuntime
internal import TextFormats

/// A phone that somebody drives while its time passes: what is done happens at once, and is kept as the
/// steps of a scenario that replays to the same trace.
///
/// The steps of the scenario that it begins with happen at their times; what cannot happen any more,
/// after what was done meanwhile, is left out, and so are its expectations. It reads no clock: whoever
/// drives says what time it is.
///
/// ```swift
/// let live = try LiveSession(scenario)
/// live.advance(to: output.frame)
/// live.perform(.app(music, .resident(.play(seconds: nil)), fails: nil))
/// ```
///
/// - Thread: one at a time.        Realtime-safe: no.
public final class LiveSession {
  /// The phone, its trace and what it sounds like.
  public let run: ScenarioRun
  /// What was done so far, in order; without the end.
  public private(set) var steps: [ScenarioStep] = []
  /// What the scenario has still to do.
  private var waiting: ArraySlice<ScenarioStep>

  /// A phone at the beginning of `scenario`.
  ///
  /// - Throws: `SetupError` if the phone cannot be set up; a scenario that was read can.
  public init(_ scenario: Scenario) throws(SetupError) {
    run = try ScenarioRun(scenario, checks: .all)
    waiting = scenario.steps[...]
  }

  /// What happened to something that was to be done.
  public enum Outcome: Hashable, Sendable {
    /// The step happened; the error is the one that the call gave, if it is one.
    case done(SessionErrorCode?)
    /// The step makes no sense now; nothing has changed.
    case impossible(String)
  }

  /// Lets the time pass until `time`, with what the scenario has to do until then.
  ///
  /// - Parameters:
  ///   - time: until when.
  ///   - horizon: up to when what is known before it happens, the scenario's steps and what apps and the
  ///     system do by themselves, happens now already, so that an output hears it exactly at its frame;
  ///     the phone's time is then that of the last such event.
  public func advance(to time: PhoneTime, foreseeing horizon: PhoneTime = .zero) {
    let known = max(time, horizon)
    while let step = waiting.first, PhoneTime(seconds: step.time) <= known {
      waiting.removeFirst()
      if case .expect = step.content { continue }
      _ = take(step)
    }
    while let next = run.runtime.nextByItself, next <= known {
      run.runtime.advance(to: next, settles: true)
    }
    run.runtime.advance(to: time, settles: true)
  }

  /// Whether nothing will happen unless something is done: no step of the scenario is left, and nothing
  /// that apps and the system do by themselves is due at any time.
  public var isQuiet: Bool { waiting.isEmpty && run.runtime.nextByItself == nil }

  /// Applies an event or an action now.
  @discardableResult
  public func perform(_ content: ScenarioStep.Content) -> Outcome {
    take(
      ScenarioStep(
        time: run.runtime.now.seconds, content, words: "", place: run.scenario.place))
  }

  /// Renders what was asked for last, so that the trace has where it begins, and ends the recording.
  public func finish() {
    _ = perform(.pass(seconds: 0))
    run.finish()
  }

  /// What was done as a scenario of that name; `scenario.text` writes it.
  public func recording(named name: String) -> Scenario {
    var scenario = run.scenario
    scenario.name = name
    scenario.steps = steps
    return scenario
  }

  private func take(_ step: ScenarioStep) -> Outcome {
    var step = step
    // The time of its frame, in no more digits than it takes to find that again.
    step.time = (PhoneTime(seconds: step.time).seconds * 1e6).rounded() / 1e6
    run.runtime.advance(to: PhoneTime(seconds: step.time), settles: true)
    let error: SessionErrorCode?
    do throws(RejectedEvent) {
      error = try verdict(on: step.content)
    } catch {
      return .impossible(error.words { run.phone.name(of: $0) })
    }
    // The error is what the step is to fail with when it is replayed.
    if case .app(let app, let action, _) = step.content {
      step.content = .app(app, action, fails: error)
    }
    run.take(step)
    steps.append(step)
    return .done(error)
  }

  /// What the policy would say, tried on a copy of the phone.
  private func verdict(
    on content: ScenarioStep.Content
  ) throws(RejectedEvent) -> SessionErrorCode? {
    let events: [SessionEvent]
    switch content {
    case .app(let app, let action, _):
      if let refusal = run.runtime.refusal(of: action, by: app) { throw refusal }
      // The runtime answers what apps ask of the hardware.
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
