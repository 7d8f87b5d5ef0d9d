import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Calls of the Phone app and of other apps.
@Suite struct CallTests {
  // MARK: After a call

  private static let refusing = ["refusalAfterCall": "fourSeconds"]

  @Test(arguments: [SessionConfiguration.solo, .ambient, .playback, .mixing, .talking])
  func `after a phone call, no session can be activated until its audio is closed`(
    configuration: SessionConfiguration
  ) throws {
    var scene = try Scene(configuration, policy: Self.refusing)
    try scene.play(.app(0, .startOutput), .phone(.callRang(.phone)), .phone(.callAnswered))
    try scene.play(.phone(.callEndedRemotely()))
    #expect(scene.received(0).contains(.endedToResume))
    try scene.play(.app(0, .activate))
    #expect(scene.error == .cannotStartPlaying)
    try scene.play(.app(0, .startOutput))
    #expect(scene.error == .cannotStartPlaying && !scene.phone.isPlaying(0))
    try scene.play(.phone(.callAudioClosed))
    try scene.play(.app(0, .startOutput))
    #expect(scene.error == nil && scene.phone.isPlaying(0))
    #expect(throws: RejectedEvent.self) { try scene.play(.phone(.callAudioClosed)) }
  }

  @Test(arguments: [
    [SessionEvent.phone(.callRang(.phone)), .phone(.callDeclined())],
    [.phone(.callStarted(.video)), .phone(.callEnded())],
    [.phone(.callStarted(.app(1))), .phone(.callEnded())],
    [.phone(.callStarted(.phone)), .phone(.callStarted(.app(1))), .phone(.callEnded(of: .held))],
    [
      .phone(.callStarted(.phone)), .phone(.callEnded()), .phone(.callRang(.phone)),
      .phone(.callEndedRemotely()),
    ],
  ])
  func `only the end of the last answered phone call rejects activation`(
    events: [SessionEvent]
  ) throws {
    var scene = try Scene(.playback, .talking, policy: Self.refusing)
    for event in events { try scene.play(event) }
    try scene.play(.app(0, .activate))
    #expect(scene.error == nil)
  }

  @Test func `a session that is active after a phone call stays active with any category`() throws {
    let policy = Self.refusing.merging(["systemInterruptsMixable": "false"]) { $1 }
    var scene = try Scene(.mixing, policy: policy)
    try scene.play(.app(0, .startOutput), .phone(.callStarted(.phone)), .phone(.callEnded()))
    #expect(scene.phone.state.device.isCallAudioClosing && scene.phone.isPlaying(0))
    try scene.play(.app(0, .setCategory(.playback)))
    #expect(scene.error == nil && scene.phone.isPlaying(0))
    try scene.play(.app(0, .deactivate()))
    try scene.play(.app(0, .activate))
    #expect(scene.error == .cannotStartPlaying)
  }

  // MARK: Failing actions

