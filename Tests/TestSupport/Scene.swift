package import AudioSession

/// A phone and its last effects, for tests of the rules.
package struct Scene {
  /// The current phone.
  package var phone: Phone
  /// The effects of the last play.
  package private(set) var effects: [SessionEffect] = []

  /// Creates a phone whose apps have the audio background mode and these configurations.
  package init(
    _ configurations: SessionConfiguration..., on system: OSVersion = .iOS26,
    policy: [String: String] = [:], handling commands: [RemoteCommand] = [],
    device: DeviceState = DeviceState(), platform: Platform = .iPhone
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
    setup.platform = platform
    for (option, value) in policy { try setup.policy.set(option, to: value) }
    phone = try Phone(setup)
  }

  /// Performs these events; `effects` contains the effects of all of them.
  package mutating func play(_ events: SessionEvent...) throws {
    effects = []
    for event in events { effects += try phone.handle(event) }
  }

  /// The notifications that the app received immediately in the last play.
  package func received(_ app: AppID) -> [SessionNotification] {
    effects.compactMap { effect in
      if case .notified(app, let notification) = effect { notification } else { nil }
    }
  }

  /// The notifications put in the app's mailbox in the last play.
  package func queued(_ app: AppID) -> [SessionNotification] {
    effects.compactMap { effect in
      if case .queued(app, let notification) = effect { notification } else { nil }
    }
  }

  /// The error of the last call in the last play; nil if it succeeded or no call was made.
  package var error: SessionErrorCode? {
    for effect in effects.reversed() {
      if case .callResult(_, let error) = effect { return error }
    }
    return nil
  }
}

extension Phone {
  /// A phone without apps, for its tables.
  package static func tabled(
    on system: OSVersion = .iOS26, policy: [String: String] = [:], platform: Platform = .iPhone
  ) throws -> Phone {
    var setup = PhoneSetup(apps: [])
    setup.system = system
    setup.platform = platform
    for (option, answer) in policy { try setup.policy.set(option, to: answer) }
    return try Phone(setup)
  }
}

extension SessionConfiguration {
  package static let solo = SessionConfiguration(.soloAmbient)
  package static let ambient = SessionConfiguration(.ambient)
  package static let playback = SessionConfiguration(.playback)
  package static let mixing = SessionConfiguration(.playback, options: .mixWithOthers)
  package static let ducking = SessionConfiguration(.playback, options: .duckOthers)
  package static let prompting = SessionConfiguration(
    .playback, options: .interruptSpokenAudioAndMixWithOthers)
  package static let spoken = SessionConfiguration(.playback, mode: .spokenAudio)
  package static let recording = SessionConfiguration(.record)
  package static let talking = SessionConfiguration(.playAndRecord)
  package static let mixedTalking = SessionConfiguration(.playAndRecord, options: .mixWithOthers)
}

extension SessionNotification {
  package static let began = SessionNotification.interruptionBegan(.default)
  package static let ended = SessionNotification.interruptionEnded([])
  package static let endedToResume = SessionNotification.interruptionEnded(.shouldResume)
}

extension PolicyOption {
  /// The options whose answers are words.
  package static let choices = all.filter { if case .answers = $0.values { true } else { false } }
  /// The options that are numbers.
  package static let numbers = all.filter { if case .number = $0.values { true } else { false } }
}
