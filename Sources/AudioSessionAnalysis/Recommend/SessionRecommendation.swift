public import AudioSession

/// What an app asks of its session, as the guidelines have one ask it.
public struct SessionNeeds: Hashable, Sendable {
  /// The purpose of the app's sound.
  public var role: SoundRole
  /// Whether the app also records.
  public var records: Bool
  /// Whether the app goes on in the background, and while the phone is locked.
  public var background: Bool
  /// What becomes of other apps' audio; nil for what the role suggests.
  public var otherAudio: OtherAudio?

  /// What an app asks.
  public init(
    _ role: SoundRole, records: Bool = false, background: Bool = false,
    otherAudio: OtherAudio? = nil
  ) {
    self.role = role
    self.records = records
    self.background = background
    self.otherAudio = otherAudio
  }
}

/// The session that the guidelines and the policy's tables suggest, and why.
public struct SessionRecommendation: Hashable, Sendable {
  /// What a reason is about.
  public enum Subject: String, Hashable, Sendable, CaseIterable, Encodable {
    /// The category.
    case category
    /// The mode.
    case mode
    /// The options.
    case options
    /// What the app has to do besides.
    case besides
  }

  /// Why something is recommended.
  public struct Reason: Hashable, Sendable {
    /// The subject of the reason.
    public let subject: Subject
    /// The reason, in words.
    public let statement: String
    /// The evidence for the reason.
    public let evidence: Evidence
  }

  /// Category, mode and options.
  public private(set) var configuration: SessionConfiguration
  /// Whether the app needs the audio background mode (`UIBackgroundModes: audio`).
  public let needsBackgroundMode: Bool
  /// Why, in the order in which it was decided.
  public private(set) var reasons: [Reason] = []

  /// What is recommended to an app with these needs.
  public init(_ needs: SessionNeeds) {
    let row = needs.role.row
    let records = row.records || needs.records
    let others = needs.otherAudio ?? row.otherAudio
    var needs = needs
    needs.background = needs.background || row.background
    needsBackgroundMode = needs.background
    configuration = SessionConfiguration(.soloAmbient)
    chooseCategory(row, records: records, needs, others)
    chooseMode(row)
    chooseOptions(row, others)
    addBesides(row, needs, others)
  }

  private mutating func add(_ subject: Subject, _ statement: String, _ evidence: Evidence) {
    reasons.append(Reason(subject: subject, statement: statement, evidence: evidence))
  }

  private mutating func chooseCategory(
    _ row: RoleRow, records: Bool, _ needs: SessionNeeds, _ others: OtherAudio
  ) {
    if records {
      // Recording alone silences others: beside them it takes the category that also plays.
      let recordsOnly = !row.plays && others == .interrupt
      configuration.category = recordsOnly ? .record : .playAndRecord
      let category = configuration.category
      let what =
        recordsOnly
        ? "it only records"
        : row.plays ? "it plays and records" : "it records beside what others play"
      add(
        .category, "\(what), which is \(category.name)",
        row.plays
          ? Evidence(.guidelines("Playing audio: play and record for apps that do both"), .tableB1)
          : recordsOnly ? row.evidence : Evidence(.tableB1, .types("CategoryOptions.mixWithOthers"))
      )
    } else if row.isEssential {
      configuration.category = .playback
      add(
        .category, "its sound is what people use it for, so that the silent switch leaves it alone",
        row.evidence)
    } else if needs.background {
      configuration.category = .playback
      add(
        .category,
        "ambient categories stop in the background; playback goes on there, and ignores the silent "
          + "switch", Evidence(.page("AVAudioSession.Category.playback"), .tableB1))
    } else if others == .interrupt {
      configuration.category = .soloAmbient
      add(
        .category, "its sound is not essential, and others are silent beside it",
        Evidence(.page("AVAudioSession.Category.soloAmbient"), .tableB1))
    } else {
      configuration.category = .ambient
      add(.category, "its sound is not essential, and others go on beside it", row.evidence)
    }
  }

  private mutating func chooseMode(_ row: RoleRow) {
    guard row.mode != .default else { return }
    // A film that is also recorded from has no mode: that of films takes playback only.
    guard row.mode != .moviePlayback || configuration.category == .playback else { return }
    configuration.mode = row.mode
    add(.mode, "mode \(row.mode.name) is made for \(row.role.meaning)", row.modeEvidence)
  }

