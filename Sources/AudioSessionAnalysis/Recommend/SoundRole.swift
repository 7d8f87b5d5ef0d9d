public import AudioSession

/// What an app's sound is for: the guidelines' first question.
///
/// Source: Human Interface Guidelines, "Playing audio": decide how the sound relates to what people do
/// in the app, then choose the category by meaning.
public enum SoundRole: String, Hashable, Sendable, CaseIterable {
  /// Sounds that accompany what is seen: effects, clicks, the music of a game.
  case accompaniment
  /// Music, or whatever else is listened to for itself.
  case music
  /// Sounds to sleep, meditate or work by, also while the screen is locked.
  case meditation
  /// An instrument that is played along with the music of other apps.
  case playAlong
  /// Films, and videos that are watched.
  case film
  /// Videos in a feed or on a page, each of which plays when it is tapped.
  case feed
  /// Podcasts, audio books: somebody speaks at length.
  case speech
  /// A short announcement: a turn to take, a lap that is done.
  case prompt
  /// A call or a chat by voice.
  case voiceChat
  /// A call with pictures.
  case videoChat
  /// A recording of sound, with nothing to play beside it.
  case recording
  /// A film that is recorded.
  case filming
  /// A measurement of sound, with as little processing as there is.
  case measurement

  /// The meaning of the role, in words.
  public var meaning: String {
    switch self {
    case .accompaniment: "sounds that accompany what is seen, such as a game's"
    case .music: "music, listened to for itself"
    case .meditation: "sounds to sleep, meditate or work by, also while the phone is locked"
    case .playAlong: "an instrument that is played along with other apps' music"
    case .film: "a film or video that is watched"
    case .feed: "videos in a feed or on a page, which play when tapped"
    case .speech: "a podcast or an audio book"
    case .prompt: "a short announcement, such as a turn to take"
    case .voiceChat: "a call or chat by voice"
    case .videoChat: "a call with pictures"
    case .recording: "a recording, with nothing to play beside it"
    case .filming: "a film that is recorded"
    case .measurement: "a measurement of sound"
    }
  }
}

/// What becomes of other apps' audio.
public enum OtherAudio: String, Hashable, Sendable, CaseIterable {
  /// Other audio is interrupted.
  case interrupt
  /// Other audio goes on beside the app's.
  case mix
  /// Other audio goes on, lower.
  case duck
}

/// One role as a row: what it suggests where nobody says otherwise.
public struct RoleRow: Hashable, Sendable {
  /// The role.
  public let role: SoundRole
  /// Whether the sound is what people use the app for, so that the silent switch leaves it alone.
  public let isEssential: Bool
  /// Whether the app takes input.
  public let records: Bool
  /// Whether the app has output.
  public let plays: Bool
  /// The mode that is made for it.
  public let mode: SessionMode
  /// Whether the app always goes on in the background, and while the phone is locked.
  public let background: Bool
  /// What becomes of other audio.
  public let otherAudio: OtherAudio
  /// Whether the app interrupts speech, where it does not interrupt everything.
  public let interruptsSpeech: Bool
  /// What the row rests on.
  public let evidence: Evidence
  /// What the mode rests on.
  public let modeEvidence: Evidence
  /// What the role has the app do besides.
  public let besides: [SessionRecommendation.Reason]
}

extension SoundRole {
  /// The row of the role.
  public var row: RoleRow {
    switch self {
    case .accompaniment:
      row(
        essential: false, others: .mix,
        Evidence(
          .guidelines("Playing audio: ambient for sound that is not essential and lets others play")
        ))
    case .music: row(Self.essential)
    case .meditation:
      row(
        background: true, Self.essential,
        besides: Self.besides(
          "a sleep timer counts only while the app plays: in the background, an app that is paused is suspended; "
            + "do not play silence to keep it running",
          Evidence(
            .page("Extending your app's background execution time"),
            .guide("User-Controlled Playback and Recording Apps: no streaming silence"))))
    case .playAlong:
      row(
        essential: false, others: .mix,
        Evidence(
          .page("AVAudioSession.Category.ambient: \"play-along\" apps, such as a virtual piano")),
        besides: Self.besides(
          "do not register for remote commands: they are for the music that it is played along with",
          Evidence(.guide("Audio Guidelines for Cooperative Music Apps"))))
    case .film:
      row(
        mode: .moviePlayback, Self.essential,
        Evidence(.page("AVAudioSession.Mode.moviePlayback")))
    case .feed:
      row(
        Evidence(.guide("Audio Guidelines for Browser-like Apps That Sometimes Play Audio")),
        besides: Self.besides(
          "activate when a video is tapped, also after an interruption",
          Evidence(.guide("Audio Guidelines for Browser-like Apps That Sometimes Play Audio"))))
    case .speech:
      row(
        mode: .spokenAudio, Self.essential, Evidence(.page("AVAudioSession.Mode.spokenAudio")))
    case .prompt:
      row(
        mode: .voicePrompt, others: .duck, interruptsSpeech: true, Self.essential,
        Evidence(.page("AVAudioSession.Mode.voicePrompt")))
    case .voiceChat:
      row(
        records: true, mode: .voiceChat, Self.talking,
        Evidence(.page("AVAudioSession.Mode.voiceChat")))
    case .videoChat:
      row(
        records: true, mode: .videoChat, Self.talking,
        Evidence(.page("AVAudioSession.Mode.videoChat")))
    case .recording:
      row(
        records: true, plays: false,
        Evidence(.guidelines("Playing audio: record for apps that only record")))
    case .filming:
      row(
        records: true, plays: false, mode: .videoRecording,
        Evidence(.guidelines("Playing audio: record for apps that only record")),
        Evidence(.page("AVAudioSession.Mode.videoRecording")))
    case .measurement:
      row(
        records: true, plays: false, mode: .measurement,
        Evidence(.guidelines("Playing audio: record for apps that only record")),
        Evidence(.page("AVAudioSession.Mode.measurement")))
    }
  }

  private static let essential = Evidence(
    .guidelines("Playing audio: playback for sound that is essential"), .tableB1)

  private static let talking = Evidence(
    .guidelines("Playing audio: play and record for apps that do both"), .tableB1)

  private static func besides(
    _ statement: String, _ evidence: Evidence
  ) -> [SessionRecommendation.Reason] {
    [SessionRecommendation.Reason(subject: .besides, statement: statement, evidence: evidence)]
  }

  private func row(
    essential: Bool = true, records: Bool = false, plays: Bool = true, mode: SessionMode = .default,
    background: Bool = false, others: OtherAudio = .interrupt, interruptsSpeech: Bool = false,
    _ evidence: Evidence, _ modeEvidence: Evidence = Evidence(.ours("no mode is made for it")),
    besides: [SessionRecommendation.Reason] = []
  ) -> RoleRow {
    RoleRow(
      role: self, isEssential: essential, records: records, plays: plays, mode: mode,
      background: background, otherAudio: others, interruptsSpeech: interruptsSpeech,
      evidence: evidence, modeEvidence: modeEvidence,
      besides: besides)
  }
}
