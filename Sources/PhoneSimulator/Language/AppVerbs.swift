internal import AudioSession
internal import PhoneRuntime

/// The actions of apps.
///
/// Source: `Documentation/Scenarios.md`, Steps.
enum AppVerbs {
  /// The verbs, in the order of the page and of random steps.
  static let all = session + lifecycle + others + HardwareVerbs.all + FeedbackVerbs.all

  /// Returns the words for `action`, with the names of the apps.
  static func wording(
    of action: AppAction, _ names: AppNames = AppNames(all: [])
  ) -> Wording {
    for verb in all {
      if let wording = verb.wording(action, names) { return wording }
    }
    return Wording(step: "\(action)", narration: "\(action)")
  }

  private static let session: [Verb<AppAction>] = [
    Verb("activate", .session(.activate), fuzz: .session, says: "activates its session"),
    Verb("deactivate", .session(.deactivate([])), fuzz: .session, says: "deactivates its session"),
    Verb(
      "deactivate", .deactivation,
      is: { .session(.deactivate($0.options, noNotifyEffect: $0.noNotifyEffect)) },
      from: {
        guard case .session(.deactivate(let options, let noNotifyEffect)) = $0 else { return nil }
        return Deactivation(options: options, noNotifyEffect: noNotifyEffect)
      },
      says: { deactivation, _ in
        switch deactivation.noNotifyEffect {
        case nil: "deactivates its session and notifies other apps"
        case .nothing: "deactivates its session; other apps are not notified"
        case .endedWithoutOption:
          "deactivates its session; other apps are notified without shouldResume"
        }
      },
      fuzz: .session,
      examples: ["notifyOthers"] + NoNotifyEffect.allCases.map { "{untold: \($0.rawValue)}" },
      note:
        "or `{untold: nothing}` or `{untold: endedWithoutOption}`; `untold` overrides the policy and "
        + "determines what other apps receive without `notifyOthers`"),
    Verb("play", .resident(.play(seconds: nil)), fuzz: .session, weight: 2, says: "plays"),
    Verb("pause", .resident(.pause), fuzz: .session, says: "pauses"),
    Verb("stop", .resident(.stop), fuzz: .session, says: "stops"),
    // An endless sound is written without a duration.
    Verb(
      "play", .seconds(from: 0.001).under("duration"), is: { .resident(.play(seconds: $0)) },
      from: { if case .resident(.play(let seconds?)) = $0 { seconds } else { nil } },
      says: { seconds, _ in "plays for \(seconds.shortest) s" },
      fuzz: .session, examples: ["{duration: 0.5}"]),
    Verb("record", .session(.startInput), fuzz: .session, says: "records"),
    Verb("stopRecording", .session(.stopInput), fuzz: .session, says: "stops recording"),
  ]