  private mutating func chooseOptions(_ row: RoleRow, _ others: OtherAudio) {
    let category = configuration.category
    switch others {
    case .interrupt: break
    case .mix where category == .ambient: break
    case .mix:
      configuration.options.insert(.mixWithOthers)
      add(.options, "others go on beside it", Evidence(.types("CategoryOptions.mixWithOthers")))
    case .duck:
      configuration.options.formUnion(.duckOthers)
      add(
        .options, "others go on, lower, for as long as its session is active",
        Evidence(.types("CategoryOptions.duckOthers"), .page("CategoryOptions.duckOthers")))
    }
    if row.interruptsSpeech, others != .interrupt, category != .ambient {
      configuration.options.formUnion(.interruptSpokenAudioAndMixWithOthers)
      add(
        .options, "two voices at once are not understood: podcasts pause for it",
        Evidence(.types("CategoryOptions.interruptSpokenAudioAndMixWithOthers")))
    }
    let isAtEar = category == .playAndRecord && row.mode != .voiceChat && row.mode != .videoChat
    if isAtEar {
      configuration.options.insert(.defaultToSpeaker)
      add(
        .options, "without it play and record sounds from the receiver",
        Evidence(.types("CategoryOptions.defaultToSpeaker"), .answer("QA1754")))
    }
    if isAtEar, row.plays || others != .interrupt {
      configuration.options.formUnion([.allowBluetoothA2DP, .allowAirPlay])
      add(
        .options,
        row.plays
          ? "without them what it plays does not reach stereo earphones and AirPlay"
          : "without them what others play leaves stereo earphones and AirPlay for the speaker",
        Evidence(
          .types("CategoryOptions.allowBluetoothA2DP"), .types("CategoryOptions.allowAirPlay")))
    }
  }

  private mutating func addBackground(_ row: RoleRow) {
    let isForCalls = row.mode == .voiceChat || row.mode == .videoChat
    add(
      .besides,
      "UIBackgroundModes has audio\(isForCalls ? ", or voip for calls by CallKit" : ""), or the session "
        + "ends in the background",
      Evidence(.page("AVAudioSession.Category.playback: UIBackgroundModes")))
    if configuration.mode == .moviePlayback {
      add(
        .besides, "a film goes on behind other apps by picture in picture alone",
        Evidence(.answer("QA1668: a video that is shown pauses in the background")))
    }
  }

  private mutating func addBesides(_ row: RoleRow, _ needs: SessionNeeds, _ others: OtherAudio) {
    if needs.background { addBackground(row) }
    if others == .interrupt || row.interruptsSpeech {
      add(
        .besides, "deactivate with notifyOthersOnDeactivation when done, so that others go on",
        Evidence(
          .guidelines("Playing audio: notify other apps when temporary audio has ended"),
          .session("AVAudioSessionSetActiveOptionNotifyOthersOnDeactivation")))
    }
    if others == .duck {
      add(
        .besides, "activate for what is to be heard and deactivate after it: ducking lasts as long",
        Evidence(.types("CategoryOptions.duckOthers")))
    }
    if row.isEssential, row.plays, !row.interruptsSpeech, others != .interrupt {
      add(
        .besides,
        "a session that mixes is never Now Playing: it has no controls on the lock screen",
        Evidence(.thread("44842"), .log("StreamingKit 400: lost its controls by mixing")))
    }
    if configuration.category == .ambient {
      add(
        .besides,
        "look at secondaryAudioShouldBeSilencedHint before music of its own begins",
        Evidence(.answer("QA1882")))
    }
    if row.records || needs.records {
      add(
        .besides, "haptics and system sounds are silent while it records, unless it allows them",
        Evidence(.session("setAllowHapticsAndSystemSoundsDuringRecording(_:)")))
    }
    reasons += row.besides
  }
}

extension SessionRecommendation: Encodable {
  private enum Key: String, CodingKey { case category, mode, options, needsBackgroundMode, reasons }

  /// Encodes the names of category, mode and options, and why.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(configuration.category.name, forKey: .category)
    try object.encode(configuration.mode.name, forKey: .mode)
    try object.encode(configuration.options.names, forKey: .options)
    try object.encode(needsBackgroundMode, forKey: .needsBackgroundMode)
    try object.encode(reasons, forKey: .reasons)
  }
}

extension SessionRecommendation.Reason: Encodable {
  private enum Key: String, CodingKey { case about, statement }

  /// Encodes the reason, and what its evidence encodes.
  public func encode(to encoder: any Encoder) throws {
    try evidence.encode(to: encoder)
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(subject, forKey: .about)
    try object.encode(statement, forKey: .statement)
  }
}
