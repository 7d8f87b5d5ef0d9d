extension SearchWorld {
  /// All that may happen, in the order in which it is tried.
  package var events: [SessionEvent] {
    (0..<apps).flatMap { appEvents(AppID($0)) } + callEvents + systemEvents + deviceEvents
  }

  private func appEvents(_ app: AppID) -> [SessionEvent] {
    var events = configurations.map {
      SessionEvent.setCategory(
        app, $0.category, mode: $0.mode, policy: $0.policy, options: $0.options)
    }
    events += [
      .activate(app), .deactivate(app), .deactivate(app, .notifyOthersOnDeactivation),
      .startOutput(app), .stopOutput(app), .startInput(app), .stopInput(app),
      .enterForeground(app), .enterBackground(app), .suspend(app),
    ]
    if scope.contains(.death) {
      events += [.terminate(app), .launch(app), .setRemoteCommands(app, commands(of: app))]
    }
    if scope.contains(.speakerOverride) {
      events += [.overrideOutput(app, .speaker), .overrideOutput(app, .none)]
    }
    return events
  }

  private func commands(of app: AppID) -> RemoteCommands {
    app.index == 0 ? RemoteCommands([.play, .pause]) : []
  }

  private var callEvents: [SessionEvent] {
    guard !scope.isDisjoint(with: [.calls, .ownCalls]) else { return [] }
    var events: [SessionEvent] = [
      .callAnswered, .callHeld, .callUnheld, .callDeclined(.resumable), .callEnded(.resumable),
      .callEnded(.lost),
    ]
    if scope.contains(.calls) { events.append(.callRang(.phone)) }
    if scope.contains(.ownCalls) { events.append(.callRang(.app(0))) }
    return events
  }

  private var systemEvents: [SessionEvent] {
    var events: [SessionEvent] = []
    if scope.contains(.alarm) {
      events.append(.alarmFired)
      events += InterruptionEnd.allCases.map { .alarmDismissed($0) }
    }
    if scope.contains(.siri) {
      events += [.siriBegan, .siriRecorded, .siriEnded(.resumable), .siriEnded(.notResumable)]
      events += (0..<apps).map { .siriEnded(startedPlaybackIn: AppID($0)) }
    }
    if scope.contains(.emergency) { events += [.emergencyBegan, .emergencyEnded(.resumable)] }
    return events
  }

  private var deviceEvents: [SessionEvent] {
    var events: [SessionEvent] = []
    if scope.contains(.microphone) { events += [.microphoneMuted, .microphoneUnmuted] }
    if scope.contains(.mediaServices) { events += [.mediaServicesLost, .mediaServicesReset] }
    if scope.contains(.headphones) {
      events += [.portConnected(.headphones), .portDisconnected(.headphones)]
    }
    return events
  }
}
