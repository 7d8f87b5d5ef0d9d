internal import AudioSession
internal import PhoneRuntime

/// What apps do.
///
/// Source: `Documentation/Scenarios.md`, Steps.
enum AppVerbs {
  /// The verbs, in the order of the page and of random steps.
  static let all = session + lifecycle + others + HardwareVerbs.all + FeedbackVerbs.all

  /// How `action` is described, of apps that are called `names`.
  static func wording(
    of action: AppAction, _ names: AppNames = AppNames(all: [])
  ) -> Wording {
    for verb in all {
      if let wording = verb.wording(action, names) { return wording }
    }
    return Wording(step: "\(action)", narration: "\(action)")
  }

  private static let session: [Verb<AppAction>] = [
    Verb("activate", .activate, fuzz: .session, says: "activates its session"),
    Verb("deactivate", .deactivate([]), fuzz: .session, says: "deactivates its session"),
    Verb(
      "deactivate", .deactivation,
      is: { .deactivate($0.options, noNotifyEffect: $0.noNotifyEffect) },
      from: {
        guard case .deactivate(let options, let noNotifyEffect) = $0 else { return nil }
        return Deactivation(options: options, noNotifyEffect: noNotifyEffect)
      },
      says: { deactivation, _ in
        switch deactivation.noNotifyEffect {
        case nil: "deactivates its session and notifies the others"
        case .nothing: "deactivates its session, of which others learn nothing"
        case .endedWithoutOption: "deactivates its session, and others learn of an end only"
        }
      },
      fuzz: .session,
      examples: ["notifyOthers"] + NoNotifyEffect.allCases.map { "{untold: \($0.rawValue)}" },
      note: "or `{untold: nothing}` or `endedWithoutOption`, whatever the policy says"),
    Verb("play", .play(seconds: nil), fuzz: .session, weight: 2, says: "plays"),
    Verb("pause", .pause, fuzz: .session, says: "pauses"),
    Verb("stop", .stop, fuzz: .session, says: "stops"),
    // A sound without an end is written without a duration.
    Verb(
      "play", .seconds(from: 0.001).under("duration"), is: { .play(seconds: $0) },
      from: { if case .play(let seconds?) = $0 { seconds } else { nil } },
      says: { seconds, _ in "plays for \(seconds.shortest) s" },
      fuzz: .session, examples: ["{duration: 0.5}"]),
    Verb("record", .record, fuzz: .session, says: "records"),
    Verb("stopRecording", .stopRecording, fuzz: .session, says: "stops recording"),
  ]

  /// Back to the front more often than away from it, where less can happen.
  private static let lifecycle: [Verb<AppAction>] = [
    Verb(
      "foreground", .foreground, fuzz: .lifecycle, weight: 3, says: "comes to the foreground"),
    Verb("launch", .launch, fuzz: .lifecycle, weight: 2, says: "is launched"),
    Verb("background", .background, fuzz: .lifecycle, says: "goes to the background"),
    Verb("suspend", .suspend, fuzz: .lifecycle, says: "is suspended"),
    Verb("terminate", .terminate, fuzz: .lifecycle, says: "is terminated"),
    Verb(
      "backgroundTask", .truth, is: { .setBackgroundTask($0) },
      from: { if case .setBackgroundTask(let holds) = $0 { holds } else { nil } },
      says: { holds, _ in holds ? "begins a background task" : "ends its background task" },
      fuzz: .lifecycle, examples: ["true", "false"]),
    Verb(
      "backgroundTimeExpires",
      .choice("fate of a background task", [("ended", true), ("leaked", false)], form: "ended"),
      is: { .expireBackgroundTime(endsTask: $0) },
      from: { if case .expireBackgroundTime(let ends) = $0 { ends } else { nil } },
      says: { ends, _ in
        ends
          ? "has no background time left and ends its task"
          : "has no background time left and leaks its task"
      },
      fuzz: .other, examples: ["ended", "leaked"]),
    Verb(
      "pictureInPicture", .truth, is: { .setPictureInPicture($0) },
      from: { if case .setPictureInPicture(let isShown) = $0 { isShown } else { nil } },
      says: { isShown, _ in
        isShown ? "shows its video by picture in picture" : "takes its video back into the app"
      },
      fuzz: .other, examples: ["true", "false"]),
    Verb(
      "failCallActions", .callActions, is: { .setFailingCallActions($0) },
      from: { if case .setFailingCallActions(let actions) = $0 { actions } else { nil } },
      says: { actions, _ in
        let names = actions.actions.map(\.rawValue).joined(separator: ", ")
        return "fails \(names.isEmpty ? "no action of its calls" : "the actions \(names)")"
      },
      fuzz: .other, examples: ["[holdCall, answerCall]", "[]"],
      note: "of which CallKit asks its provider"),
    Verb(
      "failCallAction",
      .choice("action of a call", Vocabulary.callActions, form: "answerCall"),
      is: { .failCallAction($0) },
      from: { if case .failCallAction(let action) = $0 { action } else { nil } },
      says: { action, _ in "fails the action \(action.rawValue), which has happened" },
      fuzz: .other, examples: ["answerCall", "holdCall"],
      note: "after it has happened: what can be undone is"),
    Verb(
      "runAR",
      .choice(
        "relocalization", Relocalization.allCases.map { ($0.rawValue, $0) }, form: "attempted"),
      is: { .runARSession($0) },
      from: { if case .runARSession(let relocalization) = $0 { relocalization } else { nil } },
      says: { relocalization, _ in
        switch relocalization {
        case .automatic: "runs its AR session"
        case .attempted: "runs its AR session, which always attempts to relocalize"
        case .refused: "runs its AR session, which never attempts to relocalize"
        }
      },
      fuzz: .other, examples: Relocalization.allCases.map(\.rawValue),
      note: "or `automatic`, which tries for some seconds, or `refused`"),
    Verb("resetAR", .resetARTracking, fuzz: .other, says: "resets the tracking of its AR session"),
    Verb("pauseAR", .pauseARSession, fuzz: .other, says: "pauses its AR session"),
    Verb(
      "recognizePlace", .recognizePlace, fuzz: .other,
      says: "has its AR session recognize the place"),
    Verb(
      "giveUpRelocalizing", .giveUpRelocalizing, fuzz: .other,
      says: "has its AR session give up relocalizing"),
    Verb("savePosition", .savePosition, fuzz: .other, says: "stores its position"),
  ]