  /// Verbs that return to the foreground have a higher weight, because more can happen there.
  private static let lifecycle: [Verb<AppAction>] = [
    Verb(
      "foreground", .session(.enterForeground), fuzz: .lifecycle, weight: 3,
      says: "comes to the foreground"),
    Verb("launch", .session(.launch), fuzz: .lifecycle, weight: 2, says: "is launched"),
    Verb(
      "background", .session(.enterBackground), fuzz: .lifecycle, says: "goes to the background"),
    Verb("suspend", .session(.suspend), fuzz: .lifecycle, says: "is suspended"),
    Verb("terminate", .session(.terminate), fuzz: .lifecycle, says: "is terminated"),
    Verb(
      "backgroundTask", .truth, is: { .session(.setRuntimeAssertion($0)) },
      says: { $0 ? "begins a background task" : "ends its background task" }, fuzz: .lifecycle),
    Verb(
      "backgroundTimeExpires",
      .choice("fate of a background task", [("ended", true), ("leaked", false)], form: "ended"),
      is: { .session(.backgroundTimeExpired(endsTask: $0)) },
      says: { "runs out of background time and \($0 ? "ends" : "leaks") its task" }, fuzz: .other),
    Verb(
      "pictureInPicture", .truth, is: { .session(.setPictureInPicture($0)) },
      says: { $0 ? "shows its video in picture in picture" : "returns its video to the app" },
      fuzz: .other),
    Verb(
      "failCallActions", .callActions, is: { .session(.setFailingCallActions($0)) },
      from: { if case .session(.setFailingCallActions(let actions)) = $0 { actions } else { nil } },
      says: { actions, _ in
        let names = actions.actions.map(\.rawValue).joined(separator: ", ")
        return
          "\(names.isEmpty ? "does not fail any action of its calls" : "fails the actions \(names)")"
      },
      fuzz: .other, examples: ["[holdCall, answerCall]", "[]"],
      note: "the actions are those that CallKit asks the app's provider to perform"),
    Verb(
      "failCallAction",
      .choice("action of a call", Vocabulary.callActions, form: "answerCall"),
      is: { .session(.callActionFailed($0)) },
      from: { if case .session(.callActionFailed(let action)) = $0 { action } else { nil } },
      says: { action, _ in "reports that the action \(action.rawValue) has failed" },
      fuzz: .other, examples: ["answerCall", "holdCall"],
      note: "the effects of the action are undone if possible"),
    Verb(
      "runAR",
      .choice(
        "relocalization", Relocalization.allCases.map { ($0.rawValue, $0) }, form: "attempted"),
      is: { .session(.runARSession($0)) },
      says: {
        switch $0 {
        case .automatic: "runs its AR session"
        case .attempted: "runs its AR session, which always attempts to relocalize"
        case .refused: "runs its AR session, which never attempts to relocalize"
        }
      },
      fuzz: .other, note: "`automatic` attempts to relocalize for a few seconds"),
    Verb(
      "resetAR", .session(.resetARTracking), fuzz: .other,
      says: "resets its AR session's tracking"),
    Verb("pauseAR", .session(.pauseARSession), fuzz: .other, says: "pauses its AR session"),
    Verb(
      "recognizePlace", .session(.placeRecognized), fuzz: .other,
      says: "recognizes the place with its AR session"),
    Verb(
      "giveUpRelocalizing", .session(.relocalizationGivenUp), fuzz: .other,
      says: "gives up relocalizing its AR session"),
    Verb("savePosition", .resident(.savePosition), fuzz: .other, says: "stores its position"),
  ]

