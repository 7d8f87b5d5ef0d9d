internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime

/// The facts that can be expected of an app.
///
/// Source: `Documentation/Scenarios.md`, Expect.
enum AppFacts {
  /// The rows, in the order of the page.
  static let all: [FactRow<AppView>] = truths + values + hardware + sets

  private typealias Row = FactRow<AppView>

  private static let truths: [Row] = [
    Row("active") { $0.phone.isActive($0.app) },
    Row("playing") { $0.phone.isPlaying($0.app) },
    Row("recording") { $0.phone.isRecording($0.app) },
    Row("interrupted") { $0.phone.isInterrupted($0.app) },
    Row("audible") { $0.phone.isAudible($0.app) && $0.layerVolume > 0 },
    Row("ducked") { $0.phone.isDucked($0.app) },
    Row("suspended") { $0.phone.isSuspended($0.app) },
    Row("hint") { $0.phone.secondaryAudioShouldBeSilenced(for: $0.app) },
    Row("otherAudioPlaying") { $0.phone.isOtherAudioPlaying(for: $0.app) },
    Row("hapticEngineMayStart") { $0.phone.mayStartHapticEngine($0.app) },
    Row("hapticEngineRunning") { $0.runsHapticEngine },
    Row("patternAudible") { $0.phone.letsSoundOut(of: $0.app) },
    Row("recordsSilence") { $0.phone.recordsSilence($0.app) },
    Row("outputMuted") { $0.session.isOutputMuted },
    Row("speakerOverride") { $0.session.overridesToSpeaker },
    Row("mayResume") { $0.session.mayResume },
    Row("backgroundTask") { $0.session.hasRuntimeAssertion },
    Row("backgroundAudio") { $0.session.hasBackgroundAudio },
    Row("keptRunning") { $0.phone.isKeptRunning($0.app) },
    Row("inputView") { $0.session.inputView.isVisible },
    Row("clicksEnabled") { $0.session.inputView == .clicking },
    Row("inputMuted") { $0.session.isInputMuted },
    Row("pictureInPicture") { $0.session.showsPictureInPicture },
    Row("mayAnswerRemote") { $0.phone.mayAnswerRemoteCommands($0.app) },
    Row("expired") { $0.session.isExpired },
    Row("nowPlayingCandidate") { $0.phone.isNowPlayingCandidate($0.app) },
  ]

