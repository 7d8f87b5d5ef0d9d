import AudioSessionTesting
import Dispatch
import Foundation
import PhoneRuntime
import Testing

/// CallKit as iPhone apps use it, on the shared instances.
struct CallKitFaceTests {
  /// A call manager such as every app with calls has.
  private final class CallManager: NSObject, CXProviderDelegate, @unchecked Sendable {
    let provider: CXProvider
    let controller = CXCallController()
    var words: [String] = []

    override init() {
      let configuration = CXProviderConfiguration(localizedName: "Telephone")
      configuration.supportsVideo = false
      configuration.maximumCallGroups = 1
      configuration.maximumCallsPerCallGroup = 1
      configuration.supportedHandleTypes = [.generic, .phoneNumber]
      configuration.includesCallsInRecents = false
      configuration.ringtoneSound = "ring.caf"
      configuration.iconTemplateImageData = Data([1])
      provider = CXProvider(configuration: configuration)
      super.init()
      provider.setDelegate(self, queue: nil)
    }

    func reportIncomingCall(_ uuid: UUID, completion: @escaping ((any Error)?) -> Void) {
      let update = CXCallUpdate()
      update.remoteHandle = CXHandle(type: .generic, value: "Ada")
      update.localizedCallerName = "Ada"
      update.supportsHolding = true
      update.supportsGrouping = false
      update.supportsUngrouping = false
      update.supportsDTMF = true
      update.hasVideo = false
      provider.reportNewIncomingCall(with: uuid, update: update, completion: completion)
      provider.reportCall(with: uuid, updated: update)
    }

