public import AudioSession

/// The part of each app's session history that the present state does not show.
///
/// The history records how the last interruption ended, what ended the session's activity, what stopped the app's
/// output, and every change in order.
///
/// The code that sends events to the phone must note each event with its effects. `Phone.explain` then states the
/// actual causes instead of the possible ones.
public struct SessionHistory: Sendable {
  /// A faulty delivery of a notification.
  public enum Delivery: Hashable, Sendable {
    /// The notification never arrives.
    case lost
    /// The notification arrived twice.
    case repeated
    /// The notification is late. It arrives at this time in seconds, or when the app next runs after this time.
    case late(due: Double)
    /// The notification was late, and arrived at this time in seconds.
    case arrived(seconds: Double)
  }

  /// How the last interruption of a session ended.
  struct End: Hashable {
    /// The notification that the app received.
    enum Notice: Hashable {
      /// The end notification with `shouldResume`.
      case shouldResume
      /// The end notification without an option.
      case ended
      /// No notification.
      case nothing
    }

    /// The event that ended the interruption.
    var event: SessionEvent
    /// The notification that the app received.
    var notice: Notice
    /// A reason beyond the event itself why the app was not notified with `shouldResume`.
    enum Obstacle: Hashable {
      /// Another interruption of the app had ended earlier, without the right to resume.
      case earlierEnd
      /// Another app that does not mix was playing, and the policy `endedWhileOthersPlay` takes that into
      /// account.
      case otherPlayed
      /// The device was in use, for example by a call that the app's category is incompatible with.
      case deviceWasTaken
    }

    /// The sources that interrupted the app until the event.
    var sources: InterruptionSources
    /// The row of the interruptor table that says how such an interruption ends.
    var interruptor: Interruptor
    /// The obstacle, if there was one.
    var obstacle: Obstacle?
    /// The fault in the notification's delivery, if there was one.
    var delivery: Delivery?
    /// Whether the app was running when the interruption ended, and could have activated its session again.
    var couldResume = true
    /// Whether the app's output had run before the interruption ended.
    var hadPlayed = false
  }

  /// The history of an app's input or output.
  struct Stream: Hashable {
    /// Whether it has ever run.
    var hasRun = false
    /// Why it stopped; nil if it is running, never ran, or was stopped by the app itself.
    var stop: IOStopReason?
    /// Whether the app stopped it itself.
    var stoppedItself = false
  }

  /// A failed call that would have activated a session.
  struct Attempt: Hashable {
    /// The call, one of `attempts`.
    var call: AppEvent
    /// The error with which it failed.
    var error: SessionErrorCode
    /// The session that is refused, or another reason in words, and the rule that it follows from.
    var reason: String
    var reference: RuleReference
    /// The time of the call, in seconds.
    var seconds = 0.0

    /// The reason as a clause.
    var why: String {
      if case .check = reference { "activation refuses \(reason)" } else { reason }
    }
  }

  /// The known history of one app.
  struct App: Hashable {
    /// The history of its output.
    var output = Stream()
    /// The history of its input.
    var input = Stream()
    /// The last failed call that would have activated its session; nil if it has succeeded since, or if
    /// the session has become active or inactive since.
    var attempt: Attempt?
    /// Whether its session has ever been active.
    var wasActive = false
    /// How its last interruption ended; nil if none has ended since it was launched.
    var lastEnd: End?
    /// Whether the app's session has been activated or given up since the app's last interruption ended.
    var isEndPast = false
    /// How its last interruption ended; nil if none has ended, or if its session has been activated or given up since.
    var end: End? { isEndPast ? nil : lastEnd }
    /// The event that ended the session's activity; nil if the session is active or was never active.
    var loss: SessionEvent?
    /// The fault, if any, in the delivery of the notification that the app's interruption began.
    var beginning: Delivery?
    /// Whether Siri has launched the app to play and its session has not been active since then.
    var wasLaunchedBySiri = false
    /// The faulty deliveries of begin and end notifications that belong to the next noted event.
    var faultyBegins: [Delivery] = []
    var faultyEnds: [Delivery] = []
    /// Every event that changed something for the app, in order.
    var story: [Moment] = []

    /// The history of its input or output.
    subscript(direction: IODirection) -> Stream {
      switch direction {
      case .input: input
      case .output: output
      }
    }
  }

  private var apps: [App]

  /// Creates an empty history for the apps of a phone.
  public init(_ phone: Phone) {
    apps = phone.apps.map { app in
      App(
        output: Stream(hasRun: phone.isPlaying(app)), input: Stream(hasRun: phone.isRecording(app)),
        wasActive: phone.isActive(app))
    }
  }

