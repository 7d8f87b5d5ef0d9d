// Why an app is not audible, worded for explanations and timelines. In these texts, "it" is the app.

extension Phone {
  /// Returns a clause for each thing that keeps an app silent, in the order of the signal path.
  ///
  /// The result is empty if the app is audible.
  ///
  /// An inactive session already implies that the output is not running. An app that is not running already implies
  /// that its session is inactive. Implied clauses are omitted.
  package func silenceWords(of app: AppID) -> [String] {
    var found = silences(of: app)
    if found.contains(.inactive) {
      found.remove(.notPlaying)
      if !state[app].lifecycle.isRunning { found.remove(.behind) }
    }
    return Self.silenceRows.filter { found.contains($0.silence) }.flatMap { $0.words(self, app) }
  }

  /// Returns the clause, or the joined clauses, for one of the things that keep an app silent.
  package func words(for silence: Silences, of app: AppID) -> String {
    let row = Self.silenceRows.first { $0.silence == silence }
    return row?.words(self, app).joined(separator: " and ") ?? ""
  }

  private static let silenceRows:
    [(silence: Silences, words: @Sendable (_ phone: Phone, _ app: AppID) -> [String])] = [
      (
        .noOutput,
        { ["the \($0.state[$1].configuration.category.name) category does not have output"] }
      ),
      (.inactive, { $0.inactivityWords(of: $1) }),
      (.notPlaying, { _, _ in ["its session is active, but its output is not running"] }),
      (.mutedByItself, { _, _ in ["the app itself has muted its output"] }),
      (.silentMode, { _, _ in ["the ring/silent switch is on silent"] }),
      (.behind, { ["it \($0.state[$1].lifecycle.words)"] }),
      (
        .recording,
        { phone, app in
          guard let recorder = phone.recorder(silencing: app) else { return [] }
          return ["\(phone.possessiveName(of: recorder)) \(phone.recordingWords(of: recorder))"]
        }
      ),
      (.volume, { ["the \($0.volumeKind(of: $1).rawValue) volume is 0"] }),
      (.noRoute, { _, _ in ["it does not have an output to play through"] }),
    ]

  private func inactivityWords(of app: AppID) -> [String] {
    let session = state[app]
    if session.isInterrupted {
      let sources = session.interruptedBy
      let apps = sources.apps.map {
        Self.words("it", interruptedBy: name(of: $0), conflict(of: $0, with: app))
      }
      let system = sources.system.map { words("it", app, interruptedBy: $0) }
      return apps + system
    }
    if state.device.isMediaServerDown { return ["the media services are down"] }
    return [
      session.lifecycle.isRunning
        ? "its own session is not active" : "it \(session.lifecycle.words)"
    ]
  }

  /// Returns a clause that says that another app has interrupted an app.
  ///
  /// - Parameters:
  ///   - app: the name of the interrupted app in the clause.
  ///   - other: the name of the interrupting app in the clause.
  ///   - conflict: the reason why the other app would interrupt the app now, or nil if it would not.
  /// - Returns: the clause.
  package static func words(
    _ app: String, interruptedBy other: String, _ conflict: Interruptor?
  ) -> String {
    let reason =
      conflict == nil
      ? "because of the configuration of the two apps at that time"
      : conflict == .spokenInterrupter
        ? "which interrupts spoken audio" : "whose session does not mix"
    return "\(app) was interrupted by \(other), \(reason)"
  }

  /// Returns a clause that says that the system has interrupted an app.
  ///
  /// `name` is the app's name in the clause.
  package func words(_ name: String, _ app: AppID, interruptedBy source: SystemSource) -> String {
    // Apps never join the sources of an existing interruption, so the system source came after the app.
    state[app].interruptedBy.apps.isEmpty
      ? "\(name) was interrupted by \(source.who)"
      : "\(name) is interrupted by \(source.who) as well"
  }

  /// Returns what a recording app's session is doing, in words that follow the app's name.
  package func recordingWords(of app: AppID) -> String {
    "session is active "
      + (state[app].isInputRunning ? "and recording" : "with the record category")
  }

  /// Returns the possessive form of an app's name.
  package func possessiveName(of app: AppID) -> String {
    let name = name(of: app)
    return name.hasSuffix("s") ? "\(name)'" : "\(name)'s"
  }
}

extension Lifecycle {
  /// The app's lifecycle state, in words that follow the app's name.
  package var words: String {
    switch self {
    case .foreground: "is in the foreground"
    case .background: "is in the background"
    case .suspended: "is suspended"
    case .terminated: "is not running"
    }
  }
}
