import AudioSession
import TestSupport
import Testing

/// The arguments that `setCategory` accepts, according to the headers and field reports.
struct LegalityTests {
  private func error(
    _ configuration: SessionConfiguration, on system: OSVersion = .iOS27,
    platform: Platform = .iPhone, policy: [String: String] = [:]
  ) throws -> SessionErrorCode? {
    var setup = PhoneSetup(apps: [AppState()])
    setup.system = system
    setup.platform = platform
    for (option, answer) in policy { try setup.policy.set(option, to: answer) }
    var phone = try Phone(setup)
    let effects = try phone.handle(
      .app(
        0,
        .setCategory(
          configuration.category, mode: configuration.mode, policy: configuration.policy,
          options: configuration.options)))
    let changed = phone.state[0].configuration != SessionConfiguration.processDefault
    for effect in effects {
      if case .callResult(_, let error?) = effect {
        #expect(!changed, "a failed call changed the category")
        return error
      }
    }
    return nil
  }

  /// The categories with which an option is legal on iOS 27.
  ///
  /// Source: header of `AVAudioSession.CategoryOptions`, and for AirPlay its page: only play-and-record may set
  /// it. Ambient implies its options.
  @Test(
    arguments: [
      ("mixWithOthers", [.ambient, .playback, .playAndRecord, .multiRoute]),
      ("duckOthers", [.ambient, .playback, .playAndRecord, .multiRoute]),
      ("allowBluetoothHFP", [.record, .playAndRecord]),
      ("defaultToSpeaker", [.playAndRecord]),
      ("interruptSpokenAudioAndMixWithOthers", [.playback, .playAndRecord, .multiRoute]),
      ("allowBluetoothA2DP", [.ambient, .soloAmbient, .playback, .playAndRecord]),
      ("allowAirPlay", [.playAndRecord]),
      ("bluetoothHighQualityRecording", [.playAndRecord, .multiRoute]),
      ("overrideMutedMicrophoneInterruption", [.record, .playAndRecord, .multiRoute]),
    ] as [(String, [SessionCategory])])
  func `an option is accepted with these categories and rejected or ignored with others`(
    name: String, legal: [SessionCategory]
  ) throws {
    let option = try #require(CategoryOptions(named: name))
    for category in SessionCategory.allCases where category != .audioProcessing {
      let asked = SessionConfiguration(category, options: option)
      let verdict = try Phone.tabled(on: .iOS27).verdict(on: asked)
      let isTaken = verdict.error == nil && verdict.accepted.options.isSuperset(of: option)
      #expect(isTaken == legal.contains(category), "\(name) with \(category)")
    }
  }

  /// Source: header of `AVAudioSession.Mode`.
  @Test(
    arguments: [
      (SessionMode.voiceChat, [.playAndRecord]), (.gameChat, [.playAndRecord, .multiRoute]),
      (.videoRecording, [.record, .playAndRecord]),
      (.measurement, [.playback, .record, .playAndRecord]), (.moviePlayback, [.playback]),
      (.videoChat, [.playAndRecord]), (.shortFormVideo, [.playback]),
    ] as [(SessionMode, [SessionCategory])])
  func `a mode is accepted with these categories and no others`(
    mode: SessionMode, legal: [SessionCategory]
  ) throws {
    for category in SessionCategory.allCases where category != .audioProcessing {
      let error = try error(SessionConfiguration(category, mode: mode))
      #expect((error == nil) == legal.contains(category), "\(mode) with \(category)")
    }
  }

  /// Source: the pages of `AVAudioSession.Mode` and of the audio session modes, which name the pairs.
  @Test(arguments: [
    (SessionMode.gameChat, SessionCategory.multiRoute), (.voiceChat, .audioProcessing),
  ])
  func `a mode that Apple describes as acting like default does so`(
    mode: SessionMode, category: SessionCategory
  ) throws {
    let verdict = try Phone.tabled().verdict(on: SessionConfiguration(category, mode: mode))
    #expect(verdict.error == nil)
    #expect(verdict.accepted == SessionConfiguration(category))
    #expect(verdict.reason == "mode \(mode.name) with \(category.name) is ignored")
  }

