/// A working copy of the phone, in which the rules process one event.
///
/// The copy becomes the next state.
///
/// `AppState.Activity` defines how the activity of a single session changes. This type decides state transitions, their
/// side effects on other sessions, and which apps are notified. An interrupted session still holds the sessions that it
/// had interrupted (R7). If its app deactivates the session while interrupted, the held sessions must be released (R6).
package struct Transition {
  /// The phone before the event.
  let before: Phone
  /// The phone, as changed by the rules so far.
  package var phone: Phone
  /// The effects of the event.
  package var effects = EffectQueue()
  /// The reason for a route change in this event.
  var routeReason = RouteChangeReason.categoryChange
  /// The app that made the call, or nil.
  var causer: AppID?
  /// Whether the causer's session was active, and its category or mode has changed.
  var setsCategory = false
  /// Whether CallKit has activated or deactivated the session of a call's host.
  var isCallKit = false
  /// Whether the event has changed the phone.
  ///
  /// The value is valid once the event has settled.
  var hasChanged = true
  /// Whether the user has picked an output.
  var isPicked = false
  /// Whether a hands-free profile has just been opened.
  var hasOpenedHandsFree = false
  /// The phase in which pending notifications are delivered.
  var lettersPhase = EffectPhase.began
  /// Whether a route change is posted even if the route stays the same.
  var postsRouteAnyway = false

  package init(from phone: Phone) {
    before = phone
    self.phone = phone
  }

  // `_modify` changes the state in place, because `set` would copy all apps whenever a flag changes. `get` is used
  // instead of `_read`, because unoptimized Swift 6.3 code uses the value that `_read` lends after its lifetime has
  // ended, as the address sanitizer found.
  package var state: PhoneState {
    get { phone.state }
    _modify { yield &phone.state }
  }
  var profile: BehaviorProfile { phone.profile }
  var policy: AudioPolicy { phone.policy }

  /// Checks that the app exists.
  func checkExists(_ app: AppID) throws(RejectedEvent) {
    guard state.apps.indices.contains(app.index) else { throw .unknownApp(app) }
  }

  /// Checks that the app can make calls.
  mutating func checkCaller(_ app: AppID) throws(RejectedEvent) {
    try checkExists(app)
    guard state[app].lifecycle.isRunning else {
      throw .callerNotRunning(app, state[app].lifecycle)
    }
    causer = app
  }

  /// Records the result of an app's call.
  mutating func returns(_ app: AppID, _ error: SessionErrorCode? = nil) {
    effects.add(.callResult(app, error), .result)
  }
}

extension Transition {
  /// Carries out the event, but not its consequences for routes, hints and gains.
  mutating func carryOut(_ event: SessionEvent) throws(RejectedEvent) {
    if let caller = event.caller { try checkCaller(caller) }
    if let subject = event.subject { try checkExists(subject) }
    switch event {
    case .app(let app, let event): try carryOut(event, of: app)
    case .phone(let event): try carryOut(event)
    }
  }

  // lint: table
  private mutating func carryOut(_ event: AppEvent, of app: AppID) throws(RejectedEvent) {
    switch event {
    case .setCategory(let category, let mode, let policy, let options):
      setCategory(app, category, mode, policy, options)
    case .setMode(let mode): setMode(app, mode)
    case .activate: activate(app)
    case .deactivate(let options, let noNotifyEffect):
      deactivate(app, options, noNotifyEffect)
    case .startOutput: startOutput(app)
    case .stopOutput: stopOwnIO(of: app, .output)
    case .startInput: startInput(app)
    case .stopInput: stopOwnIO(of: app, .input)
    case .overrideOutput(let port): overrideOutput(app, port)
    case .setPreferredInput(let port): setPreferredInput(app, port)
    case .setInputProperty: setInputProperty(app)
    case .requestHardware(let request): requestHardware(app, request)
    case .setPreference(let preference, let value):
      try setPreference(app, preference, value)
    case .setOutputMuted(let muted): try setOutputMuted(app, muted)
    case .setInputMuted(let muted): try setInputMuted(app, muted)
    case .setRemoteCommands(let commands): setRemoteCommands(app, commands)
    case .setCaptures(let captures): state[app].captures = captures
    case .setInputView(let view): state[app].inputView = view
    case .setFrontPresentation(let options): state[app].presentsInFront = options
    case .setFailingCallActions(let actions): state[app].failingCallActions = actions
    case .callActionFailed(let action): try failCallAction(action, of: app)
    case .runARSession(let relocalization): try runARSession(app, relocalization)
    case .resetARTracking: try resetARTracking(of: app)
    case .pauseARSession: try pauseARSession(app)
    case .playHaptic(let origin): try playHaptic(by: app, origin)
    case .playSound(let sound): playSound(sound, by: app)

    case .enterForeground: try moveToLifecycle(app, .foreground)
    case .enterBackground: try moveToLifecycle(app, .background)
    case .suspend: try suspend(app)
    case .terminate: try terminate(app)
    case .launch: try launch(app)
    case .setRecordPermission(let permission):
      try setRecordPermission(of: app, permission)
    case .setNotificationSettings(let settings): state[app].notifications = settings
    case .setPlayer(let kind): state[app].player = kind
    case .setRuntimeAssertion(let holds): setRuntimeAssertion(app, holds)
    case .backgroundTimeExpired(let ends):
      try expireBackgroundTime(of: app, endsTask: ends)
    case .setPictureInPicture(let isShown): try setPictureInPicture(app, isShown)
    case .placeRecognized: try recognizePlace(app)
    case .relocalizationGivenUp: try giveUpRelocalizing(app)
    case .expireSession: state[app].isExpired = true
    case .inputPicked(let port): try pickInput(port, for: app)
    }
  }

