import AudioSession
import TestSupport

extension OptionCase {
  /// Sets a category and returns the code.
  private static func code(
    _ category: SessionCategory, _ options: CategoryOptions = [], mode: SessionMode = .default,
    sharing: RouteSharingPolicy = .default, on system: OSVersion = .iOS26,
    _ policy: [String: String]
  ) throws -> String {
    var scene = try Scene(.solo, on: system, policy: policy)
    try scene.play(.app(0, .setCategory(category, mode: mode, policy: sharing, options: options)))
    guard scene.error == nil else { return scene.code }
    let configuration = scene.phone.state[0].configuration
    let isKept =
      configuration.options == options && configuration.policy == sharing
      && configuration.mode == mode
    return isKept ? "fine" : "dropped"
  }

  static let ofCategories: [OptionCase] = [
    OptionCase(\.ambientDuck, [.accept: "fine", .reject: badParam]) {
      try code(.ambient, .duckOthers, $0)
    },
    OptionCase(\.defaultToSpeakerSticky, [.no: "headphones", .yes: "builtInSpeaker"]) {
      let speaking = SessionConfiguration(.playAndRecord, options: .defaultToSpeaker)
      var scene = try Scene(speaking, policy: $0)
      try scene.play(.app(0, .activate), .phone(.portConnected(.headphones)))
      return scene.phone.outputs.map { "\($0)" }.joined()
    },
    OptionCase(\.videoChatWithRecord, [.reject: badParam, .accept: "fine"]) {
      try code(.record, mode: .videoChat, $0)
    },
    OptionCase(\.illegalMode, [.badParam: badParam, .ignore: "dropped"]) {
      try code(.ambient, mode: .gameChat, $0)
    },
    OptionCase(\.illegalMixing, [.badParam: badParam, .ignore: "dropped"]) {
      try code(.soloAmbient, .mixWithOthers, $0)
    },
    OptionCase(\.illegalPolicy, [.badParam: badParam, .ignore: "dropped"]) {
      try code(.record, sharing: .longFormAudio, $0)
    },
    OptionCase(\.explicitA2DPWithPlayback, [.accept: "fine", .reject: badParam]) {
      try code(.playback, .allowBluetoothA2DP, $0)
    },
    OptionCase(\.speechModesAnywhere, [.accept: "fine", .reject: badParam]) {
      try code(.ambient, mode: .spokenAudio, $0)
    },
    OptionCase(\.simulatorAcceptsAirPlay, [.yes: "fine", .no: badParam]) { policy in
      var setup = PhoneSetup(apps: [AppState()])
      setup.platform = .simulator
      for (option, value) in policy { try setup.policy.set(option, to: value) }
      var phone = try Phone(setup)
      let effects = try phone.handle(.app(0, .setCategory(.playback, options: .allowAirPlay)))
      return effects.contains(.callResult(0, .badParam)) ? badParam : "fine"
    },
    OptionCase(\.airPlayWithPlayback, [.unspecified: "what", .badParam: badParam]) {
      try code(.playback, .allowAirPlay, $0)
    },
    OptionCase(\.overrideMutedWithoutOutput, [.accept: "fine", .reject: badParam]) {
      try code(.record, .overrideMutedMicrophoneInterruption, $0)
    },
    OptionCase(
      \.overrideWithOtherCategory, [.badParam: badParam, .incompatibleCategory: "!cat"]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.app(0, .overrideOutput(.speaker)))
      return scene.code
    },
    OptionCase(\.setCategoryDuringCall, [.accept: "fine", .insufficientPriority: "!pri"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(
        .phone(.callRang(.phone)), .phone(.callAnswered), .app(0, .setCategory(.playAndRecord)))
      return scene.code
    },
  ]

  static let badParam = SessionErrorCode.badParam.fourCharacters
}