  @Test
  func `setting an implied option is accepted or rejected alike by every category that implies it`()
    throws
  {
    for category in [SessionCategory.ambient, .soloAmbient, .playback] {
      let stereo = SessionConfiguration(category, options: .allowBluetoothA2DP)
      #expect(try error(stereo) == nil)
      #expect(try error(stereo, policy: ["explicitA2DPWithPlayback": "reject"]) == .badParam)
      let airPlay = SessionConfiguration(category, options: .allowAirPlay)
      #expect(try error(airPlay) == .badParam)
      #expect(try error(airPlay, platform: .simulator) == nil)
    }
  }

  @Test func `cells about mixing that a policy option decides cite that option`() {
    let mixing: [CategoryOptions] = [
      .mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers,
    ]
    let option = PolicyOption[\.illegalMixing]
    for row in LegalityRow.table {
      guard case .option(let named) = row.subject, mixing.contains(named) else { continue }
      for category in LegalityRow.columns {
        guard case .decided(let decider, _) = row[category], decider.option == option else {
          continue
        }
        let evidence = row.evidence(with: category).legality
        #expect(evidence.options.contains(option.key), "\(named.names) with \(category.name)")
      }
    }
  }

  @Test func `far-field input and two routes require the hands-free option`() throws {
    let far = CategoryOptions.farFieldInput
    #expect(try error(SessionConfiguration(.record, options: far)) == .badParam)
    #expect(try error(SessionConfiguration(.record, options: [far, .allowBluetoothHFP])) == nil)
    #expect(try error(SessionConfiguration(.multiRoute, mode: .dualRoute)) == .badParam)
    let both = SessionConfiguration(.multiRoute, mode: .dualRoute, options: .allowBluetoothHFP)
    #expect(try error(both) == nil)
  }