  private static let values: [Row] = [
    Row("position", .number(0...ScenarioReader.longest)) { .number($0.position) },
    Row("gain", .number(0...1)) {
      .number($0.phone.gain(of: $0.app) * $0.layerVolume)
    },
    Row("outputVolume", .number(0...1)) { .number($0.phone.outputVolume(for: $0.app)) },
    Row("volumeControl", .name) {
      switch $0.phone.volumeView(for: $0.app).control {
      case .slider: .word("slider")
      case .deviceName(let name): .word(name)
      }
    },
    Row("outputPicker", .texts("output")) {
      .words($0.phone.volumeView(for: $0.app).outputs.map(\.name))
    },
    Row("volumeKind", .word("volume", among: Vocabulary.volumes.map(\.0))) {
      .word($0.phone.volumeKind(of: $0.app).rawValue)
    },
    Row("state", .word("state", among: Vocabulary.lifecycles.map(\.0))) {
      .word($0.session.lifecycle.name)
    },
    Row("category", .word("category", among: Vocabulary.categories.map(\.0))) {
      .word("\($0.session.configuration.category)")
    },
    Row("mode", .word("mode", among: Vocabulary.modes.map(\.0))) {
      .word($0.session.configuration.mode.name)
    },
    Row("policy", .word("policy", among: Vocabulary.sharingPolicies.map(\.0))) {
      .word($0.session.configuration.policy.name)
    },
    Row("player", .word("kind of player", among: Vocabulary.players.map(\.0))) {
      .word($0.phone.playerKind(of: $0.app).rawValue)
    },
    Row(
      "hapticEngine",
      .word("session of a haptic engine", among: Vocabulary.hapticEngines.map(\.0))
    ) { .word($0.session.hapticEngine.rawValue) },
    Row("promptStyle", .word("prompt style", among: PromptStyle.allCases.map(\.name))) {
      .word($0.phone.promptStyle(for: $0.app).name)
    },
    Row("recordPermission", .word("permission", among: Vocabulary.permissions.map(\.0))) {
      .word($0.session.recordPermission.name)
    },
    Row("arTracking", .word("tracking", among: ARTracking.allCases.map(\.rawValue) + ["none"])) {
      .word($0.phone.arTracking(of: $0.app)?.rawValue ?? "none")
    },
    Row("preferredInput", .name) {
      .word($0.session.preferredInput?.name ?? "none")
    },
    Row("activation", .word("answer", among: ["allowed"] + Vocabulary.errors)) {
      .word($0.phone.refusal(of: $0.app)?.error.fourCharacters ?? "allowed")
    },
    Row("notifications", .word("permission", among: Vocabulary.notificationPermissions)) {
      .word($0.session.notifications.permission.rawValue)
    },
    Row("notification", .word("place", among: Vocabulary.notificationPlaces)) {
      .word($0.session.shownNotification?.rawValue ?? "none")
    },
    Row(
      "relocalization", .word("answer", among: Relocalization.allCases.map(\.rawValue) + ["none"])
    ) {
      .word($0.session.arSession?.relocalization.rawValue ?? "none")
    },
    Row("notificationSettings", .truths(["sound", "lockScreen"])) { view in
      let settings = view.session.notifications
      return .truths(["sound": settings.hasSound, "lockScreen": settings.showsOnLockScreen])
    },
    Row("notificationStyle", .word("style", among: Vocabulary.notificationStyles)) {
      .word($0.session.notifications.style.rawValue)
    },
    Row("nextNotification", .word("place", among: NotificationPlace.allCases.map(\.rawValue))) {
      .word($0.phone.notificationPlace(for: $0.app).rawValue)
    },
    Row("notificationFault", .word("fault", among: ["missing", "twice", "late", "none"])) {
      switch $0.fault {
      case .missing: .word("missing")
      case .twice: .word("twice")
      case .late: .word("late")
      case nil: .word("none")
      }
    },
    Row("nextTone", .verdict) { .word(Vocabulary.word(for: $0.phone.toneVerdict(from: $0.app))) },
    Row("alertVibration", .verdict) {
      .word(Vocabulary.word(for: $0.phone.alertVibrationVerdict(for: $0.app)))
    }.aboutHaptics,
    Row("haptics", .verdict) { .word(Vocabulary.word(for: $0.asked.haptic)) }.aboutHaptics,
    Row("composite", .word("outcome", among: ["played", "still", "none"])) {
      .word($0.asked.composite?.rawValue ?? "none")
    },
    Row("hapticGain", .number(0...1)) { .number($0.phone.hapticGain(for: $0.app)) }.aboutHaptics,
    Row("hapticsPlayed", .number(0...1_000_000)) {
      .number(Double($0.asked.hapticCount))
    }.aboutHaptics,
    Row("sound", .verdict) { .word(Vocabulary.word(for: $0.asked.sound)) },
    Row("vibration", .verdict) { .word(Vocabulary.word(for: $0.asked.vibration)) }.aboutHaptics,
  ]

  /// The app's requests to the hardware.
  private static let hardware: [Row] = [
    Row("preferredSampleRate", .number(0...1e6)) { .number($0.hardware.sampleRate) },
    Row("preferredIOBufferDuration", .seconds) { .number($0.hardware.ioBufferDuration) },
    Row("preferredInputChannels", .number(0...64)) { .number(Double($0.hardware.inputChannels)) },
    Row("preferredOutputChannels", .number(0...64)) { .number(Double($0.hardware.outputChannels)) },
    Row("inputGain", .number(0...1)) { .number($0.hardware.inputGain) },
    Row("inputDataSource", .word("microphone", among: Vocabulary.microphones.map(\.0) + ["none"])) {
      guard $0.phone.inputs.contains(.builtInMic) else { return .word("none") }
      return .word("\($0.hardware.inputDataSource ?? .bottom)")
    },
    Row("polarPattern", .word("pattern", among: Vocabulary.patterns.map(\.0) + ["none"])) {
      .word($0.hardware.polarPattern?.rawValue ?? "none")
    },
    Row("multichannelContent") { $0.hardware.supportsMultichannelContent },
    Row("prefersEchoCancelledInput") { $0.hardware.prefersEchoCancelledInput },
    Row("echoCancelledInputAvailable") { $0.phone.isEchoCancelledInputAvailable(for: $0.app) },
    Row("echoCancelledInputEnabled") { $0.hardware.isEchoCancelled(for: $0.app, on: $0.phone) },
    Row(
      "preferredInputOrientation", .word("orientation", among: Vocabulary.orientations.map(\.0))
    ) { .word("\($0.hardware.inputOrientation)") },
  ]

