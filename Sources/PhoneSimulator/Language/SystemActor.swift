internal import AudioSession

/// Who acts besides the apps.
///
/// Source: `Documentation/Scenarios.md`, Steps.
enum SystemActor: String, Hashable, Sendable, CaseIterable {
  case phone
  case alarm
  case timer
  case siri
  case notification
  case emergency
  case mediaServices
  case device
  case time

  /// What it can do, in the order of the page and of random steps.
  var verbs: [Verb<ScenarioStep.Content>] {
    switch self {
    case .phone: Self.ofPhone
    case .alarm: Self.ofAlarm
    case .timer: Self.ofTimer
    case .siri: Self.ofSiri
    case .notification: Self.ofNotification
    case .emergency: Self.ofEmergency
    case .mediaServices: Self.ofMediaServices
    case .device: Self.ofDevice
    case .time: Self.ofTime
    }
  }

  /// Who does what a step says, and how it is described; nil if no verb says it.
  static func wording(
    of content: ScenarioStep.Content, _ names: AppNames
  ) -> (actor: SystemActor, words: Wording)? {
    for actor in allCases {
      for verb in actor.verbs {
        if let wording = verb.wording(content, names) { return (actor, wording) }
      }
    }
    return nil
  }

  private typealias Row = Verb<ScenarioStep.Content>

  /// An alert that is there or not.
  private static func presence(
    _ name: String, of alert: SystemAlert, begins: String, ends: String, note: String? = nil
  ) -> Row {
    Row(
      name, .truth, is: { .event($0 ? .alertBegan(alert) : .alertEnded(alert)) },
      from: { content in
        if content == .event(.alertBegan(alert)) { return true }
        return content == .event(.alertEnded(alert, .resumable)) ? false : nil
      },
      says: { isThere, _ in isThere ? begins : ends }, fuzz: .device,
      examples: ["true", "false"], note: note)
  }

  // MARK: What interrupts

  private static let ofPhone: [Row] = [
    Row("ring", .event(.callRang(.phone)), fuzz: .actor, says: "rings"),
    Row(
      "ring", .callHost, is: { .event(.callRang($0)) },
      from: { if case .event(.callRang(let host)) = $0 { host } else { nil } },
      says: { host, names in
        switch host {
        case .app(let app): "rings for \(names[app])"
        case .phone: "rings"
        case .video: "rings for a video call"
        }
      },
      fuzz: .special, examples: ["{app: APP}", "video"],
      note: "for a call of that app's, or `video` for one of FaceTime's"),
    Row("call", .event(.callStarted(.phone)), fuzz: .special, says: "calls somebody"),
    Row(
      "call", .callHost, is: { .event(.callStarted($0)) },
      from: { if case .event(.callStarted(let host)) = $0 { host } else { nil } },
      says: { host, names in
        switch host {
        case .app(let app): "calls somebody for \(names[app])"
        case .phone: "calls somebody"
        case .video: "calls somebody by video"
        }
      },
      fuzz: .special, examples: ["{app: APP}", "video"],
      note: "an outgoing call, here of that app's; or `video`"),
    Row("answer", .event(.callAnswered), fuzz: .actor, says: "is answered"),
    Row("decline", .event(.callDeclined()), fuzz: .ending, says: "is declined"),
    end(
      "decline", { .callDeclined($0) },
      from: { if case .callDeclined(let end) = $0 { end } else { nil } },
      says: "is declined, and the end is"),
    Row("hangUp", .event(.callEnded()), fuzz: .ending, says: "hangs up"),
    end(
      "hangUp", { .callEnded($0) },
      from: { if case .callEnded(let end, of: nil) = $0 { end } else { nil } },
      says: "hangs up, and the end is", fuzz: .special),
    Row(
      "remoteHangUp", .event(.callEndedRemotely()), fuzz: .ending,
      says: "is hung up at the other end"),
    end(
      "remoteHangUp", { .callEndedRemotely($0) },
      from: { if case .callEndedRemotely(let end, of: nil) = $0 { end } else { nil } },
      says: "is hung up at the other end, and the end is", fuzz: .special),
    Row(
      "callerGivesUp", .event(.callEndedRemotely(of: .ringing)), fuzz: .ending,
      says: "rings no more, as the caller gives up"),
    Row(
      "heldHangUp", .event(.callEndedRemotely(of: .held)), fuzz: .ending,
      says: "has its call on hold hung up at the other end"),
    Row(
      "endHeld", .event(.callEnded(of: .held)), fuzz: .ending,
      says: "hangs up its call on hold"),
    Row("hold", .event(.callHeld), fuzz: .actor, says: "is put on hold"),
    Row("unhold", .event(.callUnheld), fuzz: .actor, says: "is taken off hold"),
    Row("swap", .event(.callsSwapped), fuzz: .actor, says: "is swapped for the call on hold"),
    Row(
      "mute", .truth, is: { .event(.callMuted($0)) },
      from: { if case .event(.callMuted(let isMuted)) = $0 { isMuted } else { nil } },
      says: { isMuted, _ in isMuted ? "is muted on its screen" : "is unmuted on its screen" },
      fuzz: .actor, examples: ["true", "false"]),
    Row(
      "closeCallAudio", .event(.callAudioClosed), fuzz: .special,
      says: "has closed the audio of a call that has ended"),
  ]

