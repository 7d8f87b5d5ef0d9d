import AudioSession
import AudioSessionAnalysis
import PhoneRuntime
import PhoneSimulator
import TextFormats

/// The effects of keys on a phone, and the state of the screen.
struct LiveControl {
  let session: LiveSession
  /// The index of the app that keys act on; 0 without apps.
  private(set) var selected = 0
  /// Whether an explanation of the selected app replaces the trace.
  private(set) var isExplaining = false
  /// The page of the explanation that is shown, counted from 0.
  ///
  /// The first page follows the last.
  private(set) var explainedPage = 0
  private(set) var showsHelp = true
  /// The duration of the lanes, in seconds.
  private(set) var seconds = 30.0
  /// A sentence about the effect of the last key.
  private(set) var message = ""
  /// Whether the message reports a failure.
  private(set) var isProblem = false

  /// The haptic that a key plays.
  ///
  /// Our choice: a strong one.
  private static let hapticName = "impact.heavy"
  /// The shortest and longest duration of the lanes, in seconds.
  ///
  /// Our choice: the shortest shows the order of events within a second, the longest covers a call.
  private static let shownSeconds = 5.0...480.0

  init(_ session: LiveSession) { self.session = session }

  private var phone: Phone { session.run.phone }

  /// The selected app; nil without apps.
  var app: AppID? {
    phone.names.indices.contains(selected) ? AppID(selected) : nil
  }

  /// Replaces the message about the last key with `text`.
  mutating func show(_ text: String, isProblem: Bool = false) {
    (message, self.isProblem) = (text, isProblem)
  }

  /// Performs the action of a key, except `save` and `quit`, which do not concern the phone.
  mutating func press(_ key: LiveKey) {
    show("")
    switch key {
    case .pageDown: explainedPage += 1
    case .pageUp: explainedPage -= 1
    case .select(let index):
      explainedPage = 0
      if phone.names.indices.contains(index) { selected = index }
      showSelection()
    case .selectNext: move(by: 1)
    case .selectPrevious: move(by: -1)
    case .explain:
      isExplaining.toggle()
      explainedPage = 0
    case .help: showsHelp.toggle()
    case .wider: showLanes(of: min(seconds * 2, Self.shownSeconds.upperBound))
    case .narrower: showLanes(of: max(seconds / 2, Self.shownSeconds.lowerBound))
    case .save, .quit: break
    case .silentSwitch, .volumeUp, .volumeDown, .headphones, .bluetooth, .call, .decline, .alarm,
      .siri, .lock, .home, .notification, .play, .record, .activate, .front, .haptic:
      let count = session.run.trace.count
      for content in contents(of: key) where message.isEmpty { note(session.perform(content)) }
      if message.isEmpty { show(happened(since: count)) }
    }
  }

