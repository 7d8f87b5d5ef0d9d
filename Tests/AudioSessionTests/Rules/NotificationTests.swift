import AudioSession
import TestSupport
import Testing

/// Notifications: every setting is the user's, and every combination is honored.
///
/// Requirements NTF-01 to NTF-12 and vectors T41 and T42.
struct NotificationTests {
  /// The state of the app when its notification arrives.
  enum Place: CaseIterable {
    case front, behind, locked
  }

  /// One combination of all settings.
  struct Case {
    var settings: NotificationSettings
    var front: FrontPresentation
    var place: Place
    var isSilent: Bool
    var user: UserSettings

    /// All combinations.
    static let all: [Case] = {
      var all: [Case] = []
      let bools = [true, false]
      for permission in NotificationSettings.Permission.allCases {
        for style in NotificationSettings.Style.allCases {
          for (sound, lockScreen) in bools.flatMap({ sound in bools.map { (sound, $0) } }) {
            var settings = NotificationSettings()
            (settings.permission, settings.style) = (permission, style)
            (settings.hasSound, settings.showsOnLockScreen) = (sound, lockScreen)
            for front in 0..<4 {
              for place in Place.allCases {
                for user in 0..<8 {
                  for isSilent in bools {
                    var given: UserSettings = [.haptics]
                    if user & 1 != 0 { given.insert(.notificationSounds) }
                    if user & 2 != 0 { given.insert(.vibratesWithSound) }
                    if user & 4 != 0 { given.insert(.vibratesOnSilent) }
                    all.append(
                      Case(
                        settings: settings, front: FrontPresentation(rawValue: UInt8(front)),
                        place: place, isSilent: isSilent, user: given))
                  }
                }
              }
            }
          }
        }
      }
      return all
    }()

    /// The expected effects, derived only from the settings, as the guidelines describe.
    var expected: [SessionEffect] {
      guard settings.permission == .granted else {
        return [
          .notificationPlaced(0, .nowhere), .sound(0, .messageTone, .suppressed(.notPermitted)),
        ]
      }
      var effects = [SessionEffect.notificationPlaced(0, shown)]
      let mayNot: SuppressionReason? =
        !settings.hasSound
        ? .soundsOff : place == .front && !front.contains(.sound) ? .inFront : nil
      if let mayNot {
        return effects + [.sound(0, .messageTone, .suppressed(mayNot))]
      }
      let tone: PlayVerdict =
        !user.contains(.notificationSounds)
        ? .suppressed(.soundsOff) : isSilent ? .suppressed(.silentMode) : .played
      effects.append(.sound(0, .messageTone, tone))
      if user.contains(isSilent ? .vibratesOnSilent : .vibratesWithSound) {
        effects.append(.vibration(0, .played))
      }
      return effects
    }

    private var shown: NotificationPlace {
      switch (place, settings.style) {
      case (.locked, _): settings.showsOnLockScreen ? .lockScreen : .nowhere
      case (_, .none): .nowhere
      case (.front, .banner): front.contains(.banner) ? .banner : .nowhere
      case (.front, .alert): front.contains(.banner) ? .alert : .nowhere
      case (.behind, .banner): .banner
      case (.behind, .alert): .alert
      }
    }
  }

