internal import AudioSession
internal import TextFormats

/// Compares what is expected with what is.
struct ExpectationCheck {
  /// What is known of an app beside its session.
  struct App: Sendable {
    /// Seconds played.
    let position: Double
    /// What became of the haptic it last asked for.
    let haptic: PlayVerdict?
    /// What it was told since its events were last expected.
    let told: [String]
  }

  private let phone: Phone
  /// How many facts were looked at.
  private(set) var facts = 0
  /// What is not as expected, and where that is written.
  private(set) var failures: [(place: SourceLocation, message: String)] = []

  /// A comparison with `phone`.
  init(_ phone: Phone) { self.phone = phone }

  /// Looks at a fact about an app.
  mutating func check(_ expected: Expected<AppFact>, of app: AppID, _ standing: App) {
    facts += 1
    let name = phone.name(of: app)
    switch expected.fact {
    case .truth(let question, let wanted):
      compare("\(name): \(question.rawValue)", answer(question, app), wanted, expected.place)
    case .position(let wanted):
      compareNumber("\(name): position", standing.position, wanted, expected.place)
    case .gain(let wanted):
      compareNumber("\(name): gain", phone.gain(of: app), wanted, expected.place)
    case .outputVolume(let wanted):
      compareNumber("\(name): outputVolume", phone.outputVolume(for: app), wanted, expected.place)
    case .category(let wanted):
      compare(
        "\(name): category", phone.state[app].configuration.category, wanted, expected.place)
    case .options(let wanted):
      compare(
        "\(name): options", phone.categoryOptions(of: app).names, wanted.names, expected.place)
    case .haptics(let wanted):
      compare(
        "\(name): haptics", Self.words(standing.haptic), Self.words(wanted), expected.place)
    case .events(let wanted): checkEvents(standing.told, wanted, of: app, expected.place)
    case .includes(let wanted): checkIncludes(standing.told, wanted, of: app, expected.place)
    }
  }

  private func answer(_ question: AppTruth, _ app: AppID) -> Bool {
    switch question {
    case .active: phone.isActive(app)
    case .playing: phone.isPlaying(app)
    case .recording: phone.isRecording(app)
    case .interrupted: phone.isInterrupted(app)
    case .audible: phone.isAudible(app)
    case .ducked: phone.isDucked(app)
    case .suspended: phone.isSuspended(app)
    case .hint: phone.secondaryAudioShouldBeSilenced(for: app)
    case .otherAudioPlaying: phone.isOtherAudioPlaying(for: app)
    }
  }

  private mutating func checkEvents(
    _ found: [String], _ wanted: [String], of app: AppID, _ place: SourceLocation
  ) {
    if found.count == wanted.count, zip(found, wanted).allSatisfy(EventLine.matches) { return }
    fail(
      place,
      "\(phone.name(of: app)): events were \(Self.list(found)), expected \(Self.list(wanted))")
  }

  private mutating func checkIncludes(
    _ found: [String], _ wanted: [String], of app: AppID, _ place: SourceLocation
  ) {
    var rest = found[...]
    for line in wanted {
      guard let index = rest.firstIndex(where: { EventLine.matches($0, line) }) else {
        fail(
          place,
          "\(phone.name(of: app)): events were \(Self.list(found)), which do not include "
            + "\(Self.list(wanted)) in that order")
        return
      }
      rest = rest[(index + 1)...]
    }
  }

  /// Looks at a fact about the phone.
  mutating func check(_ expected: Expected<DeviceFact>) {
    facts += 1
    let place = expected.place
    switch expected.fact {
    case .route(let wanted): comparePorts("route", phone.outputs, wanted, place)
    case .inputs(let wanted): comparePorts("inputs", phone.inputs, wanted, place)
    case .outputDevice(let wanted):
      compare(
        "device: outputDevice", phone.currentRoute.outputDevice ?? "none", wanted ?? "none", place)
    case .inputDevice(let wanted):
      compare(
        "device: inputDevice", phone.currentRoute.inputDevice ?? "none", wanted ?? "none", place)
    case .nowPlaying(let wanted):
      let names = [phone.nowPlayingApp, wanted].map { app in
        app.map { phone.names[$0.index] } ?? "none"
      }
      compare("device: nowPlaying", names[0], names[1], place)
    case .silentMode(let wanted):
      compare("device: silentMode", phone.state.device.isSilent, wanted, place)
    case .volume(let kind, let wanted):
      compareNumber("device: volume \(kind.rawValue)", phone.volumes[kind], wanted, place)
    }
  }

  private mutating func comparePorts(
    _ what: String, _ found: [Port], _ wanted: [Port], _ place: SourceLocation
  ) {
    compare("device: \(what)", found.map(\.name).sorted(), wanted.map(\.name).sorted(), place)
  }

  private mutating func compare<Value: Equatable>(
    _ what: String, _ found: Value, _ wanted: Value, _ place: SourceLocation
  ) {
    if found != wanted { fail(place, "\(what) is \(found), expected \(wanted)") }
  }

  /// Numbers match to within 0.001.
  private mutating func compareNumber(
    _ what: String, _ found: Double, _ wanted: Double, _ place: SourceLocation
  ) {
    if (found - wanted).magnitude > 0.001 + 1e-9 {
      fail(place, "\(what) is \(found.shortest), expected \(wanted.shortest)")
    }
  }

  private mutating func fail(_ place: SourceLocation, _ message: String) {
    failures.append((place, message))
  }

  private static func words(_ verdict: PlayVerdict?) -> String {
    switch verdict {
    case nil: "none"
    case .played: "played"
    case .suppressed(let reason): "suppressed: \(reason.rawValue)"
    }
  }

  private static func list(_ lines: [String]) -> String {
    "[" + lines.joined(separator: ", ") + "]"
  }
}