  /// Returns the trace lines after the first `count`, except notifications, as one line.
  private func happened(since count: Int) -> String {
    var (words, actor) = ("", "")
    for entry in session.run.trace.dropFirst(count) where [.call, .state].contains(entry.kind) {
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

  private mutating func showLanes(of seconds: Double) {
    self.seconds = seconds
    show("The lanes show \(seconds.brief) s.")
  }

  private mutating func showSelection() {
    show(app.map { "The keys now act on \(phone.name(of: $0))." } ?? "There is no app.")
  }

  private mutating func move(by step: Int) {
    explainedPage = 0
    let count = phone.names.count
    if count > 0 { selected = (selected + step + count) % count }
    showSelection()
  }

  private mutating func note(_ outcome: LiveSession.Outcome) {
    switch outcome {
    case .done(nil): break
    case .done(let error?): show("The call fails with \(error.name).", isProblem: true)
    case .impossible(let words): show("That is not possible: \(words).", isProblem: true)
    }
  }

  // MARK: The actions of keys

  /// Returns the actions of a key, in order.
  ///
  /// An impossible action cancels the actions after it.
  private func contents(of key: LiveKey) -> [ScenarioStep.Content] {
    let device = phone.state.device
    switch key {
    case .silentSwitch: return [.event(.silentModeSet(!device.isSilent))]
    case .volumeUp: return [.event(.volumeButtonPressed(.up))]
    case .volumeDown: return [.event(.volumeButtonPressed(.down))]
    case .headphones: return [.event(toggling(.headphones))]
    case .bluetooth: return [.event(toggling(.bluetoothA2DP))]
    case .call: return [.event(nextOfCall)]
    case .decline: return [.event(.callDeclined())]
    case .alarm:
      return [.event(device.isAlarmRinging ? .alertEnded(.alarm) : .alertBegan(.alarm))]
    case .siri: return [.event(device.siri == .off ? .siriBegan : .siriEnded())]
    case .lock: return [.event(device.isLocked ? .unlocked : .locked)]
    case .home: return front.map { .app($0, .session(.enterBackground), fails: nil) }
    case .play, .record, .activate, .front, .haptic, .notification:
      return app.map { contents(of: key, for: $0) } ?? []
    case .select, .selectNext, .selectPrevious, .explain, .pageUp, .pageDown, .wider, .narrower,
      .save, .help, .quit:
      return []
    }
  }

  private func contents(of key: LiveKey, for app: AppID) -> [ScenarioStep.Content] {
    let action: AppAction
    switch key {
    case .play:
      action = .resident(phone.isPlaying(app) ? .pause : .play(seconds: nil))
    case .record: action = .session(phone.isRecording(app) ? .stopInput : .startInput)
    case .activate:
      action =
        .session(phone.isActive(app) ? .deactivate(.notifyOthersOnDeactivation) : .activate)
    case .haptic: action = .resident(.playHaptic(Self.hapticName))
    case .notification: return [.notification(app, sound: true, about: nil)]
    case .front: return bringingToFront(app)
    default: return []
    }
    return [.app(app, action, fails: nil)]
  }

  /// Returns the actions that bring `app` to the foreground.
  ///
  /// An iPhone shows one app, so the other apps go to the background.
  private func bringingToFront(_ app: AppID) -> [ScenarioStep.Content] {
    let others = phone.platform.showsSeveralApps || phone.state.device.isLocked ? [] : front
    var actions = others.filter { $0 != app }.map { ($0, AppAction.session(.enterBackground)) }
    if phone.state[app].lifecycle == .terminated { actions.append((app, .session(.launch))) }
    return (actions + [(app, .session(.enterForeground))]).map { .app($0, $1, fails: nil) }
  }

  private var front: [AppID] { phone.apps.filter { phone.state[$0].lifecycle == .foreground } }

  private func toggling(_ port: Port) -> PhoneEvent {
    phone.state.device.connected.ports.contains(port)
      ? .portDisconnected(port) : .portConnected(port)
  }

  /// The next event of a call: it rings, is answered, and is ended.
  private var nextOfCall: PhoneEvent {
    let calls = phone.state.device.calls
    if calls.call(in: .ringing) != nil { return .callAnswered }
    return calls.call(in: .active) != nil ? .callEnded() : .callRang(.phone)
  }

  /// An explanation of whether the selected app is silent, ducked or interrupted, and why.
  var explanation: [String] {
    guard let app else { return ["There is no app."] }
    let questions: [ExplainedQuestion] = [.audible, .ducked, .interrupted, .haptic]
    // Sounds outside the app's session are explained only if they are silent.
    let sounds: [ExplainedQuestion] =
      [.systemSound, .notificationSound, .ringtone]
      + (phone.state[app].inputView == .hidden ? [] : [.keyClick])
    let silent = sounds.filter { question in
      question.sound.map { phone.verdict(on: $0, of: app) != .played } ?? false
    }
    return SessionExplainCommand.lines(
      (questions + silent).map { session.run.explain($0, for: app) })
  }
}