  private static let others: [Verb<AppAction>] = [
    Verb(
      "overrideOutput",
      .choice(
        "override", [("speaker", PortOverride.speaker), ("none", .none)], form: "speaker"),
      is: { .session(.overrideOutput($0)) },
      says: { "overrides its output: \($0)" }, fuzz: .other),
    Verb(
      "preferInput", .preferredInput, is: { .session(.setPreferredInput($0)) },
      from: { if case .session(.setPreferredInput(let input)) = $0 { .some(input) } else { nil } },
      says: { input, _ in
        input.map { "prefers the input \($0.name)" } ?? "no longer prefers an input"
      },
      fuzz: .other, examples: ["headsetMic", "none", "{device: earphones}"],
      note: "or `{device: NAME}`, or `none`"),
    Verb(
      "pickInput", .input, is: { .session(.inputPicked($0)) },
      from: { if case .session(.inputPicked(let input)) = $0 { input } else { nil } },
      says: { input, _ in "has its input set to \(input.name) by the user" },
      fuzz: .other, examples: ["builtInMic", "headsetMic", "{device: car}"],
      note: "or `{device: NAME}`"),
    Verb(
      "setOutputMuted", .truth, is: { .session(.setOutputMuted($0)) },
      says: { $0 ? "mutes its output" : "unmutes its output" }, fuzz: .other),
    Verb(
      "setInputMuted", .truth, is: { .session(.setInputMuted($0)) },
      says: { $0 ? "mutes its input" : "unmutes its input" }, fuzz: .other),
    Verb(
      "sleepTimer", .seconds(from: 0), is: { .resident(.setSleepTimer(seconds: $0)) },
      from: { if case .resident(.setSleepTimer(let seconds?)) = $0 { seconds } else { nil } },
      says: { seconds, _ in "sets its sleep timer to \(seconds.shortest) s" },
      fuzz: .other, examples: ["2"]),
    Verb(
      "cancelSleepTimer", .resident(.setSleepTimer(seconds: nil)), fuzz: .other,
      says: "cancels its sleep timer"),
    Verb(
      "playFrom", .seconds(from: 0), is: { .resident(.playFrom(seconds: $0)) },
      from: { if case .resident(.playFrom(let seconds)) = $0 { seconds } else { nil } },
      says: { seconds, _ in "starts playing at position \(seconds.shortest) s" },
      fuzz: .other, examples: ["2"]),
    Verb(
      "nextNotification", .distortion(isLasting: false),
      is: { .resident(.distortNotification($0)) },
      from: { distortion($0, isLasting: false) },
      says: { distortion, _ in words(for: distortion, "its next") },
      fuzz: .other,
      examples: ["missing", "twice", "{late: 0.5}", "{fault: missing, of: routeChange}"],
      note: "or `{late: SECONDS}`; for one kind only, `{fault: missing, of: interruption ended}`"),
    Verb(
      "everyNotification", .distortion(isLasting: true),
      is: { .resident(.distortNotification($0)) },
      from: { distortion($0, isLasting: true) },
      says: { distortion, _ in words(for: distortion, "each") },
      fuzz: .other, examples: ["twice", "{late: 0.5, of: hint}"],
      note: "or a map as in `nextNotification`; `deliverNotifications` ends the fault"),
    Verb(
      "deliverNotifications", .resident(.distortNotification(nil)), fuzz: .other,
      says: "will receive its notifications correctly"),
    Verb(
      "startCapture", .capture, is: { .resident(.startCapture($0)) },
      says: { "starts a capture session, \($0.words)" }, fuzz: .other),
    Verb(
      "stopCapture", .capture, is: { .resident(.stopCapture($0)) },
      says: { "stops a capture session, \($0.words)" }, fuzz: .other),
    Verb(
      "webView",
      .choice("state of a web view", [("plays", true), ("stops", false)], form: "plays"),
      is: { .resident(.setWebViewPlaying($0)) },
      says: { $0 ? "starts playing in a web view" : "stops playing in a web view" }, fuzz: .other),
    Verb(
      "setInputProperty", .session(.setInputProperty), fuzz: .other,
      says: "sets a property of its input"),
    Verb("expireSession", .session(.expireSession), fuzz: .other, says: "loses its session object"),
    Verb(
      "setRecordPermission", .choice("permission", Vocabulary.permissions, form: "denied"),
      is: { .session(.setRecordPermission($0)) },
      says: {
        switch $0 {
        case .granted: "is allowed to record from now on"
        case .denied: "is not allowed to record from now on"
        case .undetermined: "must ask for permission to record"
        }
      },
      fuzz: .other),
    Verb(
      "setRemoteCommands", .commands, is: { .session(.setRemoteCommands($0)) },
      from: { if case .session(.setRemoteCommands(let commands)) = $0 { commands } else { nil } },
      says: { commands, _ in
        let names = commands.commands.map(\.name).joined(separator: ", ")
        return
          "\(names.isEmpty ? "does not handle remote commands" : "handles the remote commands \(names)")"
      },
      fuzz: .other, examples: ["[play, pause]", "[]"]),
    Verb(
      "setCaptures", .captures, is: { .session(.setCaptures($0)) },
      from: { if case .session(.setCaptures(let captures)) = $0 { captures } else { nil } },
      says: { captures, _ in
        let names = captures.names.joined(separator: ", ")
        return names.isEmpty ? "does not capture" : "captures with \(names)"
      },
      fuzz: .other, examples: Vocabulary.captures.map { "[\($0.0)]" } + ["[]"]),
    Verb(
      "showInputView", .inputView, is: { .session(.setInputView($0)) },
      says: {
        switch $0 {
        case .clicking: "shows its input view"
        case .silent: "shows its input view without clicks"
        case .hidden: "hides its input view"
        }
      },
      fuzz: .other, note: "with `silent`, the view does not enable clicks"),
    Verb(
      "setNotifications", .notifications, is: { .session(.setNotificationSettings($0)) },
      from: {
        if case .session(.setNotificationSettings(let settings)) = $0 { settings } else { nil }
      },
      says: { settings, _ in "has its notification settings changed: \(settings.words)" },
      fuzz: .other,
      examples: [
        "granted", "denied", "{sound: false}", "{style: alert}", "{style: none, lockScreen: false}",
      ],
      note:
        "or a map with any of `permission`, `sound`, `style` and `lockScreen`, which the user changes"
    ),
    Verb(
      "presentInFront", .frontPresentation, is: { .session(.setFrontPresentation($0)) },
      from: { if case .session(.setFrontPresentation(let options)) = $0 { options } else { nil } },
      says: { options, _ in
        let names = options.names.joined(separator: ", ")
        return "shows foreground notifications with: \(names.isEmpty ? "nothing" : names)"
      },
      fuzz: .other, examples: ["[banner, sound]", "[]"]),
    Verb(
      "setPlayer",
      .choice(
        "kind of player", Vocabulary.players.map { ($0.0, Optional($0.1)) } + [("default", nil)],
        form: "own"),
      is: { .session(.setPlayer($0)) },
      says: {
        switch $0 {
        case .system: "plays with the system's player"
        case .video: "plays a video with the system's player"
        case .own: "plays with its own player"
        case .engine: "plays with an audio engine"
        case nil: "plays with the player that its category suggests"
        }
      },
      fuzz: .other),
    Verb(
      "playHaptic", .haptic, is: { .resident(.playHaptic($0)) },
      from: { if case .resident(.playHaptic(let name)) = $0 { name } else { nil } },
      says: { name, _ in "asks for the haptic \(name)" },
      fuzz: .other, examples: ["impact.light"]),
    Verb(
      "playSystemSound", .systemSoundOrVibration,
      is: {
        .resident(.playSound($0 == Argument<String>.vibrate ? .vibration : .uiFeedback, name: $0))
      },
      from: systemSound, says: { name, _ in "asks for the sound \(name)" },
      fuzz: .other, examples: [Argument<String>.vibrate, "tock"],
      note: "or `vibrate`; NAME is a system tone or a sound file"),
    Verb(
      "playInputClick", .resident(.playSound(.keyClick, name: "keyClick")), fuzz: .other,
      says: "asks for a key click"),
    Verb(
      "playAlertSound", .systemSoundOrVibration,
      is: { .resident(.playSound($0 == Argument<String>.vibrate ? .vibration : .alert, name: $0)) },
      // Both verbs can request a vibration. The request is written with `playSystemSound`.
      from: { if case .resident(.playSound(.alert, let name)) = $0 { name } else { nil } },
      says: { name, _ in "asks for the sound \(name)" },
      fuzz: .other, examples: ["bell", Argument<String>.vibrate],
      note: "or `vibrate`, as in `playSystemSound`"),
    Verb(
      "setPrefers", .preferences, is: { .resident(.setPrefers($0)) },
      from: { if case .resident(.setPrefers(let preferences)) = $0 { preferences } else { nil } },
      says: { preferences, _ in "sets \(Argument.list(preferences))" },
      fuzz: .other,
      examples: SessionPreference.allCases.flatMap {
        ["{\($0.name): true}", "{\($0.name): false}", "{\($0.name): default}"]
      }
    ),
    Verb(
      "setMode", .choice("mode", Vocabulary.modes, form: "MODE"), is: { .session(.setMode($0)) },
      says: { "sets its mode: \($0.name)" }, fuzz: .other),
    Verb(
      "setCategory", .configuration, is: { .session($0) },
      from: { if case .session(let event) = $0, case .setCategory = event { event } else { nil } },
      says: { event, _ in "sets its category: \(words(for: event))" },
      fuzz: .other,
      examples: SessionCategory.allCases.flatMap { category in
        (["[]"] + CategoryOptions.named.map { "[\($0.name)]" })
          .map { "{category: \(category), options: \($0)}" }
      }),
  ]