  private static let sets: [Row] = [
    Row("presentsInFront", .words("presentation", among: Vocabulary.presentations.map(\.0))) {
      .words($0.session.presentsInFront.names)
    },
    Row("options", .options) {
      .words($0.phone.categoryOptions(of: $0.app).names)
    },
    Row("failingCallActions", .words("action of a call", among: Vocabulary.callActions.map(\.0))) {
      .words($0.session.failingCallActions.actions.map(\.rawValue))
    },
    Row("captures", .words("sensor", among: Vocabulary.captures.map(\.0))) {
      .words($0.session.captures.names)
    },
    Row("remoteCommands", .words("remote command", among: Vocabulary.commands.map(\.0))) {
      .words($0.session.remoteCommands.commands.map(\.name))
    },
    Row(
      "preparedFeedback", .words("feedback family", among: FeedbackFamily.allCases.map(\.rawValue))
    ) { .words($0.prepared.map(\.rawValue)) },
    Row("composites", .texts("composite with its state, `loading` or `ready`")) { view in
      .words(view.composites.map { "\($0.key) \($0.value ? "ready" : "loading")" }.sorted())
    },
    Row("controls", .texts("control with its state, such as `wifi on`")) { view in
      .words(view.controls.map { "\($0.key) \($0.value.words)" }.sorted())
    },
    Row("availableInputs", .words("port", among: Vocabulary.ports.map(\.0))) {
      .words($0.phone.availableInputs(for: $0.app).map(\.name))
    },
    Row("interruptedBy", .appsAnd(SystemSource.allCases.map(\.name))) { view in
      let sources = view.session.interruptedBy
      return .words(sources.apps.map { view.phone.name(of: $0) } + sources.systemNames)
    },
    Row("refusedBy", .words("interruptor", among: SystemSource.allCases.map(\.name))) {
      .words($0.session.refusedBy.systemNames)
    },
    Row("prefers", .truths(Vocabulary.preferences.map(\.0))) { view in
      .truths(
        Dictionary(
          uniqueKeysWithValues: SessionPreference.allCases.map {
            ($0.name, view.session.preferences[$0] ?? false)
          }))
    },
    Row("events", .events) { .lines($0.received.lines) },
    Row("waitingEvents", .waiting) {
      .lines($0.phone.waitingNotifications(of: $0.app).map { AppNotice($0).line })
    },
    Row("includes", .excerpt) { .lines($0.received.lines(since: $0.since)) },
  ]
}

/// The facts that can be expected of the phone.
///
/// Source: `Documentation/Scenarios.md`, Expect.
enum DeviceFacts {
  /// The rows, in the order of the page.
  static let all: [FactRow<DeviceView>] = routes + states + calls

  private typealias Row = FactRow<DeviceView>

  private static let routes: [Row] = [
    Row("route", .words("port", among: Vocabulary.ports.map(\.0))) {
      .words($0.phone.outputs.map(\.name))
    },
    Row("inputs", .words("port", among: Vocabulary.ports.map(\.0))) {
      .words($0.phone.inputs.map(\.name))
    },
    Row("outputDevice", .name) { .word($0.phone.currentRoute.outputDevice ?? "none") },
    Row("inputDevice", .name) { .word($0.phone.currentRoute.inputDevice ?? "none") },
    Row("routeOwner", .app(or: ["call", "none"])) { view in
      switch view.phone.routeOwner {
      case .call: .word("call")
      case .app(let app): .word(view.name(app))
      case .nobody: .word("none")
      }
    },
    Row("connected", .texts("port, or device with its ports")) { view in
      .words(
        view.device.connected.newestFirst.map { device in
          let ports = device.ports.ports.map(\.name).joined(separator: " ")
          return device.name.map { "\($0) \(ports)" } ?? ports
        })
    },
    Row("pickedOutput", .name) { .word($0.device.outputPick?.name ?? "none") },
    Row("inEar", .word("number of ears", among: WornEarphones.allCases.map(\.rawValue))) {
      .word($0.device.earphones.worn.rawValue)
    },
    Row("handsFreeOpening") { $0.device.isHandsFreeOpening },
    Row("inputAvailable") { $0.phone.isInputAvailable },
    Row("sampleRate", .number(0...384_000)) { .number($0.sampleRate) },
    Row("ioBufferDuration", .seconds) { .number($0.ioBufferDuration) },
    Row("inputChannels", .number(0...64)) {
      .number(Double($0.phone.hardwareFormat.inputChannels))
    },
    Row("outputChannels", .number(0...64)) {
      .number(Double($0.phone.hardwareFormat.outputChannels))
    },
    Row("inputLatency", .seconds) { .number($0.phone.currentRoute.inputLatencySeconds) },
    Row("outputLatency", .seconds) { .number($0.phone.currentRoute.outputLatencySeconds) },
    Row("inputGainSettable") { $0.phone.currentRoute.isInputGainSettable },
    Row("availableCategories", .words("category", among: Vocabulary.categories.map(\.0))) {
      .words($0.phone.availableCategories.map { "\($0)" })
    },
    Row("availableModes", .words("mode", among: Vocabulary.modes.map(\.0))) {
      .words($0.phone.availableModes.map(\.name))
    },
    Row("nowPlaying", .app(or: ["none"])) { .word($0.name($0.phone.nowPlayingApp)) },
    Row("remoteTarget", .app(or: ["none"])) { .word($0.name($0.phone.remoteTarget)) },
  ]

