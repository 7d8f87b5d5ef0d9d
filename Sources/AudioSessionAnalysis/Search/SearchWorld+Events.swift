package import AudioSession

extension SearchWorld {
  /// All possible events, in the order in which they are tried.
  package var events: [SessionEvent] {
    (0..<apps).map { AppID($0) }.flatMap { app in appEvents(app).map { .app(app, $0) } }
      + (SystemSource.allCases.flatMap { events(of: $0) } + deviceEvents).map { .phone($0) }
  }

  private func appEvents(_ app: AppID) -> [AppEvent] {
    var events = configurations.map {
      AppEvent.setCategory($0.category, mode: $0.mode, policy: $0.policy, options: $0.options)
    }
    events += [
      .activate, .deactivate(), .deactivate(.notifyOthersOnDeactivation),
      .startOutput, .stopOutput, .startInput, .stopInput,
      .enterForeground, .enterBackground, .suspend,
    ]
    if scope.contains(.death) {
      events += [.terminate, .launch, .setRemoteCommands(commands(of: app))]
    }
    if scope.contains(.speakerOverride) {
      events += [.overrideOutput(.speaker), .overrideOutput(.none)]
    }
    return events
  }

  private func commands(of app: AppID) -> RemoteCommands {
    app.index == 0 ? RemoteCommands([.play, .pause]) : []
  }

  private var callEvents: [PhoneEvent] {
    guard !scope.isDisjoint(with: [.calls, .ownCalls]) else { return [] }
    var events: [PhoneEvent] = [
      .callAnswered, .callHeld, .callUnheld, .callDeclined(.resumable), .callEnded(.resumable),
      .callEnded(.lost),
    ]
    if scope.contains(.calls) { events.append(.callRang(.phone)) }
    if policy.refusalAfterCall != .none { events.append(.callAudioClosed) }
    if scope.contains(.ownCalls) {
      events += [.callRang(.app(0)), .callStarted(.app(0)), .callEndedRemotely(), .callsSwapped]
    }
    return events
  }

  /// Returns the events that start and end a system source.
  ///
  /// The timer is omitted because it behaves like the alarm, which random walks verify. The loss of a route is among
  /// the device events, and suspension is among the app events. A notification tone begins and ends within one event.
  private func events(of source: SystemSource) -> [PhoneEvent] {
    switch source {
    case .call: callEvents
    case .alarm:
      scope.contains(.alarm)
        ? [.alarmFired] + InterruptionEnd.allCases.map { .alarmDismissed($0) } : []
    case .siri: scope.contains(.siri) ? siriEvents : []
    case .emergency: scope.contains(.emergency) ? [.emergencyBegan, .emergencyEnded()] : []
    case .microphoneMute:
      scope.contains(.microphone) ? [.microphoneMuted, .microphoneUnmuted] : []
    case .timer, .routeLoss, .suspension, .notification, .carRadio, .privateSession, .webView: []
    }
  }

  private var siriEvents: [PhoneEvent] {
    [.siriBegan, .siriRecorded, .siriEnded(.resumable), .siriEnded(.notResumable)]
      + (0..<apps).map { .siriEnded(startedPlaybackIn: AppID($0)) }
  }

  private var deviceEvents: [PhoneEvent] {
    var events: [PhoneEvent] = []
    if scope.contains(.mediaServices) { events += [.mediaServicesLost, .mediaServicesReset] }
    if scope.contains(.lock) { events += [.locked, .unlocked] }
    if scope.contains(.headphones) {
      events += [.portConnected(.headphones), .portDisconnected(.headphones)]
    }
    return events
  }
}

extension SystemSource {
  /// Whether the searched worlds contain the source, so that their states must store it.
  ///
  /// The timer behaves like the alarm, and a notification tone begins and ends within one event.
  var isSearched: Bool {
    switch self {
    case .call, .alarm, .siri, .emergency, .microphoneMute, .routeLoss, .suspension: true
    case .timer, .notification, .carRadio, .privateSession, .webView: false
    }
  }
}