  @Sendable private static func systemSound(_ action: AppAction) -> String? {
    guard case .resident(.playSound(let sound, let name)) = action, sound != .alert,
      sound != .keyClick
    else {
      return nil
    }
    return name
  }

  /// Returns the fault that the action sets; nil if the action does not set a fault, or if the fault's `isLasting`
  /// differs.
  private static func distortion(
    _ action: AppAction, isLasting: Bool
  ) -> NotificationDistortion? {
    guard case .resident(.distortNotification(let distortion?)) = action,
      distortion.isLasting == isLasting
    else { return nil }
    return distortion
  }

  private static func words(for distortion: NotificationDistortion, _ which: String) -> String {
    let notification =
      distortion.kind.map { "\(which) notification '\($0.rawValue)'" } ?? "\(which) notification"
    return switch distortion.fault {
    case .missing where distortion.isLasting:
      "will not receive \(notification.replacing("each", with: "any"))"
    case .missing: "will not receive \(notification)"
    case .twice: "will receive \(notification) twice"
    case .late(let seconds): "will receive \(notification) \(seconds.shortest) s late"
    }
  }

  private static func words(for event: AppEvent) -> String {
    guard case .setCategory(let category, let mode, _, let options) = event else { return "" }
    var words = ["\(category)"]
    if let mode, mode != .default { words.append("mode \(mode.name)") }
    return (words + options.names).joined(separator: ", ")
  }
}
