import AudioSession
import AudioSessionAnalysis
import FuzzDriver

/// The policy.
///
/// Each byte is an event on a phone whose version is chosen by the first byte.
///
/// It must not trap, and every invariant must hold afterwards.
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
      guard var phone = try? Phone(setup) else {
        preconditionFailure("the phone cannot be created")
      }
      for byte in bytes.dropFirst().prefix(200) {
        let event = events[Int(byte) % events.count]
        let before = phone
        do {
          let effects = try phone.handle(event)
          let broken =
            phone.brokenInvariants + phone.brokenInvariants(after: event, from: before, effects)
          precondition(broken.isEmpty, "\(event) breaks \(broken)")
        } catch {
          precondition(phone == before, "a rejected event changes the phone")
        }
      }
    }
  }
}

/// The possible events of three apps and their phone.
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
      .app(app, .setCategory($0.0, mode: nil, policy: .default, options: $0.1))
    } + [
      .app(app, .setMode(.spokenAudio)), .app(app, .activate), .app(app, .deactivate([])),
      .app(app, .deactivate(.notifyOthersOnDeactivation)), .app(app, .startOutput),
      .app(app, .stopOutput),
      .app(app, .startInput), .app(app, .stopInput), .app(app, .overrideOutput(.speaker)),
      .app(app, .overrideOutput(.none)), .app(app, .playHaptic()), .app(app, .playSound(.alert)),
      .app(app, .enterForeground), .app(app, .enterBackground), .app(app, .suspend),
      .app(app, .terminate), .app(app, .launch),
      .app(app, .setRecordPermission(.denied)), .app(app, .setRecordPermission(.granted)),
      .app(app, .setPreference(.hapticsAndSystemSoundsDuringRecording, true)),
      .app(app, .setPreference(.interruptionOnRouteDisconnect, true)),
      .phone(.callRang(.app(app))), .phone(.notificationDelivered(app, hasSound: true)),
      .phone(.siriEnded(.resumable, startedPlaybackIn: app)), .phone(.callStarted(.app(app))),
    ]
  }

  private static let system: [SessionEvent] =
    [
      .phone(.callRang(.phone)), .phone(.callAnswered), .phone(.callHeld), .phone(.callUnheld),
      .phone(.alarmFired), .phone(.timerFired),
      .phone(.siriBegan), .phone(.siriRecorded), .phone(.emergencyBegan),
      .phone(.mediaServicesLost), .phone(.mediaServicesReset),
      .phone(.notificationDelivered(nil, hasSound: true)), .phone(.callStarted(.phone)),
    ]
    + InterruptionEnd.allCases.flatMap { end -> [SessionEvent] in
      [
        .phone(.callDeclined(end)), .phone(.callEnded(end)), .phone(.callEndedRemotely(end)),
        .phone(.alarmDismissed(end)),
        .phone(.timerDismissed(end)),
        .phone(.siriEnded(end, startedPlaybackIn: nil)), .phone(.emergencyEnded(end)),
      ]
    }

  private static let device: [SessionEvent] = [
    .phone(.microphoneMuted), .phone(.microphoneUnmuted), .phone(.silentModeSet(true)),
    .phone(.silentModeSet(false)), .phone(.locked),
    .phone(.unlocked), .phone(.volumeSet(.media, 0.2)), .phone(.volumeButtonPressed(.up)),
    .phone(.volumeButtonPressed(.down)),
    .phone(.portConnected(.headphones)), .phone(.portDisconnected(.headphones, announced: true)),
    .phone(.portConnected(.bluetoothHFP)),
    .phone(.portDisconnected(.bluetoothHFP, announced: false)),
    .phone(.portConnected(.bluetoothA2DP)),
    .phone(.portDisconnected(.bluetoothA2DP, announced: true)),
    .phone(.portConnected(.carAudio)), .phone(.portDisconnected(.carAudio, announced: true)),
    .phone(.wokeFromSleep),
    .phone(.deviceConnected(ConnectedDevice("car", ports: [.bluetoothA2DP, .bluetoothHFP]))),
    .phone(.deviceDisconnected("car", announced: true)), .app(0, .setPlayer(.own)),
    .phone(.remoteCommandSent(.play)), .phone(.remoteCommandSent(.pause)),
    .phone(.remoteCommandSent(.togglePlayPause)),
  ]
}
