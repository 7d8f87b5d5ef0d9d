public import AudioSession
internal import HapticEngine
internal import PhoneRuntime

/// Writes events of the policy as steps of a scenario.
public struct EventWords {
  private let names: AppNames

  /// Creates a writer for the events of a phone whose apps have these names.
  public init(names: [String]) { self.names = AppNames(all: names) }

  /// Returns the step, such as `music: activate` or `device: {connect: headphones}`.
  public func words(for event: SessionEvent) -> String {
    switch event {
    case .app(let app, let event): step(app, action(for: event))
    case .phone(let event): step(content(of: event)) ?? "\(event)"
    }
  }

  /// Returns an action that causes the event.
  ///
  /// The policy does not depend on which haptic or sound the app requests.
  private func action(for event: AppEvent) -> AppAction {
    switch event {
    case .startOutput: .resident(.play(seconds: nil))
    case .stopOutput: .resident(.pause)
    case .setPreference(let preference, let value): .resident(.setPrefers([preference: value]))
    case .playHaptic(.generator): .resident(.triggerFeedback(Feedback(.selection)))
    case .playHaptic: .resident(.playHaptic("impact.light"))
    case .playSound(.vibration): .resident(.playSound(.vibration, name: "vibrate"))
    case .playSound(.keyClick): .resident(.playSound(.keyClick, name: "keyClick"))
    case .playSound(let sound): .resident(.playSound(sound, name: "tock"))
    default: .session(event)
    }
  }

  private func content(of event: PhoneEvent) -> ScenarioStep.Content {
    switch event {
    case .notificationDelivered(let app, let hasSound, let about):
      .notification(app, sound: hasSound, about: about)
    case .settingsChanged(let settings):
      .settings(on: settings, off: UserSettings.all.subtracting(settings))
    case .accessibilityChanged(let settings):
      .accessibility(
        on: settings,
        off: AccessibilitySettings(AccessibilitySettings.named.map(\.setting))
          .subtracting(settings))
    case .volumeSet(let kind, let volume): .volumes([kind: volume])
    default: .event(event)
    }
  }

  private func step(_ app: AppID, _ action: AppAction) -> String {
    "\(names[app]): \(AppVerbs.wording(of: action).step)"
  }

  private func step(_ content: ScenarioStep.Content) -> String? {
    SystemActor.wording(of: content, names).map { "\($0.actor.rawValue): \($0.words.step)" }
  }
}
