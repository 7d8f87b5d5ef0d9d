import AudioSession

/// A phone with what it has done so far: what tests of the rules play on.
struct Scene {
  /// The phone as it is now.
  var phone: Phone
  /// What the last event led to.
  private(set) var effects: [SessionEffect] = []

  /// A phone whose apps have the audio background mode and these configurations.
  init(
    _ configurations: SessionConfiguration..., on system: OSVersion = .iOS26,
    policy: [String: String] = [:], handling commands: [RemoteCommand] = [],
    device: DeviceState = DeviceState()
  ) throws {
    var setup = PhoneSetup(
      apps: configurations.map { configuration in
        var app = AppState()
        app.configuration = configuration
        app.hasBackgroundAudio = true
        app.remoteCommands = RemoteCommands(commands)
        return app
      })
    setup.system = system
    setup.device = device
    for (knob, value) in policy { try setup.policy.set(knob, to: value) }
    phone = try Phone(setup)
  }

  /// Lets these happen; `effects` is what followed from all of them.
  mutating func play(_ events: SessionEvent...) throws {
    effects = []
    for event in events { effects += try phone.handle(event) }
  }

  /// What the app was told at once in the last play.
  func told(_ app: AppID) -> [SessionNotification] {
    effects.compactMap { effect in
      if case .notified(app, let notification) = effect { notification } else { nil }
    }
  }

  /// What was put in the app's mailbox in the last play.
  func queued(_ app: AppID) -> [SessionNotification] {
    effects.compactMap { effect in
      if case .queued(app, let notification) = effect { notification } else { nil }
    }
  }

  /// The error of the last call in the last play; nil if it returned or nothing was called.
  var error: SessionErrorCode? {
    for effect in effects.reversed() {
      if case .callResult(_, _, let error) = effect { return error }
    }
    return nil
  }
}

extension SessionConfiguration {
  static let solo = SessionConfiguration(.soloAmbient)
  static let ambient = SessionConfiguration(.ambient)
  static let playback = SessionConfiguration(.playback)
  static let mixing = SessionConfiguration(.playback, options: .mixWithOthers)
  static let ducking = SessionConfiguration(.playback, options: .duckOthers)
  static let prompting = SessionConfiguration(
    .playback, options: .interruptSpokenAudioAndMixWithOthers)
  static let spoken = SessionConfiguration(.playback, mode: .spokenAudio)
  static let recording = SessionConfiguration(.record)
  static let talking = SessionConfiguration(.playAndRecord)
  static let mixedTalking = SessionConfiguration(.playAndRecord, options: .mixWithOthers)
}

extension SessionNotification {
  static let began = SessionNotification.interruptionBegan(.default)
  static let ended = SessionNotification.interruptionEnded([])
  static let endedToResume = SessionNotification.interruptionEnded(.shouldResume)
}