  private static let ofAlarm =
    clock(.alarm) + [
      Row(
        "snooze", .event(.alarmSnoozed(seconds: Phone.snoozeSeconds)), fuzz: .ending,
        says: "is snoozed"),
      Row(
        "snooze", .snooze, is: { .event(.alarmSnoozed(seconds: $0.seconds, $0.end)) },
        from: {
          guard case .event(.alarmSnoozed(let seconds, let end)) = $0 else { return nil }
          return Snooze(seconds: seconds, end: end)
        },
        says: { snooze, _ in
          let end = snooze.end == .resumable ? "" : ", and the end is \(snooze.end)"
          return "is snoozed for \(snooze.seconds.shortest) s\(end)"
        }, fuzz: .special, examples: ["{after: 2}"],
        note: "nine minutes, or so many seconds, and it fires again; `dismiss` turns that off"),
    ]
  private static let ofTimer = clock(.timer)

  /// The verbs of an alert of the clock.
  private static func clock(_ alert: SystemAlert) -> [Row] {
    [
      Row("fire", .event(.alertBegan(alert)), fuzz: .actor, says: "goes off"),
      Row("dismiss", .event(.alertEnded(alert)), fuzz: .ending, says: "is dismissed"),
      end(
        "dismiss", { .alertEnded(alert, $0) },
        from: { if case .alertEnded(alert, let end) = $0 { end } else { nil } },
        says: "is dismissed, and the end is"),
    ]
  }

  private static let ofSiri: [Row] = [
    Row("begin", .event(.siriBegan), fuzz: .actor, says: "begins"),
    Row("record", .event(.siriRecorded), fuzz: .actor, says: "records"),
    Row("answer", .event(.siriAnswered), fuzz: .actor, says: "speaks its answer"),
    Row("end", .event(.siriEnded()), fuzz: .ending, says: "ends"),
    Row(
      "end", .siri, is: { .event(.siriEnded($0.end, startedPlaybackIn: $0.started)) },
      from: siriEnd, says: words(for:_:), fuzz: .special,
      examples: ["{startedPlaybackIn: APP}", "{interruption: notResumable}"]),
  ]

  private static let ofEmergency: [Row] = [
    Row("begin", .event(.emergencyBegan), fuzz: .actor, says: "begins"),
    Row("end", .event(.emergencyEnded()), fuzz: .ending, says: "ends"),
    end(
      "end", { .emergencyEnded($0) },
      from: { if case .alertEnded(.emergency, let end) = $0 { end } else { nil } },
      says: "ends, and its end is"),
  ]

  /// A verb that ends what interrupts, with how the interrupted apps learn of it.
  private static func end(
    _ name: String, _ event: @escaping @Sendable (InterruptionEnd) -> PhoneEvent,
    from value: @escaping @Sendable (PhoneEvent) -> InterruptionEnd?, says words: String,
    fuzz: FuzzGroup? = nil
  ) -> Row {
    Row(
      name, .ending, is: { .event(event($0)) },
      from: { if case .event(let event) = $0 { value(event) } else { nil } },
      says: { end, _ in "\(words) \(end)" }, fuzz: fuzz, examples: ["{interruption: lost}"])
  }

