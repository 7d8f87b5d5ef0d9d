import AudioSession
import AudioSessionAnalysis
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
      guard phone.names.indices.contains(index) else {
        return show("There is no app \(index + 1).", isProblem: true)
      }
      selected = index
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
    case .unknown(let name):
      show("The key \(name) does nothing." + (showsHelp ? "" : " Press ? for the keys."))
    case .action(let action):
      let effect = session.press(action, app: app)
      show(effect.words, isProblem: effect.isProblem)
    }
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

  /// An explanation of whether the selected app is silent, ducked or interrupted, and why.
  var explanation: [String] {
    guard let app else { return ["There is no app."] }
    let questions = Explanation.usualQuestions(of: app, phone) + [.haptic]
    // Sounds outside the app's session are explained only if they are silent.
    let sounds: [ExplainedQuestion] =
      [.systemSound, .notificationSound, .ringtone]
      + (phone.state[app].inputView == .hidden ? [] : [.keyClick])
    let silent = sounds.filter { question in
      question.sound.map { phone.verdict(on: $0, of: app) != .played } ?? false
    }
    return Explanation.lines(
      of: (questions + silent).map { session.run.explain($0, for: app) })
  }
}