  /// The known history of an app; nil if the history's phone does not have the app.
  subscript(app: AppID) -> App? { apps.indices.contains(app.index) ? apps[app.index] : nil }

  /// Returns the reason why the app's last call failed with `error`, in words; nil if it is not known.
  package func reason(ofRefusing app: AppID, with error: SessionErrorCode) -> String? {
    guard let attempt = self[app]?.attempt, attempt.error == error else { return nil }
    return attempt.reason
  }

  /// Notes an event and its changes.
  ///
  /// - Parameters:
  ///   - event: The event that happened.
  ///   - seconds: The time of the event; not earlier than that of the previous event.
  ///   - before: The phone before the event.
  ///   - after: The phone after the event.
  ///   - effects: The effects of the event.
  public mutating func note(
    _ event: SessionEvent, at seconds: Double, from before: Phone, to after: Phone,
    _ effects: [SessionEffect]
  ) {
    for app in after.apps {
      noteLaunch(of: app, event, before, after)
      noteEnd(of: app, event, before, after, effects)
      noteActivity(of: app, event, before, after)
      noteStreams(of: app, event, before, after, effects)
      noteDeliveries(to: app, before, after, effects)
      noteStory(of: app, event, seconds, before, after, effects)
    }
  }

  /// Adds the event and its changes to the list of the app's events.
  ///
  /// Once the app has been active again, the end of its last interruption no longer counts as known.
  private mutating func noteStory(
    of app: AppID, _ event: SessionEvent, _ seconds: Double, _ before: Phone, _ after: Phone,
    _ effects: [SessionEffect]
  ) {
    let changes = Self.changes(for: app, by: event, before, after, effects, apps[app.index].end)
    if changes.isEmpty { return }
    for case .refused(var attempt) in changes {
      attempt.seconds = seconds
      apps[app.index].attempt = attempt
    }
    apps[app.index].story.append(Moment(seconds: seconds, event: event, changes: changes))
  }

  /// Notes a faulty delivery of a notification to an app.
  ///
  /// Call this before noting the event that the delivery belongs to.
  public mutating func note(
    _ delivery: Delivery, of notification: SessionNotification, to app: AppID
  ) {
    let (begins, ends) = (notification.isBeginning, notification.isEnd)
    switch delivery {
    case .lost, .repeated, .late:
      if begins { apps[app.index].faultyBegins.append(delivery) }
      if ends { apps[app.index].faultyEnds.append(delivery) }
    case .arrived:
      if begins, case .late = apps[app.index].beginning { apps[app.index].beginning = delivery }
      if ends, case .late = apps[app.index].lastEnd?.delivery {
        apps[app.index].lastEnd?.delivery = delivery
      }
    }
  }

  /// Clears the history of an app that is launched, except for the list of its events.
  private mutating func noteLaunch(
    of app: AppID, _ event: SessionEvent, _ before: Phone, _ after: Phone
  ) {
    guard before.state[app].lifecycle == .terminated, after.state[app].lifecycle != .terminated
    else { return }
    apps[app.index] = App(story: apps[app.index].story)
    if case .phone(.siriEnded(_, app)) = event { apps[app.index].wasLaunchedBySiri = true }
  }

  /// Records a delivery fault of a beginning or an end only if every notification of that beginning or end was faulty.
  ///
  /// From iOS 27 on, each beginning or end posts two notifications.
  private mutating func noteDeliveries(
    to app: AppID, _ before: Phone, _ after: Phone, _ effects: [SessionEffect]
  ) {
    let (begins, ends) = (apps[app.index].faultyBegins, apps[app.index].faultyEnds)
    (apps[app.index].faultyBegins, apps[app.index].faultyEnds) = ([], [])
    if !after.isInterrupted(app) {
      apps[app.index].beginning = nil
    } else if !before.isInterrupted(app) {
      let posted = effects.count { Self.isPosted($0, to: app) { $0.isBeginning } }
      apps[app.index].beginning = begins.count == posted ? begins.last : nil
    }
    guard !ends.isEmpty else { return }
    let posted = effects.count { Self.isPosted($0, to: app) { $0.isEnd } }
    if ends.count == posted { apps[app.index].lastEnd?.delivery = ends.last }
  }

  private static func isPosted(
    _ effect: SessionEffect, to app: AppID, _ isMeant: (SessionNotification) -> Bool
  ) -> Bool {
    if case .notified(app, let notification) = effect { isMeant(notification) } else { false }
  }