  @Test func `AirPlay with playback is rejected on a device and accepted by the simulator`() throws
  {
    let configuration = SessionConfiguration(.playback, options: .allowAirPlay)
    #expect(try error(configuration) == .badParam)
    #expect(
      try error(configuration, policy: ["airPlayWithPlayback": "unspecified"]) == .unspecified)
    #expect(try error(configuration, platform: .simulator) == nil)
  }

  @Test func `long-form policies accept playback, three modes and no options`() throws {
    func long(_ mode: SessionMode, _ options: CategoryOptions = []) -> SessionConfiguration {
      SessionConfiguration(.playback, mode: mode, policy: .longFormAudio, options: options)
    }
    #expect(try error(long(.default)) == nil)
    #expect(try error(long(.spokenAudio)) == nil)
    #expect(try error(long(.moviePlayback)) == nil)
    #expect(try error(long(.measurement)) == .badParam)
    #expect(try error(long(.default, .mixWithOthers)) == .badParam)
    #expect(try error(SessionConfiguration(.ambient, policy: .longFormVideo)) == .badParam)
    #expect(try error(SessionConfiguration(.playback, policy: .independent)) == .badParam)
  }

  @Test func `a version does not accept constants that it does not have`() throws {
    let spoken = SessionConfiguration(.playback, mode: .spokenAudio)
    #expect(try error(spoken, on: .iOS8) == .badParam)
    #expect(try error(spoken, on: .iOS10) == nil, "since 9")
    let prompt = SessionConfiguration(.playback, mode: .voicePrompt)
    #expect(try error(prompt, on: .iOS10) == .badParam)
    #expect(try error(prompt, on: .iOS13) == nil, "since 12")
    let film = SessionConfiguration(.playback, policy: .longFormVideo)
    #expect(try error(film, on: .iOS10) == .badParam)
    #expect(try error(film, on: .iOS13) == nil, "since 13")
    let muted = SessionConfiguration(
      .playAndRecord, options: .overrideMutedMicrophoneInterruption)
    #expect(try error(muted, on: .iOS10) == .badParam)
    #expect(try error(muted, on: .iOS14_5) == nil)
  }

  /// Configurations that are rejected on a version, and the cause.
  private static let refusals: [(SessionConfiguration, OSVersion, String)] = [
    (
      SessionConfiguration(.playback, mode: .spokenAudio), .iOS7,
      "mode spokenAudio requires iOS 9 or later"
    ),
    (
      SessionConfiguration(.playback, policy: .longFormVideo, options: .mixWithOthers), .iOS26,
      "policy longFormVideo does not accept options"
    ),
    (
      SessionConfiguration(.playback, mode: .measurement, policy: .longFormAudio), .iOS26,
      "policy longFormAudio is valid with the modes default, moviePlayback, spokenAudio only"
    ),
    (
      SessionConfiguration(.playback, options: .allowAirPlay), .iOS26,
      "option allowAirPlay is not valid with playback on a device"
    ),
    (
      SessionConfiguration(.multiRoute, options: .allowBluetoothHFP), .iOS17,
      "option allowBluetoothHFP is not valid with multiRoute"
    ),
    (
      SessionConfiguration(.multiRoute, options: .allowBluetoothHFP), .iOS26,
      "option allowBluetoothHFP is valid with multiRoute only in mode dualRoute"
    ),
    (
      SessionConfiguration(.ambient, mode: .gameChat), .iOS26,
      "mode gameChat is not valid with ambient (policy option illegalMode)"
    ),
  ]

  @Test(arguments: refusals)
  func `the rejection of a configuration states the cause on this version`(
    configuration: SessionConfiguration, system: OSVersion, cause: String
  ) throws {
    let verdict = try Phone.tabled(on: system).verdict(on: configuration)
    #expect(verdict.error != nil)
    #expect(verdict.reason == cause)
  }

  @Test func `every rejection of every version has a reason`() throws {
    for system in OSVersion.allCases {
      let phone = try Phone.tabled(on: system)
      for category in SessionCategory.allCases {
        for mode in SessionMode.allCases {
          for (_, option) in CategoryOptions.named {
            let asked = SessionConfiguration(category, mode: mode, options: option)
            let verdict = phone.verdict(on: asked)
            #expect((verdict.error == nil) || !verdict.reason.isEmpty)
          }
        }
      }
    }
  }

  @Test func `policy options can ignore rejected configurations`() throws {
    let mode = SessionConfiguration(.ambient, mode: .gameChat)
    #expect(try error(mode) == .badParam)
    #expect(try error(mode, policy: ["illegalMode": "ignore"]) == nil)
    let policy = SessionConfiguration(.ambient, policy: .longFormAudio)
    #expect(try error(policy, policy: ["illegalPolicy": "ignore"]) == nil)
  }

  /// Source: Apple's sample "Recognizing speech in live audio", which sets category record with `duckOthers`.
  @Test(arguments: [CategoryOptions.mixWithOthers, .duckOthers])
  func `record accepts mixing options without effect, or rejects them by policy`(
    option: CategoryOptions
  ) throws {
    let asked = SessionConfiguration(.record, mode: .measurement, options: option)
    let verdict = try Phone.tabled().verdict(on: asked)
    #expect(verdict.error == nil)
    #expect(verdict.accepted == SessionConfiguration(.record, mode: .measurement))
    let strict = try Phone.tabled(policy: ["illegalMixing": "badParam"]).verdict(on: asked)
    #expect(strict.error == .badParam)
    #expect(strict.reason.hasSuffix("is not valid with record (policy option illegalMixing)"))
  }

  @Test func `a phone cannot be set up with a configuration that setCategory rejects`() {
    var app = AppState()
    app.configuration = SessionConfiguration(.ambient, options: .defaultToSpeaker)
    #expect(throws: SetupError.self) { try Phone(PhoneSetup(apps: [app])) }
  }

  @Test func `options are read back with the options that they imply`() throws {
    var app = AppState()
    app.configuration = SessionConfiguration(.playAndRecord, mode: .videoChat, options: .duckOthers)
    let phone = try Phone(PhoneSetup(apps: [app]))
    #expect(
      phone.categoryOptions(of: 0)
        == [.duckOthers, .mixWithOthers, .allowBluetoothHFP, .defaultToSpeaker])
  }
}
