package import AudioSession
internal import AudioSessionAnalysis
internal import PhoneRuntime
internal import TextFormats

/// What a user can do with a live phone: the keys of `haptic session live`, and the buttons of the studio.
package enum LiveAction: String, Hashable, Sendable, CaseIterable {
  case silentSwitch, volumeUp, volumeDown, headphones, bluetooth
  case call, decline, alarm, siri, lock, home
  case play, record, activate, front, haptic, notification

  /// The description of an action.
  private struct Row {
    let key: Character
    let words: String
    let summary: String
  }

  private var row: Row {
    switch self {
    case .silentSwitch: Row(key: "s", words: "silent", summary: "flips the ring/silent switch")
    case .volumeUp: Row(key: "+", words: "louder", summary: "presses the volume-up button")
    case .volumeDown: Row(key: "-", words: "softer", summary: "presses the volume-down button")
    case .headphones:
      Row(key: "h", words: "headphones", summary: "plugs headphones in, or unplugs them")
    case .bluetooth:
      Row(key: "b", words: "Bluetooth", summary: "connects a Bluetooth device, or disconnects it")
    case .call: Row(key: "c", words: "call", summary: "a call comes in, is answered, and ends")
    case .decline: Row(key: "d", words: "decline", summary: "declines the call that rings")
    case .alarm: Row(key: "a", words: "alarm", summary: "an alarm goes off, or is dismissed")
    case .siri: Row(key: "i", words: "Siri", summary: "summons Siri, or dismisses it")
    case .lock: Row(key: "l", words: "lock", summary: "locks the phone, or unlocks it")
    case .home: Row(key: "o", words: "home", summary: "sends the app in front to the background")
    case .play: Row(key: " ", words: "play", summary: "the app plays, or pauses")
    case .record: Row(key: "r", words: "record", summary: "the app records, or stops recording")
    case .activate:
      Row(key: "v", words: "activate", summary: "the app activates its session, or deactivates it")
    case .front: Row(key: "f", words: "front", summary: "the app comes to the foreground")
    case .haptic: Row(key: "g", words: "haptic", summary: "the app plays a strong haptic")
    case .notification: Row(key: "n", words: "notify", summary: "the app delivers a notification")
    }
  }

  /// The key in the terminal and in the studio.
  package var key: Character { row.key }
  /// One or two words.
  package var words: String { row.words }
  /// A phrase that says what happens.
  package var summary: String { row.summary }

  /// Whether the action is one of an app; otherwise, it is one of the user or of the phone.
  package var isOfApp: Bool {
    switch self {
    case .silentSwitch, .volumeUp, .volumeDown, .headphones, .bluetooth, .call, .decline, .alarm,
      .siri, .lock, .home:
      false
    case .play, .record, .activate, .front, .haptic, .notification: true
    }
  }

  /// Returns whether the state that the action begins and ends is present; nil for an action without such a state.
  package func isOn(_ phone: Phone, _ app: AppID?) -> Bool? {
    let device = phone.state.device
    switch self {
    case .silentSwitch: return device.isSilent
    case .headphones: return device.connected.ports.contains(.headphones)
    case .bluetooth: return device.connected.ports.contains(.bluetoothA2DP)
    case .call:
      return device.calls.call(in: .active) != nil || device.calls.call(in: .ringing) != nil
    case .alarm: return device.isAlarmRinging
    case .siri: return device.siri != .off
    case .lock: return device.isLocked
    case .play: return app.map { phone.isPlaying($0) }
    case .record: return app.map { phone.isRecording($0) }
    case .activate: return app.map { phone.isActive($0) }
    case .front: return app.map { phone.state[$0].lifecycle == .foreground }
    case .volumeUp, .volumeDown, .decline, .home, .haptic, .notification: return nil
    }
  }
}

// MARK: The steps of actions

extension LiveAction {
  /// The haptic that an app plays.
  ///
  /// Our choice: a strong one.
  private static let hapticName = "impact.heavy"

  /// Returns the steps of the action on `phone`, in order; none if the action needs an app and `app` is nil.
  ///
  /// An impossible step cancels the steps after it.
  func contents(on phone: Phone, _ app: AppID?) -> [ScenarioStep.Content] {
    let isOn = isOn(phone, app) ?? false
    switch self {
    case .silentSwitch: return [.event(.silentModeSet(!isOn))]
    case .volumeUp: return [.event(.volumeButtonPressed(.up))]
    case .volumeDown: return [.event(.volumeButtonPressed(.down))]
    case .headphones: return [.event(Self.toggling(.headphones, isOn))]
    case .bluetooth: return [.event(Self.toggling(.bluetoothA2DP, isOn))]
    case .call: return [.event(Self.nextOfCall(on: phone))]
    case .decline: return [.event(.callDeclined())]
    case .alarm: return [.event(isOn ? .alertEnded(.alarm) : .alertBegan(.alarm))]
    case .siri: return [.event(isOn ? .siriEnded() : .siriBegan)]
    case .lock: return [.event(isOn ? .unlocked : .locked)]
    case .home:
      return Self.front(of: phone).map { .app($0, .session(.enterBackground), fails: nil) }
    case .play: return Self.step(app, .resident(isOn ? .pause : .play(seconds: nil)))
    case .record: return Self.step(app, .session(isOn ? .stopInput : .startInput))
    case .activate:
      return Self.step(
        app, .session(isOn ? .deactivate(.notifyOthersOnDeactivation) : .activate))
    case .haptic: return Self.step(app, .resident(.playHaptic(Self.hapticName)))
    case .front: return app.map { Self.bringingToFront($0, on: phone) } ?? []
    case .notification:
      return app.map { [.notification($0, sound: true, about: nil)] } ?? []
    }
  }