  // lint: table
  private mutating func carryOut(_ event: PhoneEvent) throws(RejectedEvent) {
    switch event {
    case .callRang(let host): try ringCall(host)
    case .callStarted(let host): try startCall(host)
    case .callAnswered: try answerCall()
    case .callDeclined(let end): try endCall(.ringing, end)
    case .callEnded(let end, let phase): try hangUp(end, of: phase)
    case .callEndedRemotely(let end, let phase): try hangUpByOtherEnd(end, of: phase)
    case .callHeld: try holdCall()
    case .callUnheld: try unholdCall()
    case .callsSwapped: try swapCalls()
    case .callMuted(let muted): try muteCall(muted)
    case .callAudioClosed: try closeCallAudio()
    case .alertBegan(let alert): try begin(alert)
    case .alertEnded(let alert, let how): try end(alert, how)
    case .siriBegan: try beginSiri()
    case .siriRecorded: try recordSiri()
    case .siriAnswered: try answerBySiri()
    case .siriEnded(let end, let player): try endSiri(end, player)
    case .alarmSnoozed(let seconds, let how): try snoozeAlarm(for: seconds, how)
    case .notificationDelivered(let app, let hasSound, let about):
      deliverNotification(from: app, hasSound: hasSound, about: about)
    case .notificationOpened(let app): try openNotification(of: app)
    case .notificationDismissed(let app): try dismissNotification(of: app)
    case .microphoneMuted: try muteMicrophone()
    case .microphoneUnmuted: try unmuteMicrophone()
    case .mediaServicesLost: try loseMediaServices()
    case .mediaServicesReset: try resetMediaServices()

    case .silentModeSet(let silent): state.device.isSilent = silent
    case .locked: lock()
    case .unlocked: unlock()
    case .volumeSet(let kind, let volume): try setVolume(kind, volume)
    case .alertSoundEnded: try endAlertSound()
    case .sideButtonPressed: try pressSideButton()
    case .volumeButtonPressed(let button, let app): pressVolumeButton(button, hearing: app)
    case .portConnected(let port): try connect(port)
    case .portDisconnected(let port, let announced): try disconnect(port, announced: announced)
    case .deviceConnected(let device): try connect(device)
    case .deviceDisconnected(let name, let announced):
      try disconnect(named: name, announced: announced)
    case .wokeFromSleep: wakeDevice()
    case .handsFreeOpened: try openHandsFree()
    case .outputPicked(let pick): try pickOutput(pick)
    case .headsetMutePressed: try pressHeadsetMute()
    case .headsetButtonHeld: try holdHeadsetButton()
    case .earphonesWorn(let worn): try wearEarphones(worn)
    case .accessibilityChanged(let settings): setAccessibility(settings)
    case .voiceOverSpoke(let speaks): try setVoiceOverSpeaking(speaks)
    case .settingsChanged(let settings): state.device.settings = settings
    case .callStyleSet(let style):
      state.device.callStyle = style
      reconsiderAlerts()
    case .remoteCommandSent(let command, let source):
      try sendRemoteCommand(command, from: source)
    }
  }
}

extension Phone {
  /// Returns the state after an event, and the effects of the event.
  package func transition(
    on event: SessionEvent
  ) throws(RejectedEvent) -> (PhoneState, [SessionEffect]) {
    var next = self
    let effects = try next.handle(event)
    return (next.state, effects)
  }
}

/// The place of an effect among the effects of one event.
///
/// Source: R13. The order is: stopped input and output, observed properties, CallKit's actions, *began* and *became
/// inactive*, route changes, hint, *ended* and recommendation, volume. T8: the results of method calls come last, so
/// that the interrupted app has been notified before the interrupting app's call returns.
package enum EffectPhase: Int, Comparable {
  case ioStopped
  case observed
  case callAction
  case routeChangedBefore
  case began
  case routeChanged
  case hint
  case ended
  case routeChangedAfter
  case volume
  case played
  case result
  case gain

  package static func < (left: EffectPhase, right: EffectPhase) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The effects of one event, kept in the documented order regardless of when they are added.
package struct EffectQueue {
  private var entries: [(phase: EffectPhase, effect: SessionEffect)] = []

  /// The effects in order.
  package var effects: [SessionEffect] { entries.map(\.effect) }

  /// Adds an effect after the other effects of its phase.
  mutating func add(_ effect: SessionEffect, _ phase: EffectPhase) {
    var place = entries.count
    while place > 0, entries[place - 1].phase > phase { place -= 1 }
    entries.insert((phase, effect), at: place)
  }
}
