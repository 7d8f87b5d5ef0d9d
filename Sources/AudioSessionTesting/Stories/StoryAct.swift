internal import AudioSession
internal import PhoneRuntime

/// Something that happens in a story.
public struct StoryAct: Sendable {
  enum Kind: Sendable {
    case play
    case pause
    case terminate
    case launch
    case phone(@Sendable (SimulatedPhone) throws -> Void)
  }

  /// What happens, in words.
  public let words: String
  let kind: Kind

  private init(_ words: String, _ kind: Kind) {
    self.words = words
    self.kind = kind
  }

  /// Something that happens to the phone.
  ///
  /// - Parameters:
  ///   - words: what, in words.
  ///   - body: lets it happen; where it throws, it is not possible then, and nothing has changed.
  public init(_ words: String, _ body: @escaping @Sendable (SimulatedPhone) throws -> Void) {
    self.init(words, .phone(body))
  }

  /// Lets the act happen, apart from what a player does about it.
  ///
  /// - Returns: false if it is not possible now.
  package func happens(on phone: SimulatedPhone) -> Bool {
    switch kind {
    case .play, .pause: phone.app.lifecycle != .terminated
    case .terminate: (try? phone.app.terminate()) != nil
    // Without the media services no process can set its session up.
    case .launch: !phone.snapshot.state.device.isMediaServerDown && (try? phone.app.launch()) != nil
    case .phone(let body): (try? body(phone)) != nil
    }
  }

  /// The user, every interruptor with each of its ends, calls of the app's own, outputs that come and go, the
  /// background, the lock, the media services, the end of the app's process and its next launch.
  ///
  /// Calls of the app's own are possible where a player has a `CXProvider`; the process ends where the player can
  /// be made anew, which `StorySearch` and `playStory(to:relaunched:)` say.
  public static let all: [StoryAct] = user + interruptors + ownCalls + surroundings + process

  /// What most faults of players need: the user, calls and their ends, headphones.
  ///
  /// Few enough for stories of four acts in the time that three of all take. Some common faults show
  /// in no shorter one: to play after a call what was paused before it, or while it rang.
  public static let essentials: [StoryAct] =
    user + calls + headphones

  /// What the user does.
  public static let user: [StoryAct] = [
    StoryAct("the user plays", .play), StoryAct("the user pauses", .pause),
    StoryAct("a headset asks to play") { try $0.send(.play) },
    StoryAct("a headset asks to pause") { try $0.send(.pause) },
  ]

  /// What interrupts, and how that ends.
  public static let interruptors: [StoryAct] = calls + alerts + siriAndOthers

  /// Every alert that begins and ends.
  private static let alerts: [StoryAct] = SystemAlert.allCases.flatMap { alert in
    [
      StoryAct("\(alert.source.who) begins") { phone in
        // It needs a car, which is connected for it.
        if alert == .carRadio { try? phone.connect(.carAudio) }
        try phone.begin(alert)
      },
      StoryAct("\(alert.source.who) ends") { try $0.end(alert) },
    ]
  }

  private static let calls: [StoryAct] = [
    StoryAct("a call rings") { try $0.receiveCall() },
    StoryAct("the call is declined") { try $0.declineCall() },
    StoryAct("the call is answered") { try $0.answerCall() },
    StoryAct("the call ends") { try $0.endCall() },
    StoryAct("the call ends without a notification") { try $0.endCall(.lost) },
    StoryAct("the other end hangs up") { try $0.endCallRemotely() },
    StoryAct("the call goes on hold") { try $0.holdCall() },
    StoryAct("the call is taken up again") { try $0.resumeCall() },
    StoryAct("the calls change places") { try $0.swapCalls() },
  ]

  /// Calls of the app's own by CallKit, for an app that has a provider.
  ///
  /// They are answered, held and ended as other calls are.
  public static let ownCalls: [StoryAct] = [
    StoryAct("a call of the app's own rings") { phone in
      guard phone.app.calls.hasProvider else { throw ImpossibleAct() }
      try phone.receiveCall(hostedBy: phone.app)
    },
    StoryAct("the app calls somebody") { phone in
      guard phone.app.calls.hasProvider else { throw ImpossibleAct() }
      try phone.startCall(hostedBy: phone.app)
    },
  ]

  /// The end of the app's process, and its next launch.
  public static let process: [StoryAct] = [
    StoryAct("the app is terminated", .terminate), StoryAct("the app is launched", .launch),
  ]

  private static let siriAndOthers: [StoryAct] = [
    StoryAct("Siri appears") { try $0.summonSiri() },
    StoryAct("Siri records") { try $0.dictateToSiri() },
    StoryAct("Siri answers") { try $0.letSiriAnswer() },
    StoryAct("Siri leaves") { try $0.dismissSiri() },
    StoryAct("Siri leaves, without the right to resume") { try $0.dismissSiri(.notResumable) },
    StoryAct("a notification sounds") { try $0.deliverNotification() },
    StoryAct("another app plays") { try start($0.otherApp, []) },
    StoryAct("another app speaks, for which speech is interrupted") {
      try start($0.otherApp, .interruptSpokenAudioAndMixWithOthers)
    },
    StoryAct("the other app stops and says so") { phone in
      guard phone.otherApp.isActive else { throw ImpossibleAct() }
      try phone.otherApp.session.setActive(false, options: .notifyOthersOnDeactivation)
    },
    StoryAct("the other app stops and says nothing") { phone in
      guard phone.otherApp.isActive else { throw ImpossibleAct() }
      try phone.otherApp.session.setActive(false)
    },
  ]

  private static let headphones: [StoryAct] = [
    StoryAct("headphones are connected") { try $0.connect(.headphones) },
    StoryAct("the headphones are unplugged") { try $0.disconnect(.headphones) },
  ]

  /// Everything else.
  public static let surroundings: [StoryAct] = headphones + others

  private static let others: [StoryAct] = [
    StoryAct("the microphone is muted") { try $0.muteMicrophone() },
    StoryAct("the microphone is unmuted") { try $0.unmuteMicrophone() },
    StoryAct("the system suspends the app") { phone in
      // Not one that is on the screen or sounds behind it.
      let isIdle = !phone.app.player.isPlaying && phone.app.lifecycle == .background
      guard isIdle else { throw ImpossibleAct() }
      try phone.app.suspend()
    },
    StoryAct("the app goes to the background") { try $0.app.enterBackground() },
    StoryAct("the app comes to the foreground") { try $0.app.enterForeground() },
    StoryAct("the phone is locked") { phone in
      guard !phone.snapshot.state.device.isLocked else { throw ImpossibleAct() }
      try phone.lock()
    },
    StoryAct("the phone is unlocked") { phone in
      guard phone.snapshot.state.device.isLocked else { throw ImpossibleAct() }
      try phone.unlock()
    },
    StoryAct("the background time is over") { phone in
      let (app, runtime) = (phone.app, phone.runtime)
      guard let end = runtime.backgroundTimeEnd(of: app.id) else { throw ImpossibleAct() }
      phone.advance(to: end)
    },
    StoryAct("the media services die") { try $0.loseMediaServices() },
    StoryAct("the media services are back") { try $0.resetMediaServices() },
  ]
}

/// Lets an app play with these options, if it is not active.
private func start(_ app: SimulatedApp, _ options: CategoryOptions) throws {
  guard !app.isActive else { throw ImpossibleAct() }
  try app.session.setCategory(.playback, options: options)
  try app.player.start()
}

/// Why an act is not possible at that moment.
private struct ImpossibleAct: Error {}