  @Test func `every combination of the user's settings is honored`() throws {
    #expect(Case.all.count == 3 * 3 * 4 * 4 * 3 * 8 * 2)
    var wrong: [Case] = []
    for one in Case.all {
      var scene = try Scene(.ambient)
      try scene.play(
        .app(0, .setNotificationSettings(one.settings)), .app(0, .setFrontPresentation(one.front)),
        .phone(.settingsChanged(one.user)), .phone(.silentModeSet(one.isSilent)))
      switch one.place {
      case .front: break
      case .behind: try scene.play(.app(0, .enterBackground))
      case .locked: try scene.play(.phone(.locked))
      }
      try scene.play(.phone(.notificationDelivered(0, hasSound: true)))
      if scene.effects != one.expected { wrong.append(one) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) wrong, such as \(wrong.first.map { "\($0)" } ?? "")")
  }

  /// Source: Human Interface Guidelines, "Notifications": people must opt in.
  @Test func `notifications of an app without permission are not shown, heard or felt`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.app(0, .enterBackground), .phone(.notificationDelivered(0, hasSound: true)))
    #expect(
      scene.effects.dropFirst() == [
        .notificationPlaced(0, .nowhere), .sound(0, .messageTone, .suppressed(.notPermitted)),
      ])
    #expect(scene.phone.toneVerdict(from: 0) == .suppressed(.notPermitted))
    try scene.play(.app(0, .setNotificationSettings(.granted)))
    #expect(scene.phone.toneVerdict(from: 0) == .played)
  }

  /// T41, NTF-07.
  @Test func `the second notification about the same thing is not shown, heard or felt`() throws {
    var scene = try Scene(.ambient, .ambient)
    for app in scene.phone.apps {
      try scene.play(.app(app, .setNotificationSettings(.granted)), .app(app, .enterBackground))
    }
    try scene.play(.phone(.notificationDelivered(0, hasSound: true, about: "a move")))
    #expect(scene.effects.contains(.sound(0, .messageTone, .played)))
    try scene.play(.phone(.notificationDelivered(0, hasSound: true, about: "a move")))
    #expect(scene.effects == [.sound(0, .messageTone, .suppressed(.repeated))])
    try scene.play(.phone(.notificationDelivered(1, hasSound: true, about: "a move")))
    #expect(scene.effects.contains(.sound(1, .messageTone, .played)))
    try scene.play(.phone(.notificationDelivered(0, hasSound: true)))
    #expect(scene.effects.contains(.vibration(0, .played)))
  }

  @Test(arguments: [Lifecycle.background, .suspended, .terminated])
  func `opening a notification opens its app, whatever the app's state`(lifecycle: Lifecycle) throws
  {
    var scene = try Scene(.ambient)
    try scene.play(.app(0, .setNotificationSettings(.granted)), .app(0, .enterBackground))
    if lifecycle == .suspended { try scene.play(.app(0, .suspend)) }
    if lifecycle == .terminated { try scene.play(.app(0, .terminate)) }
    #expect(throws: RejectedEvent.notThere("notification of the app")) {
      try scene.play(.phone(.notificationOpened(0)))
    }
    // The user's decision outlives the process.
    let settings = scene.phone.state[0].notifications
    #expect(settings.permission == .granted)
    try scene.play(.phone(.notificationDelivered(0, hasSound: false)))
    #expect(scene.phone.state[0].shownNotification == .banner)
    try scene.play(.phone(.notificationOpened(0)))
    #expect(scene.phone.state[0].lifecycle == .foreground)
    #expect(scene.phone.state[0].shownNotification == nil)
  }

  @Test(arguments: [Lifecycle.background, .terminated])
  func `on an iPhone, the front app leaves the foreground when another app is opened`(
    lifecycle: Lifecycle
  ) throws {
    for platform in Platform.allCases {
      var scene = try Scene(.ambient, .ambient, on: .iOS26, platform: platform)
      try scene.play(.app(0, .setNotificationSettings(.granted)), .app(0, .enterBackground))
      if lifecycle == .terminated { try scene.play(.app(0, .terminate)) }
      try scene.play(.app(1, .startOutput), .phone(.notificationDelivered(0, hasSound: false)))
      try scene.play(.phone(.notificationOpened(0)))
      #expect(scene.phone.state[0].lifecycle == .foreground)
      #expect((scene.phone.state[1].lifecycle == .foreground) == platform.showsSeveralApps)
      // As if the user had left it: an app that cannot continue in the background is silent.
      #expect(scene.phone.isAudible(1) == platform.showsSeveralApps)
    }
  }

  @Test func `a notification on the lock screen opens its app when the phone is unlocked`() throws {
    var scene = try Scene(.ambient)
    try scene.play(
      .app(0, .setNotificationSettings(.granted)), .app(0, .enterBackground), .phone(.locked))
    try scene.play(.phone(.notificationDelivered(0, hasSound: true)))
    #expect(throws: RejectedEvent.deviceLocked(0)) {
      try scene.play(.phone(.notificationOpened(0)))
    }
    try scene.play(.phone(.unlocked), .phone(.notificationOpened(0)))
    #expect(scene.phone.state[0].lifecycle == .foreground)
  }

  @Test
  func
    `dismissing a notification moves it to Notification Center, and dismissing it there removes it`()
    throws
  {
    var scene = try Scene(.ambient)
    try scene.play(.app(0, .setNotificationSettings(.granted)), .app(0, .enterBackground))
    try scene.play(
      .phone(.notificationDelivered(0, hasSound: true)), .phone(.notificationDismissed(0)))
    #expect(scene.phone.state[0].shownNotification == .center)
    try scene.play(.phone(.notificationDismissed(0)))
    #expect(scene.phone.state[0].shownNotification == nil)
    #expect(throws: RejectedEvent.notThere("notification of the app")) {
      try scene.play(.phone(.notificationDismissed(0)))
    }
  }
}
