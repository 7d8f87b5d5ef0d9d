public import AudioSession

/// An app's requirements for its session, in the terms of the guidelines.
public struct SessionNeeds: Hashable, Sendable {
  /// The purpose of the app's sound.
  public var role: SoundRole
  /// Whether the app also records.
  public var records: Bool
  /// Whether the app continues in the background and while the phone is locked.
  public var background: Bool
  /// The effect on other apps' audio, or nil to use the effect that the role suggests.
  public var otherAudio: OtherAudio?

  /// Creates the requirements of an app.
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

/// The session that the guidelines and the policy's tables suggest, with the reasons.
public struct SessionRecommendation: Hashable, Sendable {
  /// The subject of a reason.
  public enum Subject: String, Hashable, Sendable, CaseIterable, Encodable {
    /// The category.
    case category
    /// The mode.
    case mode
    /// The options.
    case options
    /// Anything else that the app must do.
    case besides
  }

  /// A reason for a recommendation.
  public struct Reason: Hashable, Sendable {
    /// The subject of the reason.
    public let subject: Subject
    /// The reason, in words.
    public let statement: String
    /// The evidence for the reason.
    public let evidence: Evidence
  }

  /// The recommended category, mode and options.
  public private(set) var configuration: SessionConfiguration
  /// Whether the app needs the audio background mode (`UIBackgroundModes: audio`).
  public let needsBackgroundMode: Bool
  /// The reasons, in the order in which the recommendations were made.
  public private(set) var reasons: [Reason] = []

