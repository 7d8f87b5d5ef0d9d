import AudioSession
import TestSupport
import Testing

/// Calls of the Phone app and of the apps themselves.
@Suite struct CallTests {
  // MARK: After a call

  private static let refusing = ["refusalAfterCall": "fourSeconds"]

  @Test(arguments: [SessionConfiguration.solo, .ambient, .playback, .mixing, .talking])
  func `after a phone call no session can be activated until its audio is closed`(
    configuration: SessionConfiguration
  ) throws {
    var scene = try Scene(configuration, policy: Self.refusing)
    try scene.play(.startOutput(0), .callRang(.phone), .callAnswered)
    try scene.play(.callEndedRemotely())
    #expect(scene.received(0).contains(.endedToResume))
    try scene.play(.activate(0))
    #expect(scene.error == .cannotStartPlaying)
    try scene.play(.startOutput(0))
    #expect(scene.error == .cannotStartPlaying && !scene.phone.isPlaying(0))
    try scene.play(.callAudioClosed)
    try scene.play(.startOutput(0))
    #expect(scene.error == nil && scene.phone.isPlaying(0))
    #expect(throws: RejectedEvent.self) { try scene.play(.callAudioClosed) }
  }

  @Test(arguments: [
    [SessionEvent.callRang(.phone), .callDeclined()], [.callStarted(.video), .callEnded()],
    [.callStarted(.app(1)), .callEnded()],
    [.callStarted(.phone), .callStarted(.app(1)), .callEnded(of: .held)],
    [.callStarted(.phone), .callEnded(), .callRang(.phone), .callEndedRemotely()],
  ])
  func `only the end of an answered phone call that leaves no call refuses activation`(
    events: [SessionEvent]
  ) throws {
    var scene = try Scene(.playback, .talking, policy: Self.refusing)
    for event in events { try scene.play(event) }
    try scene.play(.activate(0))
    #expect(scene.error == nil)
  }

  @Test func `a session that is active after a phone call stays so, with any category`() throws {
    let policy = Self.refusing.merging(["systemInterruptsMixable": "false"]) { $1 }
    var scene = try Scene(.mixing, policy: policy)
    try scene.play(.startOutput(0), .callStarted(.phone), .callEnded())
    #expect(scene.phone.state.device.isCallAudioClosing && scene.phone.isPlaying(0))
    try scene.play(.setCategory(0, .playback))
    #expect(scene.error == nil && scene.phone.isPlaying(0))
    try scene.play(.deactivate(0))
    try scene.play(.activate(0))
    #expect(scene.error == .cannotStartPlaying)
  }

  // MARK: Actions that fail

