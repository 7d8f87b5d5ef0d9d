import Foundation
import Testing

@testable import AudioSession
@testable import PhoneRuntime
@testable import PhoneSimulator

/// Tests that every derived property can be expected, and that every stored property can be set or
/// changed.
struct FactTests {
  // MARK: Facts

  /// A phone with two idle apps.
  private static let head = """
    scenario: a
    device: { volume: { media: 0.25, ringer: 0.5, call: 0.75 } }
    apps: { x: { category: playAndRecord, prefers: { noInterruptionsFromSystemAlerts: true } }, y: }
    """

  /// Returns the failures if `fact` is expected of `subject`.
  private static func failures(_ subject: String, _ fact: String) throws -> [String] {
    let text = "\(head)\nsteps:\n  - expect: { \(subject): { \(fact) } }"
    let run = try ScenarioRun(try #require(try ScenarioReader.read(text).first))
    run.run()
    #expect(run.expectations == 1, "\(fact)")
    return run.failures.map(\.message)
  }

  /// Returns a value as written in a scenario.
  private static func yaml(_ value: FactValue) -> String {
    switch value {
    case .truth(let isTrue): "\(isTrue)"
    case .number(let number): "\(number)"
    case .word(let word): "'\(word)'"
    case .words(let words), .lines(let words): "[\(words.joined(separator: ", "))]"
    case .numbers(let numbers):
      "{\(numbers.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    case .truths(let truths):
      "{\(truths.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    }
  }

  /// Returns a different value of the same kind.
  private static func other(_ value: FactValue, _ kind: FactKind) -> FactValue {
    switch (value, kind) {
    case (.truth(let isTrue), _): .truth(!isTrue)
    case (.number(let number), _): .number(number == 1 ? 0 : 1)
    case (.word(let word), .word(_, let words)): .word(words.first { $0 != word } ?? "")
    case (.word(let word), .app(let words)): .word((["x"] + words).first { $0 != word } ?? "")
    case (.word(let word), .verdict): .word(word == "played" ? "none" : "played")
    case (.word, _): .word("another")
    case (.words(let words), .words(_, let all)): .words(words.isEmpty ? Array(all.prefix(1)) : [])
    case (.words(let words), .appsAnd(let others)):
      .words(words.isEmpty ? ["y"] + others.prefix(1) : [])
    case (.words(let words), _): .words(words.isEmpty ? ["mixWithOthers"] : [])
    case (.lines, _): .lines(["hint begin"])
    case (.numbers(let numbers), _): .numbers(numbers.mapValues { $0 == 1 ? 0 : 1 })
    case (.truths(let truths), _): .truths(truths.mapValues { !$0 })
    }
  }

  @Test(arguments: AppFacts.all.map(\.name))
  func `an app's fact is met only by its current value`(name: String) throws {
    let row = try #require(AppFacts.all.first { $0.name == name })
    let scenario = try #require(try ScenarioReader.read(Self.head + "\nsteps: []").first)
    let view = AppView(
      phone: try Phone(scenario.setup), app: 0, position: 0, asked: Asked(),
      received: ReceivedEvents(),
      runsHapticEngine: false)
    let found = row.find(view)
    #expect(try Self.failures("x", "\(name): \(Self.yaml(found))") == [])
    let other = Self.other(found, row.kind)
    #expect(try Self.failures("x", "\(name): \(Self.yaml(other))").count == 1)
  }

  @Test(arguments: DeviceFacts.all.map(\.name))
  func `a fact of the phone is met only by its current value`(name: String) throws {
    let row = try #require(DeviceFacts.all.first { $0.name == name })
    let scenario = try #require(try ScenarioReader.read(Self.head + "\nsteps: []").first)
    let phone = try Phone(scenario.setup)
    let view = DeviceView(
      phone: phone, asked: Asked(), sampleRate: 48_000, ioBufferDuration: 1_024.0 / 48_000,
      buttonVolume: phone.buttonVolume)
    let found = row.find(view)
    #expect(try Self.failures("device", "\(name): \(Self.yaml(found))") == [])
    let other = Self.other(found, row.kind)
    #expect(try Self.failures("device", "\(name): \(Self.yaml(other))").count == 1)
  }

  /// The facts for the public members, by type.
  private static let facts: [String: [String: String]] = [
    "Phone": [
      "isAudible": "audible", "isDucked": "ducked", "gain": "gain", "isActive": "active",
      "isPlaying": "playing", "isRecording": "recording", "isInterrupted": "interrupted",
      "isSuspended": "suspended", "secondaryAudioShouldBeSilenced": "hint",
      "isOtherAudioPlaying": "otherAudioPlaying", "hapticVerdict": "haptics",
      "soundVerdict": "sound", "statusIndicators": "indicators", "categoryOptions": "options",
      "nowPlayingApp": "nowPlaying", "outputVolume": "outputVolume", "volumeKind": "volumeKind",
      "volumes": "volume", "buttonVolume": "buttonVolume", "currentRoute": "route",
      "outputs": "route", "inputs": "inputs", "routeOwner": "routeOwner",
      "availableInputs": "availableInputs", "availableInputPorts": "availableInputs",
      "preferredPort": "preferredInput", "deviceName": "outputDevice",
      "isInputAvailable": "inputAvailable", "playerKind": "player", "remoteTarget": "remoteTarget",
      "isNowPlayingCandidate": "nowPlayingCandidate", "recordsSilence": "recordsSilence",
      "isEchoCancelledInputAvailable": "echoCancelledInputAvailable",
      "promptStyle": "promptStyle", "mayAnswerRemoteCommands": "mayAnswerRemote",
      "refusal": "activation", "mayStartHapticEngine": "hapticEngineMayStart",
      "gainFactors": "gain", "letsSoundOut": "patternAudible", "hapticGain": "hapticGain",
      "volumeView": "volumeControl", "notificationPlace": "nextNotification",
      "toneVerdict": "nextTone", "alertVibrationVerdict": "alertVibration",
      "vibratesForAlerts": "vibratesForAlerts", "ringing": "ringing",
      "isKeptRunning": "keptRunning", "arTracking": "arTracking", "platform": "model",
      "availableCategories": "availableCategories", "availableModes": "availableModes",
      "waitingNotifications": "waitingEvents", "hardwareFormat": "sampleRate",
    ],
    "Route": [
      "inputs": "inputs", "outputs": "route", "inputDevice": "inputDevice",
      "outputDevice": "outputDevice", "hardwareFormat": "inputChannels",
      "inputLatencySeconds": "inputLatency", "outputLatencySeconds": "outputLatency",
      "isInputGainSettable": "inputGainSettable",
    ],
    "HardwareFormat": [
      "sampleRate": "sampleRate", "inputChannels": "inputChannels",
      "outputChannels": "outputChannels",
    ],
    "PhoneRuntime": [
      "hardwareSampleRate": "sampleRate", "hardwareBufferDuration": "ioBufferDuration",
      "hardwarePreferences": "preferredSampleRate", "position": "position",
      "isHapticEngineRunning": "hapticEngineRunning", "preparedFeedback": "preparedFeedback",
      "composites": "composites", "controls": "controls",
      "notificationDistortion": "notificationFault", "buttonVolume": "buttonVolume",
      "isEchoCancelledInputEnabled": "echoCancelledInputEnabled",
    ],
    "AppState": [
      "isActive": "active", "running": "playing", "isOutputRunning": "playing",
      "isInputRunning": "recording", "interruption": "interruptedBy",
      "isInterrupted": "interrupted", "interruptedBy": "interruptedBy", "mayResume": "mayResume",
    ],
    "DeviceState": [
      "outputPick": "pickedOutput",
      "isAlarmRinging": "alerts", "isTimerRinging": "alerts", "isEmergency": "alerts",
    ],
    "CallState": ["call": "calls", "first": "calls", "second": "calls", "isUp": "calls"],
    "Call": [
      "phase": "calls", "host": "callHosts", "isMuted": "callMuted", "isSilenced": "ringSilenced",
    ],
    "PhoneState": ["mailbox": "waitingEvents"],
  ]

  /// The public members that do not have facts.
  private static let noFacts: [String: Set<String>] = [
    // Names, properties of the setup, the version and the policy, and members for mixers and checks.
    "Phone": [
      "apps", "app", "name", "names", "state", "policy", "release", "system",
      "deactivationBehavior", "backgroundSeconds", "interruptsHapticEngine",
      "hapticEngineActivates", "relocalizesForSeconds", "verdict",
    ],
    // Time, causes, and constant properties of the setup. Only the code of a test asks for
    // permission.
    "PhoneRuntime": [
      "phone", "now", "nextEnd", "setControls", "setSoundSeconds", "perform", "advance", "settle",
      "add", "requestRecordPermission", "isAskingForRecordPermission", "setRecordPermission",
      "handleRemoteCommands", "decorativeHaptics", "setDecorativeHaptics",
    ],
    // `interruptedBy` of the apps that it holds covers it.
    "AppState": ["hasClaim"],
    // Visible when the other call ends, or among the events.
    "Call": ["followsRemoteHangUp", "hasMutedInput"],
    // Other facts in words.
    "Route": ["description"],
    // The order for choosing the route, and previous notifications.
    "PhoneState": ["device", "apps", "ids", "startOrder", "notified"],
  ]

  /// Returns the public members of the types in `facts`.
  ///
  /// The stored properties of an app and of the phone have a separate test.
  private static func members() throws -> [String: Set<String>] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources").standardized
    var members: [String: Set<String>] = [:]
    for module in ["AudioSession", "PhoneRuntime"] {
      let names = try FileManager.default.subpathsOfDirectory(
        atPath: sources.appending(path: module).path)
      for name in names where name.hasSuffix(".swift") {
        let text = try String(
          contentsOf: sources.appending(path: "\(module)/\(name)"), encoding: .utf8)
        var type = ""
        for line in text.split(separator: "\n") {
          let head = /^(?:public |final |package )*(?:extension|struct|class|enum) (\w+)/
          if let match = line.firstMatch(of: head) { type = String(match.1) }
          let member = /^  public (?:\w+\(set\) )?(?:func|var|let) (\w+)/
          if facts[type] != nil, let match = line.firstMatch(of: member) {
            members[type, default: []].insert(String(match.1))
          }
        }
      }
    }
    return members
  }

  @Test func `every public property of a phone has a fact`() throws {
    let names = AppFacts.all.map(\.name) + DeviceFacts.all.map(\.name)
    let members = try Self.members()
    #expect(Set(members.keys) == Set(Self.facts.keys))
    for (type, all) in members {
      for member in all.subtracting(Self.noFacts[type] ?? []) {
        if ["AppState", "DeviceState"].contains(type), Self.stored[member] != nil { continue }
        let fact = try #require(Self.facts[type]?[member], "no fact describes \(type).\(member)")
        #expect(names.contains(fact), "\(type).\(member)")
      }
      // Rows for removed members are obsolete.
      let rows = Array((Self.facts[type] ?? [:]).keys) + (Self.noFacts[type] ?? [])
      #expect(Set(rows).subtracting(all) == [], "\(type)")
    }
  }

  /// The facts for the stored properties of an app or of the phone; nil with a reason.
  private static let stored: [String: String?] = [
    "lifecycle": "state", "hasBackgroundAudio": "backgroundAudio",
    "hasRuntimeAssertion": "backgroundTask", "recordPermission": "recordPermission",
    "player": "player", "hapticEngine": "hapticEngine", "remoteCommands": "remoteCommands",
    "captures": "captures", "inputView": "inputView", "notifications": "notificationSettings",
    "presentsInFront": "presentsInFront", "shownNotification": "notification",
    "configuration": "category", "preferences": "prefers", "preferredInput": "preferredInput",
    "overridesToSpeaker": "speakerOverride", "isOutputMuted": "outputMuted",
    "isInputMuted": "inputMuted", "showsPictureInPicture": "pictureInPicture",
    "failingCallActions": "failingCallActions", "arSession": "relocalization",
    "isExpired": "expired", "hardware": "preferredSampleRate", "activity": "interruptedBy",
    "refusedBy": "refusedBy",
    "isSilent": "silentMode", "isLocked": "locked", "volumes": "volume",
    "connected": "connected", "earphones": "inEar", "hasMicrophone": "hasMicrophone",
    "supportsHaptics": "supportsHaptics",
    "settings": "settings", "callStyle": "callStyle", "accessibility": "accessibility",
    "pickedOutput": "pickedOutput", "pickedForCall": "pickedOutput",
    "isVoiceOverSpeaking": "voiceOverSpeaking",
    "isAlertDucking": "alertDucking", "isHandsFreeOpening": "handsFreeOpening",
    "isCallAudioClosing": "callAudioClosing",
    "isMicrophoneMuted": "microphoneMuted", "alarmSnooze": "alarmSnoozed",
    "isMediaServerDown": "mediaServicesDown", "calls": "callHosts", "alerts": "alerts",
    "siri": "siri", "nowPlaying": "nowPlaying",
    // The effect of unlocking is visible later, the input mute is among the events, and the volumes of
    // the current route are in the fact.
    "returnsAtUnlock": nil, "hasAppliedInputMute": nil, "externalVolumes": nil,
  ]

  @Test func `every stored property of an app and of the phone has a fact`() {
    let names = AppFacts.all.map(\.name) + DeviceFacts.all.map(\.name)
    let labels = [Mirror(reflecting: AppState()), Mirror(reflecting: DeviceState())]
      .flatMap { $0.children.compactMap(\.label) }
    #expect(Set(labels) == Set(Self.stored.keys))
    for case let fact? in Self.stored.values { #expect(names.contains(fact), "\(fact)") }
  }

  /// The facts for requests to the hardware, and the steps that make these requests.
  private static let hardware: [String: (fact: String, step: String)] = [
    "sampleRate": ("preferredSampleRate", "setPreferredSampleRate: 44100"),
    "ioBufferDuration": ("preferredIOBufferDuration", "setPreferredIOBufferDuration: 0.005"),
    "inputGain": ("inputGain", "setInputGain: 0.5"),
    "inputChannels": ("preferredInputChannels", "setPreferredInputNumberOfChannels: 1"),
    "outputChannels": ("preferredOutputChannels", "setPreferredOutputNumberOfChannels: 2"),
    "inputDataSource": ("inputDataSource", "setInputDataSource: back"),
    "polarPattern": ("polarPattern", "setPolarPattern: {source: front, pattern: cardioid}"),
    "supportsMultichannelContent": ("multichannelContent", "setSupportsMultichannelContent: true"),
    "prefersEchoCancelledInput": (
      "prefersEchoCancelledInput", "setPrefersEchoCancelledInput: true"
    ),
    "inputOrientation": ("preferredInputOrientation", "setPreferredInputOrientation: portrait"),
  ]

  @Test func `every request to the hardware has a verb and a fact`() throws {
    let plain = Self.values(HardwarePreferences())
    #expect(Set(plain.keys) == Set(Self.hardware.keys))
    for (name, said) in Self.hardware {
      #expect(AppFacts.all.contains { $0.name == said.fact }, "\(said.fact)")
      let text = """
        scenario: a
        apps: { x: { category: playAndRecord } }
        steps: [{ x: activate }, { x: { \(said.step) } }]
        """
      let run = try ScenarioRun(try #require(try ScenarioReader.read(text).first))
      run.run()
      #expect(run.failures.map(\.message) == [], "\(said.step)")
      let asked = Self.values(run.runtime.hardwarePreferences(of: 0))
      #expect(asked[name] != plain[name], "\(name)")
    }
  }

  // MARK: Causes

  /// The setup and the steps that change each stored property.
  private static let ofApp: [String: (setup: String, steps: [String])] = [
    "lifecycle": ("state: background", []),
    "returnsAtUnlock": ("", ["device: lock"]),
    "hasBackgroundAudio": ("backgroundAudio: true", []),
    "hasRuntimeAssertion": ("backgroundTask: true", []),
    "recordPermission": ("recordPermission: denied", []),
    "player": ("player: engine", []),
    "hapticEngine": ("hapticEngine: shared", []),
    "remoteCommands": ("remoteCommands: [play]", []),
    "captures": ("captures: [camera]", []),
    "inputView": ("inputView: true", []),
    "notifications": ("notifications: granted", []),
    "presentsInFront": ("presentInFront: [banner]", []),
    "shownNotification": (
      "notifications: granted, state: background", ["notification: { deliver: { app: x } }"]
    ),
    "configuration": ("category: playback", []),
    "preferences": ("prefers: { noInterruptionsFromSystemAlerts: true }", []),
    "hardware": ("", ["x: { setPreferredSampleRate: 44100 }"]),
    "preferredInput": ("category: record", ["x: { preferInput: builtInMic }"]),
    "overridesToSpeaker": ("category: playAndRecord", ["x: { overrideOutput: speaker }"]),
    "isOutputMuted": ("", ["x: { setOutputMuted: true }"]),
    "isExpired": ("", ["x: expireSession"]),
    "isInputMuted": ("", ["x: { setInputMuted: true }"]),
    "hasAppliedInputMute": (
      "category: record", ["x: { setInputMuted: true }", "x: activate"]
    ),
    "showsPictureInPicture": (
      "category: playback, backgroundAudio: true", ["x: { pictureInPicture: true }"]
    ),
    "failingCallActions": ("", ["x: { failCallActions: [endCall] }"]),
    "arSession": ("", ["x: { runAR: attempted }"]),
    "activity": ("", ["x: activate"]),
    "refusedBy": ("", ["phone: ring", "x: activate, fails: '!pri'"]),
  ]

  private static let ofDevice: [String: (setup: String, steps: [String])] = [
    "isSilent": ("silentMode: true", []),
    "isLocked": ("locked: true", []),
    "volumes": ("volume: { media: 1 }", []),
    "externalVolumes": ("volume: { media: 1 }", []),
    "connected": ("ports: [headphones]", []),
    "earphones": ("ports: [bluetoothA2DP]", ["device: { inEar: none }"]),
    "hasMicrophone": ("hasMicrophone: false", []),
    "supportsHaptics": ("supportsHaptics: false", []),
    "settings": ("settings: { keyboardClicks: false }", []),
    "callStyle": ("callStyle: fullScreen", []),
    "accessibility": ("accessibility: { reduceMotion: true }", []),
    "pickedOutput": ("ports: [bluetoothA2DP]", ["device: { pickOutput: phone }"]),
    "pickedForCall": ("", ["phone: call", "device: { pickOutput: speaker }"]),
    "isVoiceOverSpeaking": (
      "accessibility: { voiceOver: true }", ["device: { voiceOverSpeaks: true }"]
    ),
    "isAlertDucking": ("", ["x: { playAlertSound: bell }"]),
    "isHandsFreeOpening": ("ports: [bluetoothHFP]", ["phone: call"]),
    "isCallAudioClosing": ("", ["phone: call", "phone: hangUp"]),
    "isMicrophoneMuted": ("microphoneMuted: true", []),
    "alarmSnooze": ("", ["alarm: fire", "alarm: snooze"]),
    "isMediaServerDown": ("", ["mediaServices: crash"]),
    "calls": ("", ["phone: call"]),
    "alerts": ("", ["emergency: begin"]),
    "siri": ("", ["siri: begin"]),
    "nowPlaying": ("", ["x: { setRemoteCommands: [play] }", "x: play"]),
  ]

  private static func state(_ said: (setup: String, steps: [String]), ofDevice: Bool) throws
    -> PhoneState
  {
    let device = ofDevice ? said.setup : ""
    let app = ofDevice ? "" : said.setup
    let steps = said.steps.map { "{ \($0) }" }.joined(separator: ", ")
    let text = """
      scenario: a
      os: 27
      policy: { bluetoothSwitch: inSteps, alertSounds: duck, refusalAfterCall: fourSeconds }
      device: { \(device) }
      apps: { x: { \(app) } }
      steps: [\(steps)]
      """
    let run = try ScenarioRun(try #require(try ScenarioReader.read(text).first))
    run.run()
    #expect(run.failures.map(\.message) == [], "\(text)")
    return run.phone.state
  }

  private static func values(_ value: Any) -> [String: String] {
    var values: [String: String] = [:]
    for child in Mirror(reflecting: value).children {
      values[child.label ?? ""] = "\(child.value)"
    }
    return values
  }

  @Test func `every stored property of an app can be set or changed`() throws {
    let plain = Self.values(AppState())
    #expect(Set(plain.keys) == Set(Self.ofApp.keys))
    for (name, said) in Self.ofApp {
      let state = try Self.state(said, ofDevice: false)
      #expect(Self.values(state[0])[name] != plain[name], "\(name)")
    }
  }

  @Test func `every stored property of the phone can be set or changed`() throws {
    let plain = Self.values(DeviceState())
    #expect(Set(plain.keys) == Set(Self.ofDevice.keys))
    for (name, said) in Self.ofDevice {
      let state = try Self.state(said, ofDevice: true)
      #expect(Self.values(state.device)[name] != plain[name], "\(name)")
    }
  }
}
