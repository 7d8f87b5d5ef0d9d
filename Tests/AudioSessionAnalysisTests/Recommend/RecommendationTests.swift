import AudioSession
import AudioSessionAnalysis
import Testing

/// Recommended sessions meet the requested needs on a phone.
@Suite struct RecommendationTests {
  /// All possible needs.
  private static let all: [SessionNeeds] = SoundRole.allCases.flatMap { role in
    [false, true].flatMap { records in
      [false, true].flatMap { background in
        ([nil] + OtherAudio.allCases.map(Optional.some)).map {
          SessionNeeds(role, records: records, background: background, otherAudio: $0)
        }
      }
    }
  }

  /// Returns a phone on which another app plays music, and the app with the recommended session has started.
  private static func phone(
    _ needs: SessionNeeds, on system: OSVersion = .standard
  ) throws -> Phone {
    let recommendation = SessionRecommendation(needs)
    var app = AppState()
    app.configuration = recommendation.configuration
    app.hasBackgroundAudio = recommendation.needsBackgroundMode
    var music = AppState()
    music.configuration = SessionConfiguration(.playback)
    music.hasBackgroundAudio = true
    var setup = PhoneSetup(apps: [app, music])
    setup.system = system
    var phone = try Phone(setup)
    _ = try phone.handle(.app(1, .startOutput))
    if needs.role.row.plays { _ = try phone.handle(.app(0, .startOutput)) }
    if needs.records || needs.role.row.records { _ = try phone.handle(.app(0, .startInput)) }
    return phone
  }

  @Test func `every version accepts the recommended session`() throws {
    for needs in Self.all {
      for system in OSVersion.allCases where system >= .iOS13 {
        #expect(throws: Never.self, "\(needs)") { try Self.phone(needs, on: system) }
      }
    }
  }

  @Test func `an app that plays is heard, and an app that records has input`() throws {
    for needs in Self.all {
      let phone = try Self.phone(needs)
      #expect(phone.isPlaying(0) == needs.role.row.plays, "\(needs)")
      #expect(phone.isRecording(0) == (needs.records || needs.role.row.records), "\(needs)")
    }
  }

  @Test func `other apps are interrupted, mixed or ducked as requested`() throws {
    for needs in Self.all {
      let phone = try Self.phone(needs)
      let others = needs.otherAudio ?? needs.role.row.otherAudio
      #expect(phone.isInterrupted(1) == (others == .interrupt), "\(needs)")
      #expect(phone.isDucked(1) == (others == .duck), "\(needs)")
    }
  }

  @Test func `the app continues in the background if requested`() throws {
    for needs in Self.all where SessionRecommendation(needs).needsBackgroundMode {
      var phone = try Self.phone(needs)
      _ = try phone.handle(.phone(.locked))
      #expect(phone.isActive(0), "\(needs)")
      #expect(phone.isAudible(0) == needs.role.row.plays, "\(needs)")
    }
  }

