internal import AudioSession
internal import PhoneRuntime

/// An act of a story: a single event or action.
public struct StoryAct: Sendable {
  enum Kind: Sendable {
    case play
    case pause
    case terminate
    case launch
    case phone(@Sendable (SimulatedPhone) throws -> Void)
  }

  /// The description of the act.
  public let words: String
  let kind: Kind

  private init(_ words: String, _ kind: Kind) {
    self.words = words
    self.kind = kind
  }

  /// Creates an act that happens to the phone.
  ///
  /// - Parameters:
  ///   - words: the description of the act.
  ///   - body: performs the act. If it throws, the act is impossible at that moment, and nothing has changed.
  public init(_ words: String, _ body: @escaping @Sendable (SimulatedPhone) throws -> Void) {
    self.init(words, .phone(body))
  }

  /// Performs the act on the phone, without the player's part.
  ///
  /// - Returns: false if the act is impossible now.
  package func happens(on phone: SimulatedPhone) -> Bool {
    switch kind {
    case .play, .pause: phone.app.lifecycle != .terminated
    case .terminate: (try? phone.app.terminate()) != nil
    // Without the media services, a process cannot set up its session.
    case .launch: !phone.snapshot.state.device.isMediaServerDown && (try? phone.app.launch()) != nil
    case .phone(let body): (try? body(phone)) != nil
    }
  }

  /// All acts: actions of the user, every interruption with each of its endings, the app's own calls, connecting and
  /// unplugging outputs, the background, the lock, the media services, the end of the app's process and its next
  /// launch.
  ///
  /// The app's own calls are possible if a player has a `CXProvider`. The process can end only if the player can
  /// be created again, which `StorySearch` and `playStory(to:relaunched:)` specify.
  public static let all: [StoryAct] = user + interruptors + ownCalls + surroundings + process

  /// The acts that reveal most faults of players: the user, calls and their endings, headphones.
  ///
  /// They are so few that stories of four acts take as long as stories of three acts from `all`. Some common faults
  /// need four acts: for example, a player plays after a call although the player was paused before the call or while
  /// the call was ringing.
  public static let essentials: [StoryAct] =
    user + calls + headphones

  /// Actions of the user.
  public static let user: [StoryAct] = [
    StoryAct("the user plays", .play), StoryAct("the user pauses", .pause),
    StoryAct("a headset asks to play") { try $0.send(.play) },
    StoryAct("a headset asks to pause") { try $0.send(.pause) },
  ]

  /// Interruptions and their endings.
  public static let interruptors: [StoryAct] = calls + alerts + siriAndOthers

  /// The beginning and the end of every alert.
  private static let alerts: [StoryAct] = SystemAlert.allCases.flatMap { alert in
    [
      StoryAct("\(alert.source.who) begins") { phone in
        // The radio needs a car, so a car is connected first.
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
    StoryAct("the remote party hangs up") { try $0.endCallRemotely() },
    StoryAct("the call goes on hold") { try $0.holdCall() },
    StoryAct("the call on hold is resumed") { try $0.resumeCall() },
    StoryAct("the calls are swapped") { try $0.swapCalls() },
  ]

  /// The app's own CallKit calls, for an app that has a provider.
  ///
  /// They are answered, held and ended like other calls.
  public static let ownCalls: [StoryAct] = [
    StoryAct("a call hosted by the app rings") { phone in
      guard phone.app.calls.hasProvider else { throw ImpossibleAct() }
      try phone.receiveCall(hostedBy: phone.app)
    },
    StoryAct("the app starts a call") { phone in
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
    StoryAct("Siri leaves, and apps may not resume") { try $0.dismissSiri(.notResumable) },
    StoryAct("a notification sounds") { try $0.deliverNotification() },
    StoryAct("another app plays") { try start($0.otherApp, []) },
    StoryAct("another app speaks and interrupts spoken audio") {
      try start($0.otherApp, .interruptSpokenAudioAndMixWithOthers)
    },
    StoryAct("the other app stops and notifies others") { phone in
      guard phone.otherApp.isActive else { throw ImpossibleAct() }
      try phone.otherApp.session.setActive(false, options: .notifyOthersOnDeactivation)
    },
    StoryAct("the other app stops without notifying others") { phone in
      guard phone.otherApp.isActive else { throw ImpossibleAct() }
      try phone.otherApp.session.setActive(false)
    },
  ]

  private static let headphones: [StoryAct] = [
    StoryAct("headphones are connected") { try $0.connect(.headphones) },
    StoryAct("the headphones are unplugged") { try $0.disconnect(.headphones) },
  ]

  /// All other acts.
  public static let surroundings: [StoryAct] = headphones + others

  private static let others: [StoryAct] = [
    StoryAct("the microphone is muted") { try $0.muteMicrophone() },
    StoryAct("the microphone is unmuted") { try $0.unmuteMicrophone() },
    StoryAct("the system suspends the app") { phone in
      // The system does not suspend an app that is on the screen or plays in the background.
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
    StoryAct("the media services are lost") { try $0.loseMediaServices() },
    StoryAct("the media services are reset") { try $0.resetMediaServices() },
  ]
}

/// Makes an app play with these options, if its session is not active.
private func start(_ app: SimulatedApp, _ options: CategoryOptions) throws {
  guard !app.isActive else { throw ImpossibleAct() }
  try app.session.setCategory(.playback, options: options)
  try app.player.start()
}

/// Thrown if an act is impossible at that moment.
private struct ImpossibleAct: Error {}
