internal import AudioSession

/// The events of the device itself: its buttons, ports and settings, and audio that does not belong to an app.
enum DeviceVerbs {
  /// The verbs, in the order of the page and of random steps.
  static let all: [Verb<ScenarioStep.Content>] = [
    Verb("lock", .event(.locked), fuzz: .device, says: "is locked"),
    // Unlocking has a higher weight, because less can happen on a locked phone.
    Verb("unlock", .event(.unlocked), fuzz: .device, weight: 3, says: "is unlocked"),
    Verb(
      "volumeUp", .event(.volumeButtonPressed(.up)), fuzz: .device,
      says: "has its volume-up button pressed"),
    Verb(
      "volumeDown", .event(.volumeButtonPressed(.down)), fuzz: .device,
      says: "has its volume-down button pressed"),
    Verb(
      "endAlertSound", .event(.alertSoundEnded), fuzz: .device,
      says: "ends an alert sound that had ducked other audio"),
    Verb(
      "sideButton", .event(.sideButtonPressed), fuzz: .device, says: "has its side button pressed"),
    Verb(
      "silentMode", .truth, is: { .event(.silentModeSet($0)) },
      says: { $0 ? "is switched to silent" : "is switched to ring" }, fuzz: .device),
    Verb(
      "volume", .volumes, is: { .volumes($0) },
      from: { if case .volumes(let volumes) = $0 { volumes } else { nil } },
      says: { volumes, _ in "has its volumes set: \(Argument.list(volumes))" },
      fuzz: .device, examples: ["{media: 0}", "{media: 0.7, ringer: 0.2}", "{call: 1}"]),
    Verb(
      "connect", .connection, is: { .event(arrival(of: $0)) }, from: arrival,
      says: { device, _ in
        let ports = device.ports.ports.map(\.name).joined(separator: " and ")
        return "connects to \(device.name.map { "\($0) via \(ports)" } ?? ports)"
      },
      fuzz: .alone,
      examples: Port.allCases.filter { !$0.isBuiltIn }.map(\.name) + [
        "{device: earphones, ports: [bluetoothA2DP, bluetoothHFP]}",
        "{device: car, ports: [bluetoothA2DP, bluetoothHFP]}",
      ], note: "or `{device: NAME, ports: [PORT]}`"),
    Verb(
      "disconnect", .departure, is: { .event(departure($0)) }, from: departure,
      says: { departure, _ in
        let what = departure.device ?? departure.port?.name ?? ""
        return "disconnects from \(what)\(departure.isAnnounced ? "" : " without notifying apps")"
      },
      fuzz: .alone,
      examples: Port.allCases.filter { !$0.isBuiltIn }.map(\.name) + [
        "{device: earphones}", "{device: car, announced: false}",
        "{port: bluetoothA2DP, announced: false}",
      ], note: "or `{device: NAME}`; with `announced: false`, apps are not notified"),
    Verb(
      "muteMicrophone", .truth, is: { .event($0 ? .microphoneMuted : .microphoneUnmuted) },
      says: { $0 ? "has its microphone muted in hardware" : "has its microphone unmuted" },
      fuzz: .device,
      note: "for example by an iPad's Smart Folio; a warning is given on models that cannot do this"
    ),
    Verb(
      "hapticsEnabled", .truth,
      is: { .settings(on: $0 ? .haptics : [], off: $0 ? [] : .haptics) },
      says: { "has System Haptics turned \($0 ? "on" : "off")" }, fuzz: .device),
    Verb(
      "settings", .settings(), is: { .settings(on: $0.on, off: $0.off) },
      from: {
        if case .settings(let on, let off) = $0 { SettingsChange(on: on, off: off) } else { nil }
      },
      says: { change, _ in "has settings changed: \(change.words)" },
      fuzz: .device,
      examples: UserSettings.named.flatMap { ["{\($0.name): true}", "{\($0.name): false}"] }),
    Verb(
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
    Verb(
      "voiceOverSpeaks", .truth, is: { .event(.voiceOverSpoke($0)) },
      says: { $0 ? "starts speaking with VoiceOver" : "stops speaking with VoiceOver" },
      fuzz: .device),
    Verb(
      "pickOutput", .pick, is: { .event(.outputPicked($0)) },
      from: { if case .event(.outputPicked(let pick)) = $0 { pick } else { nil } },
      says: { pick, _ in "has its output set to \(pick.name) by the user" },
      fuzz: .device,
      examples: ["phone", "speaker", "bluetoothA2DP", "airPlay", "{device: car}"],
      note: "or `{device: NAME}`"),
    Verb(
      "headsetMute", .event(.headsetMutePressed), fuzz: .device,
      says: "has its headset's stem pressed to mute or unmute"),
    Verb(
      "headsetHold", .event(.headsetButtonHeld), fuzz: .device,
      says: "has its headset's button held for two seconds"),
    Verb(
      "inEar",
      .choice("number of ears", WornEarphones.allCases.map { ($0.rawValue, $0) }, form: "one"),
      is: { .event(.earphonesWorn($0)) },
      says: {
        switch $0 {
        case .both: "has both earphones in the user's ears"
        case .one: "has one earphone in the user's ear"
        case .none: "has both earphones taken out of the user's ears"
        }
      },
      fuzz: .device, note: "the earphones are the Bluetooth device that was connected last"),
    Verb(
      "openHandsFree", .event(.handsFreeOpened), fuzz: .device,
      says: "finishes opening a hands-free profile"),
    presence(
      "carRadio", of: .carRadio, begins: "is in a car whose own radio is turned on",
      ends: "is in a car whose own radio is turned off",
      note: "only while `carAudio` is connected"),
    presence(
      "privateSession", of: .privateSession,
      begins: "has a session that does not belong to an app, such as that of a capture session",
      ends: "no longer has a session that does not belong to an app"),
    presence(
      "webView", of: .webView, begins: "starts playing in a web view",
      ends: "stops playing in the web view",
      note: "unlike an app's `webView`, this web view does not belong to an app"),
    Verb("wakeFromSleep", .event(.wokeFromSleep), fuzz: .device, says: "wakes from sleep"),
    Verb(
      "callStyle",
      .choice("style", CallStyle.allCases.map { ($0.rawValue, $0) }, form: "banner"),
      is: { .event(.callStyleSet($0)) },
      says: { $0 == .banner ? "shows calls as banners" : "shows calls in full screen" },
      fuzz: .device),
    Verb(
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
      note: "or `{command: COMMAND, from: SOURCE}`; SOURCE is one of "
        + RemoteSource.allCases.map { "`\($0.rawValue)`" }.joined(separator: " ")),
  ]

  /// A verb that starts or ends an alert.
  private static func presence(
    _ name: String, of alert: SystemAlert, begins: String, ends: String, note: String? = nil
  ) -> Verb<ScenarioStep.Content> {
    Verb(
      name, .truth, is: { .event($0 ? .alertBegan(alert) : .alertEnded(alert)) },
      says: { $0 ? begins : ends }, fuzz: .device, note: note)
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
}