    func request(_ action: CXAction) {
      let transaction = CXTransaction()
      transaction.addAction(action)
      controller.request(transaction) { error in
        if let error { self.words.append("\(error)") }
      }
    }

    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
      words.append("start")
      action.fulfill(withDateStarted: Date())
    }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
      words.append("answer")
      action.fulfill(withDateConnected: Date())
    }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
      words.append("end")
      action.fulfill(withDateEnded: Date())
    }
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
      words.append("digits \(action.digits)")
      action.type == .singleTone ? action.fulfill() : action.fail()
    }
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
      words.append("timeout \(action.uuid)")
    }
  }

  private final class Watcher: CXCallObserverDelegate, @unchecked Sendable {
    var words: [String] = []
    var calls: [UUID] = []

    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
      calls.append(call.uuid)
      words.append(
        [
          call.isOutgoing ? "outgoing" : "incoming", call.hasConnected ? "connected" : nil,
          call.isOnHold ? "on hold" : nil, call.hasEnded ? "ended" : nil,
        ].compactMap { $0 }.joined(separator: " "))
    }
  }

  private func phone() throws -> SimulatedPhone {
    try SimulatedPhone(notificationCenter: NotificationCenter())
  }

  @Test func `a typical provider receives a call, plays digits, and ends the call`() async throws {
    let phone = try phone()
    try await phone.runAsCurrent {
      let manager = CallManager()
      let configuration = manager.provider.configuration
      #expect(configuration.supportedHandleTypes == [.generic, .phoneNumber])
      #expect(configuration.localizedName == "Telephone" && configuration.maximumCallGroups == 1)
      configuration.maximumCallGroups = 3
      #expect(manager.provider.configuration.maximumCallGroups == 1, "it has a copy")
      manager.provider.configuration = configuration
      #expect(manager.provider.configuration.maximumCallGroups == 3)

      let call = UUID()
      manager.reportIncomingCall(call) { #expect($0 == nil) }
      try phone.answerCall()
      let digits = CXPlayDTMFCallAction(call: call, digits: "42", type: .singleTone)
      manager.request(digits)
      let transaction = CXTransaction(action: digits)
      #expect(digits.isComplete && transaction.isComplete && transaction.actions.count == 1)
      manager.controller.requestTransaction(with: CXEndCallAction(call: call)) {
        #expect($0 == nil)
      }
      #expect(manager.words == ["answer", "digits 42", "end"])
      await #expect(throws: CXErrorCodeRequestTransactionError.self) {
        try await manager.controller.request(CXTransaction(action: CXAnswerCallAction(call: call)))
      }
    }
  }

  @Test func `a call whose update disallows holding is not held`() async throws {
    for (isSet, canBeHeld) in [(false, true), (true, false)] {
      let phone = try phone()
      try await phone.runAsCurrent {
        let (manager, call) = (CallManager(), UUID())
        let update = CXCallUpdate()
        #expect(!update.supportsHolding)
        if isSet { update.supportsHolding = false }
        try await manager.provider.reportNewIncomingCall(with: call, update: update)
        try phone.answerCall()
        if canBeHeld {
          try phone.holdCall()
        } else {
          #expect(throws: RejectedEvent.self) { try phone.holdCall() }
          await #expect(throws: CXErrorCodeRequestTransactionError.self) {
            try await manager.controller.request(
              CXTransaction(action: CXSetHeldCallAction(call: call, onHold: true)))
          }
          update.supportsHolding = true
          manager.provider.reportCall(with: call, updated: update)
          try phone.holdCall()
        }
        #expect(phone.app.callPhases == [.held])
      }
    }
  }

  @Test func `an action fails if the call belongs to another app or is in another phase`()
    async throws
  {
    let phone = try phone()
    try await phone.runAsCurrent {
      let manager = CallManager()
      try phone.receiveCall()
      for action in [
        CXAnswerCallAction(call: UUID()), CXEndCallAction(call: UUID()),
        CXSetHeldCallAction(call: UUID(), onHold: true),
      ] {
        await #expect(throws: CXErrorCodeRequestTransactionError.self) {
          try await manager.controller.request(CXTransaction(action: action))
        }
      }
      // The phone's own call still rings.
      #expect(phone.snapshot.state.device.calls.calls.map(\.phase) == [.ringing])
      // Holding a ringing call does not hold the active one.
      try phone.answerCall()
      let waiting = UUID()
      manager.reportIncomingCall(waiting) { #expect($0 == nil) }
      await #expect(throws: CXErrorCodeRequestTransactionError.self) {
        try await manager.controller.request(
          CXTransaction(action: CXSetHeldCallAction(call: waiting, onHold: true)))
      }
      #expect(phone.snapshot.state.device.calls.calls.map(\.phase) == [.active, .ringing])
      try phone.declineCall()
      try phone.endCall()
      let call = UUID()
      manager.reportIncomingCall(call) { #expect($0 == nil) }
      try phone.answerCall()
      await #expect(throws: CXErrorCodeRequestTransactionError.self) {
        try await manager.controller.request(CXTransaction(action: CXAnswerCallAction(call: call)))
      }
      try await manager.controller.request(CXTransaction(action: CXEndCallAction(call: call)))
      #expect(!phone.snapshot.state.device.calls.isUp)
    }
  }

  @Test
  func
    `a call with the identifier of a ringing call is refused, and the ringing call can still end`()
    async throws
  {
    let phone = try phone()
    await phone.runAsCurrent {
      let manager = CallManager()
      let call = UUID()
      manager.reportIncomingCall(call) { #expect($0 == nil) }
      var failure: (any Error)?
      manager.reportIncomingCall(call) { failure = $0 }
      #expect(failure is CXErrorCodeIncomingCallError)
      #expect(phone.app.callPhases == [.ringing])
      manager.provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
      #expect(phone.app.callPhases == [])
    }
  }

  @Test func `a controller with a queue calls completions there`() async throws {
    let phone = try phone()
    await phone.runAsCurrent {
      let queue = DispatchQueue(label: "calls")
      let controller = CXCallController(queue: queue)
      let failure: (any Error)? = await withCheckedContinuation { continuation in
        controller.requestTransaction(with: [CXAnswerCallAction(call: UUID())]) { error in
          dispatchPrecondition(condition: .onQueue(queue))
          continuation.resume(returning: error)
        }
      }
      #expect(failure is CXErrorCodeRequestTransactionError)
    }
  }

  @Test func `invalidating a provider ends its calls silently and rejects new ones`()
    async throws
  {
    let phone = try phone()
    try await phone.runAsCurrent {
      let manager = CallManager()
      manager.reportIncomingCall(UUID()) { #expect($0 == nil) }
      try phone.answerCall()
      #expect(manager.words == ["answer"] && phone.snapshot.state.device.calls.isUp)
      manager.provider.invalidate()
      #expect(!phone.snapshot.state.device.calls.isUp)
      #expect(manager.words == ["answer"])
      var failure: (any Error)?
      manager.reportIncomingCall(UUID()) { failure = $0 }
      #expect(failure != nil && !phone.snapshot.state.device.calls.isUp)
      await #expect(throws: CXErrorCodeIncomingCallError.self) {
        try await manager.provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate())
      }
      // Calls of other hosts are not affected.
      try phone.receiveCall()
      manager.provider.invalidate()
      #expect(phone.snapshot.state.device.calls.isUp)
    }
  }

  // MARK: Actions that fail

  /// A delegate that records its actions and fails them, or fulfills them if `fails` is false.
  private final class Failing: CXProviderDelegate, @unchecked Sendable {
    var fails = true
    var words: [String] = []
    var last: CXAction?

    private func end(_ action: CXAction, _ word: String) {
      words.append(word)
      last = action
      if fails { action.fail() } else { action.fulfill() }
    }

    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
      end(action, "start")
    }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
      end(action, "answer")
    }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { end(action, "end") }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
      end(action, action.isOnHold ? "hold" : "unhold")
    }
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
      end(action, action.isMuted ? "mute" : "unmute")
    }
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
      words.append("active")
    }
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
      words.append("inactive")
    }
  }

  private func provider(_ phone: SimulatedPhone, _ delegate: Failing) -> CXProvider {
    let configuration = CXProviderConfiguration(localizedName: "Telephone")
    let provider = CXProvider(configuration: configuration, of: phone.app)
    provider.setDelegate(delegate, queue: nil)
    return provider
  }

  @Test func `a call ends if its delegate fails to answer or start it`() throws {
    let (phone, delegate) = (try phone(), Failing())
    let provider = provider(phone, delegate)
    let call = UUID()
    try phone.receiveCall(hostedBy: phone.app)
    try phone.answerCall()
    #expect(phone.app.callPhases == [] && delegate.words == ["answer", "active", "inactive"])
    try phone.startCall(hostedBy: phone.app)
    #expect(phone.app.callPhases == [])
    #expect(!phone.app.isActive)
    delegate.fails = false
    var failure: (any Error)?
    provider.reportNewIncomingCall(with: call, update: CXCallUpdate()) { failure = $0 }
    #expect(failure == nil, "the identifiers of the other two are forgotten")
    try phone.answerCall()
    #expect((delegate.last as? CXAnswerCallAction)?.callUUID == call)
  }

  @Test func `a call keeps its state if its delegate fails to hold, resume or mute it`() throws {
    let (phone, delegate) = (try phone(), Failing())
    let provider = provider(phone, delegate)
    delegate.fails = false
    try phone.startCall(hostedBy: phone.app)
    let call = (delegate.last as? CXStartCallAction)?.callUUID
    delegate.fails = true
    try phone.holdCall()
    #expect(phone.app.callPhases == [.active] && phone.app.isActive)
    try phone.muteCall(true)
    #expect(phone.snapshot.state.device.calls.first?.isMuted == false)
    delegate.fails = false
    try phone.holdCall()
    delegate.fails = true
    try phone.resumeCall()
    #expect(phone.app.callPhases == [.held] && !phone.app.isActive)
    delegate.fails = false
    try phone.resumeCall()
    #expect((delegate.last as? CXSetHeldCallAction)?.callUUID == call)
    #expect(phone.app.callPhases == [.active])
    try phone.endCall()
    _ = provider
  }

  @Test func `failing an action after fulfilling it, or a second time, does not undo it`() throws {
    let (phone, delegate) = (try phone(), Failing())
    let provider = provider(phone, delegate)
    delegate.fails = false
    try phone.startCall(hostedBy: phone.app)
    delegate.last?.fail()
    #expect(phone.app.callPhases == [.active])
    try phone.holdCall()
    let hold = delegate.last
    delegate.fails = true
    try phone.endCall()
    #expect(phone.app.callPhases == [], "an ended call stays ended")
    delegate.fails = false
    try phone.startCall(hostedBy: phone.app)
    hold?.fail()
    #expect(phone.app.callPhases == [.active])
    _ = provider
  }

  @Test func `a delegate may fail an action later`() throws {
    let (phone, delegate) = (try phone(), Later())
    let configuration = CXProviderConfiguration(localizedName: "Telephone")
    let provider = CXProvider(configuration: configuration, of: phone.app)
    provider.setDelegate(delegate, queue: nil)
    try phone.receiveCall(hostedBy: phone.app)
    try phone.answerCall()
    phone.advance(by: 3)
    #expect(phone.app.callPhases == [.active])
    delegate.action?.fail()
    delegate.action?.fail()
    #expect(phone.app.callPhases == [] && delegate.action?.isComplete == true)
  }

  private final class Later: CXProviderDelegate, @unchecked Sendable {
    var action: CXAction?

    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
      self.action = action
    }
  }

  // MARK: Observing calls

  @Test func `an app without calls sees the calls of others begin, change and end`() async throws {
    let phone = try phone()
    try await phone.runAsCurrent {
      let (observer, watcher) = (CXCallObserver(), Watcher())
      observer.setDelegate(watcher, queue: nil)
      #expect(observer.calls.isEmpty)
      try phone.receiveCall()
      #expect(observer.calls.map(\.hasConnected) == [false])
      try phone.answerCall()
      try phone.receiveCall(hostedBy: phone.otherApp)
      try phone.answerCall()
      #expect(observer.calls.map(\.isOnHold) == [true, false])
      try phone.swapCalls()
      try phone.endCall()
      #expect(observer.calls.count == 1)
      try phone.endCallRemotely()
      try phone.startCall()
      try phone.endCall()
      #expect(
        watcher.words
          == [
            "incoming", "incoming connected",
            "incoming", "incoming connected on hold", "incoming connected",
            "incoming connected", "incoming connected on hold",
            "incoming connected ended", "incoming connected", "incoming connected ended",
            "outgoing connected", "outgoing connected ended",
          ])
      let first = watcher.calls[0]
      let second = watcher.calls[2]
      #expect(first != second)
      #expect(
        watcher.calls.prefix(9).map { $0 == first ? 1 : $0 == second ? 2 : 0 }
          == [1, 1, 2, 1, 2, 1, 2, 1, 2])
    }
  }

  @Test func `the app's own call keeps its identifier, and a declined call has never connected`()
    async throws
  {
    let phone = try phone()
    try await phone.runAsCurrent {
      let manager = CallManager()
      let watcher = Watcher()
      let observer = manager.controller.callObserver
      #expect(observer === manager.controller.callObserver)
      observer.setDelegate(watcher, queue: nil)
      let (declined, started) = (UUID(), UUID())
      manager.reportIncomingCall(declined) { #expect($0 == nil) }
      try phone.declineCall()
      manager.request(
        CXStartCallAction(call: started, handle: CXHandle(type: .generic, value: "Ada")))
      #expect(observer.calls.map(\.uuid) == [started])
      #expect(watcher.words == ["incoming", "incoming ended", "outgoing connected"])
      #expect(watcher.calls == [declined, declined, started])
      try phone.app.suspend()
      try phone.endCallRemotely()
      #expect(watcher.calls.count == 3, "the app is not running")
    }
  }

  @Test func `an observer distinguishes two calls of one app`()
    async throws
  {
    let phone = try phone()
    try await phone.runAsCurrent {
      let manager = CallManager()
      let observer = manager.controller.callObserver
      let (first, second) = (UUID(), UUID())
      manager.reportIncomingCall(first) { #expect($0 == nil) }
      try phone.answerCall()
      manager.reportIncomingCall(second) { #expect($0 == nil) }
      #expect(observer.calls.map(\.uuid) == [first, second])
      try phone.answerCall()
      #expect(observer.calls.map(\.isOnHold) == [true, false])
      try phone.endCallRemotely(in: .held)
      #expect(observer.calls.map(\.uuid) == [second])
      manager.reportIncomingCall(first) { #expect($0 == nil) }
      try phone.endCallRemotely(in: .ringing)
      #expect(observer.calls.map(\.uuid) == [second])
    }
  }

  @Test func `a call that precedes the first observer is seen, and a call ends with its app`()
    async throws
  {
    let phone = try phone()
    try await phone.runAsCurrent {
      try phone.receiveCall()
      try phone.answerCall()
      try phone.startCall(hostedBy: phone.otherApp)
      let (observer, watcher) = (CXCallObserver(), Watcher())
      observer.setDelegate(watcher, queue: .main)
      #expect(observer.calls.map(\.isOnHold) == [true, false])
      let theirs = observer.calls[1]
      try phone.otherApp.terminate()
      await phone.settle()
      #expect(watcher.words.contains("outgoing connected ended"))
      #expect(watcher.calls.contains(theirs.uuid))
      #expect(observer.calls.count == 1 && !observer.calls[0].isEqual(to: theirs))
    }
  }

  @Test func `ending the app's call does not end a call unknown to its delegate`()
    throws
  {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter(), delivery: .queued)
    let provider = CXProvider(
      configuration: CXProviderConfiguration(localizedName: "Telephone"), of: phone.app)
    let uuid = UUID()
    provider.reportNewIncomingCall(with: uuid, update: CXCallUpdate()) { _ in }
    try phone.answerCall()
    phone.settle()
    // Answering puts the app's call on hold, and the delegate is not notified yet.
    try phone.receiveCall()
    try phone.answerCall()
    provider.reportCall(with: uuid, endedAt: nil, reason: .remoteEnded)
    #expect(phone.snapshot.state.device.calls.calls.map(\.host) == [.phone])
    phone.settle()
    #expect(phone.snapshot.state.device.calls.calls.map(\.host) == [.phone])
  }
}
