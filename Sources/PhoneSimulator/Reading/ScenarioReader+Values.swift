internal import AudioSession
internal import TextFormats

/// Reads single values. If a value is not valid, reports a problem and returns nil.
extension ScenarioReader {
  /// Reads a system release, which must be covered by a simulated version.
  mutating func release(_ node: YAMLNode) -> SystemRelease? {
    guard let text = word(node, "os") else { return nil }
    if let release = SystemRelease(text) {
      if OSVersion(covering: release) != nil { return release }
      report(
        node.place, .outOfRange,
        "'os' is \(text.prefix(64)); the oldest simulated version is \(OSVersion.iOS7.rawValue)"
      )
    } else {
      report(
        node.place, .unknownWord,
        "'os' must be a version of iOS, such as 17 or 17.4, not '\(text.prefix(64))'")
    }
    return nil
  }

  /// Reads the error with which a call must fail, given by its four characters, its number or its name.
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
}

/// The words that scenarios use for the values of the policy.
enum Vocabulary {
  /// The sharing policies except `independent`, which is reserved for the system.
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

  /// Returns the word for the outcome of a request for a haptic, a sound or a vibration.
  static func word(for verdict: PlayVerdict?) -> String {
    switch verdict {
    case nil: "none"
    case .played: "played"
    case .suppressed(let reason): "suppressed: \(reason.rawValue)"
    }
  }
}