  @Test(arguments: [CallKitMessage.holdCall, .endCall, .muteCall])
  func `an action that its provider fails leaves the active call unchanged`(
    action: CallKitMessage
  ) throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callStarted(.app(0))), .app(0, .setFailingCallActions(CallActions([action]))))
    let before = scene.phone.state.device.calls
    for event in [SessionEvent.phone(.callHeld), .phone(.callEnded()), .phone(.callMuted(true))] {
      var tried = scene
      try tried.play(event)
      let isAsked = tried.effects.contains(.callKit(0, action))
      #expect((tried.phone.state.device.calls == before) == isAsked, "\(event)")
      if isAsked { #expect(tried.phone.isActive(0)) }
    }
  }

  @Test func `a call is not active if its start or answer fails`() throws {
    var scene = try Scene(.talking)
    try scene.play(.app(0, .setFailingCallActions(.all)), .phone(.callStarted(.app(0))))
    #expect(!scene.phone.state.device.calls.isUp && !scene.phone.isActive(0))
    try scene.play(.phone(.callRang(.app(0))), .phone(.callAnswered))
    #expect(!scene.phone.state.device.calls.isUp && !scene.phone.isActive(0))
    #expect(scene.effects.contains(.callKit(0, .answerCall)))
    try scene.play(.phone(.callRang(.app(0))), .phone(.callEndedRemotely()))
    #expect(!scene.effects.contains(.callKit(0, .endCall)), "the other end does not ask a provider")
  }

  @Test func `a second call waits as long as the first one cannot be held`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callStarted(.app(0))), .app(0, .setFailingCallActions(CallActions([.holdCall]))))
    try scene.play(.phone(.callRang(.phone)), .phone(.callAnswered))
    #expect(scene.phone.state.device.calls.call(in: .active)?.host == .app(0))
    #expect(scene.phone.state.device.calls.call(in: .ringing)?.host == .phone)
    try scene.play(.app(0, .setFailingCallActions([])), .phone(.callAnswered))
    #expect(scene.phone.state.device.calls.call(in: .active)?.host == .phone)
  }

  // MARK: The other end

  @Test func `a caller who gives up ends the ringing call without an action for its provider`()
    throws
  {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callStarted(.app(0))), .phone(.callRang(.phone)),
      .phone(.callEndedRemotely(of: .ringing)))
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == [.active])
    #expect(scene.phone.isActive(0))
    try scene.play(.phone(.callRang(.phone)), .phone(.callAnswered))
    try scene.play(.phone(.callEndedRemotely(of: .held)))
    #expect(scene.phone.state.device.calls.calls.map(\.host) == [.phone])
    #expect(!scene.effects.contains(.callKit(0, .endCall)))
    #expect(throws: RejectedEvent.noCall(.ringing)) {
      try scene.play(.phone(.callEndedRemotely(of: .ringing)))
    }
  }

  /// Source: "Responding to VoIP Notifications from PushKit".
  @Test func `a call launches the app that hosts it, in the background`() throws {
    var scene = try Scene(.talking)
    try scene.play(.app(0, .terminate), .phone(.callRang(.app(0))))
    #expect(scene.phone.state[0].lifecycle == .background)
    try scene.play(.phone(.callAnswered))
    #expect(scene.phone.isActive(0))
  }

  @Test func `apps do not have calls before CallKit`() throws {
    var scene = try Scene(.playback, on: .iOS8)
    #expect(throws: RejectedEvent.notAvailable("CallKit", since: "10")) {
      try scene.play(.phone(.callRang(.app(0))))
    }
    try scene.play(.phone(.callRang(.phone)))
  }

  // MARK: Two calls of one app

  /// Source: `CXProviderConfiguration.maximumCallGroups`, 2 by default; forum thread 794277 for the
  /// order of the actions; VialerSIPLib 113 for the session.
  @Test
  func `when one of an app's two calls ends, the session continues without another activation`()
    throws
  {
    #expect(
      try messages([
        .phone(.callStarted(.app(0))), .phone(.callRang(.app(0))), .phone(.callAnswered),
        .phone(.callsSwapped), .phone(.callEnded()),
      ]) == [
        [.startCall, .didActivate], [], [.holdCall, .answerCall], [.holdCall, .unholdCall],
        [.endCall, .unholdCall],
      ])
    #expect(
      try messages([
        .phone(.callStarted(.app(0))), .phone(.callStarted(.app(0))), .phone(.callEnded(of: .held)),
      ]) == [
        [.startCall, .didActivate], [.holdCall, .startCall], [.endCall],
      ])
    #expect(
      try messages([
        .phone(.callRang(.app(0))), .phone(.callAnswered), .phone(.callHeld),
        .phone(.callRang(.app(0))), .phone(.callAnswered),
      ])
        == [
          [], [.answerCall, .didActivate], [.holdCall, .didDeactivate], [],
          [.answerCall, .didActivate],
        ]
    )
  }

  @Test func `an app continues recording while its second call rings, is answered and is swapped`()
    throws
  {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callStarted(.app(0))), .app(0, .startInput), .phone(.callRang(.app(0))))
    for event in [
      SessionEvent.phone(.callAnswered), .phone(.callsSwapped), .phone(.callsSwapped),
      .phone(.callEnded(of: .held)),
    ] {
      try scene.play(event)
      #expect(scene.phone.isRecording(0) && scene.received(0) == [], "\(event)")
    }
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == [.active])
  }

  @Test(arguments: [
    SessionEvent.phone(.callDeclined()), .phone(.callEndedRemotely(of: .ringing)),
    .phone(.callEnded(of: .ringing)),
  ])
  func `an app's second call that is not answered leaves the first unchanged`(end: SessionEvent)
    throws
  {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callStarted(.app(0))), .app(0, .startInput), .phone(.callRang(.app(0))), end)
    #expect(scene.phone.isRecording(0))
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == [.active])
    #expect(
      scene.effects.contains(.callKit(0, .endCall))
        != (end == .phone(.callEndedRemotely(of: .ringing))))
  }

  @Test func `after a remote hang-up, the app's own call on hold is not activated either`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callStarted(.app(0))), .phone(.callStarted(.app(0))), .phone(.callEndedRemotely()))
    #expect(scene.effects.contains(.callKit(0, .didDeactivate)) && !scene.phone.isActive(0))
    try scene.play(.phone(.callUnheld))
    #expect(!scene.phone.isActive(0))
  }

  @Test(arguments: [CallKitMessage.holdCall, .answerCall])
  func `an app that fails either action of a change of calls stays in the first`(
    action: CallKitMessage
  ) throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callStarted(.app(0))), .app(0, .startInput), .phone(.callRang(.app(0))))
    try scene.play(.app(0, .setFailingCallActions(CallActions([action]))), .phone(.callAnswered))
    // A call that cannot be answered is over.
    let phases: [CallPhase] = action == .holdCall ? [.active, .ringing] : [.active]
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == phases)
    #expect(scene.phone.isRecording(0))
  }

  // MARK: Actions that fail later

  /// The events, the action that fails, and the phases of the calls before and after the failure.
  private static let failures: [([SessionEvent], CallKitMessage, [CallPhase], [CallPhase])] = [
    ([.phone(.callStarted(.app(0)))], .startCall, [.active], []),
    ([.phone(.callRang(.app(0))), .phone(.callAnswered)], .answerCall, [.active], []),
    (
      [.phone(.callStarted(.phone)), .phone(.callStarted(.app(0)))], .startCall, [.held, .active],
      [.held]
    ),
    ([.phone(.callStarted(.app(0))), .phone(.callHeld)], .holdCall, [.held], [.active]),
    (
      [.phone(.callStarted(.app(0))), .phone(.callHeld), .phone(.callUnheld)], .unholdCall,
      [.active], [.held]
    ),
    (
      [.phone(.callStarted(.app(0))), .phone(.callStarted(.app(0))), .phone(.callsSwapped)],
      .unholdCall, [.active, .held],
      [.held, .active]
    ),
    (
      [.phone(.callStarted(.app(0))), .phone(.callStarted(.phone)), .phone(.callsSwapped)],
      .unholdCall, [.active, .held],
      [.held, .active]
    ),
  ]

  @Test(arguments: failures.indices)
  func `a failing action is undone where possible, without asking again`(number: Int)
    throws
  {
    let (events, action, happened, undone) = Self.failures[number]
    var scene = try Scene(.talking, .playback)
    try scene.play(.app(1, .startOutput))
    for event in events { try scene.play(event) }
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == happened)
    try scene.play(.app(0, .callActionFailed(action)))
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == undone)
    let isActive = scene.phone.state.device.calls.call(in: .active)?.host == .app(0)
    #expect(scene.phone.isActive(0) == isActive)
    #expect(scene.received(1).contains(.endedToResume) == undone.isEmpty)
    let asked = CallActions.all.actions.filter { scene.effects.contains(.callKit(0, $0)) }
    #expect(asked == [])
  }

  @Test func `a mute that fails has no effect, and an ended call stays ended`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callStarted(.app(0))), .phone(.callMuted(true)), .app(0, .callActionFailed(.muteCall))
    )
    #expect(scene.phone.state.device.calls.first?.isMuted == false)
    try scene.play(
      .phone(.callMuted(true)), .phone(.callMuted(false)), .app(0, .callActionFailed(.unmuteCall)))
    #expect(scene.phone.state.device.calls.first?.isMuted == true)
    try scene.play(.phone(.callEnded()))
    for action in CallKitMessage.allCases {
      #expect(throws: RejectedEvent.self) { try scene.play(.app(0, .callActionFailed(action))) }
    }
  }

  @Test func `a hold that fails after another call became active cannot be undone`() throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callStarted(.app(0))), .phone(.callStarted(.phone)))
    #expect(throws: RejectedEvent.alreadySo("a call is active")) {
      try scene.play(.app(0, .callActionFailed(.holdCall)))
    }
  }

  @Test func `both calls of an app end when it is terminated`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(
      .app(1, .startOutput), .phone(.callStarted(.app(0))), .phone(.callStarted(.app(0))),
      .app(0, .terminate))
    #expect(!scene.phone.state.device.calls.isUp && scene.received(1).contains(.endedToResume))
  }

  // MARK: Video

  @Test func `a video call uses the speaker, and one without video the receiver`() throws {
    for (host, output) in [(CallHost.phone, Port.builtInReceiver), (.video, .builtInSpeaker)] {
      var scene = try Scene(.playback)
      try scene.play(.app(0, .startOutput), .phone(.callStarted(host)))
      #expect(scene.phone.outputs == [output] && scene.phone.isInterrupted(0), "\(host)")
      try scene.play(.phone(.portConnected(.headphones)))
      #expect(scene.phone.outputs == [.headphones])
    }
  }

  @Test func `a ringing call interrupts, and declining it permits resuming`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput))
    try scene.play(.phone(.callRang(.phone)))
    #expect(scene.received(0).first == .began)
    try scene.play(.phone(.callDeclined()))
    #expect(scene.received(0).contains(.endedToResume))
  }

  @Test func `answering does not notify again, and hanging up ends the interruption`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.callRang(.phone)))
    try scene.play(.phone(.callAnswered))
    #expect(!scene.received(0).contains(.began) && !scene.received(0).contains(.endedToResume))
    try scene.play(.phone(.callEnded()))
    #expect(scene.received(0).contains(.endedToResume))
  }

  @Test func `an outgoing call interrupts others and activates the session of its host`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(.app(1, .startOutput))
    try scene.play(.phone(.callStarted(.app(0))))
    #expect(scene.phone.isActive(0))
    #expect(scene.effects.contains(.callKit(0, .didActivate)))
    #expect(scene.received(1).first == .began)
    try scene.play(.phone(.callEnded()))
    #expect(!scene.phone.isActive(0))
    #expect(scene.received(1).contains(.endedToResume))
  }

  /// The messages that CallKit sends to the first app's provider for these events.
  private func messages(_ events: [SessionEvent]) throws -> [[CallKitMessage]] {
    var scene = try Scene(.talking)
    return try events.map { event in
      try scene.play(event)
      return scene.effects.compactMap { effect in
        if case .callKit(0, let message) = effect { message } else { nil }
      }
    }
  }

  /// Source: `CXProviderDelegate`; forum threads 749202, 758386 and 715488.
  @Test func `a provider performs each action of the user before its session follows`() throws {
    #expect(
      try messages([
        .phone(.callStarted(.app(0))), .phone(.callHeld), .phone(.callUnheld), .phone(.callEnded()),
      ]) == [
        [.startCall, .didActivate], [.holdCall, .didDeactivate], [.unholdCall, .didActivate],
        [.endCall, .didDeactivate],
      ])
    #expect(
      try messages([.phone(.callRang(.app(0))), .phone(.callDeclined())]) == [[], [.endCall]])
    #expect(
      try messages([
        .phone(.callStarted(.app(0))), .phone(.callStarted(.phone)), .phone(.callEnded()),
      ]) == [
        [.startCall, .didActivate], [.holdCall, .didDeactivate], [.unholdCall, .didActivate],
      ])
  }

  @Test func `a remote hang-up does not send an action or restore the session`() throws {
    #expect(
      try messages([.phone(.callStarted(.app(0))), .phone(.callEndedRemotely())]) == [
        [.startCall, .didActivate], [.didDeactivate],
      ])
    #expect(
      try messages([
        .phone(.callStarted(.app(0))), .phone(.callStarted(.phone)), .phone(.callEndedRemotely()),
        .phone(.callUnheld),
      ]) == [[.startCall, .didActivate], [.holdCall, .didDeactivate], [], [.unholdCall]])
  }

  @Test func `an outgoing call puts an active one on hold, and waits for a ringing one`() throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callStarted(.app(0))), .phone(.callStarted(.phone)))
    #expect(scene.phone.state.device.calls.call(in: .held)?.host == .app(0))
    #expect(scene.phone.state.device.calls.call(in: .active)?.host == .phone)
    #expect(!scene.phone.isActive(0))
    #expect(throws: RejectedEvent.tooManyCalls) {
      try scene.phone.handle(.phone(.callStarted(.phone)))
    }
    var ringing = try Scene(.talking)
    try ringing.play(.phone(.callRang(.phone)))
    #expect(throws: RejectedEvent.alreadyRinging) {
      try ringing.phone.handle(.phone(.callStarted(.app(0))))
    }
    try ringing.play(.phone(.callDeclined()), .app(0, .suspend))
    #expect(throws: RejectedEvent.callerNotRunning(0, .suspended)) {
      try ringing.phone.handle(.phone(.callStarted(.app(0))))
    }
  }

  @Test func `a banner does not interrupt sessions that prefer it until the call is accepted`()
    throws
  {
    var scene = try Scene(.mixing, .ambient)
    try scene.play(
      .app(0, .setPreference(.noInterruptionsFromSystemAlerts, true)), .app(0, .startOutput),
      .app(1, .startOutput))
    try scene.play(.phone(.callRang(.phone)))
    #expect(scene.phone.ringing?.gain == 0 && scene.phone.ringing?.vibrates == true)
    #expect(scene.received(0) == [])
    #expect(scene.received(1) == [.began])
    try scene.play(.phone(.callAnswered))
    #expect(scene.received(0).first == .began)
  }

  @Test(arguments: [
    SessionEvent.app(0, .setPreference(.noInterruptionsFromSystemAlerts, false)),
    .phone(.callStyleSet(.fullScreen)),
  ])
  func `a ring interrupts a spared session when the reason for sparing it is gone`(
    change: SessionEvent
  ) throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .setPreference(.noInterruptionsFromSystemAlerts, true)), .app(0, .startOutput),
      .phone(.callRang(.phone)))
    #expect(scene.phone.isPlaying(0))
    try scene.play(change)
    #expect(scene.received(0).first == .began && !scene.phone.isPlaying(0))
    #expect(scene.phone.brokenInvariants == [])
    try scene.play(.phone(.callDeclined()))
    #expect(scene.received(0).contains(.endedToResume))
  }

  @Test(arguments: [CallHost.phone, .video])
  func `a system call counts as other audio from the moment it is answered`(host: CallHost) throws {
    var scene = try Scene(.ambient)
    try scene.play(.phone(.callRang(host)))
    #expect(!scene.phone.isOtherAudioPlaying(for: 0))
    try scene.play(.phone(.callAnswered))
    #expect(scene.phone.isOtherAudioPlaying(for: 0))
    try scene.play(.phone(.callHeld))
    #expect(!scene.phone.isOtherAudioPlaying(for: 0))
  }

  @Test func `the preference has no effect on a full-screen call`() throws {
    var device = DeviceState()
    device.callStyle = .fullScreen
    var scene = try Scene(.playback, device: device)
    try scene.play(
      .app(0, .setPreference(.noInterruptionsFromSystemAlerts, true)), .app(0, .startOutput))
    try scene.play(.phone(.callRang(.phone)))
    #expect(scene.received(0).first == .began)
  }

  @Test func `during another app's call, a category with input is rejected, one without is not`()
    throws
  {
    for events in [
      [SessionEvent.phone(.callRang(.phone))], [.phone(.callRang(.phone)), .phone(.callAnswered)],
    ] {
      var scene = try Scene(.playback)
      for event in events { try scene.play(event) }
      try scene.play(.app(0, .setCategory(.playAndRecord)))
      #expect(scene.error == .insufficientPriority)
      #expect(scene.phone.state[0].configuration == .playback)
      try scene.play(.app(0, .setCategory(.ambient)))
      #expect(scene.error == nil)
    }
  }

  @Test func `the host of a call may set a category with input`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .phone(.callRang(.app(0))), .phone(.callAnswered), .app(0, .setCategory(.playAndRecord)))
    #expect(scene.error == nil)
  }

  @Test func `output that starts under a call is heard`() throws {
    var scene = try Scene(.playback)
    try scene.play(.phone(.callRang(.phone)), .phone(.callAnswered), .app(0, .startOutput))
    #expect(scene.phone.isAudible(0))
  }

  @Test func `the system activates the session of the app whose call is answered`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(.app(1, .startOutput), .phone(.callRang(.app(0))))
    try scene.play(.phone(.callAnswered))
    #expect(scene.effects.contains(.callKit(0, .didActivate)))
    #expect(scene.phone.isActive(0))
    #expect(scene.phone.volumeKind(of: 0) == .call)
    try scene.play(.phone(.callEnded()))
    #expect(scene.effects.contains(.callKit(0, .didDeactivate)))
    #expect(!scene.phone.isActive(0))
    #expect(scene.received(1).contains(.endedToResume))
  }

  @Test func `a suspended app runs again when its call is answered`() throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callRang(.app(0))), .app(0, .suspend), .phone(.callAnswered))
    #expect(scene.phone.isActive(0) && !scene.phone.isSuspended(0))
  }

  @Test func `a second call puts the first on hold, and only the last ends the interruption`()
    throws
  {
    var scene = try Scene(.talking, .playback)
    try scene.play(
      .app(1, .startOutput), .phone(.callRang(.app(0))), .phone(.callAnswered),
      .phone(.callRang(.phone)))
    #expect(scene.phone.isActive(0), "a call that rings does not stop the host")
    try scene.play(.phone(.callAnswered))
    #expect(scene.effects.contains(.callKit(0, .didDeactivate)))
    try scene.play(.phone(.callEnded()))
    #expect(!scene.received(1).contains(.endedToResume) && !scene.received(1).contains(.ended))
    try scene.play(.phone(.callEnded()))
    #expect(scene.received(1).contains(.endedToResume))
  }

  @Test func `taking up a call again activates its session, which the app cannot do on hold`()
    throws
  {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callRang(.app(0))), .phone(.callAnswered), .phone(.callHeld))
    #expect(!scene.phone.isActive(0))
    try scene.play(.app(0, .activate))
    #expect(scene.error == .insufficientPriority)
    try scene.play(.phone(.callUnheld))
    #expect(scene.phone.isActive(0))
    #expect(scene.effects.contains(.callKit(0, .didActivate)))
  }

  @Test func `after a remote hang-up, taking up a call again activates nothing`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callRang(.app(0))), .phone(.callAnswered), .phone(.callRang(.phone)),
      .phone(.callAnswered))
    try scene.play(.phone(.callEndedRemotely()), .phone(.callUnheld))
    #expect(!scene.phone.isActive(0))
    try scene.play(.phone(.callHeld), .phone(.callUnheld))
    #expect(scene.phone.isActive(0), "put on hold again, it behaves like any other")
  }

  @Test(arguments: [SystemAlert.alarm, .timer])
  func `the clock interrupts an app's own call, and its end permits resuming`(
    alert: SystemAlert
  ) throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callRang(.app(0))), .phone(.callAnswered), .app(0, .startInput))
    try scene.play(.phone(.alertBegan(alert)))
    #expect(scene.received(0).contains(.began))
    #expect(!scene.phone.isRecording(0) && scene.phone.state.device.calls.isUp)
    try scene.play(.app(0, .activate))
    #expect(scene.error == .insufficientPriority)
    try scene.play(.phone(.alertEnded(alert)))
    #expect(scene.received(0).contains(.endedToResume))
    try scene.play(.app(0, .startInput))
    #expect(scene.error == nil)
  }

  @Test func `the host of a call on hold waits for all system interruptions`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callRang(.app(0))), .phone(.callAnswered), .phone(.alarmFired),
      .phone(.emergencyBegan), .phone(.callHeld))
    try scene.play(.phone(.emergencyEnded()))
    #expect(scene.received(0) == [], "the alarm still rings")
    try scene.play(.phone(.alarmDismissed()))
    #expect(scene.received(0).contains { $0 == .endedToResume || $0 == .ended })
  }

  @Test func `the death of the host ends the call`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(.app(1, .startOutput), .phone(.callRang(.app(0))), .phone(.callAnswered))
    try scene.play(.app(0, .terminate))
    #expect(!scene.phone.state.device.calls.isUp)
    #expect(scene.received(1).contains(.endedToResume))
  }

  @Test func `invalid calls are rejected`() throws {
    var scene = try Scene(.playback)
    #expect(throws: RejectedEvent.noCall(.ringing)) { try scene.play(.phone(.callAnswered)) }
    #expect(throws: RejectedEvent.noCall(.active)) { try scene.play(.phone(.callEnded())) }
    #expect(throws: RejectedEvent.noCall(.active)) { try scene.play(.phone(.callHeld)) }
    #expect(throws: RejectedEvent.noCall(.held)) { try scene.play(.phone(.callUnheld)) }
    try scene.play(.phone(.callRang(.phone)))
    #expect(throws: RejectedEvent.alreadyRinging) { try scene.play(.phone(.callRang(.phone))) }
    try scene.play(.phone(.callAnswered), .phone(.callRang(.app(0))), .phone(.callAnswered))
    #expect(throws: RejectedEvent.tooManyCalls) { try scene.play(.phone(.callRang(.phone))) }
    #expect(throws: RejectedEvent.alreadySo("a call is on hold")) {
      try scene.play(.phone(.callHeld))
    }
    #expect(throws: RejectedEvent.alreadySo("a call is active")) {
      try scene.play(.phone(.callUnheld))
    }
    var talking = try Scene(.talking)
    try talking.play(.phone(.callStarted(.app(0))), .phone(.callRang(.app(0))))
    #expect(throws: RejectedEvent.alreadyRinging) { try talking.play(.phone(.callRang(.app(0)))) }
    try talking.play(.phone(.callAnswered))
    #expect(throws: RejectedEvent.tooManyCalls) { try talking.play(.phone(.callRang(.app(0)))) }
    #expect("\(RejectedEvent.tooManyCalls)".contains("a third call is not simulated"))
  }
}
