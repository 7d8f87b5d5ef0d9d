public import Foundation
internal import Realtime

/// The appearance and capabilities of a provider's calls.
///
/// A simulated phone stores them, but they have no effect.
///
/// Source: `CXProviderConfiguration.h` for the default values.
///
/// - Thread: one at a time. A provider keeps a separate copy.
open class CXProviderConfiguration: NSObject, @unchecked Sendable {
  /// The name of the provider; deprecated in iOS 14.
  public let localizedName: String?
  /// The name of the app's ringtone file; nil for the system's tone.
  public var ringtoneSound: String?
  /// The image of the app's button.
  public var iconTemplateImageData: Data?
  /// The maximum number of call groups.
  public var maximumCallGroups = 2
  /// The maximum number of calls in a group.
  public var maximumCallsPerCallGroup = 5
  /// Whether calls are included in the list of recent calls.
  public var includesCallsInRecents = true
  /// Whether video calls are supported.
  public var supportsVideo = false
  /// The types of handle that the app can call.
  public var supportedHandleTypes: Set<CXHandle.HandleType> = []

  /// Creates a default configuration.
  public override init() { localizedName = nil }

  /// Creates a default configuration with a name; deprecated in iOS 14.
  public init(localizedName: String) { self.localizedName = localizedName }

  private init(_ name: String?) { localizedName = name }

  /// Returns a copy with the current values.
  func duplicate() -> CXProviderConfiguration {
    let copy = CXProviderConfiguration(localizedName)
    copy.ringtoneSound = ringtoneSound
    copy.iconTemplateImageData = iconTemplateImageData
    copy.maximumCallGroups = maximumCallGroups
    copy.maximumCallsPerCallGroup = maximumCallsPerCallGroup
    copy.includesCallsInRecents = includesCallsInRecents
    copy.supportsVideo = supportsVideo
    copy.supportedHandleTypes = supportedHandleTypes
    return copy
  }
}

/// A provider's state, except for its calls.
struct CXProviderState: Sendable {
  var configuration: CXProviderConfiguration
  var isInvalid = false
}

extension CXProvider {
  /// The configuration, as a copy.
  public var configuration: CXProviderConfiguration {
    get { state.withLock { $0.configuration.duplicate() } }
    set {
      let copy = newValue.duplicate()
      state.withLock { $0.configuration = copy }
    }
  }

  /// Ends the calls of the app, and stops notifying the delegate.
  ///
  /// Source: the page of the method: "Invalidates the provider and completes all active calls with an error. After a
  /// receiver is invalidated, no additional messages are sent to its delegate."
  public func invalidate() {
    state.withLock { $0.isInvalid = true }
    app.calls.setDelegate(nil, nil)
    app.calls.endAll(of: app)
  }

  /// A call arrives and rings, as with `reportNewIncomingCall(with:update:completion:)`.
  ///
  /// - Parameters:
  ///   - uuid: the app's identifier for the call.
  ///   - update: the properties of the call, which do not affect the outcome.
  /// - Throws: `CXErrorCodeIncomingCallError` if the call cannot ring now.
  public func reportNewIncomingCall(with uuid: UUID, update: CXCallUpdate) async throws {
    var failure: (any Error)?
    reportNewIncomingCall(with: uuid, update: update) { failure = $0 }
    if let failure { throw failure }
  }

  /// The transactions with actions that the delegate has neither fulfilled nor failed.
  public var pendingTransactions: [CXTransaction] { app.calls.pendingTransactions }

  /// The incomplete actions of one class on a call.
  ///
  /// - Parameters:
  ///   - callActionClass: the class, such as `CXAnswerCallAction.self`.
  ///   - callUUID: the call.
  /// - Returns: the actions, in the order in which they were requested.
  public func pendingCallActions(
    of callActionClass: AnyClass, withCall callUUID: UUID
  ) -> [CXCallAction] {
    pendingTransactions.flatMap(\.actions).compactMap { $0 as? CXCallAction }.filter {
      !$0.isComplete && $0.callUUID == callUUID && $0.isKind(of: callActionClass)
    }
  }

  /// Updates a call.
  ///
  /// Of the update's properties, only `supportsHolding` has an effect.
  public func reportCall(with uuid: UUID, updated update: CXCallUpdate) {
    app.calls.note(update, of: uuid)
  }
}

extension CXCallController {
  /// Requests one action, like `request(_:completion:)`.
  public func requestTransaction(
    with action: CXAction, completion: @escaping ((any Error)?) -> Void
  ) {
    request(CXTransaction(action: action), completion: completion)
  }

  /// Requests several actions, like `request(_:completion:)`.
  public func requestTransaction(
    with actions: [CXAction], completion: @escaping ((any Error)?) -> Void
  ) {
    request(CXTransaction(actions: actions), completion: completion)
  }

  /// Performs the actions.
  ///
  /// - Throws: `CXErrorCodeRequestTransactionError` if an action is impossible now. The actions before that action have
  ///   happened.
  public func request(_ transaction: CXTransaction) async throws {
    if let failure = perform(transaction) { throw failure }
  }

  /// The calls of the phone as this app sees them: always the same object.
  public var callObserver: CXCallObserver { app.callObserver }
}
