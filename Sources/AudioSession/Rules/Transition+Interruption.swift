/// R3, R4 and R7: interruptions begin, nest and end.
extension Transition {
  /// How those are let go that a source held.
  struct Release {
    /// Whether they have a right to resume.
    var isResumable: Bool
    /// Whether they are told.
    var isTold: Bool

    static let resumable = Release(isResumable: true, isTold: true)
  }

  /// One active session loses its activity.
  mutating func interrupt(_ app: AppID, by source: InterruptionSources, _ row: InterruptorRow) {
    // Unplugging has paused it already.
    let wasPlaying = before.state[app].isOutputRunning
    stopIO(of: app, .interrupted)
    state[app].activity.interrupt(by: source, wasPlaying: wasPlaying)
    state[app].overridesToSpeaker = false
    tellBegan(app, row.reason)
  }

  /// R3: a source of the system takes its victims, and joins those who hold sessions already.
  mutating func start(_ interruptor: Interruptor) {
    let row = interruptor.row
    for app in state.ids where !isSpared(app, by: row) {
      if state[app].isActive {
        if isVictim(app, of: row) { interrupt(app, by: row.source, row) }
      } else if row.nests {
        state[app].activity.join(row.source)
      }
    }
  }

  private func isVictim(_ app: AppID, of row: InterruptorRow) -> Bool {
    switch row.victims {
    case .allActive, .itself: true
    case .allButThoseThatPreferNot: !phone.isExemptFromBanner(app)
    case .nonMixable: !state[app].configuration.traits.isMixable
    case .spoken: state[app].configuration.traits.isSpoken
    case .recordingFromBuiltInMicrophone: recordsFromBuiltInMicrophone(app)
    case .nowPlayingOrPreferring: losesWithRoute(app)
    }
  }

  /// The host of an active call is above all that has a lower priority.
  private func isSpared(_ app: AppID, by row: InterruptorRow) -> Bool {
    if phone.hostsActiveCall(app) {
      return row.priority <= Interruptor.answeredCall.row.priority
    }
    return policy[.systemInterruptsMixable] == .no && state[app].configuration.traits.isMixable
  }

  private func recordsFromBuiltInMicrophone(_ app: AppID) -> Bool {
    let session = state[app]
    return session.isInputRunning
      && before.choice(for: .app(app)).route.inputs.contains(.builtInMic)
      && !session.configuration.options.contains(.overrideMutedMicrophoneInterruption)
  }

  /// R12: Now Playing sessions, unless the app has said otherwise.
  func losesWithRoute(_ app: AppID) -> Bool {
    if let wish = state[app].preferences.interruptionOnRouteDisconnect { return wish }
    return state.device.nowPlaying == app
      || policy[.interruptionOnRouteDisconnect] == .documentation
  }

  /// R4: a source lets go of all that it holds.
  mutating func release(_ source: InterruptionSources, _ release: Release) {
    for app in state.ids {
      let ended = state[app].activity.release(source, isResumable: release.isResumable)
      if let ended { end(ended, of: app, isTold: release.isTold) }
    }
    settleRefusals(without: source)
  }

  /// The app's interruption has ended: it is told, and what waited for that happens.
  private mutating func end(_ interruption: AppState.Interruption, of app: AppID, isTold: Bool) {
    if isTold {
      let resumes = interruption.isResumable && phone.mayResume(app)
      tellEnded(app, resumes ? .shouldResume : [])
      state[app].refusedBy = []
    }
    if let command = interruption.deferredCommand { deliver(command, to: app, .ended) }
    if policy[.claimRelease] == .ownEnd, interruption.hasClaim {
      state[app].activity.giveUp()
      release(.app(app), .resumable)
    }
  }

  /// R16: whoever was refused is told once those who refused have gone.
  private mutating func settleRefusals(without source: InterruptionSources) {
    for app in state.ids where !state[app].refusedBy.isEmpty {
      state[app].refusedBy.subtract(source)
      guard state[app].refusedBy.isEmpty, !state[app].isInterrupted else { continue }
      let recommendation: ResumptionRecommendation =
        phone.mayResume(app) ? .shouldResume : .shouldNotResume
      tell(
        app, .resumptionRecommendation(ResumptionContext(recommendation: recommendation)), .ended)
    }
  }
}

extension InterruptionEnd {
  /// How the end of a source of the system lets go.
  var release: Transition.Release {
    switch self {
    case .resumable: .resumable
    case .notResumable: Transition.Release(isResumable: false, isTold: true)
    case .lost: Transition.Release(isResumable: true, isTold: false)
    }
  }
}
