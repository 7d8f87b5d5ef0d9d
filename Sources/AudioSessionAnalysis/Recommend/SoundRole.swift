public import AudioSession

/// The purpose of an app's sound, which is what the guidelines ask first.
///
/// Source: Human Interface Guidelines, "Playing audio": decide how the sound relates to what people do in the
/// app, then choose the category by its meaning.
public enum SoundRole: String, Hashable, Sendable, CaseIterable {
  /// Sounds that accompany the content on the screen: effects, clicks, the music of a game.
  case accompaniment
  /// Music, or other audio that is listened to for its own sake.
  case music
  /// Sounds for sleep, meditation or work, even while the screen is locked.
  ///
  /// For a meditation that is led by a voice, use `speech`.
  case meditation
  /// An instrument that accompanies the music of other apps.
  case playAlong
  /// Films, and videos that are watched.
  case film
  /// Videos in a feed or on a page, each of which starts when tapped.
  case feed
  /// Podcasts, audio books and guided meditations, in which somebody speaks at length.
  case speech
  /// A short announcement, such as a navigation instruction or a completed lap.
  case prompt
  /// A voice call or voice chat.
  case voiceChat
  /// A video call.
  case videoChat
  /// Recording sound without playing other audio.
  case recording
  /// Recording a film.
  case filming
  /// Measuring sound with as little processing as possible.
  case measurement

  /// The meaning of the role, in words.
  public var meaning: String {
    switch self {
    case .accompaniment: "sounds that accompany the content on the screen, such as a game's"
    case .music: "music, listened to for its own sake"
    case .meditation: "music or noise for sleep, meditation or work, even while the phone is locked"
    case .playAlong: "an instrument that accompanies other apps' music"
    case .film: "a film or video that is watched"
    case .feed: "videos in a feed or on a page, which play when tapped"
    case .speech: "a podcast, an audio book or a guided meditation"
    case .prompt: "a short announcement, such as a navigation instruction"
    case .voiceChat: "a voice call or chat"
    case .videoChat: "a video call"
    case .recording: "recording without playing other audio"
    case .filming: "recording a film"
    case .measurement: "measuring sound"
    }
  }
}

/// The effect of an app on other apps' audio.
public enum OtherAudio: String, Hashable, Sendable, CaseIterable {
  /// Other audio is interrupted.
  case interrupt
  /// Other audio continues to play.
  case mix
  /// Other audio continues at a lower volume.
  case duck
}

/// A role as a row: the suggestions that apply unless the app requires something else.
public struct RoleRow: Hashable, Sendable {
  /// The role.
  public let role: SoundRole
  /// Whether the sound is the purpose of the app, so that the silent switch does not affect it.
  public let isEssential: Bool
  /// Whether the app records.
  public let records: Bool
  /// Whether the app has output.
  public let plays: Bool
  /// The mode that is designed for the role.
  public let mode: SessionMode
  /// Whether the app always continues in the background and while the phone is locked.
  public let background: Bool
  /// The effect on other audio.
  public let otherAudio: OtherAudio
  /// Whether the app interrupts speech without interrupting other audio.
  public let interruptsSpeech: Bool
  /// The evidence for the row.
  public let evidence: Evidence
  /// The evidence for the mode.
  public let modeEvidence: Evidence
  /// Anything else that the role requires of the app.
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
          "a sleep timer runs only while the app is playing: in the background, a paused app is suspended; "
            + "do not play silence to keep it running",
          Evidence(
            .page("Extending your app's background execution time"),
            .guide("User-Controlled Playback and Recording Apps: no streaming silence")))
          + Self.besides(
            "if a voice leads the meditation, use the role speech: its mode makes other apps' prompts pause the voice "
              + "instead of talking over it", Evidence(.page("AVAudioSession.Mode.spokenAudio"))))
    case .playAlong:
      row(
        essential: false, others: .mix,
        Evidence(
          .page("AVAudioSession.Category.ambient: \"play-along\" apps, such as a virtual piano")),
        besides: Self.besides(
          "do not register for remote commands: they belong to the music that the instrument accompanies",
          Evidence(.guide("Audio Guidelines for Cooperative Music Apps"))))
    case .film:
      row(
        mode: .moviePlayback, Self.essential,
        Evidence(.page("AVAudioSession.Mode.moviePlayback")))
    case .feed:
      row(
        Evidence(.guide("Audio Guidelines for Browser-like Apps That Sometimes Play Audio")),
        besides: Self.besides(
          "activate the session when a video is tapped, even after an interruption",
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
    _ evidence: Evidence, _ modeEvidence: Evidence = Evidence(.ours("no mode is designed for it")),
    besides: [SessionRecommendation.Reason] = []
  ) -> RoleRow {
    RoleRow(
      role: self, isEssential: essential, records: records, plays: plays, mode: mode,
      background: background, otherAudio: others, interruptsSpeech: interruptsSpeech,
      evidence: evidence, modeEvidence: modeEvidence,
      besides: besides)
  }
}
