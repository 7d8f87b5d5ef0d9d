public import AudioSession

/// What has happened to each app's session, as far as the present state does not say it: how its last
/// interruption ended, what ended its activity, what stopped its output, and every change in order.
///
/// The caller that handles events notes each with what followed from it; `Phone.explain` then states
/// that in place of what may have happened.
public struct SessionHistory: Sendable {
  /// What became of a notification that was not delivered as it should be.
  public enum Delivery: Hashable, Sendable {
    /// The notification never arrives.
    case lost
    /// The notification arrived twice.
    case repeated
    /// The notification has not arrived, and will at that time in seconds, or when the app runs again after it.
    case late(due: Double)
    /// The notification was late, and arrived at that time in seconds.
    case arrived(seconds: Double)
  }

  /// How the last interruption of a session ended.
  struct End: Hashable {
    /// What the app was notified of.
    enum Notice: Hashable {
      /// The end, with `shouldResume`.
      case shouldResume
      /// The end only.
      case ended
      /// Nothing.
      case nothing
    }

    /// What happened.
    var event: SessionEvent
    /// What the app was notified of.
    var notice: Notice
    /// What kept the app from being notified with `shouldResume` beside the event itself.
    enum Obstacle: Hashable {
      /// Something else that interrupted the app had left before, without the right to resume.
      case earlierEnd
      /// Another app played that does not mix, and the policy `endedWhileOthersPlay` counts that.
      case otherPlayed
      /// Something else had the device, such as a call that the app's category does not go with.
      case deviceWasTaken
    }

    /// What interrupted the app until then.
    var sources: InterruptionSources
    /// The row of the table of interruptors that says how such an interruption ends.
    var interruptor: Interruptor
    /// The obstacle, if there was one.
    var obstacle: Obstacle?
    /// What became of the notification, if it was not delivered as it should be.
    var delivery: Delivery?
  }

  /// What is known of one app.
  struct App: Hashable {
    /// Whether its output has ever run.
    var hasPlayed = false
    /// Whether its session has ever been active.
    var wasActive = false
    /// How its last interruption ended; nil if none has since it was started.
    var lastEnd: End?
    /// Whether its session has been active, or was given up, since its last interruption ended.
    var isEndPast = false
    /// How its last interruption ended; nil if none has since its session was active.
    var end: End? { isEndPast ? nil : lastEnd }
    /// What ended the activity of its session; nil while it is active, or never was.
    var loss: SessionEvent?
    /// Why its output stopped; nil while it runs, or never did, or the app stopped it itself.
    var stop: IOStopReason?
    /// Whether the app stopped its output itself.
    var stoppedItself = false
    /// What became of the notification that its interruption began, if not what should.
    var beginning: Delivery?
    /// Whether Siri has launched it to play, and it has not been active since.
    var wasLaunchedBySiri = false
    /// What became of beginnings and of ends that belong to the event that is noted next.
    var faultyBegins: [Delivery] = []
    var faultyEnds: [Delivery] = []
    /// Every event that changed something for it, in order.
    var story: [Moment] = []
  }

  private var apps: [App]

  /// A history in which nothing has happened yet to the apps of a phone.
  public init(_ phone: Phone) {
    apps = phone.apps.map { app in
      App(hasPlayed: phone.isPlaying(app), wasActive: phone.isActive(app))
    }
  }

  /// What is known of an app; nil for one that the phone of the history does not have.
  subscript(app: AppID) -> App? { apps.indices.contains(app.index) ? apps[app.index] : nil }

  /// Notes what an event has changed.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - seconds: when; not earlier than the event before it.
  ///   - before: the phone before it.
  ///   - after: the phone after it.
  ///   - effects: what followed.
  public mutating func note(
    _ event: SessionEvent, at seconds: Double, from before: Phone, to after: Phone,
    _ effects: [SessionEffect]
  ) {
    for app in after.apps {
      noteLaunch(of: app, event, before, after)
      noteEnd(of: app, event, before, after, effects)
      noteActivity(of: app, event, before, after)
      noteOutput(of: app, event, before, after, effects)
      noteDeliveries(to: app, before, after, effects)
      noteStory(of: app, event, seconds, before, after, effects)
    }
  }

  /// Notes what the event changed; an end is cleared as soon as the app is active again.
  private mutating func noteStory(
    of app: AppID, _ event: SessionEvent, _ seconds: Double, _ before: Phone, _ after: Phone,
    _ effects: [SessionEffect]
  ) {
    let changes = Self.changes(for: app, by: event, before, after, effects, apps[app.index].end)
    if changes.isEmpty { return }
    apps[app.index].story.append(Moment(seconds: seconds, event: event, changes: changes))
  }

  /// Notes that a notification of an app was not delivered as it should be; one that belongs to an event is
  /// noted before it.
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

  /// What is started anew has no past.
  private mutating func noteLaunch(
    of app: AppID, _ event: SessionEvent, _ before: Phone, _ after: Phone
  ) {
    guard before.state[app].lifecycle == .terminated, after.state[app].lifecycle != .terminated
    else { return }
    apps[app.index] = App(story: apps[app.index].story)
    if case .phone(.siriEnded(_, app)) = event { apps[app.index].wasLaunchedBySiri = true }
  }

  /// What became of the beginning and of the end is said only where none of their notifications came as it
  /// should: 27 posts two of each.
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
      obstacle: interruption.isResumable ? Self.obstacle(to: app, after) : .earlierEnd)
  }

  /// What interrupts an app, as a row of the table of interruptors; of several the first of the system.
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
      apps[app.index].isEndPast = true
    } else if before.isActive(app) {
      apps[app.index].loss = event
    }
    // Giving up what is not active forgets how it came to that.
    if case .app(app, .deactivate) = event, !before.isActive(app), !after.isInterrupted(app),
      apps[app.index].wasActive
    {
      apps[app.index].loss = event
      apps[app.index].isEndPast = true
    }
  }

  private mutating func noteOutput(
    of app: AppID, _ event: SessionEvent, _ before: Phone, _ after: Phone,
    _ effects: [SessionEffect]
  ) {
    if after.isPlaying(app) {
      apps[app.index].hasPlayed = true
      apps[app.index].stop = nil
      apps[app.index].stoppedItself = false
      return
    }
    guard before.isPlaying(app) else { return }
    apps[app.index].stoppedItself = event == .app(app, .stopOutput)
    for case .ioStopped(app, .output, let reason) in effects { apps[app.index].stop = reason }
  }
}
