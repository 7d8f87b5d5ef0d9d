internal import AudioSession

/// An actor other than an app.
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

  /// The actor's verbs, in the order of the page and of random steps.
  var verbs: [Verb<ScenarioStep.Content>] {
    switch self {
    case .phone: Self.ofPhone
    case .alarm: Self.ofAlarm
    case .timer: Self.ofTimer
    case .siri: Self.ofSiri
    case .notification: Self.ofNotification
    case .emergency: Self.ofEmergency
    case .mediaServices: Self.ofMediaServices
    case .device: DeviceVerbs.all
    case .time: Self.ofTime
    }
  }

  /// Returns the actor of a step and the words for it; nil if no verb describes it.
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

  // MARK: Interruptors

  private static let ofPhone: [Row] = [
    Row("ring", .event(.callRang(.phone)), fuzz: .actor, says: "rings"),
    Row(
      "ring", .callHost, is: { .event(.callRang($0)) },
      from: { if case .event(.callRang(let host)) = $0 { host } else { nil } },
      says: { host, names in
        switch host {
        case .app(let app): "rings for a call in \(names[app])"
        case .phone: "rings"
        case .video: "rings for a video call"
        }
      },
      fuzz: .special, examples: ["{app: APP}", "video"],
      note: "or `video`, a FaceTime call"),
    Row("call", .event(.callStarted(.phone)), fuzz: .special, says: "calls somebody"),
    Row(
      "call", .callHost, is: { .event(.callStarted($0)) },
      from: { if case .event(.callStarted(let host)) = $0 { host } else { nil } },
      says: { host, names in
        switch host {
        case .app(let app): "calls somebody through \(names[app])"
        case .phone: "calls somebody"
        case .video: "calls somebody by video"
        }
      },
      fuzz: .special, examples: ["{app: APP}", "video"],
      note: "or `video`, a FaceTime call"),
    Row("answer", .event(.callAnswered), fuzz: .actor, says: "has its call answered"),
    Row("decline", .event(.callDeclined()), fuzz: .ending, says: "has its call declined"),
    end(
      "decline", { .callDeclined($0) },
      from: { if case .callDeclined(let end) = $0 { end } else { nil } },
      says: "has its call declined"),
    Row("hangUp", .event(.callEnded()), fuzz: .ending, says: "hangs up"),
    end(
      "hangUp", { .callEnded($0) },
      from: { if case .callEnded(let end, of: nil) = $0 { end } else { nil } },
      says: "hangs up", fuzz: .special),
    Row(
      "remoteHangUp", .event(.callEndedRemotely()), fuzz: .ending,
      says: "has its call hung up by the other party"),
    end(
      "remoteHangUp", { .callEndedRemotely($0) },
      from: { if case .callEndedRemotely(let end, of: nil) = $0 { end } else { nil } },
      says: "has its call hung up by the other party", fuzz: .special),
    Row(
      "callerGivesUp", .event(.callEndedRemotely(of: .ringing)), fuzz: .ending,
      says: "stops ringing because the caller gives up"),
    Row(
      "heldHangUp", .event(.callEndedRemotely(of: .held)), fuzz: .ending,
      says: "has its call on hold hung up by the other party"),
    Row(
      "endHeld", .event(.callEnded(of: .held)), fuzz: .ending,
      says: "hangs up its call on hold"),
    Row("hold", .event(.callHeld), fuzz: .actor, says: "has its call put on hold"),
    Row("unhold", .event(.callUnheld), fuzz: .actor, says: "has its call taken off hold"),
    Row("swap", .event(.callsSwapped), fuzz: .actor, says: "swaps its call with the call on hold"),
    Row(
      "mute", .truth, is: { .event(.callMuted($0)) },
      says: { $0 ? "has its call muted on the screen" : "has its call unmuted on the screen" },
      fuzz: .actor),
    Row(
      "closeCallAudio", .event(.callAudioClosed), fuzz: .special,
      says: "closes the audio of a call that has ended"),
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
          let end = snooze.end == .resumable ? "" : " (end of the interruption: \(snooze.end))"
          return "is snoozed for \(snooze.seconds.shortest) s\(end)"
        }, fuzz: .special, examples: ["{after: 2}"],
        note:
          "the alarm then goes off again, unless `dismiss` turns it off; the default is nine minutes"
      ),
    ]
  private static let ofTimer = clock(.timer)

  /// The verbs of an alarm or a timer.
  private static func clock(_ alert: SystemAlert) -> [Row] {
    [
      Row("fire", .event(.alertBegan(alert)), fuzz: .actor, says: "goes off"),
      Row("dismiss", .event(.alertEnded(alert)), fuzz: .ending, says: "is dismissed"),
      end(
        "dismiss", { .alertEnded(alert, $0) },
        from: { if case .alertEnded(alert, let end) = $0 { end } else { nil } },
        says: "is dismissed"),
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
      says: "ends"),
  ]

  /// A verb that ends an interruption and states how the interrupted apps are notified of the end.
  private static func end(
    _ name: String, _ event: @escaping @Sendable (InterruptionEnd) -> PhoneEvent,
    from value: @escaping @Sendable (PhoneEvent) -> InterruptionEnd?, says words: String,
    fuzz: FuzzGroup? = nil
  ) -> Row {
    Row(
      name, .ending, is: { .event(event($0)) },
      from: { if case .event(let event) = $0 { value(event) } else { nil } },
      says: { end, _ in "\(words) (end of the interruption: \(end))" }, fuzz: fuzz,
      examples: ["{interruption: lost}"])
  }

  @Sendable private static func siriEnd(_ content: ScenarioStep.Content) -> SiriEnd? {
    guard case .event(.siriEnded(let end, let app)) = content else { return nil }
    return SiriEnd(end: end, started: app)
  }

  @Sendable private static func words(for siri: SiriEnd, _ names: AppNames) -> String {
    guard let app = siri.started else { return "ends (end of the interruption: \(siri.end))" }
    let end = siri.end == .lost ? " (end of the interruption: lost)" : ""
    return "ends after starting playback in \(names[app])\(end)"
  }

  // MARK: Others

  private static let ofNotification: [Row] = [
    Row("deliver", .notification(nil, sound: nil, about: nil), fuzz: .actor, says: "is delivered"),
    Row(
      "deliver", .delivery, is: { .notification($0.app, sound: $0.sound, about: $0.about) },
      from: delivery, says: words(for:_:), fuzz: .alone, examples: ["{app: APP, sound: true}"],
      note: "of several notifications with the same `about`, only the first is heard"),
    Row(
      "open", .app.under("app"), is: { .event(.notificationOpened($0)) },
      from: { if case .event(.notificationOpened(let app)) = $0 { app } else { nil } },
      says: { app, names in "is opened, which opens \(names[app])" },
      fuzz: .special, examples: ["{app: APP}"]),
    Row(
      "dismiss", .app.under("app"), is: { .event(.notificationDismissed($0)) },
      from: { if case .event(.notificationDismissed(let app)) = $0 { app } else { nil } },
      says: { app, names in "from \(names[app]) is dismissed" },
      fuzz: .special, examples: ["{app: APP}"]),
  ]

  @Sendable private static func delivery(_ content: ScenarioStep.Content) -> Delivery? {
    guard case .notification(let app, let sound, let about) = content else { return nil }
    return Delivery(app: app, sound: sound, about: about)
  }

  @Sendable private static func words(for delivery: Delivery, _ names: AppNames) -> String {
    var rest = delivery
    rest.app = nil
    let head = delivery.app.map { "is delivered from \(names[$0])" } ?? "is delivered"
    return ([head] + rest.words(names)).joined(separator: ", ")
  }

  private static let ofMediaServices: [Row] = [
    Row("crash", .event(.mediaServicesLost), fuzz: .actor, says: "crash"),
    Row("recover", .event(.mediaServicesReset), fuzz: .ending, says: "recover"),
  ]

  private static let ofTime: [Row] = [
    Row(
      "pass", .seconds(from: 0), is: { .pass(seconds: $0) },
      from: { if case .pass(let seconds) = $0 { seconds } else { nil } },
      says: { seconds, _ in "advances by \(seconds.shortest) s" }, fuzz: nil, examples: ["2"])
  ]
}