  @Sendable private static func siriEnd(_ content: ScenarioStep.Content) -> SiriEnd? {
    guard case .event(.siriEnded(let end, let app)) = content else { return nil }
    return SiriEnd(end: end, started: app)
  }

  @Sendable private static func words(for siri: SiriEnd, _ names: AppNames) -> String {
    guard let app = siri.started else { return "ends, and its end is \(siri.end)" }
    let end = siri.end == .lost ? ", and its end is lost" : ""
    return "ends, having started playback in \(names[app])\(end)"
  }

  // MARK: What does not

  private static let ofNotification: [Row] = [
    Row("deliver", .notification(nil, sound: nil, about: nil), fuzz: .actor, says: "is delivered"),
    Row(
      "deliver", .delivery, is: { .notification($0.app, sound: $0.sound, about: $0.about) },
      from: delivery, says: words(for:_:), fuzz: .alone, examples: ["{app: APP, sound: true}"],
      note: "of several `about` one thing only the first is heard"),
    Row(
      "open", .app.under("app"), is: { .event(.notificationOpened($0)) },
      from: { if case .event(.notificationOpened(let app)) = $0 { app } else { nil } },
      says: { app, names in "is opened, which opens \(names[app])" },
      fuzz: .special, examples: ["{app: APP}"]),
    Row(
      "dismiss", .app.under("app"), is: { .event(.notificationDismissed($0)) },
      from: { if case .event(.notificationDismissed(let app)) = $0 { app } else { nil } },
      says: { app, names in "of \(names[app]) is dismissed" },
      fuzz: .special, examples: ["{app: APP}"]),
  ]

  @Sendable private static func delivery(_ content: ScenarioStep.Content) -> Delivery? {
    guard case .notification(let app, let sound, let about) = content else { return nil }
    return Delivery(app: app, sound: sound, about: about)
  }

  @Sendable private static func words(for delivery: Delivery, _ names: AppNames) -> String {
    var rest = delivery
    rest.app = nil
    let head = delivery.app.map { "is delivered for \(names[$0])" } ?? "is delivered"
    return ([head] + rest.words(names)).joined(separator: ", ")
  }

  private static let ofMediaServices: [Row] = [
    Row("crash", .event(.mediaServicesLost), fuzz: .actor, says: "crash"),
    Row("recover", .event(.mediaServicesReset), fuzz: .ending, says: "recover"),
  ]

