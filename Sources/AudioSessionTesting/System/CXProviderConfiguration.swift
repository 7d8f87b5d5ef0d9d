public import Foundation
internal import Realtime

/// How the calls of a provider look and what they can do: stored, and without effect on a simulated phone.
///
/// Source: `CXProviderConfiguration.h` for what is so at first.
///
/// - Thread: one at a time. A provider has a copy of its own.
public final class CXProviderConfiguration: @unchecked Sendable {
  /// The name of the provider; deprecated in 14.
  public let localizedName: String?
  /// The file of the app's that rings; nil for the system's tone.
  public var ringtoneSound: String?
  /// The picture of the app's button.
  public var iconTemplateImageData: Data?
  /// How many groups of calls there may be.
  public var maximumCallGroups = 2
  /// How many calls a group may have.
  public var maximumCallsPerCallGroup = 5
  /// Whether calls are listed among the recent ones.
  public var includesCallsInRecents = true
  /// Whether there are video calls.
  public var supportsVideo = false
  /// What the app can call.
  public var supportedHandleTypes: Set<CXHandle.HandleType> = []

  /// The usual looks.
  public init() { localizedName = nil }

  /// The usual looks, with a name; deprecated in 14.
  public init(localizedName: String) { self.localizedName = localizedName }

  private init(_ name: String?) { localizedName = name }

  /// Another one that is the same now.
  func copy() -> CXProviderConfiguration {
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

/// What a provider is apart from its calls.
struct CXProviderState: Sendable {
  var configuration: CXProviderConfiguration
  var isInvalid = false
}

extension CXProvider {
  /// The look of the calls, as a copy.
  public var configuration: CXProviderConfiguration {
    get { state.withLock { $0.configuration.copy() } }
    set {
      let copy = newValue.copy()
      state.withLock { $0.configuration = copy }
    }
  }

  /// Ends the calls of the app, and notifies the delegate of nothing any more.
  ///
  /// Source: the page of the method: "Invalidates the provider and completes all active calls with an error. After
  /// a receiver is invalidated, no additional messages are sent to its delegate."
  public func invalidate() {
    state.withLock { $0.isInvalid = true }
    app.calls.setDelegate(nil, nil)
    app.calls.endAll(of: app)
  }

  /// A call comes in and rings, as `reportNewIncomingCall(with:update:completion:)` has it.
  ///
  /// - Parameters:
  ///   - uuid: the app's identifier of the call.
  ///   - update: what is known of it; nothing depends on that.
  /// - Throws: `RejectedEvent` if it cannot ring now.
  public func reportNewIncomingCall(with uuid: UUID, update: CXCallUpdate) async throws {
    var failure: (any Error)?
    reportNewIncomingCall(with: uuid, update: update) { failure = $0 }
    if let failure { throw failure }
  }

  /// More is known of a call, of which nothing matters but whether it can be put on hold.
  public func reportCall(with uuid: UUID, updated update: CXCallUpdate) {
    app.calls.note(update, of: uuid)
  }
}

extension CXCallController {
  /// Requests one action, as `request(_:completion:)` has it.
  public func requestTransaction(
    with action: CXAction, completion: @escaping ((any Error)?) -> Void
  ) {
    request(CXTransaction(action: action), completion: completion)
  }

  /// Requests some actions, as `request(_:completion:)` has it.
  public func requestTransaction(
    with actions: [CXAction], completion: @escaping ((any Error)?) -> Void
  ) {
    request(CXTransaction(actions: actions), completion: completion)
  }

  /// Lets the actions happen.
  ///
  /// - Throws: `RejectedEvent` if one of them makes no sense now; those before it have happened.
  public func request(_ transaction: CXTransaction) async throws {
    if let failure = perform(transaction) { throw failure }
  }

  /// The calls of the phone, as this app sees them: always the same object.
  public var callObserver: CXCallObserver { app.callObserver }
}