  private static let others: [Verb<AppAction>] = [
    Verb(
      "overrideOutput",
      .choice(
        "override", [("speaker", PortOverride.speaker), ("none", .none)], form: "speaker"),
      is: { .overrideOutput($0) },
      from: { if case .overrideOutput(let port) = $0 { port } else { nil } },
      says: { port, _ in "overrides its output: \(port)" },
      fuzz: .other, examples: ["speaker", "none"]),
    Verb(
      "preferInput", .preferredInput, is: { .preferInput($0) },
      from: { if case .preferInput(let input) = $0 { .some(input) } else { nil } },
      says: { input, _ in "prefers the input \(input?.name ?? "none")" },
      fuzz: .other, examples: ["headsetMic", "none", "{device: earphones}"],
      note: "or `{device: NAME}`, or `none`"),
    Verb(
      "pickInput", .input, is: { .pickInput($0) },
      from: { if case .pickInput(let input) = $0 { input } else { nil } },
      says: { input, _ in "has the input \(input.name) picked by the user" },
      fuzz: .other, examples: ["builtInMic", "headsetMic", "{device: car}"],
      note: "or `{device: NAME}`"),
    Verb(
      "setOutputMuted", .truth, is: { .setOutputMuted($0) },
      from: { if case .setOutputMuted(let isMuted) = $0 { isMuted } else { nil } },
      says: { isMuted, _ in isMuted ? "mutes its output" : "unmutes its output" },
      fuzz: .other, examples: ["true", "false"]),
    Verb(
      "setInputMuted", .truth, is: { .setInputMuted($0) },
      from: { if case .setInputMuted(let isMuted) = $0 { isMuted } else { nil } },
      says: { isMuted, _ in isMuted ? "mutes its input" : "unmutes its input" },
      fuzz: .other, examples: ["true", "false"]),
    Verb(
      "sleepTimer", .seconds(from: 0), is: { .setSleepTimer(seconds: $0) },
      from: { if case .setSleepTimer(let seconds?) = $0 { seconds } else { nil } },
      says: { seconds, _ in "sets its sleep timer to \(seconds.shortest) s" },
      fuzz: .other, examples: ["2"]),
    Verb(
      "cancelSleepTimer", .setSleepTimer(seconds: nil), fuzz: .other,
      says: "cancels its sleep timer"),
    Verb(
      "playFrom", .seconds(from: 0), is: { .playFrom(seconds: $0) },
      from: { if case .playFrom(let seconds) = $0 { seconds } else { nil } },
      says: { seconds, _ in "plays from position \(seconds.shortest) s" },
      fuzz: .other, examples: ["2"]),
    Verb(
      "nextNotification", .distortion(isLasting: false), is: { .distortNotification($0) },
      from: { distortion($0, isLasting: false) },
      says: { distortion, _ in words(for: distortion, "its next") },
      fuzz: .other,
      examples: ["missing", "twice", "{late: 0.5}", "{fault: missing, of: routeChange}"],
      note:
        "or `twice`, or `{late: SECONDS}`; of one kind with `{fault: missing, of: interruption ended}`"
    ),
    Verb(
      "everyNotification", .distortion(isLasting: true), is: { .distortNotification($0) },
      from: { distortion($0, isLasting: true) },
      says: { distortion, _ in words(for: distortion, "each") },
      fuzz: .other, examples: ["twice", "{late: 0.5, of: hint}"], note: "the same, until taken back"
    ),
    Verb(
      "deliverNotifications", .distortNotification(nil), fuzz: .other,
      says: "will receive its notifications as it should"),
    Verb(
      "startCapture", .capture, is: { .startCapture($0) },
      from: { if case .startCapture(let kind) = $0 { kind } else { nil } },
      says: { kind, _ in "starts a capture session: \(kind.words)" },
      fuzz: .other, examples: CaptureSessionKind.allCases.map(\.rawValue)),
    Verb(
      "stopCapture", .capture, is: { .stopCapture($0) },
      from: { if case .stopCapture(let kind) = $0 { kind } else { nil } },
      says: { kind, _ in "stops a capture session: \(kind.words)" },
      fuzz: .other, examples: CaptureSessionKind.allCases.map(\.rawValue)),
    Verb(
      "webView",
      .choice("state of a web view", [("plays", true), ("stops", false)], form: "plays"),
      is: { .setWebViewPlaying($0) },
      from: { if case .setWebViewPlaying(let plays) = $0 { plays } else { nil } },
      says: { plays, _ in plays ? "has a web view that plays" : "has a web view that stops" },
      fuzz: .other, examples: ["plays", "stops"]),
    Verb("setInputProperty", .setInputProperty, fuzz: .other, says: "sets a property of its input"),
    Verb("expireSession", .expireSession, fuzz: .other, says: "loses its session object"),
    Verb(
      "setRecordPermission", .choice("permission", Vocabulary.permissions, form: "denied"),
      is: { .setRecordPermission($0) },
      from: { if case .setRecordPermission(let permission) = $0 { permission } else { nil } },
      says: { permission, _ in
        switch permission {
        case .granted: "may record from now on"
        case .denied: "may not record from now on"
        case .undetermined: "has to ask whether it may record"
        }
      },
      fuzz: .other, examples: Vocabulary.permissions.map(\.0)),
    Verb(
      "setRemoteCommands", .commands, is: { .setRemoteCommands($0) },
      from: { if case .setRemoteCommands(let commands) = $0 { commands } else { nil } },
      says: { commands, _ in
        let names = commands.commands.map(\.name).joined(separator: ", ")
        return "handles \(names.isEmpty ? "no remote commands" : "the remote commands \(names)")"
      },
      fuzz: .other, examples: ["[play, pause]", "[]"]),
    Verb(
      "setCaptures", .captures, is: { .setCaptures($0) },
      from: { if case .setCaptures(let captures) = $0 { captures } else { nil } },
      says: { captures, _ in
        let names = captures.names.joined(separator: ", ")
        return names.isEmpty ? "captures with no sensor" : "captures with \(names)"
      },
      fuzz: .other, examples: Vocabulary.captures.map { "[\($0.0)]" } + ["[]"]),
    Verb(
      "showInputView", .inputView, is: { .setInputView($0) },
      from: { if case .setInputView(let view) = $0 { view } else { nil } },
      says: { view, _ in
        switch view {
        case .clicking: "shows its input view"
        case .silent: "shows its input view, which has not enabled clicks"
        case .hidden: "hides its input view"
        }
      },
      fuzz: .other, examples: ["true", "false", "silent"],
      note: "or `silent`, which has not enabled clicks"),
    Verb(
      "setNotifications", .notifications, is: { .setNotificationSettings($0) },
      from: { if case .setNotificationSettings(let settings) = $0 { settings } else { nil } },
      says: { settings, _ in "has its notifications set by the user: \(settings.words)" },
      fuzz: .other,
      examples: [
        "granted", "denied", "{sound: false}", "{style: alert}", "{style: none, lockScreen: false}",
      ], note: "or `{permission, sound, style, lockScreen}`, as the user sets them"),
    Verb(
      "presentInFront", .frontPresentation, is: { .setFrontPresentation($0) },
      from: { if case .setFrontPresentation(let options) = $0 { options } else { nil } },
      says: { options, _ in
        let names = options.names.joined(separator: ", ")
        return "lets its notifications in front have \(names.isEmpty ? "nothing" : names)"
      },
      fuzz: .other, examples: ["[banner, sound]", "[]"]),
    Verb(
      "setPlayer",
      .choice(
        "kind of player", Vocabulary.players.map { ($0.0, Optional($0.1)) } + [("default", nil)],
        form: "own"),
      is: { .setPlayer($0) },
      from: { if case .setPlayer(let kind) = $0 { .some(kind) } else { nil } },
      says: { kind, _ in
        switch kind {
        case .system: "plays with the system's player"
        case .video: "plays a video with the system's player"
        case .own: "plays with a player of its own"
        case .engine: "plays with an audio engine"
        case nil: "plays with the player that its category suggests"
        }
      },
      fuzz: .other, examples: ["system", "video", "own", "engine", "default"]),
    Verb(
      "playHaptic", .haptic, is: { .playHaptic($0) },
      from: { if case .playHaptic(let name) = $0 { name } else { nil } },
      says: { name, _ in "asks for the haptic \(name)" },
      fuzz: .other, examples: ["impact.light"]),
    Verb(
      "playSystemSound", .systemSoundOrVibration,
      is: { .playSound($0 == Argument<String>.vibrate ? .vibration : .uiFeedback, name: $0) },
      from: systemSound, says: { name, _ in "asks for the sound \(name)" },
      fuzz: .other, examples: [Argument<String>.vibrate, "tock"],
      note: "a tone of the system, a sound file, or `vibrate`"),
    Verb(
      "playInputClick", .playSound(.keyClick, name: "keyClick"), fuzz: .other,
      says: "asks for a key click"),
    Verb(
      "playAlertSound", .systemSoundOrVibration,
      is: { .playSound($0 == Argument<String>.vibrate ? .vibration : .alert, name: $0) },
      // The vibration alone is the same call by both names, and is written by the other one.
      from: { if case .playSound(.alert, let name) = $0 { name } else { nil } },
      says: { name, _ in "asks for the sound \(name)" },
      fuzz: .other, examples: ["bell", Argument<String>.vibrate], note: "the same"),
    Verb(
      "setPrefers", .preferences, is: { .setPrefers($0) },
      from: { if case .setPrefers(let preferences) = $0 { preferences } else { nil } },
      says: { preferences, _ in "sets \(Argument.list(preferences))" },
      fuzz: .other,
      examples: SessionPreference.allCases.flatMap {
        ["{\($0.name): true}", "{\($0.name): false}", "{\($0.name): default}"]
      }
    ),
    Verb(
      "setMode", .choice("mode", Vocabulary.modes, form: "M"), is: { .setMode($0) },
      from: { if case .setMode(let mode) = $0 { mode } else { nil } },
      says: { mode, _ in "sets its mode: \(mode.name)" },
      fuzz: .other, examples: Vocabulary.modes.map(\.0)),
    Verb(
      "setCategory", .configuration, is: { .setCategory($0.wanted, setsMode: $0.setsMode) },
      from: categoryChange,
      says: { change, _ in "sets its category: \(words(for: change.wanted))" },
      fuzz: .other,
      examples: SessionCategory.allCases.flatMap { category in
        (["[]"] + CategoryOptions.named.map { "[\($0.name)]" })
          .map { "{category: \(category), options: \($0)}" }
      }),
  ]

  @Sendable private static func systemSound(_ action: AppAction) -> String? {
    guard case .playSound(let sound, let name) = action, sound != .alert, sound != .keyClick else {
      return nil
    }
    return name
  }

  /// The fault that is set, if it is one of the next notification or of each.
  private static func distortion(
    _ action: AppAction, isLasting: Bool
  ) -> NotificationDistortion? {
    guard case .distortNotification(let distortion?) = action, distortion.isLasting == isLasting
    else { return nil }
    return distortion
  }

  @Sendable private static func categoryChange(_ action: AppAction) -> CategoryChange? {
    guard case .setCategory(let wanted, let setsMode) = action else { return nil }
    return CategoryChange(wanted: wanted, setsMode: setsMode)
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

  private static func words(for configuration: SessionConfiguration) -> String {
    var words = ["\(configuration.category)"]
    if configuration.mode != .default { words.append("mode \(configuration.mode.name)") }
    words += configuration.options.names
    return words.joined(separator: ", ")
  }
}