  private static let ofDevice: [Row] = [
    Row("lock", .event(.locked), fuzz: .device, says: "is locked"),
    // Less can happen on a locked phone.
    Row("unlock", .event(.unlocked), fuzz: .device, weight: 3, says: "is unlocked"),
    Row(
      "volumeUp", .event(.volumeButtonPressed(.up)), fuzz: .device,
      says: "has its louder button pressed"),
    Row(
      "volumeDown", .event(.volumeButtonPressed(.down)), fuzz: .device,
      says: "has its softer button pressed"),
    Row(
      "endAlertSound", .event(.alertSoundEnded), fuzz: .device,
      says: "has the sound of an alert end that lowers what plays"),
    Row(
      "sideButton", .event(.sideButtonPressed), fuzz: .device, says: "has its side button pressed"),
    Row(
      "silentMode", .truth, is: { .event(.silentModeSet($0)) },
      from: { if case .event(.silentModeSet(let isSilent)) = $0 { isSilent } else { nil } },
      says: { isSilent, _ in isSilent ? "is switched to silent" : "is switched to ring" },
      fuzz: .device, examples: ["true", "false"]),
    Row(
      "volume", .volumes, is: { .volumes($0) },
      from: { if case .volumes(let volumes) = $0 { volumes } else { nil } },
      says: { volumes, _ in "has its volume set: \(Argument.list(volumes))" },
      fuzz: .device, examples: ["{media: 0}", "{media: 0.7, ringer: 0.2}", "{call: 1}"]),
    Row(
      "connect", .connection, is: { .event(arrival(of: $0)) }, from: arrival,
      says: { device, _ in
        let ports = device.ports.ports.map(\.name).joined(separator: " and ")
        return "is connected to \(device.name.map { "\($0), by \(ports)" } ?? ports)"
      },
      fuzz: .alone,
      examples: Port.allCases.filter { !$0.isBuiltIn }.map(\.name) + [
        "{device: earphones, ports: [bluetoothA2DP, bluetoothHFP]}",
        "{device: car, ports: [bluetoothA2DP, bluetoothHFP]}",
      ], note: "or `{device: NAME, ports: [PORT]}`"),
    Row(
      "disconnect", .departure, is: { .event(departure($0)) }, from: departure,
      says: { departure, _ in
        let what = departure.device ?? departure.port?.name ?? ""
        return
          "is disconnected from \(what)\(departure.isAnnounced ? "" : ", unannounced")"
      },
      fuzz: .alone,
      examples: Port.allCases.filter { !$0.isBuiltIn }.map(\.name) + [
        "{device: earphones}", "{device: car, announced: false}",
        "{port: bluetoothA2DP, announced: false}",
      ], note: "or `{device: NAME}`; with `announced: false` nobody is notified"),
    Row(
      "muteMicrophone", .truth, is: { .event($0 ? .microphoneMuted : .microphoneUnmuted) },
      from: microphoneMute,
      says: { isMuted, _ in
        isMuted ? "has its microphone muted in hardware" : "has its microphone unmuted"
      }, fuzz: .device, examples: ["true", "false"],
      note: "as the Smart Folio of an iPad does; on others a warning"),
    Row(
      "hapticsEnabled", .truth,
      is: { .settings(on: $0 ? .haptics : [], off: $0 ? [] : .haptics) },
      from: hapticsSwitch,
      says: { isEnabled, _ in "has System Haptics turned \(isEnabled ? "on" : "off")" },
      fuzz: .device, examples: ["true", "false"]),
    Row(
      "settings", .settings(), is: { .settings(on: $0.on, off: $0.off) },
      from: {
        if case .settings(let on, let off) = $0 { SettingsChange(on: on, off: off) } else { nil }
      },
      says: { change, _ in "has settings changed: \(change.words)" },
      fuzz: .device,
      examples: UserSettings.named.flatMap { ["{\($0.name): true}", "{\($0.name): false}"] }),
    Row(
      "accessibility", .settings(), is: { .accessibility(on: $0.on, off: $0.off) },
      from: {
        if case .accessibility(let on, let off) = $0 {
          SettingsChange(on: on, off: off)
        } else {
          nil
        }
      },
      says: { change, _ in "has accessibility settings changed: \(change.words)" },
      fuzz: .device,
      examples: AccessibilitySettings.named.flatMap {
        ["{\($0.name): true}", "{\($0.name): false}"]
      }),
    Row(
      "voiceOverSpeaks", .truth, is: { .event(.voiceOverSpoke($0)) },
      from: { if case .event(.voiceOverSpoke(let speaks)) = $0 { speaks } else { nil } },
      says: { speaks, _ in speaks ? "has VoiceOver speak" : "has VoiceOver silent again" },
      fuzz: .device, examples: ["true", "false"]),
    Row(
      "pickOutput", .pick, is: { .event(.outputPicked($0)) },
      from: { if case .event(.outputPicked(let pick)) = $0 { pick } else { nil } },
      says: { pick, _ in "has the output \(pick.name) picked by the user" },
      fuzz: .device,
      examples: ["phone", "speaker", "bluetoothA2DP", "airPlay", "{device: car}"],
      note: "or `speaker`, a port, or `{device: NAME}`"),
    Row(
      "headsetMute", .event(.headsetMutePressed), fuzz: .device,
      says: "has the stem of a headset pressed to mute or unmute"),
    Row(
      "headsetHold", .event(.headsetButtonHeld), fuzz: .device,
      says: "has the button of a headset held for two seconds"),
    Row(
      "inEar",
      .choice("number of ears", WornEarphones.allCases.map { ($0.rawValue, $0) }, form: "one"),
      is: { .event(.earphonesWorn($0)) },
      from: { if case .event(.earphonesWorn(let worn)) = $0 { worn } else { nil } },
      says: { worn, _ in
        switch worn {
        case .both: "has both earphones in the ears"
        case .one: "has one earphone in an ear"
        case .none: "has both earphones taken out"
        }
      },
      fuzz: .device, examples: WornEarphones.allCases.map(\.rawValue),
      note: "or `both`, `none`: of the last Bluetooth device"),
    Row(
      "openHandsFree", .event(.handsFreeOpened), fuzz: .device,
      says: "has a hands-free profile open"),
    presence(
      "carRadio", of: .carRadio, begins: "has the car play its own radio",
      ends: "has the car's output back from its radio", note: "while `carAudio` is connected"),
    presence(
      "privateSession", of: .privateSession,
      begins: "has a session that is no app's, as of a capture session",
      ends: "has that session no more"),
    presence(
      "webView", of: .webView, begins: "has a web view play", ends: "has the web view stop",
      note: "as an app's `webView`, of no app"),
    Row("wakeFromSleep", .event(.wokeFromSleep), fuzz: .device, says: "wakes from sleep"),
    Row(
      "callStyle",
      .choice("style", CallStyle.allCases.map { ($0.rawValue, $0) }, form: "banner"),
      is: { .event(.callStyleSet($0)) },
      from: { if case .event(.callStyleSet(let style)) = $0 { style } else { nil } },
      says: { style, _ in
        style == .banner ? "shows calls as a banner" : "shows calls on the whole screen"
      }, fuzz: .device, examples: CallStyle.allCases.map(\.rawValue)),
    Row(
      "remote", .request,
      is: { .event(.remoteCommandSent($0.command, from: $0.source)) },
      from: {
        guard case .event(.remoteCommandSent(let command, let source)) = $0 else { return nil }
        return RemoteRequest(command: command, source: source)
      },
      says: { request, _ in
        let source = request.source == .controlCenter ? "" : " from \(request.source.words)"
        return "receives the remote command \(request.command.name)\(source)"
      },
      fuzz: .alone,
      examples: RemoteCommand.allCases.map(\.name)
        + RemoteSource.allCases.dropFirst().map { "{command: pause, from: \($0.rawValue)}" },
      note: "or `{command: COMMAND, from: SOURCE}`"),
  ]

