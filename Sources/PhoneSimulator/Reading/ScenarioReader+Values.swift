internal import AudioSession
internal import TextFormats

/// Values of one kind each; nil, and a problem, where something else is written.
extension ScenarioReader {
  /// The entries of a map, whose keys are among `keys`; unknown ones are reported and left out.
  mutating func entries(
    _ node: YAMLNode, _ what: String, keys: [String]
  ) -> [YAMLNode.Entry]? {
    guard case .mapping(let entries) = node.content else {
      report(node.place, .wrongType, "\(what) is a map, not \(node.kind)")
      return nil
    }
    return entries.filter { entry in
      if keys.contains(entry.key) { return true }
      reportUnknown(entry.key, entry.place, .unknownKey, "key", among: keys)
      return false
    }
  }

  /// The same of a map that may not be empty.
  mutating func someEntries(
    _ node: YAMLNode, _ what: String, keys: [String]
  ) -> [YAMLNode.Entry]? {
    if case .mapping(let all) = node.content, all.isEmpty {
      report(
        node.place, .missing,
        "\(what) is empty; it takes one or more of \(keys.joined(separator: ", "))")
      return nil
    }
    return entries(node, what, keys: keys)
  }

  mutating func list(_ node: YAMLNode, _ what: String) -> [YAMLNode]? {
    guard case .sequence(let items) = node.content else {
      report(node.place, .wrongType, "\(what) is a list, not \(node.kind)")
      return nil
    }
    return items
  }

  mutating func word(_ node: YAMLNode, _ what: String) -> String? {
    guard case .scalar(let text, _) = node.content, !node.isNull else {
      // Source: YAML 1.1, 6.8.2: what begins with an exclamation mark is a tag, of nothing here.
      if let tag = node.tag, tag.hasPrefix("!"), tag.count > 1 {
        report(
          node.place, .wrongType,
          "\(tag) without quotes is a tag of YAML and no word; quote it: \"\(tag.prefix(64))\"")
      } else {
        report(node.place, .wrongType, "\(what) is a word, not \(node.kind)")
      }
      return nil
    }
    return text
  }

  /// A release of the system that a version covers.
  mutating func release(_ node: YAMLNode) -> SystemRelease? {
    guard let text = word(node, "os") else { return nil }
    if let release = SystemRelease(text) {
      if OSVersion(covering: release) != nil { return release }
      report(
        node.place, .outOfRange,
        "os is \(text.prefix(64)); the oldest version that is simulated is \(OSVersion.iOS7.rawValue)"
      )
    } else {
      report(
        node.place, .unknownWord,
        "os is a version of iOS such as 17 or 17.4, not '\(text.prefix(64))'")
    }
    return nil
  }

  /// The error that a call must fail with: its four characters, its number, or its name.
  mutating func error(_ node: YAMLNode) -> SessionErrorCode? {
    guard let text = word(node, "fails") else { return nil }
    let found = SessionErrorCode.allCases.first {
      $0.fourCharacters == text || "\($0.rawValue)" == text || $0.name == text
    }
    if let found { return found }
    let names = SessionErrorCode.allCases.map(\.name)
    let near = NearestWord.find(text, in: names).map { [$0] } ?? []
    reportUnknown(
      text, node.place, .unknownWord, "error",
      among: near.isEmpty ? SessionErrorCode.allCases.map(\.fourCharacters) : near)
    return nil
  }

  mutating func truth(_ node: YAMLNode, _ what: String) -> Bool? {
    if case .scalar(let text, isQuoted: false) = node.content {
      // Source: YAML 1.1, bool.
      if ["true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"].contains(text) {
        return true
      }
      if ["false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"].contains(text) {
        return false
      }
    }
    report(node.place, .wrongType, "\(what) is true or false, not \(node.kind)")
    return nil
  }

  mutating func number(
    _ node: YAMLNode, _ what: String, in range: ClosedRange<Double>
  ) -> Double? {
    guard case .scalar(let text, isQuoted: false) = node.content, let number = Double(text),
      text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) })
    else {
      report(node.place, .wrongType, "\(what) is a number, not \(node.kind)")
      return nil
    }
    guard range.contains(number) else {
      report(
        node.place, .outOfRange,
        "\(what) is \(text); it must be from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  /// One of some words.
  mutating func choice<Value>(
    _ node: YAMLNode, _ what: String, _ choices: [(String, Value)]
  ) -> Value? {
    guard let text = word(node, what) else { return nil }
    if let found = choices.first(where: { $0.0 == text }) { return found.1 }
    reportUnknown(text, node.place, .unknownWord, what, among: choices.map(\.0))
    return nil
  }

  /// A list of some words, which is called `name`, or as they are.
  mutating func choices<Value>(
    _ node: YAMLNode, _ what: String, _ choices: [(String, Value)], name: String? = nil
  ) -> [Value]? {
    guard let items = list(node, name ?? "\(what)s") else { return nil }
    return items.compactMap { choice($0, what, choices) }
  }
}

/// The words of scenarios for what the policy knows.
enum Vocabulary {
  /// `independent` is the system's own; apps must not ask for it.
  static let sharingPolicies: [(String, RouteSharingPolicy)] = [
    ("default", .default), ("longFormAudio", .longFormAudio), ("longFormVideo", .longFormVideo),
  ]
  static let categories: [(String, SessionCategory)] = SessionCategory.allCases.map {
    ("\($0)", $0)
  }
  static let modes = SessionMode.allCases.map { ($0.name, $0) }
  static let options =
    CategoryOptions.named.map { ($0.name, $0.option) } + [("allowBluetooth", .allowBluetoothHFP)]
  static let microphones = BuiltInMicrophone.allCases.map { ("\($0)", $0) }
  static let patterns = MicrophonePattern.allCases.map { ($0.rawValue, $0) }
  static let orientations = StereoOrientation.allCases.map { ("\($0)", $0) }
  static let ports = Port.allCases.map { ($0.name, $0) }
  static let hapticEngines = HapticEngineSession.allCases.map { ($0.rawValue, $0) }
  static let players = PlayerKind.allCases.map { ($0.rawValue, $0) }
  static let lifecycles = Lifecycle.allCases.map { ($0.name, $0) }
  static let commands = RemoteCommand.allCases.map { ($0.name, $0) }
  static let permissions = RecordPermission.allCases.map { ($0.name, $0) }
  static let preferences = SessionPreference.allCases.map { ($0.name, $0) }
  static let volumes = VolumeKind.allCases.map { ($0.rawValue, $0) }
  static let models = Platform.allCases.map { ($0.rawValue, $0) }
  static let captures = CaptureContexts.named.map { ($0.name, $0.context) }
  static let inputViews: [(String, InputView)] = [
    ("true", .clicking), ("false", .hidden), ("silent", .silent),
  ]
  static let presentations = FrontPresentation.named.map { ($0.name, $0.option) }
  static let notificationPermissions = NotificationSettings.Permission.allCases.map(\.rawValue)
  static let notificationPlaces = ["none"] + NotificationPlace.allCases.map(\.rawValue)
  static let callActions = CallActions.all.actions.map { ($0.rawValue, $0) }
  static let notificationStyles = NotificationSettings.Style.allCases.map(\.rawValue)
  static let callPhases = CallPhase.allCases.map { "\($0)" }
  static let errors = SessionErrorCode.allCases.map(\.fourCharacters)

  /// What became of something that was asked for.
  static func word(for verdict: PlayVerdict?) -> String {
    switch verdict {
    case nil: "none"
    case .played: "played"
    case .suppressed(let reason): "suppressed: \(reason.rawValue)"
    }
  }
}
