internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime

/// One thing that a scenario can expect, of an app or of the phone.
///
/// The row is all that the language knows of it: the reader, the comparison and the language's page
/// go through the rows. Rows for apps are in `AppFacts`, those for the phone in `DeviceFacts`.
struct FactRow<Subject: Sendable>: Sendable {
  /// The key.
  let name: String
  /// How its value is written and compared.
  let kind: FactKind
  /// What is found.
  let find: @Sendable (Subject) -> FactValue
  /// What of it is about haptics, so that a run without them has another value.
  private(set) var hapticPart = HapticPart.nothing

  init(_ name: String, _ kind: FactKind, _ find: @escaping @Sendable (Subject) -> FactValue) {
    self.name = name
    self.kind = kind
    self.find = find
  }

  /// The same fact, which is about haptics.
  var aboutHaptics: Self {
    var row = self
    row.hapticPart = .whole
    return row
  }

  /// The same fact, a map of which these keys are about haptics.
  func aboutHaptics(keys: [String]) -> Self {
    var row = self
    row.hapticPart = .keys(keys)
    return row
  }

  /// A fact that is true or not.
  init(_ name: String, is find: @escaping @Sendable (Subject) -> Bool) {
    self.init(name, .truth) { .truth(find($0)) }
  }
}

/// How much of a fact is about haptics.
enum HapticPart: Sendable {
  case nothing
  case whole
  /// These keys of a map.
  case keys([String])
}

/// How the value of a fact is written.
enum FactKind: Sendable {
  /// True or false.
  case truth
  /// A number in a range, which matches within so much.
  case number(ClosedRange<Double>, within: Double = 0.001)
  /// Any word.
  case name
  /// One of some words, for what.
  case word(String, among: [String])
  /// A list of options of a category, compared with those in effect.
  case options
  /// A list of some words in any order, each for what.
  case words(String, among: [String])
  /// A map of some keys to numbers from 0 to 1, of which those that are written are compared.
  case numbers([String])
  /// A map of some keys to true or false, of which those that are written are compared.
  case truths([String])
  /// What became of what was asked for: `played`, `{suppressed: REASON}` or `none`.
  case verdict
  /// The name of an app, or one of some other words.
  case app(or: [String])
  /// A list of any words in any order.
  case texts(String)
  /// A list of some words, or of names of apps, in any order.
  case appsAnd([String])
  /// Every event since events were last expected, in order.
  case events
  /// Every event that was not received yet, in order.
  case waiting
  /// Some of them, in order.
  case excerpt
}

extension FactKind {
  /// A short time in seconds, such as a latency.
  static var seconds: FactKind { .number(0...10, within: 0.000_05) }
}

/// What is known of an app, not of its session alone.
struct AppView: Sendable {
  let phone: Phone
  let app: AppID
  /// Seconds played.
  let position: Double
  /// The factor by which the app multiplies its own sound, 0...1.
  var layerVolume = 1.0
  /// What became of what it last asked for, and of the last notification of it.
  let asked: Asked
  /// The events that it received and that no `events` has removed.
  let received: ReceivedEvents
  /// The moment from which on `includes` counts events.
  var since: EventStart?
  /// Whether a haptic engine of it runs.
  var runsHapticEngine = false
  /// Its feedback generators that are prepared.
  var prepared: [FeedbackFamily] = []
  /// Its composites, and whether they are loaded.
  var composites: [String: Bool] = [:]
  /// Its controls.
  var controls: [String: Control] = [:]
  /// What it asks of the hardware.
  var hardware = HardwarePreferences()
  /// What becomes of its next notification, if not what should.
  var fault: NotificationFault?

  var session: AppState { phone.state[app] }
}

/// What is known of the phone, not of the policy alone.
struct DeviceView: Sendable {
  let phone: Phone
  /// What became of the last sound and vibration of the system itself.
  let asked: Asked
  /// Frames per second of the hardware.
  let sampleRate: Double
  /// Seconds of a buffer of the hardware.
  let ioBufferDuration: Double
  /// The volume that the buttons change.
  let buttonVolume: VolumeKind?

  var device: DeviceState { phone.state.device }

  /// What the app is called, or `none`.
  func name(_ app: AppID?) -> String { app.map { phone.name(of: $0) } ?? "none" }
}

/// What became of the last haptic, sound and vibration; nil for each that nobody asked for.
struct Asked: Hashable, Sendable {
  /// What became of the last composite.
  var composite: CompositeOutcome?
  /// How many haptics were played so far.
  var hapticCount = 0
  var haptic: PlayVerdict?
  var sound: PlayVerdict?
  var vibration: PlayVerdict?
}