  @Sendable private static func hapticsSwitch(_ content: ScenarioStep.Content) -> Bool? {
    guard case .settings(let on, let off) = content, on.union(off) == .haptics else { return nil }
    return on == .haptics
  }

  @Sendable private static func arrival(of device: ConnectedDevice) -> PhoneEvent {
    if device.name == nil, let port = device.ports.first { return .portConnected(port) }
    return .deviceConnected(device)
  }

  @Sendable private static func arrival(_ content: ScenarioStep.Content) -> ConnectedDevice? {
    switch content {
    case .event(.portConnected(let port)): ConnectedDevice(nil, ports: [port])
    case .event(.deviceConnected(let device)): device
    case .event, .app, .notification, .settings, .accessibility, .volumes, .pass, .expect: nil
    }
  }

  @Sendable private static func departure(_ departure: Departure) -> PhoneEvent {
    if let port = departure.port {
      return .portDisconnected(port, announced: departure.isAnnounced)
    }
    return .deviceDisconnected(departure.device ?? "", announced: departure.isAnnounced)
  }

  @Sendable private static func departure(_ content: ScenarioStep.Content) -> Departure? {
    switch content {
    case .event(.portDisconnected(let port, let isAnnounced)):
      Departure(port: port, isAnnounced: isAnnounced)
    case .event(.deviceDisconnected(let name, let isAnnounced)):
      Departure(device: name, isAnnounced: isAnnounced)
    case .event, .app, .notification, .settings, .accessibility, .volumes, .pass, .expect: nil
    }
  }

  @Sendable private static func microphoneMute(_ content: ScenarioStep.Content) -> Bool? {
    switch content {
    case .event(.microphoneMuted): true
    case .event(.microphoneUnmuted): false
    case .event, .app, .notification, .settings, .accessibility, .volumes, .pass, .expect: nil
    }
  }

  private static let ofTime: [Row] = [
    Row(
      "pass", .seconds(from: 0), is: { .pass(seconds: $0) },
      from: { if case .pass(let seconds) = $0 { seconds } else { nil } },
      says: { seconds, _ in "moves on by \(seconds.shortest) s" }, fuzz: nil, examples: ["2"])
  ]
}
