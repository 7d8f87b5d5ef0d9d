// Why an app is not heard, in the words of explanations and timelines, in which "it" is the app.

extension Phone {
  /// A clause for each thing that keeps an app silent, in the order of its way out; empty if it is heard.
  ///
  /// An inactive session explains that its output does not run, and an app that does not run explains that its
  /// session is inactive.
  package func silenceWords(of app: AppID) -> [String] {
    var found = silences(of: app)
    if found.contains(.inactive) {
      found.remove(.notPlaying)
      if !state[app].lifecycle.isRunning { found.remove(.behind) }
    }
    return Self.silenceRows.filter { found.contains($0.silence) }.flatMap { $0.words(self, app) }
  }

  /// The clause for one of the things that keep an app silent, or the clauses.
  package func words(for silence: Silences, of app: AppID) -> String {
    let row = Self.silenceRows.first { $0.silence == silence }
    return row?.words(self, app).joined(separator: " and ") ?? ""
  }

  private static let silenceRows:
    [(silence: Silences, words: @Sendable (_ phone: Phone, _ app: AppID) -> [String])] = [
      (.noOutput, { ["\($0.state[$1].configuration.category.name) has no output"] }),
      (.inactive, { $0.inactivityWords(of: $1) }),
      (.notPlaying, { _, _ in ["its session is active, but its output does not run"] }),
      (.mutedByItself, { _, _ in ["it has muted its output itself"] }),
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
      (.noRoute, { _, _ in ["there is nothing it could sound from"] }),
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

  /// That another app has interrupted an app.
  ///
  /// - Parameters:
  ///   - app: what the interrupted app is called.
  ///   - other: what the other one is called.
  ///   - conflict: why it would interrupt now; nil if it would not.
  /// - Returns: a clause.
  package static func words(
    _ app: String, interruptedBy other: String, _ conflict: Interruptor?
  ) -> String {
    let reason =
      conflict == nil
      ? "as the two were configured then"
      : conflict == .spokenInterrupter
        ? "which interrupts spoken audio" : "whose session does not mix"
    return "\(app) was interrupted by \(other), \(reason)"
  }

  /// That the system has interrupted an app that is called `name`.
  package func words(_ name: String, _ app: AppID, interruptedBy source: SystemSource) -> String {
    // Apps do not join what interrupts a session already, so the system came after them.
    state[app].interruptedBy.apps.isEmpty
      ? "\(name) was interrupted by \(source.who)"
      : "\(name) is interrupted by \(source.who) as well"
  }

  /// What the session of a recorder does, in words that follow its owner's name.
  package func recordingWords(of app: AppID) -> String {
    "session is active " + (state[app].isInputRunning ? "and records" : "in category record")
  }

  /// The name of an app with an apostrophe.
  package func possessiveName(of app: AppID) -> String {
    let name = name(of: app)
    return name.hasSuffix("s") ? "\(name)'" : "\(name)'s"
  }
}

extension Lifecycle {
  /// Where an app is, in words that follow its name.
  package var words: String {
    switch self {
    case .foreground: "is in the foreground"
    case .background: "is in the background"
    case .suspended: "is suspended"
    case .terminated: "is not running"
    }
  }
}