  @Test
  func `the silent switch silences sound that is not essential, unless it plays in the background`()
    throws
  {
    for needs in Self.all where needs.role.row.plays {
      var phone = try Self.phone(needs)
      _ = try phone.handle(.phone(.silentModeSet(true)))
      let obeys =
        !needs.role.row.isEssential && !needs.background && !needs.records
        && needs.otherAudio != .duck
      if obeys { #expect(!phone.isAudible(0), "\(needs)") }
      if needs.role.row.isEssential { #expect(phone.isAudible(0), "\(needs)") }
    }
  }

  @Test(arguments: [Port.bluetoothA2DP, .airPlay])
  func `audio reaches stereo earphones and AirPlay, even while the app records`(
    port: Port
  )
    throws
  {
    for role in [SoundRole.music, .film, .speech] {
      var phone = try Self.phone(SessionNeeds(role, records: true))
      _ = try phone.handle(.phone(.portConnected(port)))
      #expect(phone.outputs == [port], "\(role)")
    }
  }

  @Test func `a music app that mixes is warned about missing controls`() {
    for others in OtherAudio.allCases {
      let reasons = SessionRecommendation(SessionNeeds(.music, otherAudio: others)).reasons
      let isSaid = reasons.contains { $0.statement.contains("Now Playing") }
      #expect(isSaid == (others != .interrupt))
    }
  }

  @Test func `a recommendation says that the user's music stops exactly if it stops on a phone`()
    throws
  {
    for needs in Self.all {
      let reasons = SessionRecommendation(needs).reasons
      let isSaid = reasons.contains { $0.statement.contains("interrupts other apps' audio") }
      #expect(try isSaid == Self.phone(needs).isInterrupted(1), "\(needs)")
    }
  }

  // Source: documentation of `AVAudioSession.Mode.spokenAudio`: prompts of other apps pause continuous speech.
  @Test func `the role for sounds to sleep to names the role for a guided meditation`() throws {
    let named = SessionRecommendation(SessionNeeds(.meditation)).reasons.filter {
      $0.statement.contains("role speech")
    }
    #expect(named.count == 1)
    #expect(SessionRecommendation(SessionNeeds(.speech)).configuration.mode == .spokenAudio)
    #expect(SessionRecommendation(SessionNeeds(.meditation)).configuration.mode == .default)
  }

  @Test func `an app for sleep continues while the phone is locked, without requesting it`() {
    for role in SoundRole.allCases {
      let recommendation = SessionRecommendation(SessionNeeds(role))
      #expect(recommendation.needsBackgroundMode == (role == .meditation), "\(role)")
      let isTimed = recommendation.reasons.contains { $0.statement.contains("sleep timer") }
      #expect(isTimed == (role == .meditation), "\(role)")
    }
  }

  @Test func `every choice has a reason, and every reason a source`() {
    for needs in Self.all {
      let recommendation = SessionRecommendation(needs)
      let about = Set(recommendation.reasons.map(\.subject))
      let configuration = recommendation.configuration
      #expect(about.contains(.category))
      #expect(about.contains(.mode) == (configuration.mode != .default), "\(needs)")
      #expect(about.contains(.options) == !configuration.options.isEmpty, "\(needs)")
      for reason in recommendation.reasons {
        #expect(!reason.statement.isEmpty && !reason.evidence.citations.isEmpty)
        #expect(reason.evidence.grade != .assumption, "\(reason.statement)")
      }
    }
  }

  @Test(arguments: [
    (SessionNeeds(.accompaniment), SessionConfiguration(.ambient)),
    (SessionNeeds(.accompaniment, otherAudio: .interrupt), SessionConfiguration(.soloAmbient)),
    (SessionNeeds(.music, background: true), SessionConfiguration(.playback)),
    (SessionNeeds(.meditation), SessionConfiguration(.playback)),
    // Source: Audio Session Programming Guide, "Audio Guidelines for Cooperative Music Apps": playback that mixes.
    (
      SessionNeeds(.meditation, otherAudio: .mix),
      SessionConfiguration(.playback, options: .mixWithOthers)
    ),
    // Source: page of `ambient`: "appropriate for 'play-along' apps, such as a virtual piano".
    (SessionNeeds(.playAlong), SessionConfiguration(.ambient)),
    (
      SessionNeeds(.playAlong, background: true),
      SessionConfiguration(.playback, options: .mixWithOthers)
    ),
    // Source: the guide, "Audio Guidelines for Browser-like Apps That Sometimes Play Audio": playback, not mixed.
    (SessionNeeds(.feed), SessionConfiguration(.playback)),
    (SessionNeeds(.recording), SessionConfiguration(.record)),
    (SessionNeeds(.voiceChat), SessionConfiguration(.playAndRecord, mode: .voiceChat)),
    (
      SessionNeeds(.prompt),
      SessionConfiguration(
        .playback, mode: .voicePrompt,
        options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
    ),
  ])
  func `the guidelines' examples get their category`(
    needs: SessionNeeds, configuration: SessionConfiguration
  ) {
    #expect(SessionRecommendation(needs).configuration == configuration)
  }
}
