import AudioSessionTesting
import Dispatch
import Foundation
import PhoneRuntime
import Testing

/// The classes around a session: remote commands, Now Playing, CallKit, lifecycle.
struct SystemFaceTests {
  let center = NotificationCenter()
  let phone: SimulatedPhone

  init() throws {
    phone = try SimulatedPhone(backgroundModes: .audio, notificationCenter: center)
    try phone.app.session.setCategory(.playback)
  }

  private final class Words: @unchecked Sendable {
    var all: [String] = []
  }

  // MARK: AR sessions

  @Test func `the delegate of an AR session is notified of interruptions in ARKit's order`() throws
  {
    let words = Words()
    let app = phone.app
    app.handleARMessages { words.all.append($0.rawValue) }
    try app.runARSession(.attempted)
    try app.recognizePlace()
    try app.enterBackground()
    try app.enterForeground()
    #expect(app.arTracking == .relocalizing)
    phone.advance(by: 60)
    #expect(app.arTracking == .relocalizing, "it may never succeed")
    try app.resetARTracking()
    #expect(
      words.all == [
        "initializing", "normal", "wasInterrupted", "interruptionEnded", "relocalizing",
        "initializing",
      ])
  }

  // MARK: Remote commands

  /// The command, a value, and the contents of its event.
  private static let said: [(RemoteCommand, Double?, String)] = [
    (.stop, nil, "stop"), (.togglePlayPause, nil, "toggle"), (.previous, nil, "previous"),
    (.seekForward, nil, "forward beginSeeking"), (.seekForward, 1, "forward endSeeking"),
    (.seekBackward, 0, "backward beginSeeking"), (.seekBackward, -1, "backward beginSeeking"),
    (.changeShuffleMode, nil, "shuffle items"), (.changeShuffleMode, 2, "shuffle collections"),
    (.changeShuffleMode, 0, "shuffle off"), (.changeRepeatMode, nil, "repeat all"),
    (.changeRepeatMode, 1, "repeat one"), (.changeRepeatMode, 1e300, "repeat all"),
  ]

  @Test(arguments: said)
  func `every command has an event with its value`(
    command: RemoteCommand, value: Double?, expected: String
  ) throws {
    let words = Words()
    let commands = phone.app.remoteCommandCenter
    func note(_ command: MPRemoteCommand, _ word: @escaping (MPRemoteCommandEvent) -> String) {
      command.addTarget { event in
        words.all.append("\(word(event)) at \(event.timestamp)")
        return .success
      }
    }
    let seek = { (event: MPRemoteCommandEvent) in
      (event as? MPSeekCommandEvent).map { "\($0.type)" } ?? ""
    }
    note(commands.stopCommand) { _ in "stop" }
    note(commands.togglePlayPauseCommand) { _ in "toggle" }
    note(commands.previousTrackCommand) { _ in "previous" }
    note(commands.seekForwardCommand) { "forward \(seek($0))" }
    note(commands.seekBackwardCommand) { "backward \(seek($0))" }
    note(commands.changeShuffleModeCommand) {
      "shuffle \(($0 as? MPChangeShuffleModeCommandEvent)?.shuffleType ?? .off)"
    }
    note(commands.changeRepeatModeCommand) {
      "repeat \(($0 as? MPChangeRepeatModeCommandEvent)?.repeatType ?? .off)"
    }
    phone.app.player.play()
    phone.advance(by: 2)
    if let value {
      try phone.send(command, value: value)
    } else {
      try phone.send(command)
    }
    #expect(words.all == ["\(expected) at 2.0"])
  }

  @Test func `a new process does not keep the state of the previous one`() throws {
    let commands = phone.app.remoteCommandCenter
    commands.pauseCommand.isEnabled = false
    commands.skipForwardCommand.preferredIntervals = [15]
    commands.changePlaybackRateCommand.supportedPlaybackRates = [2]
    commands.changeRepeatModeCommand.currentRepeatType = .one
    commands.changeShuffleModeCommand.currentShuffleType = .items
    phone.app.player.duration = 3
    phone.app.player.numberOfLoops = 2
    try phone.app.terminate()
    try phone.app.launch()
    #expect(commands.pauseCommand.isEnabled)
    #expect(commands.skipForwardCommand.preferredIntervals.isEmpty)
    #expect(commands.changePlaybackRateCommand.supportedPlaybackRates.isEmpty)
    #expect(commands.changeRepeatModeCommand.currentRepeatType == .off)
    #expect(commands.changeShuffleModeCommand.currentShuffleType == .off)
    #expect(phone.app.player.duration == nil && phone.app.player.numberOfLoops == 0)
  }

  @Test func `commands reach enabled targets with their values`() throws {
    let words = Words()
    let commands = phone.app.remoteCommandCenter
    commands.pauseCommand.addTarget { _ in
      words.all.append("pause")
      return .success
    }
    let play = commands.playCommand.addTarget { _ in .commandFailed }
    commands.skipForwardCommand.preferredIntervals = [15]
    commands.skipForwardCommand.addTarget { event in
      words.all.append("skip \((event as? MPSkipIntervalCommandEvent)?.interval ?? -1)")
      return .success
    }
    commands.changePlaybackPositionCommand.addTarget { event in
      let position = (event as? MPChangePlaybackPositionCommandEvent)?.positionTime
      words.all.append("to \(position ?? -1)")
      return .success
    }
    commands.changePlaybackRateCommand.supportedPlaybackRates = [0.5, 2]
    commands.changePlaybackRateCommand.addTarget { event in
      words.all.append("rate \((event as? MPChangePlaybackRateCommandEvent)?.playbackRate ?? -1)")
      return .noSuchContent
    }
    phone.app.player.play()
    #expect(phone.snapshot.nowPlayingApp == 0)
    try phone.send(.pause)
    try phone.send(.skipForward)
    try phone.send(.skipForward, value: 30)
    try phone.send(.changePlaybackPosition, value: 12.5)
    try phone.send(.changePlaybackRate, value: 2)
    try phone.send(.next)
    #expect(words.all == ["pause", "skip 15.0", "skip 30.0", "to 12.5", "rate 2.0"])
    #expect(commands.changePlaybackRateCommand.lastStatus == .noSuchContent)
    #expect(commands.nextTrackCommand.lastStatus == nil)
    commands.pauseCommand.isEnabled = false
    commands.playCommand.removeTarget(play)
    try phone.send(.pause)
    try phone.send(.play)
    #expect(words.all.count == 5 && commands.playCommand.lastStatus == nil)
    #expect(
      phone.snapshot.state[0].remoteCommands.commands
        == [.skipForward, .changePlaybackPosition, .changePlaybackRate])
  }

  @Test func `a command has its own value even if the previous one was not received`() throws {
    let words = Words()
    try phone.send(.skipForward, value: 99)
    phone.app.remoteCommandCenter.skipForwardCommand.addTarget { event in
      words.all.append("\((event as? MPSkipIntervalCommandEvent)?.interval ?? -1)")
      return .success
    }
    phone.app.player.play()
    try phone.send(.skipForward, value: 10)
    #expect(words.all == ["10.0"])
  }

  /// Makes an app skip, by 15 seconds unless a command has another interval, and records the intervals.
  private func skip(_ phone: SimulatedPhone, _ words: Words) throws {
    let command = phone.app.remoteCommandCenter.skipForwardCommand
    command.preferredIntervals = [15]
    command.addTarget { event in
      words.all.append("\((event as? MPSkipIntervalCommandEvent)?.interval ?? -1)")
      return .success
    }
    try phone.app.session.setCategory(.playback)
    phone.app.player.play()
    phone.settle()
  }

  @Test func `each of two pending commands has its own value`() throws {
    let words = Words()
    let queued = try SimulatedPhone(notificationCenter: center, delivery: .queued)
    try skip(queued, words)
    try queued.send(.skipForward)
    try queued.send(.skipForward, value: 30)
    queued.settle()
    #expect(words.all == ["15.0", "30.0"])
  }

  @Test func `the value of a command to another app is not kept`() throws {
    let words = Words()
    try phone.otherApp.handleRemoteCommands([.skipForward]) { _ in }
    try phone.otherApp.session.setCategory(.playback)
    phone.otherApp.player.play()
    try phone.send(.skipForward, value: 30)
    try skip(phone, words)
    try phone.send(.skipForward)
    #expect(words.all == ["15.0"])
  }

  @Test func `a command deferred to the end of a call keeps its value`() throws {
    let words = Words()
    var policy = AudioPolicy.standard
    policy.remoteDuringInterruption = .deferred
    let phone = try SimulatedPhone(policy: policy, notificationCenter: center)
    try skip(phone, words)
    try phone.receiveCall()
    try phone.send(.skipForward, value: 30)
    try phone.send(.skipForward, value: 45)
    #expect(words.all.isEmpty)
    try phone.declineCall()
    phone.app.player.play()
    try phone.send(.skipForward)
    #expect(words.all == ["45.0", "15.0"])
  }

  @Test func `the shared center is the current phone's, and its handlers end with the process`()
    async throws
  {
    try await phone.runAsCurrent {
      #expect(MPRemoteCommandCenter.shared() === phone.app.remoteCommandCenter)
      MPRemoteCommandCenter.shared().playCommand.addTarget { _ in .success }
      #expect(phone.snapshot.state[0].remoteCommands.handles(.play))
      try phone.app.terminate()
      try phone.app.launch()
      MPRemoteCommandCenter.shared().pauseCommand.addTarget { _ in .success }
      #expect(phone.snapshot.state[0].remoteCommands.commands == [.pause])
    }
  }

  // MARK: Now Playing

  @Test func `the lock screen continues from the app's values, playing or not`() async throws {
    try await phone.runAsCurrent {
      let info = MPNowPlayingInfoCenter.default()
      #expect(info.nowPlayingInfo == nil && info.shownElapsedTime == nil)
      info.nowPlayingInfo = [
        MPMediaItemPropertyTitle: "Song", MPMediaItemPropertyPlaybackDuration: 10,
        MPNowPlayingInfoPropertyElapsedPlaybackTime: 2.0,
        MPNowPlayingInfoPropertyPlaybackRate: 1.0,
      ]
      phone.app.player.play()
      phone.advance(by: 3)
      #expect(info.shownElapsedTime == 5)
      phone.app.player.pause()
      phone.advance(by: 3)
      #expect(info.shownElapsedTime == 8, "an app that pauses has to say so")
      phone.advance(by: 100)
      #expect(info.shownElapsedTime == 10)
      info.playbackState = .paused
      info.nowPlayingInfo?[MPNowPlayingInfoPropertyPlaybackRate] = 0.0
      phone.advance(by: 3)
      #expect(info.shownElapsedTime == 2)
      info.nowPlayingInfo?[MPNowPlayingInfoPropertyPlaybackRate] = nil
      phone.advance(by: 3)
      #expect(info.shownElapsedTime == 5, "a missing rate is 1")
      try phone.app.terminate()
      #expect(info.nowPlayingInfo == nil && info.playbackState == .unknown)
    }
  }

  // MARK: CallKit

  private final class Delegate: CXProviderDelegate, @unchecked Sendable {
    var words: [String] = []
    var calls: [UUID] = []

    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
      note("start", action)
    }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
      note("answer", action)
    }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { note("end", action) }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
      note(action.isOnHold ? "hold" : "unhold", action)
    }
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
      note(action.isMuted ? "mute" : "unmute", action)
    }
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
      words.append(audioSession.category == .playAndRecord ? "activated" : "activated otherwise")
    }
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
      words.append("deactivated")
    }

    private func note(_ word: String, _ action: CXCallAction) {
      words.append(word)
      calls.append(action.callUUID)
      action.fulfill()
      if !action.isComplete { words.append("incomplete") }
    }
  }

  private func provider(_ delegate: Delegate) -> CXProvider {
    let provider = CXProvider(configuration: CXProviderConfiguration(), of: phone.app)
    provider.setDelegate(delegate, queue: nil)
    return provider
  }

  @Test func `an incoming call is reported in CallKit's order, with its identifier`() throws {
    try phone.app.session.setCategory(.playAndRecord)
    let delegate = Delegate()
    let provider = provider(delegate)
    let call = UUID()
    var failure: (any Error)?
    provider.reportNewIncomingCall(with: call, update: CXCallUpdate()) { failure = $0 }
    #expect(failure == nil)
    try phone.answerCall()
    try phone.holdCall()
    try phone.resumeCall()
    try phone.endCall()
    #expect(
      delegate.words == [
        "answer", "activated", "hold", "deactivated", "unhold", "activated", "end", "deactivated",
      ])
    #expect(Set(delegate.calls) == [call])
  }

  @Test func `a remote hang-up does not request an action`() throws {
    let delegate = Delegate()
    let provider = provider(delegate)
    let call = UUID()
    provider.reportNewIncomingCall(with: call, update: CXCallUpdate()) { _ in }
    try phone.answerCall()
    provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
    #expect(delegate.words == ["answer", "activated otherwise", "deactivated"])
    #expect(!phone.snapshot.state.device.calls.isUp)
    provider.reportNewIncomingCall(with: call, update: CXCallUpdate()) { _ in }
    provider.reportCall(with: call, endedAt: nil, reason: .unanswered)
    #expect(!phone.snapshot.state.device.calls.isUp)
  }

  @Test func `a call that cannot ring is rejected`() throws {
    let delegate = Delegate()
    let provider = provider(delegate)
    try phone.receiveCall()
    var failure: (any Error)?
    provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { failure = $0 }
    let error = try #require(failure as? CXErrorCodeIncomingCallError)
    #expect(error.code == .unknown && error.localizedDescription.contains("ringing"))
  }

  @Test func `an app starts, mutes, holds and ends calls with its controller`() throws {
    let delegate = Delegate()
    let provider = provider(delegate)
    let controller = CXCallController(of: phone.app)
    let call = UUID()
    let handle = CXHandle(type: .phoneNumber, value: "1")
    var failures: [any Error] = []
    func request(_ action: CXCallAction) {
      controller.request(CXTransaction(action: action)) { error in
        if let error { failures.append(error) }
      }
    }
    request(CXStartCallAction(call: call, handle: handle))
    provider.reportOutgoingCall(with: call, connectedAt: nil)
    request(CXSetMutedCallAction(call: call, muted: true))
    request(CXSetHeldCallAction(call: call, onHold: true))
    request(CXSetHeldCallAction(call: call, onHold: false))
    request(CXEndCallAction(call: call))
    #expect(failures.isEmpty)
    #expect(
      delegate.words.filter { !$0.contains("activated") }
        == ["start", "mute", "hold", "unhold", "end"])
    #expect(Set(delegate.calls) == [call])
    request(CXAnswerCallAction(call: call))
    #expect(failures.count == 1)
  }

  @Test func `each action names its call if a provider has two`() throws {
    try phone.app.session.setCategory(.playAndRecord)
    let delegate = Delegate()
    let provider = provider(delegate)
    let controller = CXCallController(of: phone.app)
    let (first, second) = (UUID(), UUID())
    let names = [first: "1", second: "2"]
    provider.reportNewIncomingCall(with: first, update: CXCallUpdate()) { #expect($0 == nil) }
    try phone.answerCall()
    provider.reportNewIncomingCall(with: second, update: CXCallUpdate()) { #expect($0 == nil) }
    try phone.answerCall()
    try phone.swapCalls()
    // The app's own button for the other call.
    controller.request(
      CXTransaction(actions: [
        CXSetHeldCallAction(call: first, onHold: true),
        CXSetHeldCallAction(call: second, onHold: false),
      ])
    ) { #expect($0 == nil) }
    controller.request(CXTransaction(action: CXSetHeldCallAction(call: first, onHold: false))) {
      #expect($0 == nil)
    }
    controller.request(CXTransaction(action: CXEndCallAction(call: second))) { #expect($0 == nil) }
    #expect(phone.app.session.currentRoute.inputs.count == 1)
    #expect(
      delegate.words == [
        "answer", "activated", "hold", "answer", "hold", "unhold", "hold", "unhold", "hold",
        "unhold",
        "end",
      ])
    #expect(delegate.calls.map { names[$0] } == ["1", "1", "2", "2", "1", "1", "2", "2", "1", "2"])
    #expect(phone.snapshot.state.device.calls.calls.map(\.phase) == [.active])
    provider.reportCall(with: UUID(), endedAt: nil, reason: .remoteEnded)
    #expect(phone.snapshot.state.device.calls.isUp, "an unknown call does not end another call")
    provider.reportCall(with: first, endedAt: nil, reason: .remoteEnded)
    #expect(!phone.snapshot.state.device.calls.isUp && delegate.words.last == "deactivated")
  }

  @Test
  func
    `the action that ends a call names the call, and a caller who gives up does not request an action`()
    throws
  {
    try phone.connect(.headphones)
    let delegate = Delegate()
    let provider = provider(delegate)
    let (first, second) = (UUID(), UUID())
    provider.reportNewIncomingCall(with: first, update: CXCallUpdate()) { _ in }
    try phone.answerCall()
    provider.reportNewIncomingCall(with: second, update: CXCallUpdate()) { _ in }
    try phone.holdHeadsetButton()
    #expect(delegate.calls == [first, first, second])
    #expect(delegate.words.suffix(2) == ["end", "answer"])
    provider.reportNewIncomingCall(with: first, update: CXCallUpdate()) { _ in }
    let before = delegate.words
    provider.reportCall(with: first, endedAt: nil, reason: .unanswered)
    #expect(delegate.words == before)
    try phone.endCallRemotely()
    provider.reportNewIncomingCall(with: first, update: CXCallUpdate()) { _ in }
    try phone.answerCall()
    try phone.holdCall()
    #expect(
      delegate.calls.suffix(2) == [first, first], "the remote party ended the other call")
  }

  @Test func `a delegate with a queue is called there`() async throws {
    let delegate = Delegate()
    let provider = CXProvider(configuration: CXProviderConfiguration(), of: phone.app)
    provider.setDelegate(delegate, queue: .main)
    try phone.receiveCall(hostedBy: phone.app)
    try phone.answerCall()
    await phone.settle()
    #expect(delegate.words == ["answer", "activated otherwise"])
  }

  // MARK: Lifecycle

  @Test func `an app is notified of its lifecycle changes`() async throws {
    let words = Words()
    let names: [Notification.Name] = [
      UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
      UIApplication.willEnterForegroundNotification, UIApplication.didBecomeActiveNotification,
      UIApplication.willTerminateNotification,
    ]
    let observations = names.map { name in
      center.addObserver(forName: name, object: UIApplication.shared, queue: nil) {
        words.all.append(
          $0.name.rawValue.replacing("UIApplication", with: "")
            .replacing("Notification", with: ""))
      }
    }
    try await phone.runAsCurrent {
      #expect(UIApplication.shared.applicationState == .active)
      phone.app.player.play()
      try phone.app.enterBackground()
      #expect(UIApplication.shared.applicationState == .background)
      try phone.app.enterForeground()
      try phone.lock()
      try phone.unlock()
      try phone.app.terminate()
      try phone.app.launch()
    }
    let away = ["WillResignActive", "DidEnterBackground"]
    let back = ["WillEnterForeground", "DidBecomeActive"]
    #expect(words.all == away + back + away + back + ["WillTerminate", "DidBecomeActive"])
    for observation in observations { center.removeObserver(observation) }
  }

  // MARK: Cameras and web views

  @Test func `a capture session uses the app's session, and a private one interrupts it`()
    throws
  {
    phone.app.player.play()
    try phone.app.startCapture()
    #expect(phone.app.session.category == .playAndRecord)
    #expect(phone.app.session.mode == .videoRecording)
    #expect(phone.snapshot.isRecording(phone.app.id))
    try phone.app.stopCapture()
    #expect(!phone.snapshot.isRecording(phone.app.id))
    #expect(phone.app.session.category == .playAndRecord)
    try phone.app.session.setCategory(.playback)
    #expect(throws: NSError.self) { try phone.app.startCapture(.manual) }
    phone.app.player.play()
    try phone.app.startCapture(.privateSession)
    #expect(phone.app.isInterrupted)
    try phone.app.stopCapture(.privateSession)
    #expect(!phone.app.isInterrupted)
  }

  @Test func `a web view plays with a separate session`() throws {
    phone.app.player.play()
    try phone.app.setWebViewPlaying(true)
    #expect(phone.app.isInterrupted && !phone.app.isAudible)
    #expect(throws: RejectedEvent.self) { try phone.app.setWebViewPlaying(true) }
    try phone.app.setWebViewPlaying(false)
    #expect(!phone.app.isInterrupted)
    try phone.receiveCall()
    #expect(throws: NSError.self) { try phone.app.setWebViewPlaying(true) }
    try phone.declineCall()
    try phone.app.terminate()
    #expect(throws: RejectedEvent.self) { try phone.app.setWebViewPlaying(true) }
    #expect(!phone.snapshot.state.device[.webView])
  }
}