  private mutating func noteEnd(
    of app: AppID, _ event: SessionEvent, _ before: Phone, _ after: Phone,
    _ effects: [SessionEffect]
  ) {
    guard let interruption = before.state[app].interruption, !after.isInterrupted(app) else {
      return
    }
    let notices = effects.compactMap { effect in
      effect.notification(to: app).flatMap { Self.notice(of: $0.0) }
    }
    apps[app.index].isEndPast = false
    apps[app.index].lastEnd = End(
      event: event, notice: notices.first ?? .nothing, sources: before.state[app].interruptedBy,
      interruptor: Self.interruptor(of: app, before),
      obstacle: interruption.isResumable ? Self.obstacle(to: app, after) : .earlierEnd,
      couldResume: after.state[app].lifecycle.isRunning && after.refusal(of: app) == nil,
      hadPlayed: apps[app.index].output.hasRun)
  }

  /// Returns the app's interruptor.
  ///
  /// If several sources interrupt the app, returns the first system source.
  private static func interruptor(of app: AppID, _ phone: Phone) -> Interruptor {
    let sources = phone.state[app].interruptedBy
    if let source = sources.system.first { return source.interruptor(on: phone.state.device) }
    return sources.apps.first.flatMap { phone.conflict(of: $0, with: app) } ?? .nonMixableApp
  }

  private static func obstacle(to app: AppID, _ phone: Phone) -> End.Obstacle? {
    guard !phone.othersAllow(app) else { return nil }
    let minds = phone.policy.endedWhileOthersPlay == .withoutOption
    return minds && phone.secondaryAudioShouldBeSilenced(for: app)
      && !phone.traits(of: app).isMixable ? .otherPlayed : .deviceWasTaken
  }

  private static func notice(of notification: SessionNotification) -> End.Notice? {
    switch notification {
    case .interruptionEnded(let options):
      options.contains(.shouldResume) ? .shouldResume : .ended
    case .resumptionRecommendation(let context):
      context.recommendation == .shouldResume ? .shouldResume : .ended
    case .interruptionBegan, .routeChange, .silenceSecondaryAudioHint, .mediaServicesWereLost,
      .mediaServicesWereReset, .outputMuteStateChange, .inputMuteStateChange,
      .accessibilityChange, .userIntentToUnmuteOutput,
      .availableInputsChange, .audioEngineConfigurationChange, .didBecomeActive,
      .didBecomeInactive:
      nil
    }
  }

  private mutating func noteActivity(
    of app: AppID, _ event: SessionEvent, _ before: Phone, _ after: Phone
  ) {
    if after.isActive(app) {
      apps[app.index].wasActive = true
      apps[app.index].wasLaunchedBySiri = false
      apps[app.index].loss = nil
      if !before.isActive(app) { apps[app.index].attempt = nil }
      apps[app.index].isEndPast = true
    } else if before.isActive(app) {
      apps[app.index].loss = event
      apps[app.index].attempt = nil
    }
    // Giving up an inactive session clears the reason for its inactivity.
    if case .app(app, .deactivate) = event, !before.isActive(app), !after.isInterrupted(app),
      apps[app.index].wasActive
    {
      apps[app.index].loss = event
      apps[app.index].isEndPast = true
    }
  }

  private mutating func noteStreams(
    of app: AppID, _ event: SessionEvent, _ before: Phone, _ after: Phone,
    _ effects: [SessionEffect]
  ) {
    var stopped: [IODirection: IOStopReason] = [:]
    for case .ioStopped(app, let direction, let reason) in effects { stopped[direction] = reason }
    apps[app.index].output.note(
      from: before.isPlaying(app), to: after.isPlaying(app),
      byItself: event == .app(app, .stopOutput), stopped[.output])
    apps[app.index].input.note(
      from: before.isRecording(app), to: after.isRecording(app),
      byItself: event == .app(app, .stopInput), stopped[.input])
    let isPast =
      switch apps[app.index].attempt?.call {
      case .startInput: after.isRecording(app)
      case .startOutput: after.isPlaying(app)
      default: false
      }
    if isPast { apps[app.index].attempt = nil }
  }
}

extension SessionHistory.Stream {
  /// Notes an event with its effect on the stream.
  fileprivate mutating func note(
    from wasRunning: Bool, to isRunning: Bool, byItself: Bool, _ reason: IOStopReason?
  ) {
    if isRunning {
      self = Self(hasRun: true)
    } else if wasRunning {
      (stoppedItself, stop) = (byItself, reason)
    }
  }
}
