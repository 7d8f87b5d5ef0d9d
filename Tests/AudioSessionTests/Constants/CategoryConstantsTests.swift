import AudioSession
import Testing

/// Based on the reference of the categories, options, modes and policies.
@Suite struct CategoryConstantsTests {
  private static let categories: [(SessionCategory, String)] = [
    (.ambient, "AVAudioSessionCategoryAmbient"),
    (.soloAmbient, "AVAudioSessionCategorySoloAmbient"),
    (.playback, "AVAudioSessionCategoryPlayback"),
    (.record, "AVAudioSessionCategoryRecord"),
    (.playAndRecord, "AVAudioSessionCategoryPlayAndRecord"),
    (.multiRoute, "AVAudioSessionCategoryMultiRoute"),
    (.audioProcessing, "AVAudioSessionCategoryAudioProcessing"),
  ]

  @Test func `every category has the name of Apple's constant`() {
    for (category, raw) in Self.categories { #expect(category.rawValue == raw) }
    #expect(Self.categories.map(\.0) == SessionCategory.allCases)
    #expect(SessionCategory.processDefault == .soloAmbient)
  }

  private static let options: [(String, CategoryOptions, UInt)] = [
    ("mixWithOthers", .mixWithOthers, 0x1),
    ("duckOthers", .duckOthers, 0x2),
    ("allowBluetoothHFP", .allowBluetoothHFP, 0x4),
    ("defaultToSpeaker", .defaultToSpeaker, 0x8),
    ("interruptSpokenAudioAndMixWithOthers", .interruptSpokenAudioAndMixWithOthers, 0x11),
    ("allowBluetoothA2DP", .allowBluetoothA2DP, 0x20),
    ("allowAirPlay", .allowAirPlay, 0x40),
    ("overrideMutedMicrophoneInterruption", .overrideMutedMicrophoneInterruption, 0x80),
    ("farFieldInput", .farFieldInput, 0x40000),
    ("bluetoothHighQualityRecording", .bluetoothHighQualityRecording, 0x80000),
  ]

  @Test func `every option has Apple's bits and name`() {
    for (name, option, raw) in Self.options {
      #expect(option.rawValue == raw, "\(name)")
      #expect(CategoryOptions(named: name) == option)
    }
    #expect(CategoryOptions.named.map(\.name) == Self.options.map(\.0))
    #expect(CategoryOptions(named: "allowBluetooth") == .allowBluetoothHFP)
    #expect(CategoryOptions(named: "mix") == nil)
  }

  @Test func `interrupting spoken audio includes mixing, and ducking implies it`() {
    #expect(CategoryOptions.interruptSpokenAudioAndMixWithOthers.contains(.mixWithOthers))
    #expect(CategoryOptions.duckOthers.withImplied == [.duckOthers, .mixWithOthers])
    #expect(CategoryOptions.allowAirPlay.withImplied == .allowAirPlay)
    #expect(
      CategoryOptions([.mixWithOthers, .duckOthers]).names == ["mixWithOthers", "duckOthers"])
  }

  private static let modes: [(SessionMode, String, String, CategoryOptions)] = [
    (.default, "default", "AVAudioSessionModeDefault", []),
    (.voiceChat, "voiceChat", "AVAudioSessionModeVoiceChat", .allowBluetoothHFP),
    (
      .gameChat, "gameChat", "AVAudioSessionModeGameChat", [.allowBluetoothHFP, .defaultToSpeaker]
    ),
    (.videoRecording, "videoRecording", "AVAudioSessionModeVideoRecording", []),
    (.measurement, "measurement", "AVAudioSessionModeMeasurement", []),
    (.moviePlayback, "moviePlayback", "AVAudioSessionModeMoviePlayback", []),
    (
      .videoChat, "videoChat", "AVAudioSessionModeVideoChat",
      [.allowBluetoothHFP, .defaultToSpeaker]
    ),
    (.spokenAudio, "spokenAudio", "AVAudioSessionModeSpokenAudio", []),
    (.voicePrompt, "voicePrompt", "AVAudioSessionModeVoicePrompt", []),
    (.shortFormVideo, "shortFormVideo", "AVAudioSessionModeShortFormVideo", []),
    (.dualRoute, "dualRoute", "AVAudioSessionModeDualRoute", []),
  ]

  @Test func `every mode has the name of Apple's constant and implies its options`() {
    for (mode, name, raw, implied) in Self.modes {
      #expect(mode.rawValue == raw)
      #expect(mode.name == name)
      #expect(SessionMode(named: name) == mode)
      #expect(mode.impliedOptions == implied, "\(name)")
    }
    #expect(Self.modes.map(\.0) == SessionMode.allCases)
  }

  @Test func `every policy has Apple's number`() {
    let policies: [(RouteSharingPolicy, UInt)] = [
      (.default, 0), (.longFormAudio, 1), (.independent, 2), (.longFormVideo, 3),
    ]
    for (policy, raw) in policies {
      #expect(policy.rawValue == raw)
      #expect(RouteSharingPolicy(named: policy.name) == policy)
    }
    #expect(policies.map(\.0) == RouteSharingPolicy.allCases)
    #expect(RouteSharingPolicy(named: "longForm") == .longFormAudio)
  }
}