  private static let states: [Row] = [
    Row("model", .word("model", among: Vocabulary.models.map(\.0))) {
      .word($0.phone.platform.rawValue)
    },
    Row("silentMode") { $0.device.isSilent },
    Row("locked") { $0.device.isLocked },
    Row("microphoneMuted") { $0.device.isMicrophoneMuted },
    Row("hasMicrophone") { $0.device.hasMicrophone },
    Row("supportsHaptics") { $0.device.supportsHaptics },
    Row("mediaServicesDown") { $0.device.isMediaServerDown },
    Row("voiceOverSpeaking") { $0.device.isVoiceOverSpeaking },
    Row("accessibility", .truths(AccessibilitySettings.named.map(\.name))) { view in
      .truths(
        Dictionary(
          uniqueKeysWithValues: AccessibilitySettings.named.map {
            ($0.name, view.device.accessibility.contains($0.setting))
          }))
    },
    Row("settings", .truths(UserSettings.named.map(\.name))) { view in
      .truths(
        Dictionary(
          uniqueKeysWithValues: UserSettings.named.map {
            ($0.name, view.device.settings.contains($0.setting))
          }))
    }.aboutHaptics(keys: UserSettings.named.filter { $0.setting == .haptics }.map(\.name)),
    Row("volume", .numbers(Vocabulary.volumes.map(\.0))) { view in
      .numbers(
        Dictionary(
          uniqueKeysWithValues: VolumeKind.allCases.map { ($0.rawValue, view.phone.volumes[$0]) }))
    },
    Row("buttonVolume", .word("volume", among: Vocabulary.volumes.map(\.0) + ["none"])) {
      .word($0.buttonVolume?.rawValue ?? "none")
    },
    Row("soundGain", .numbers(SoundClass.allCases.map(\.name))) { view in
      .numbers(
        Dictionary(
          uniqueKeysWithValues: SoundClass.allCases.map { ($0.name, view.phone.gain(of: $0)) }))
    }.aboutHaptics(keys: [SoundClass.vibration.name]),
    Row("ringing", .word("ringing sound", among: ["ringtone", "alarm", "none"])) {
      .word($0.phone.ringing?.sound.name ?? "none")
    },
    Row("ringingGain", .number(0...1)) { .number($0.phone.ringing?.gain ?? 0) },
    Row("ringingVibrates") { $0.phone.ringing?.vibrates ?? false }.aboutHaptics,
    Row("alertDucking") { $0.device.isAlertDucking },
    Row("alarmSnoozed") { $0.device.alarmSnooze != nil },
    Row("vibratesForAlerts") { $0.phone.vibratesForAlerts },
    Row("sound", .verdict) { .word(Vocabulary.word(for: $0.asked.sound)) },
    Row("vibration", .verdict) { .word(Vocabulary.word(for: $0.asked.vibration)) }.aboutHaptics,
    Row("indicators", .words("indicator", among: StatusIndicator.allCases.map(\.rawValue))) {
      .words($0.phone.statusIndicators.map(\.rawValue))
    },
  ]

  private static let calls: [Row] = [
    Row("calls", .words("phase", among: Vocabulary.callPhases)) {
      .words($0.device.calls.calls.map { "\($0.phase)" })
    },
    Row("callHosts", .appsAnd(["phone", "video"])) { view in
      .words(
        view.device.calls.calls.map { call in
          switch call.host {
          case .phone: "phone"
          case .video: "video"
          case .app(let app): view.phone.name(of: app)
          }
        })
    },
    Row("ringSilenced") { $0.device.calls.call(in: .ringing)?.isSilenced ?? false },
    Row("callMuted") { $0.device.calls.call(in: .active)?.isMuted ?? false },
    Row("callAudioClosing") { $0.device.isCallAudioClosing },
    Row("callStyle", .word("style", among: CallStyle.allCases.map(\.rawValue))) {
      .word($0.device.callStyle.rawValue)
    },
    Row("alerts", .words("alert", among: SystemAlert.allCases.map(\.rawValue))) { view in
      .words(SystemAlert.allCases.filter { view.device[$0] }.map(\.rawValue))
    },
    Row("siri", .word("state", among: SiriState.allCases.map { "\($0)" })) {
      .word("\($0.device.siri)")
    },
  ]
}