  private static func step(_ app: AppID?, _ action: AppAction) -> [ScenarioStep.Content] {
    app.map { [.app($0, action, fails: nil)] } ?? []
  }

  /// Returns the actions that bring `app` to the foreground.
  ///
  /// An iPhone shows one app, so the other apps go to the background.
  private static func bringingToFront(_ app: AppID, on phone: Phone) -> [ScenarioStep.Content] {
    let others =
      phone.platform.showsSeveralApps || phone.state.device.isLocked ? [] : front(of: phone)
    var actions = others.filter { $0 != app }.map { ($0, AppAction.session(.enterBackground)) }
    if phone.state[app].lifecycle == .terminated { actions.append((app, .session(.launch))) }
    return (actions + [(app, .session(.enterForeground))]).map { .app($0, $1, fails: nil) }
  }

  private static func front(of phone: Phone) -> [AppID] {
    phone.apps.filter { phone.state[$0].lifecycle == .foreground }
  }

  private static func toggling(_ port: Port, _ isConnected: Bool) -> PhoneEvent {
    isConnected ? .portDisconnected(port) : .portConnected(port)
  }

  /// Returns the next event of a call: it rings, is answered, and is ended.
  private static func nextOfCall(on phone: Phone) -> PhoneEvent {
    let calls = phone.state.device.calls
    if calls.call(in: .ringing) != nil { return .callAnswered }
    return calls.call(in: .active) != nil ? .callEnded() : .callRang(.phone)
  }
}

// MARK: Live sessions

extension LiveSession {
  /// The effect of an action.
  package struct Effect: Hashable, Sendable {
    /// A sentence that says what has happened.
    package let words: String
    /// Whether the action failed.
    package let isProblem: Bool
  }

  /// Carries out `action` now.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - app: the app that performs an action of apps.
  /// - Returns: what has happened.
  package func press(_ action: LiveAction, app: AppID?) -> Effect {
    let count = run.trace.count
    let volume = [.volumeUp, .volumeDown].contains(action) ? run.phone.buttonVolume : nil
    for content in action.contents(on: run.phone, app) {
      switch perform(content) {
      case .done(nil): continue
      case .done(let error?):
        let reason = app.flatMap { run.history.reason(ofRefusing: $0, with: error) }
        let words = "Refused: \(reason ?? error.meaning); the error is \(error.label)."
        return Effect(words: words, isProblem: true)
      case .impossible(let words):
        let isCall = action == .decline && LiveAction.call.isOn(run.phone, app) == true
        let advice = isCall ? "; \(LiveAction.call.key) ends the call" : ""
        return Effect(words: "That is not possible: \(words)\(advice).", isProblem: true)
      }
    }
    let now = volume.map { kind in
      let percent = Int((run.phone.volumes[kind] * 100).rounded())
      return ", so the \(kind.rawValue) volume is \(percent) %"
    }
    return Effect(words: happened(since: count) + (now ?? ""), isProblem: false)
  }

  /// Returns the trace lines after the first `count`, except notifications, as one line.
  private func happened(since count: Int) -> String {
    var (words, actor) = ("", "")
    for entry in run.trace.dropFirst(count) where [.call, .state].contains(entry.kind) {
      let text = entry.text
      if entry.actor == actor {
        words += ", \(text)"
      } else {
        words += (words.isEmpty ? "" : "; ") + "\(entry.actor) \(text)"
      }
      actor = entry.actor
    }
    return words.isEmpty ? "Nothing changes." : words.printable
  }

  /// The scenario of a phone on which nothing happens by itself, with one app of each kind.
  package static let phone = """
    scenario: A phone with five apps
    apps:
      music:
        { category: playback, backgroundAudio: true, remoteCommands: [play, pause],
          notifications: granted }
      podcast:
        { category: playback, mode: spokenAudio, state: background, backgroundAudio: true,
          notifications: granted }
      game: { category: ambient, state: background, notifications: granted }
      navigation:
        { category: playback, mode: voicePrompt, state: background, backgroundAudio: true,
          options: [duckOthers, interruptSpokenAudioAndMixWithOthers] }
      recorder: { category: playAndRecord, state: background, backgroundAudio: true }
    steps: []

    """
}
