internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime

/// A fact about an app or the phone that a scenario can expect.
///
/// The reader, the comparison and the language's page iterate over these rows and do not treat any fact specially. The
/// rows for apps are in `AppFacts`, the rows for the phone in `DeviceFacts`.
struct FactRow<Subject: Sendable>: Sendable {
  let name: String
  /// The notation of the fact's value, and the way in which values are compared.
  let kind: FactKind
  /// Returns the current value.
  let find: @Sendable (Subject) -> FactValue
  /// The part of the fact that is about haptics, and therefore differs in a run without haptics.
  private(set) var hapticPart = HapticPart.nothing

  init(_ name: String, _ kind: FactKind, _ find: @escaping @Sendable (Subject) -> FactValue) {
    self.name = name
    self.kind = kind
    self.find = find
  }

  /// Returns the same fact, marked as being about haptics.
  var aboutHaptics: Self {
    var row = self
    row.hapticPart = .whole
    return row
  }

  /// Returns the same fact, which is a map, with these keys marked as being about haptics.
  func aboutHaptics(keys: [String]) -> Self {
    var row = self
    row.hapticPart = .keys(keys)
    return row
  }

  /// Creates a fact that is true or false.
  init(_ name: String, is find: @escaping @Sendable (Subject) -> Bool) {
    self.init(name, .truth) { .truth(find($0)) }
  }
}

/// The part of a fact that is about haptics.
enum HapticPart: Sendable {
  case nothing
  case whole
  /// Only these keys of a map.
  case keys([String])
}

/// The notation of a fact's value.
enum FactKind: Sendable {
  /// True or false.
  case truth
  /// A number in a range, with a tolerance.
  case number(ClosedRange<Double>, within: Double = 0.001)
  /// Any word.
  case name
  /// One of several words. The first associated value names the kind of word.
  case word(String, among: [String])
  /// A list of category options, compared with the options in effect.
  case options
  /// A list of words in any order. The first associated value names the kind of word.
  case words(String, among: [String])
  /// A map of keys to numbers from 0 to 1. Only the keys that are present are compared.
  case numbers([String])
  /// A map of keys to true or false. Only the keys that are present are compared.
  case truths([String])
  /// The outcome of a request: `played`, `{suppressed: REASON}` or `none`.
  case verdict
  /// The name of an app, or one of these words.
  case app(or: [String])
  /// A list of arbitrary words in any order.
  case texts(String)
  /// A list of names of apps and of these words, in any order.
  case appsAnd([String])
  /// Every event since events were last expected, in order.
  case events
  /// Every event that the app has not received yet, in order.
  case waiting
  /// Some of the received events, in order.
  case excerpt
}

extension FactKind {
  /// A short time in seconds, such as a latency.
  static var seconds: FactKind { .number(0...10, within: 0.000_05) }
}

/// The state of an app, including state that does not belong to its session.
struct AppView: Sendable {
  let phone: Phone
  let app: AppID
  /// The position in the sound, in seconds.
  let position: Double
  /// The factor by which the app multiplies its own sound, 0...1.
  var layerVolume = 1.0
  /// The outcomes of the app's latest requests and of its latest notification.
  let asked: Asked
  /// The events that the app has received since its `events` were last expected.
  let received: ReceivedEvents
  /// The time from which `includes` counts events.
  var since: EventStart?
  /// Whether the app's haptic engine is running.
  var runsHapticEngine = false
  /// The app's prepared feedback generators.
  var prepared: [FeedbackFamily] = []
  /// The app's composites, and whether they are loaded.
  var composites: [String: Bool] = [:]
  var controls: [String: Control] = [:]
  /// The app's requests to the hardware.
  var hardware = HardwarePreferences()
  /// The fault of the app's next notification, if any.
  var fault: NotificationFault?

  var session: AppState { phone.state[app] }
}

/// The state of the phone, including state that does not belong to the policy.
struct DeviceView: Sendable {
  let phone: Phone
  /// The outcomes of the sound and the vibration that the system itself requested last.
  let asked: Asked
  /// The hardware's sample rate, in frames per second.
  let sampleRate: Double
  /// The duration of a hardware buffer, in seconds.
  let ioBufferDuration: Double
  /// The volume that the buttons change.
  let buttonVolume: VolumeKind?

  var device: DeviceState { phone.state.device }

  /// The name of the app, or `none`.
  func name(_ app: AppID?) -> String { app.map { phone.name(of: $0) } ?? "none" }
}

/// The outcomes of the last haptic, sound and vibration.
///
/// An outcome is nil if nothing of its kind was requested.
struct Asked: Hashable, Sendable {
  /// The outcome of the last composite.
  var composite: CompositeOutcome?
  /// The number of haptics played so far.
  var hapticCount = 0
  var haptic: PlayVerdict?
  var sound: PlayVerdict?
  var vibration: PlayVerdict?
}
