import AudioSessionTesting
import Foundation
import PhoneRuntime
import Testing

/// The actions that CallKit passes to an app: transactions, time-outs and errors.
struct CallActionTests {
  /// A delegate that fulfills actions if `fulfills` is true, and otherwise keeps them.
  private final class Delegate: CXProviderDelegate, @unchecked Sendable {
    var fulfills = true
    var handlesTransactions = false
    var words: [String] = []
    var last: CXAction?

    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
      words.append("execute \(transaction.actions.count)")
      return handlesTransactions
    }
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
      note("start \(action.handle.value)", action)
    }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
      note("answer", action)
    }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { note("end", action) }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
      note(action.isOnHold ? "hold" : "unhold", action)
    }
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
      note("group", action)
    }
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
      words.append("time-out of \(type(of: action))")
    }

    private func note(_ word: String, _ action: CXAction) {
      words.append(word)
      last = action
      if fulfills { action.fulfill() }
    }
  }

  private let phone: SimulatedPhone
  private let delegate = Delegate()
  private let provider: CXProvider
  private let controller: CXCallController

  init() throws {
    phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    provider = CXProvider(configuration: CXProviderConfiguration(), of: phone.app)
    provider.setDelegate(delegate, queue: nil)
    controller = CXCallController(of: phone.app)
  }

  private func request(_ actions: CXAction...) -> CXErrorCodeRequestTransactionError.Code? {
    var failure: (any Error)?
    controller.request(CXTransaction(actions: actions)) { failure = $0 }
    return (failure as? CXErrorCodeRequestTransactionError)?.code
  }

  private func start(_ uuid: UUID = UUID()) -> CXStartCallAction {
    CXStartCallAction(call: uuid, handle: CXHandle(type: .phoneNumber, value: "42"))
  }

  @Test func `a delegate receives the action that the app has requested`() {
    let action = start()
    #expect(request(action) == nil)
    #expect(delegate.last === action && delegate.words == ["execute 1", "start 42"])
  }

  @Test func `a delegate can perform a whole transaction, of which it is asked once`() throws {
    let (first, second) = (UUID(), UUID())
    #expect(request(start(first)) == nil)
    #expect(request(start(second)) == nil)
    delegate.handlesTransactions = true
    delegate.words = []
    let actions = [
      CXSetHeldCallAction(call: second, onHold: true),
      CXSetHeldCallAction(call: first, onHold: false),
    ]
    #expect(request(actions[0], actions[1]) == nil)
    #expect(delegate.words == ["execute 2"])
    #expect(provider.pendingTransactions.map(\.actions) == [actions])
    for action in actions { action.fulfill() }
    #expect(provider.pendingTransactions.isEmpty)
  }

  /// Source: github.com/voximplant/flutter_callkit/issues/12: after one minute, the time-out, then the end of the call.
  @Test func `an answer that is never fulfilled times out, and the call ends`() throws {
    let call = UUID()
    provider.reportNewIncomingCall(with: call, update: CXCallUpdate()) { #expect($0 == nil) }
    delegate.fulfills = false
    try phone.answerCall()
    let answer = try #require(delegate.last)
    #expect(provider.pendingCallActions(of: CXAnswerCallAction.self, withCall: call) == [answer])
    #expect(provider.pendingCallActions(of: CXEndCallAction.self, withCall: call) == [])
    phone.advance(by: 59.9)
    #expect(delegate.words == ["execute 1", "answer"] && phone.app.callPhases == [.active])
    phone.advance(by: 0.1)
    #expect(
      delegate.words == [
        "execute 1", "answer", "time-out of CXAnswerCallAction", "execute 1", "end",
      ])
    #expect(phone.app.callPhases == [] && answer.isComplete)
  }

  @Test func `a hold that is never fulfilled times out, and the call continues`() throws {
    #expect(request(start()) == nil)
    delegate.fulfills = false
    try phone.holdCall()
    phone.advance(by: 60)
    #expect(delegate.words.last == "time-out of CXSetHeldCallAction")
    #expect(phone.app.callPhases == [.active])
  }

  @Test func `an action that was fulfilled does not time out`() throws {
    #expect(request(start()) == nil)
    phone.advance(by: 100)
    #expect(delegate.words == ["execute 1", "start 42"] && phone.app.callPhases == [.active])
  }

  @Test func `only the delegate is asked to join calls`() {
    let (first, second) = (UUID(), UUID())
    #expect(request(start(first)) == nil)
    #expect(request(start(second)) == nil)
    #expect(request(CXSetGroupCallAction(call: first, callUUIDToGroupWith: second)) == nil)
    #expect(delegate.words.last == "group" && phone.app.callPhases == [.held, .active])
    #expect(
      request(CXSetGroupCallAction(call: first, callUUIDToGroupWith: UUID())) == .unknownCallUUID)
  }

  /// Source: the pages of the cases of `CXErrorCodeRequestTransactionError.Code`.
  @Test func `a refused request has the code that Apple documents`() throws {
    let call = UUID()
    #expect(request() == .emptyTransaction)
    #expect(request(CXEndCallAction(call: call)) == .unknownCallUUID)
    #expect(request(start(call)) == nil)
    #expect(request(start(call)) == .callUUIDAlreadyExists)
    #expect(request(CXAnswerCallAction(call: call)) == .invalidAction)
    #expect(request(start()) == nil)
    #expect(request(start()) == .maximumCallGroupsReached)
    let other = CXCallController(of: phone.otherApp)
    other.requestTransaction(with: start()) {
      #expect(($0 as? CXErrorCodeRequestTransactionError)?.code == .unknownCallProvider)
    }
  }

  @Test func `errors of CallKit cast to NSError and back`() async {
    do {
      try await controller.request(CXTransaction(action: CXEndCallAction(call: UUID())))
      Issue.record("an unknown call has ended")
    } catch let error as NSError {
      #expect(error.domain == "com.apple.CallKit.error.requesttransaction" && error.code == 4)
      #expect(error as? CXErrorCodeRequestTransactionError != nil)
      #expect(error as? CXErrorCodeIncomingCallError == nil)
    }
    do {
      try await controller.request(CXTransaction())
    } catch CXErrorCodeRequestTransactionError.emptyTransaction {
      return
    } catch {
      Issue.record(error)
    }
    Issue.record("an empty transaction was performed")
  }

  @Test func `handles with the same type and value are equal`() {
    let handle = CXHandle(type: .generic, value: "Ada")
    #expect(handle == CXHandle(type: .generic, value: "Ada"))
    #expect(handle != CXHandle(type: .emailAddress, value: "Ada"))
  }

  @Test func `an incomplete action does not keep its phone`() throws {
    weak var runtime: PhoneRuntime?
    do {
      let (phone, delegate) = (try SimulatedPhone(), Delegate())
      delegate.fulfills = false
      let provider = CXProvider(configuration: CXProviderConfiguration(), of: phone.app)
      provider.setDelegate(delegate, queue: nil)
      try phone.receiveCall(hostedBy: phone.app)
      try phone.answerCall()
      #expect(delegate.last?.isComplete == false)
      runtime = phone.runtime
    }
    #expect(runtime == nil)
  }
}
