import AudioSession
import FuzzDriver

/// The policy: each byte is an event, on a phone whose version the first byte chooses.
///
/// A trap, or an invariant that does not hold afterwards, is no sense.
@main struct FuzzSession {
  static func main() {
    let events = Events.all
    FuzzDriver.run { bytes in
      guard let first = bytes.first else { return }
      let versions = OSVersion.allCases
      var setup = PhoneSetup()
      setup.system = versions[Int(first) % versions.count]
      setup.apps = (0..<3).map { place in
        var app = AppState()
        app.hasBackgroundAudio = Int(first) >> (5 + place) & 1 == 1
        return ("app\(place)", app)
      }
      guard var phone = try? Phone(setup) else { preconditionFailure("no phone") }
      for byte in bytes.dropFirst().prefix(200) {
        let event = events[Int(byte) % events.count]
        let before = phone
        do {
          let effects = try phone.handle(event)
          let broken =
            phone.brokenInvariants + phone.brokenInvariants(after: event, from: before, effects)
          precondition(broken.isEmpty, "\(event) breaks \(broken)")
        } catch {
          precondition(phone == before, "a rejected event that changes something")
        }
      }
    }
  }
}

/// What can happen to three apps and their phone.
private enum Events {
  static let all: [SessionEvent] =
    (0..<3).flatMap { of(AppID($0)) } + system + device

  private static func of(_ app: AppID) -> [SessionEvent] {
    let categories: [(SessionCategory, CategoryOptions)] = [
      (.soloAmbient, []), (.ambient, []), (.playback, []), (.playback, .mixWithOthers),
      (.playback, .duckOthers), (.record, []), (.playAndRecord, []),
      (.playAndRecord, .defaultToSpeaker),
    ]
    return categories.map {
      .setCategory(app, $0.0, mode: nil, policy: .default, options: $0.1)
    } + [
      .setMode(app, .spokenAudio), .activate(app), .deactivate(app, []),
      .deactivate(app, .notifyOthersOnDeactivation), .startOutput(app), .stopOutput(app),
      .startInput(app), .stopInput(app), .overrideOutput(app, .speaker),
      .overrideOutput(app, .none), .playHaptic(app), .playSound(app, .alert),
      .enterForeground(app), .enterBackground(app), .suspend(app), .terminate(app), .launch(app),
      .setRecordPermission(app, .denied), .setRecordPermission(app, .granted),
      .setPreference(app, .hapticsAndSystemSoundsDuringRecording, true),
      .setPreference(app, .interruptionOnRouteDisconnect, true),
      .callRang(.app(app)), .notificationDelivered(app, hasSound: true),
      .siriEnded(.resumable, startedPlaybackIn: app), .callStarted(.app(app)),
    ]
  }

  private static let system: [SessionEvent] =
    [
      .callRang(.phone), .callAnswered, .callHeld, .callUnheld, .alarmFired, .timerFired,
      .siriBegan, .siriRecorded, .emergencyBegan, .mediaServicesLost, .mediaServicesReset,
      .notificationDelivered(nil, hasSound: true), .callStarted(.phone),
    ]
    + InterruptionEnd.allCases.flatMap { end -> [SessionEvent] in
      [
        .callDeclined(end), .callEnded(end), .callEndedRemotely(end), .alarmDismissed(end),
        .timerDismissed(end),
        .siriEnded(end, startedPlaybackIn: nil), .emergencyEnded(end),
      ]
    }

  private static let device: [SessionEvent] = [
    .microphoneMuted, .microphoneUnmuted, .silentModeSet(true), .silentModeSet(false), .locked,
    .unlocked, .volumeSet(.media, 0.2), .volumeButtonPressed(.up), .volumeButtonPressed(.down),
    .portConnected(.headphones), .portDisconnected(.headphones, announced: true),
    .portConnected(.bluetoothHFP), .portDisconnected(.bluetoothHFP, announced: false),
    .portConnected(.bluetoothA2DP), .portDisconnected(.bluetoothA2DP, announced: true),
    .portConnected(.carAudio), .portDisconnected(.carAudio, announced: true), .wokeFromSleep,
    .deviceConnected(ConnectedDevice("car", ports: [.bluetoothA2DP, .bluetoothHFP])),
    .deviceDisconnected("car", announced: true), .setPlayer(0, .own),
    .remoteCommandSent(.play), .remoteCommandSent(.pause), .remoteCommandSent(.togglePlayPause),
  ]
}