  @Test(arguments: [CallKitMessage.holdCall, .endCall, .muteCall])
  func `an action that its provider fails leaves the active call as it was`(
    action: CallKitMessage
  ) throws {
    var scene = try Scene(.talking)
    try scene.play(.callStarted(.app(0)), .setFailingCallActions(0, CallActions([action])))
    let before = scene.phone.state.device.calls
    for event in [SessionEvent.callHeld, .callEnded(), .callMuted(true)] {
      var tried = scene
      try tried.play(event)
      let isAsked = tried.effects.contains(.callKit(0, action))
      #expect((tried.phone.state.device.calls == before) == isAsked, "\(event)")
      if isAsked { #expect(tried.phone.isActive(0)) }
    }
  }

  @Test func `a call whose start or answer fails is not active`() throws {
    var scene = try Scene(.talking)
    try scene.play(.setFailingCallActions(0, .all), .callStarted(.app(0)))
    #expect(!scene.phone.state.device.calls.isUp && !scene.phone.isActive(0))
    try scene.play(.callRang(.app(0)), .callAnswered)
    #expect(!scene.phone.state.device.calls.isUp && !scene.phone.isActive(0))
    #expect(scene.effects.contains(.callKit(0, .answerCall)))
    try scene.play(.callRang(.app(0)), .callEndedRemotely())
    #expect(!scene.effects.contains(.callKit(0, .endCall)), "the other end asks no provider")
  }

  @Test func `a second call waits as long as the first one cannot be held`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callStarted(.app(0)), .setFailingCallActions(0, CallActions([.holdCall])))
    try scene.play(.callRang(.phone), .callAnswered)
    #expect(scene.phone.state.device.calls.call(in: .active)?.host == .app(0))
    #expect(scene.phone.state.device.calls.call(in: .ringing)?.host == .phone)
    try scene.play(.setFailingCallActions(0, []), .callAnswered)
    #expect(scene.phone.state.device.calls.call(in: .active)?.host == .phone)
  }

  // MARK: The other end

  @Test func `a caller who gives up ends the call that rings, and asks nothing of its provider`()
    throws
  {
    var scene = try Scene(.talking)
    try scene.play(.callStarted(.app(0)), .callRang(.phone), .callEndedRemotely(of: .ringing))
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == [.active])
    #expect(scene.phone.isActive(0))
    try scene.play(.callRang(.phone), .callAnswered)
    try scene.play(.callEndedRemotely(of: .held))
    #expect(scene.phone.state.device.calls.calls.map(\.host) == [.phone])
    #expect(!scene.effects.contains(.callKit(0, .endCall)))
    #expect(throws: RejectedEvent.noCall(.ringing)) {
      try scene.play(.callEndedRemotely(of: .ringing))
    }
  }

  /// Source: "Responding to VoIP Notifications from PushKit".
  @Test func `a call launches the app that hosts it, in the background`() throws {
    var scene = try Scene(.talking)
    try scene.play(.terminate(0), .callRang(.app(0)))
    #expect(scene.phone.state[0].lifecycle == .background)
    try scene.play(.callAnswered)
    #expect(scene.phone.isActive(0))
  }

  @Test func `an app has no calls of its own before CallKit`() throws {
    var scene = try Scene(.playback, on: .iOS8)
    #expect(throws: RejectedEvent.notAvailable("CallKit", since: "10")) {
      try scene.play(.callRang(.app(0)))
    }
    try scene.play(.callRang(.phone))
  }

  // MARK: Two calls of one app

  /// Source: `CXProviderConfiguration.maximumCallGroups`, 2 by default; forum thread 794277 for the order of
  /// the actions; VialerSIPLib 113 for the session.
  @Test
  func `of two calls of one app the session goes on with the other, and is not activated again`()
    throws
  {
    #expect(
      try messages([
        .callStarted(.app(0)), .callRang(.app(0)), .callAnswered, .callsSwapped, .callEnded(),
      ]) == [
        [.startCall, .didActivate], [], [.holdCall, .answerCall], [.holdCall, .unholdCall],
        [.endCall, .unholdCall],
      ])
    #expect(
      try messages([.callStarted(.app(0)), .callStarted(.app(0)), .callEnded(of: .held)]) == [
        [.startCall, .didActivate], [.holdCall, .startCall], [.endCall],
      ])
    #expect(
      try messages([
        .callRang(.app(0)), .callAnswered, .callHeld, .callRang(.app(0)), .callAnswered,
      ])
        == [
          [], [.answerCall, .didActivate], [.holdCall, .didDeactivate], [],
          [.answerCall, .didActivate],
        ]
    )
  }

  @Test func `an app goes on recording while its second call rings, is answered and is swapped`()
    throws
  {
    var scene = try Scene(.talking)
    try scene.play(.callStarted(.app(0)), .startInput(0), .callRang(.app(0)))
    for event in [SessionEvent.callAnswered, .callsSwapped, .callsSwapped, .callEnded(of: .held)] {
      try scene.play(event)
      #expect(scene.phone.isRecording(0) && scene.received(0) == [], "\(event)")
    }
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == [.active])
  }

  @Test(arguments: [
    SessionEvent.callDeclined(), .callEndedRemotely(of: .ringing), .callEnded(of: .ringing),
  ])
  func `an app's second call that is not taken leaves the first alone`(end: SessionEvent) throws {
    var scene = try Scene(.talking)
    try scene.play(.callStarted(.app(0)), .startInput(0), .callRang(.app(0)), end)
    #expect(scene.phone.isRecording(0))
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == [.active])
    #expect(
      scene.effects.contains(.callKit(0, .endCall)) != (end == .callEndedRemotely(of: .ringing)))
  }

  @Test func `after a remote hang-up an app's own call on hold is not activated either`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callStarted(.app(0)), .callStarted(.app(0)), .callEndedRemotely())
    #expect(scene.effects.contains(.callKit(0, .didDeactivate)) && !scene.phone.isActive(0))
    try scene.play(.callUnheld)
    #expect(!scene.phone.isActive(0))
  }

  @Test(arguments: [CallKitMessage.holdCall, .answerCall])
  func `an app that fails either action of a change of calls stays in the first`(
    action: CallKitMessage
  ) throws {
    var scene = try Scene(.talking)
    try scene.play(.callStarted(.app(0)), .startInput(0), .callRang(.app(0)))
    try scene.play(.setFailingCallActions(0, CallActions([action])), .callAnswered)
    // What cannot be answered is over.
    let phases: [CallPhase] = action == .holdCall ? [.active, .ringing] : [.active]
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == phases)
    #expect(scene.phone.isRecording(0))
  }

  // MARK: Actions that fail afterwards

  /// What happens, the action of it that fails, and the phases of the calls before and after the failure.
  private static let failures: [([SessionEvent], CallKitMessage, [CallPhase], [CallPhase])] = [
    ([.callStarted(.app(0))], .startCall, [.active], []),
    ([.callRang(.app(0)), .callAnswered], .answerCall, [.active], []),
    ([.callStarted(.phone), .callStarted(.app(0))], .startCall, [.held, .active], [.held]),
    ([.callStarted(.app(0)), .callHeld], .holdCall, [.held], [.active]),
    ([.callStarted(.app(0)), .callHeld, .callUnheld], .unholdCall, [.active], [.held]),
    (
      [.callStarted(.app(0)), .callStarted(.app(0)), .callsSwapped], .unholdCall, [.active, .held],
      [.held, .active]
    ),
    (
      [.callStarted(.app(0)), .callStarted(.phone), .callsSwapped], .unholdCall, [.active, .held],
      [.held, .active]
    ),
  ]

  @Test(arguments: failures.indices)
  func `what can be undone of an action that fails is, and nobody is asked once more`(number: Int)
    throws
  {
    let (events, action, happened, undone) = Self.failures[number]
    var scene = try Scene(.talking, .playback)
    try scene.play(.startOutput(1))
    for event in events { try scene.play(event) }
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == happened)
    try scene.play(.callActionFailed(0, action))
    #expect(scene.phone.state.device.calls.calls.map(\.phase) == undone)
    let isActive = scene.phone.state.device.calls.call(in: .active)?.host == .app(0)
    #expect(scene.phone.isActive(0) == isActive)
    #expect(scene.received(1).contains(.endedToResume) == undone.isEmpty)
    let asked = CallActions.all.actions.filter { scene.effects.contains(.callKit(0, $0)) }
    #expect(asked == [])
  }

  @Test func `a mute that fails is none, and what has ended stays ended`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callStarted(.app(0)), .callMuted(true), .callActionFailed(0, .muteCall))
    #expect(scene.phone.state.device.calls.first?.isMuted == false)
    try scene.play(.callMuted(true), .callMuted(false), .callActionFailed(0, .unmuteCall))
    #expect(scene.phone.state.device.calls.first?.isMuted == true)
    try scene.play(.callEnded())
    for action in CallKitMessage.allCases {
      #expect(throws: RejectedEvent.self) { try scene.play(.callActionFailed(0, action)) }
    }
  }

  @Test func `a hold that fails after another call became active cannot be undone`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callStarted(.app(0)), .callStarted(.phone))
    #expect(throws: RejectedEvent.alreadySo("a call is active")) {
      try scene.play(.callActionFailed(0, .holdCall))
    }
  }

  @Test func `both calls of an app end with it`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(.startOutput(1), .callStarted(.app(0)), .callStarted(.app(0)), .terminate(0))
    #expect(!scene.phone.state.device.calls.isUp && scene.received(1).contains(.endedToResume))
  }

  // MARK: Video

  @Test func `a video call is heard from the speaker, and one without a video at the ear`() throws {
    for (host, output) in [(CallHost.phone, Port.builtInReceiver), (.video, .builtInSpeaker)] {
      var scene = try Scene(.playback)
      try scene.play(.startOutput(0), .callStarted(host))
      #expect(scene.phone.outputs == [output] && scene.phone.isInterrupted(0), "\(host)")
      try scene.play(.portConnected(.headphones))
      #expect(scene.phone.outputs == [.headphones])
    }
  }

  @Test func `a ringing call interrupts and declining it lets resume`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0))
    try scene.play(.callRang(.phone))
    #expect(scene.received(0).first == .began)
    try scene.play(.callDeclined())
    #expect(scene.received(0).contains(.endedToResume))
  }

  @Test func `answering posts nothing more and hanging up ends it`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .callRang(.phone))
    try scene.play(.callAnswered)
    #expect(!scene.received(0).contains(.began) && !scene.received(0).contains(.endedToResume))
    try scene.play(.callEnded())
    #expect(scene.received(0).contains(.endedToResume))
  }

  @Test func `an outgoing call interrupts others and activates the session of its host`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(.startOutput(1))
    try scene.play(.callStarted(.app(0)))
    #expect(scene.phone.isActive(0))
    #expect(scene.effects.contains(.callKit(0, .didActivate)))
    #expect(scene.received(1).first == .began)
    try scene.play(.callEnded())
    #expect(!scene.phone.isActive(0))
    #expect(scene.received(1).contains(.endedToResume))
  }

  /// What CallKit reports to the first app's provider when these happen.
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
      try messages([.callStarted(.app(0)), .callHeld, .callUnheld, .callEnded()]) == [
        [.startCall, .didActivate], [.holdCall, .didDeactivate], [.unholdCall, .didActivate],
        [.endCall, .didDeactivate],
      ])
    #expect(try messages([.callRang(.app(0)), .callDeclined()]) == [[], [.endCall]])
    #expect(
      try messages([.callStarted(.app(0)), .callStarted(.phone), .callEnded()]) == [
        [.startCall, .didActivate], [.holdCall, .didDeactivate], [.unholdCall, .didActivate],
      ])
  }

  @Test func `a call that the other end hangs up brings no action, nor its session back`() throws {
    #expect(
      try messages([.callStarted(.app(0)), .callEndedRemotely()]) == [
        [.startCall, .didActivate], [.didDeactivate],
      ])
    #expect(
      try messages([
        .callStarted(.app(0)), .callStarted(.phone), .callEndedRemotely(), .callUnheld,
      ]) == [[.startCall, .didActivate], [.holdCall, .didDeactivate], [], [.unholdCall]])
  }

  @Test func `an outgoing call puts an active one on hold, and waits for one that rings`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callStarted(.app(0)), .callStarted(.phone))
    #expect(scene.phone.state.device.calls.call(in: .held)?.host == .app(0))
    #expect(scene.phone.state.device.calls.call(in: .active)?.host == .phone)
    #expect(!scene.phone.isActive(0))
    #expect(throws: RejectedEvent.tooManyCalls) { try scene.phone.handle(.callStarted(.phone)) }
    var ringing = try Scene(.talking)
    try ringing.play(.callRang(.phone))
    #expect(throws: RejectedEvent.alreadyRinging) {
      try ringing.phone.handle(.callStarted(.app(0)))
    }
    try ringing.play(.callDeclined(), .suspend(0))
    #expect(throws: RejectedEvent.callerNotRunning(0, .suspended)) {
      try ringing.phone.handle(.callStarted(.app(0)))
    }
  }

  @Test func `a banner leaves those alone that prefer it until the call is accepted`() throws {
    var scene = try Scene(.mixing, .ambient)
    try scene.play(
      .setPreference(0, .noInterruptionsFromSystemAlerts, true), .startOutput(0), .startOutput(1))
    try scene.play(.callRang(.phone))
    #expect(scene.phone.ringing?.gain == 0 && scene.phone.ringing?.vibrates == true)
    #expect(scene.received(0) == [])
    #expect(scene.received(1) == [.began])
    try scene.play(.callAnswered)
    #expect(scene.received(0).first == .began)
  }

  @Test(arguments: [
    SessionEvent.setPreference(0, .noInterruptionsFromSystemAlerts, false),
    .callStyleSet(.fullScreen),
  ])
  func `a ring takes what it had left alone when the reason for that is gone`(
    change: SessionEvent
  ) throws {
    var scene = try Scene(.playback)
    try scene.play(
      .setPreference(0, .noInterruptionsFromSystemAlerts, true), .startOutput(0), .callRang(.phone))
    #expect(scene.phone.isPlaying(0))
    try scene.play(change)
    #expect(scene.received(0).first == .began && !scene.phone.isPlaying(0))
    #expect(scene.phone.brokenInvariants == [])
    try scene.play(.callDeclined())
    #expect(scene.received(0).contains(.endedToResume))
  }

  @Test(arguments: [CallHost.phone, .video])
  func `a call of the system's is other audio from when it is answered`(host: CallHost) throws {
    var scene = try Scene(.ambient)
    try scene.play(.callRang(host))
    #expect(!scene.phone.isOtherAudioPlaying(for: 0))
    try scene.play(.callAnswered)
    #expect(scene.phone.isOtherAudioPlaying(for: 0))
    try scene.play(.callHeld)
    #expect(!scene.phone.isOtherAudioPlaying(for: 0))
  }

  @Test func `the preference has no effect on a full-screen call`() throws {
    var device = DeviceState()
    device.callStyle = .fullScreen
    var scene = try Scene(.playback, device: device)
    try scene.play(.setPreference(0, .noInterruptionsFromSystemAlerts, true), .startOutput(0))
    try scene.play(.callRang(.phone))
    #expect(scene.received(0).first == .began)
  }

  @Test func `during somebody else's call a category with input is refused, one without is not`()
    throws
  {
    for events in [[SessionEvent.callRang(.phone)], [.callRang(.phone), .callAnswered]] {
      var scene = try Scene(.playback)
      for event in events { try scene.play(event) }
      try scene.play(.setCategory(0, .playAndRecord))
      #expect(scene.error == .insufficientPriority)
      #expect(scene.phone.state[0].configuration == .playback)
      try scene.play(.setCategory(0, .ambient))
      #expect(scene.error == nil)
    }
  }

  @Test func `the host of a call may set a category with input`() throws {
    var scene = try Scene(.playback)
    try scene.play(.callRang(.app(0)), .callAnswered, .setCategory(0, .playAndRecord))
    #expect(scene.error == nil)
  }

  @Test func `output that starts under a call is heard`() throws {
    var scene = try Scene(.playback)
    try scene.play(.callRang(.phone), .callAnswered, .startOutput(0))
    #expect(scene.phone.isAudible(0))
  }

  @Test func `the system activates the session of the app whose call is answered`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(.startOutput(1), .callRang(.app(0)))
    try scene.play(.callAnswered)
    #expect(scene.effects.contains(.callKit(0, .didActivate)))
    #expect(scene.phone.isActive(0))
    #expect(scene.phone.volumeKind(of: 0) == .call)
    try scene.play(.callEnded())
    #expect(scene.effects.contains(.callKit(0, .didDeactivate)))
    #expect(!scene.phone.isActive(0))
    #expect(scene.received(1).contains(.endedToResume))
  }

  @Test func `an app whose call is answered while it is suspended runs again`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .suspend(0), .callAnswered)
    #expect(scene.phone.isActive(0) && !scene.phone.isSuspended(0))
  }

  @Test func `a second call puts the first on hold and only the last ends the interruption`() throws
  {
    var scene = try Scene(.talking, .playback)
    try scene.play(.startOutput(1), .callRang(.app(0)), .callAnswered, .callRang(.phone))
    #expect(scene.phone.isActive(0), "a call that rings does not stop the host")
    try scene.play(.callAnswered)
    #expect(scene.effects.contains(.callKit(0, .didDeactivate)))
    try scene.play(.callEnded())
    #expect(!scene.received(1).contains(.endedToResume) && !scene.received(1).contains(.ended))
    try scene.play(.callEnded())
    #expect(scene.received(1).contains(.endedToResume))
  }

  @Test func `a call taken up again activates its session, which the app cannot do on hold`() throws
  {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered, .callHeld)
    #expect(!scene.phone.isActive(0))
    try scene.play(.activate(0))
    #expect(scene.error == .insufficientPriority)
    try scene.play(.callUnheld)
    #expect(scene.phone.isActive(0))
    #expect(scene.effects.contains(.callKit(0, .didActivate)))
  }

  @Test func `after a remote hang-up a call taken up again activates nothing`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered, .callRang(.phone), .callAnswered)
    try scene.play(.callEndedRemotely(), .callUnheld)
    #expect(!scene.phone.isActive(0))
    try scene.play(.callHeld, .callUnheld)
    #expect(scene.phone.isActive(0), "put on hold once more it is as any other")
  }

  @Test(arguments: [SystemAlert.alarm, .timer])
  func `the clock interrupts an app's own call, and its end lets it resume`(
    alert: SystemAlert
  ) throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered, .startInput(0))
    try scene.play(.alertBegan(alert))
    #expect(scene.received(0).contains(.began))
    #expect(!scene.phone.isRecording(0) && scene.phone.state.device.calls.isUp)
    try scene.play(.activate(0))
    #expect(scene.error == .insufficientPriority)
    try scene.play(.alertEnded(alert))
    #expect(scene.received(0).contains(.endedToResume))
    try scene.play(.startInput(0))
    #expect(scene.error == nil)
  }

  @Test func `the host of a call on hold waits for all that the system does`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered, .alarmFired, .emergencyBegan, .callHeld)
    try scene.play(.emergencyEnded())
    #expect(scene.received(0) == [], "the alarm still rings")
    try scene.play(.alarmDismissed())
    #expect(scene.received(0).contains { $0 == .endedToResume || $0 == .ended })
  }

  @Test func `the death of the host ends the call`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(.startOutput(1), .callRang(.app(0)), .callAnswered)
    try scene.play(.terminate(0))
    #expect(!scene.phone.state.device.calls.isUp)
    #expect(scene.received(1).contains(.endedToResume))
  }

  @Test func `calls that make no sense are rejected`() throws {
    var scene = try Scene(.playback)
    #expect(throws: RejectedEvent.noCall(.ringing)) { try scene.play(.callAnswered) }
    #expect(throws: RejectedEvent.noCall(.active)) { try scene.play(.callEnded()) }
    #expect(throws: RejectedEvent.noCall(.active)) { try scene.play(.callHeld) }
    #expect(throws: RejectedEvent.noCall(.held)) { try scene.play(.callUnheld) }
    try scene.play(.callRang(.phone))
    #expect(throws: RejectedEvent.alreadyRinging) { try scene.play(.callRang(.phone)) }
    try scene.play(.callAnswered, .callRang(.app(0)), .callAnswered)
    #expect(throws: RejectedEvent.tooManyCalls) { try scene.play(.callRang(.phone)) }
    #expect(throws: RejectedEvent.alreadySo("a call is on hold")) { try scene.play(.callHeld) }
    #expect(throws: RejectedEvent.alreadySo("a call is active")) { try scene.play(.callUnheld) }
    var talking = try Scene(.talking)
    try talking.play(.callStarted(.app(0)), .callRang(.app(0)))
    #expect(throws: RejectedEvent.alreadyRinging) { try talking.play(.callRang(.app(0))) }
    try talking.play(.callAnswered)
    #expect(throws: RejectedEvent.tooManyCalls) { try talking.play(.callRang(.app(0))) }
    #expect("\(RejectedEvent.tooManyCalls)".contains("a third one is not simulated"))
  }
}
