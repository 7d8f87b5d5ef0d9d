import AudioSession
import Testing

/// The raw values, copied from Apple's headers and not from our code.
struct ConstantsTests {
  @Test func `categories have Apple's names`() {
    let expected = [
      "Ambient", "SoloAmbient", "Playback", "Record", "PlayAndRecord", "MultiRoute",
      "AudioProcessing",
    ]
    #expect(
      Set(SessionCategory.allCases.map(\.rawValue))
        == Set(expected.map { "AVAudioSessionCategory\($0)" }))
    #expect(SessionCategory.processDefault == .soloAmbient)
  }

  @Test func `modes have Apple's names`() {
    let expected = [
      "Default", "VoiceChat", "GameChat", "VideoRecording", "Measurement", "MoviePlayback",
      "VideoChat", "SpokenAudio", "VoicePrompt", "ShortFormVideo", "DualRoute",
    ]
    #expect(
      Set(SessionMode.allCases.map(\.rawValue)) == Set(expected.map { "AVAudioSessionMode\($0)" }))
  }

  @Test(
    arguments: [
      ("mixWithOthers", 0x1), ("duckOthers", 0x2), ("allowBluetoothHFP", 0x4),
      ("allowBluetooth", 0x4), ("defaultToSpeaker", 0x8),
      ("interruptSpokenAudioAndMixWithOthers", 0x11), ("allowBluetoothA2DP", 0x20),
      ("allowAirPlay", 0x40), ("overrideMutedMicrophoneInterruption", 0x80),
      ("farFieldInput", 0x40000), ("bluetoothHighQualityRecording", 0x80000),
    ] as [(String, UInt)])
  func `an option has Apple's bits`(name: String, bits: UInt) {
    #expect(CategoryOptions(named: name)?.rawValue == bits)
  }

  @Test func `interrupting spoken audio mixes, and ducking implies mixing`() {
    #expect(CategoryOptions.interruptSpokenAudioAndMixWithOthers.contains(.mixWithOthers))
    #expect(CategoryOptions.duckOthers.withImplied.contains(.mixWithOthers))
    #expect(CategoryOptions.defaultToSpeaker.withImplied == .defaultToSpeaker)
    #expect(CategoryOptions(named: "mix") == nil)
    #expect(
      CategoryOptions(rawValue: 0x11).names == [
        "mixWithOthers", "interruptSpokenAudioAndMixWithOthers",
      ])
  }

  @Test func `a set is described by the names of its members`() {
    #expect("\(PortSet([.builtInSpeaker, .headphones]))" == "[speaker, headphones]")
    #expect("\(CategoryOptions([.duckOthers, .allowAirPlay]))" == "[duckOthers, allowAirPlay]")
    #expect("\(RemoteCommands([.play, .pause]))" == "[play, pause]")
    #expect("\(InterruptionOptions.shouldResume)" == "[shouldResume]")
    #expect("\(SetActiveOptions())" == "[]")
    #expect("\(UserSettings([.haptics, .sharing]))" == "[haptics, sharing]")
    let route = Route(
      inputs: [.headsetMic], outputs: [.headphones], outputDevice: "Buds")
    #expect("\(route)" == "from [headsetMic] to [headphones] of Buds")
  }

  @Test(
    arguments: [
      (SessionErrorCode.mediaServicesFailed, "msrv", 1_836_282_486), (.isBusy, "!act", 560_030_580),
      (.incompatibleCategory, "!cat", 560_161_140), (.cannotInterruptOthers, "!int", 560_557_684),
      (.missingEntitlement, "ent?", 1_701_737_535), (.siriIsRecording, "siri", 1_936_290_409),
      (.cannotStartPlaying, "!pla", 561_015_905), (.cannotStartRecording, "!rec", 561_145_187),
      (.badParam, "-50", -50), (.insufficientPriority, "!pri", 561_017_449),
      (.resourceNotAvailable, "!res", 561_145_203), (.unspecified, "what", 2_003_329_396),
      (.expiredSession, "!ses", 561_210_739), (.sessionNotActive, "inac", 1_768_841_571),
    ] as [(SessionErrorCode, String, Int32)])
  func `an error has Apple's number, which encodes its four characters`(
    code: SessionErrorCode, characters: String, number: Int32
  ) {
    #expect(code.rawValue == number)
    #expect(code.fourCharacters == characters)
    #expect(SessionErrorCode(fourCharacters: characters) == code)
    if number > 0 {
      #expect(characters.utf8.reduce(Int32(0)) { $0 << 8 | Int32($1) } == number)
    }
  }

  @Test func `there are no other errors, and their domain is OSStatus`() {
    #expect(SessionErrorCode.allCases.count == 14)
    #expect(SessionErrorCode(fourCharacters: "!abc") == nil)
    #expect(SessionErrorCode.domain == "NSOSStatusErrorDomain")
    #expect(SessionErrorCode.insufficientPriority.name == "insufficientPriority")
    #expect(Set(SessionErrorCode.allCases.map(\.name)).count == 14)
    #expect("\(SessionErrorCode.badParam)" == "badParam: a value that is not allowed")
  }

  @Test func `values in notifications have Apple's numbers`() {
    #expect(RouteChangeReason.newDeviceAvailable.rawValue == 1)
    #expect(RouteChangeReason.oldDeviceUnavailable.rawValue == 2)
    #expect(RouteChangeReason.categoryChange.rawValue == 3)
    #expect(RouteChangeReason.override.rawValue == 4)
    #expect(RouteChangeReason(rawValue: 5) == nil)
    #expect(RouteChangeReason.wakeFromSleep.rawValue == 6)
    #expect(RouteChangeReason.noSuitableRouteForCategory.rawValue == 7)
    #expect(RouteChangeReason.routeConfigurationChange.rawValue == 8)
    #expect(InterruptionType.ended.rawValue == 0)
    #expect(InterruptionType.began.rawValue == 1)
    #expect(InterruptionOptions.shouldResume.rawValue == 1)
    #expect(InterruptionReason.default.rawValue == 0)
    #expect(InterruptionReason.appWasSuspended.rawValue == 1)
    #expect(InterruptionReason.builtInMicMuted.rawValue == 2)
    #expect(InterruptionReason.routeDisconnected.rawValue == 4)
    #expect(SecondaryAudioHintType.end.rawValue == 0)
    #expect(SecondaryAudioHintType.begin.rawValue == 1)
    #expect(DeactivationSource.app.rawValue == 1)
    #expect(DeactivationSource.system.rawValue == 2)
    #expect(ResumptionRecommendation.shouldNotResume.rawValue == 0)
    #expect(ResumptionRecommendation.shouldResume.rawValue == 1)
    #expect(SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
    #expect(PortOverride.speaker.rawValue == 1_936_747_378)
    #expect(PortOverride.none.rawValue == 0)
    #expect(RouteSharingPolicy.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(RecordPermission.granted.rawValue == 1_735_552_628)
    #expect(RecordPermission.denied.rawValue == 1_684_369_017)
    #expect(RecordPermission.undetermined.rawValue == 1_970_168_948)
  }

  @Test(arguments: [
    (Port.builtInMic, "MicrophoneBuiltIn"), (.headsetMic, "MicrophoneWired"), (.lineIn, "LineIn"),
    (.builtInSpeaker, "Speaker"), (.builtInReceiver, "Receiver"), (.headphones, "Headphones"),
    (.bluetoothA2DP, "BluetoothA2DPOutput"), (.bluetoothHFP, "BluetoothHFP"),
    (.bluetoothLE, "BluetoothLE"), (.usbAudio, "USBAudio"), (.carAudio, "CarAudio"),
  ])
  func `a port has the name found in field logs`(port: Port, name: String) {
    #expect(port.rawValue == name)
    #expect(Port(named: port.name) == port)
  }

  @Test func `categories, modes and options can be found by their Swift names`() {
    for category in SessionCategory.allCases {
      #expect(SessionCategory(named: category.name) == category)
    }
    for mode in SessionMode.allCases { #expect(SessionMode(named: mode.name) == mode) }
    for option in PolicyOption.all { #expect(PolicyOption(key: option.key)?.key == option.key) }
    #expect(SessionMode(named: "loud") == nil)
    #expect(SessionCategory(named: "Playback") == nil)
    #expect(PolicyOption(key: "ducking") == nil)
  }
}