  /// Creates the recommendation for an app with these needs.
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
      chooseRecordingCategory(row, others)
    } else if row.isEssential {
      configuration.category = .playback
      add(
        .category,
        "the sound is the purpose of the app, so the ring/silent switch does not affect it",
        row.evidence)
    } else if needs.background {
      configuration.category = .playback
      add(
        .category,
        "ambient categories stop in the background; playback continues there but ignores the silent "
          + "switch", Evidence(.page("AVAudioSession.Category.playback"), .tableB1))
    } else if others == .interrupt {
      configuration.category = .soloAmbient
      add(
        .category, "the sound is not essential, and other apps are silent while it plays",
        Evidence(.page("AVAudioSession.Category.soloAmbient"), .tableB1))
    } else {
      configuration.category = .ambient
      add(.category, "the sound is not essential, and other apps continue to play", row.evidence)
    }
  }

  private mutating func chooseRecordingCategory(_ row: RoleRow, _ others: OtherAudio) {
    // The record category silences other apps. To record while they play, the app needs the category that also
    // plays.
    let recordsOnly = !row.plays && others == .interrupt
    configuration.category = recordsOnly ? .record : .playAndRecord
    let category = configuration.category
    let what =
      recordsOnly
      ? "the app only records"
      : row.plays ? "the app plays and records" : "the app records while other apps play"
    add(
      .category, "\(what), so the category is \(category.name)",
      row.plays
        ? Evidence(.guidelines("Playing audio: play and record for apps that do both"), .tableB1)
        : recordsOnly ? row.evidence : Evidence(.tableB1, .types("CategoryOptions.mixWithOthers"))
    )
  }

  private mutating func chooseMode(_ row: RoleRow) {
    guard row.mode != .default else { return }
    // No mode is recommended for an app that plays a film and also records, because the mode for films requires
    // category playback.
    guard row.mode != .moviePlayback || configuration.category == .playback else { return }
    configuration.mode = row.mode
    add(.mode, "mode \(row.mode.name) is designed for \(row.role.meaning)", row.modeEvidence)
  }

  private mutating func chooseOptions(_ row: RoleRow, _ others: OtherAudio) {
    let category = configuration.category
    switch others {
    case .interrupt: break
    case .mix where category == .ambient: break
    case .mix:
      configuration.options.insert(.mixWithOthers)
      add(
        .options, "other apps continue to play", Evidence(.types("CategoryOptions.mixWithOthers")))
    case .duck:
      configuration.options.formUnion(.duckOthers)
      add(
        .options, "other apps continue at a lower volume as long as the app's session is active",
        Evidence(.types("CategoryOptions.duckOthers"), .page("CategoryOptions.duckOthers")))
    }
    if row.interruptsSpeech, others != .interrupt, category != .ambient {
      configuration.options.formUnion(.interruptSpokenAudioAndMixWithOthers)
      add(
        .options,
        "two simultaneous voices are hard to understand, so podcasts pause for the app's sound",
        Evidence(.types("CategoryOptions.interruptSpokenAudioAndMixWithOthers")))
    }
    let isAtEar = category == .playAndRecord && row.mode != .voiceChat && row.mode != .videoChat
    if isAtEar {
      configuration.options.insert(.defaultToSpeaker)
      add(
        .options, "without this option, playAndRecord uses the receiver",
        Evidence(.types("CategoryOptions.defaultToSpeaker"), .answer("QA1754")))
    }
    if isAtEar, row.plays || others != .interrupt {
      configuration.options.formUnion([.allowBluetoothA2DP, .allowAirPlay])
      add(
        .options,
        row.plays
          ? "without these options, the app's audio does not reach stereo earphones or AirPlay"
          : "without these options, other apps' audio moves from stereo earphones or AirPlay to the speaker",
        Evidence(
          .types("CategoryOptions.allowBluetoothA2DP"), .types("CategoryOptions.allowAirPlay")))
    }
  }

  private mutating func addBackground(_ row: RoleRow) {
    let isForCalls = row.mode == .voiceChat || row.mode == .videoChat
    add(
      .besides,
      "UIBackgroundModes must contain audio\(isForCalls ? ", or voip for calls by CallKit" : ""); otherwise, "
        + "the session ends in the background",
      Evidence(.page("AVAudioSession.Category.playback: UIBackgroundModes")))
    if configuration.mode == .moviePlayback {
      add(
        .besides, "a film continues in the background only in picture in picture",
        Evidence(.answer("QA1668: a video that is shown pauses in the background")))
    }
  }

  /// Adds the consequences of interrupting other apps.
  private mutating func addEffect(on others: OtherAudio, _ row: RoleRow) {
    if others == .interrupt {
      add(
        .besides,
        "the session interrupts other apps' audio, such as the user's music; mixWithOthers would let it continue",
        Evidence(.tableB1, .types("CategoryOptions.mixWithOthers")))
    }
    if others == .interrupt || row.interruptsSpeech {
      add(
        .besides,
        "deactivate the session with notifyOthersOnDeactivation when done, so that other apps resume",
        Evidence(
          .guidelines("Playing audio: notify other apps when temporary audio has ended"),
          .session("AVAudioSessionSetActiveOptionNotifyOthersOnDeactivation")))
    }
  }

  private mutating func addBesides(_ row: RoleRow, _ needs: SessionNeeds, _ others: OtherAudio) {
    if needs.background { addBackground(row) }
    addEffect(on: others, row)
    if others == .duck {
      add(
        .besides,
        "activate the session only while audio plays: ducking lasts as long as the session is active",
        Evidence(.types("CategoryOptions.duckOthers")))
    }
    if row.isEssential, row.plays, !row.interruptsSpeech, others != .interrupt {
      add(
        .besides,
        "an app whose session mixes is never Now Playing: it does not have controls on the lock screen",
        Evidence(.thread("44842"), .log("StreamingKit 400: lost its controls by mixing")))
    }
    if configuration.category == .ambient {
      add(
        .besides,
        "check secondaryAudioShouldBeSilencedHint before starting the app's own music",
        Evidence(.answer("QA1882")))
    }
    if row.records || needs.records {
      add(
        .besides,
        "haptics and system sounds are silent while the app records, unless it allows them",
        Evidence(.session("setAllowHapticsAndSystemSoundsDuringRecording(_:)")))
    }
    reasons += row.besides
  }
}

extension SessionRecommendation: Encodable {
  private enum Key: String, CodingKey { case category, mode, options, needsBackgroundMode, reasons }

  /// Encodes the names of category, mode and options, and the reasons.
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

  /// Encodes the reason and its evidence.
  public func encode(to encoder: any Encoder) throws {
    try evidence.encode(to: encoder)
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(subject, forKey: .about)
    try object.encode(statement, forKey: .statement)
  }
}
