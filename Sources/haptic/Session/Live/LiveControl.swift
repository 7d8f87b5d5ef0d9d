import AudioSession
import AudioSessionAnalysis
import PhoneRuntime
import PhoneSimulator
import TextFormats

/// What keys do to a phone, and what is selected and shown of it.
struct LiveControl {
  let session: LiveSession
  /// The app that keys are for; 0 without any.
  private(set) var selected = 0
  /// Whether the selected app is explained in place of the trace.
  private(set) var isExplaining = false
  /// Which page of the explanation is shown, from 0; behind the last comes the first.
  private(set) var explainedPage = 0
  private(set) var showsHelp = true
  /// How many seconds the lanes show.
  private(set) var seconds = 30.0
  /// What the last key has come to, in a sentence.
  private(set) var message = ""
  /// Whether the message is of something that failed.
  private(set) var isProblem = false

  /// The haptic that a key asks for.
  ///
  /// Our choice: a strong one.
  private static let hapticName = "impact.heavy"
  /// The shortest and the longest time that lanes show, in seconds.
  ///
  /// Our choice: from what shows the order of events within a second to what a call takes.
  private static let shownSeconds = 5.0...480.0

  init(_ session: LiveSession) { self.session = session }

  private var phone: Phone { session.run.phone }

  /// The selected app; nil without any.
  var app: AppID? {
    phone.names.indices.contains(selected) ? AppID(selected) : nil
  }

  /// Shows `text` in place of what the last key has come to.
  mutating func show(_ text: String, isProblem: Bool = false) {
    (message, self.isProblem) = (text, isProblem)
  }

  /// Carries out what a key does; not `save` and `quit`, which are not the phone's.
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

  /// What the trace has had since it had `count` lines, but for notifications, in one line.
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
    show(app.map { "The keys are for \(phone.name(of: $0))." } ?? "There is no app.")
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

  // MARK: What keys mean

  /// What a key lets happen, in order; what comes after something impossible does not.
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

  /// An iPhone shows one app: the others go behind.
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

  /// A call rings, is answered, and is hung up.
  private var nextOfCall: PhoneEvent {
    let calls = phone.state.device.calls
    if calls.call(in: .ringing) != nil { return .callAnswered }
    return calls.call(in: .active) != nil ? .callEnded() : .callRang(.phone)
  }

  /// Why the selected app is silent, or ducked, or interrupted, or not.
  var explanation: [String] {
    guard let app else { return ["There is no app."] }
    let questions: [ExplainedQuestion] = [.audible, .ducked, .interrupted, .haptic]
    // Sounds beside its session only where they are silent.
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
