/// One of the two directions of sound.
public enum IODirection: Hashable, Sendable, CaseIterable {
  /// From a microphone.
  case input
  /// To a speaker.
  case output
}

/// None, one or both of the directions of sound.
public struct IODirections: OptionSet, Hashable, Sendable {
  /// One bit for each direction.
  public let rawValue: UInt8

  /// The directions with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A set of one direction.
  public init(_ direction: IODirection) {
    switch direction {
    case .input: self = .input
    case .output: self = .output
    }
  }

  /// From a microphone.
  public static let input = IODirections(rawValue: 1)
  /// To a speaker.
  public static let output = IODirections(rawValue: 2)

  /// Whether the direction is one of them.
  public func contains(_ direction: IODirection) -> Bool {
    isSuperset(of: IODirections(direction))
  }
}

/// Why input or output stopped without the app stopping it.
public enum IOStopReason: String, Hashable, Sendable, CaseIterable {
  /// Another session or the system took over.
  case interrupted
  /// The app deactivated its session.
  case deactivated
  /// The category that was set does not have that direction.
  case categoryChanged
  /// The output in use was unplugged, upon which players of the system's kind pause.
  case outputUnplugged
  /// The sample rate or the number of channels of the hardware changed, upon which an engine stops.
  case configurationChanged
  /// There is no input left to record from.
  case inputUnplugged
  /// The app was suspended.
  case suspended
  /// The app went to the background with a category that does not sound there.
  case backgrounded
  /// The app died.
  case terminated
  /// The media services died.
  case mediaServicesLost
}

/// A property whose observers are notified.
public enum ObservedChange: Hashable, Sendable {
  /// `outputVolume`.
  case outputVolume(from: Double, to: Double)
  /// `isInputAvailable`.
  case isInputAvailable(from: Bool, to: Bool)
  /// `promptStyle`.
  case promptStyle(from: PromptStyle, to: PromptStyle)
}

/// What CallKit reports to the provider of the app that hosts a call.
///
/// An action comes before what it does to the session: it says what to prepare or to end, and the
/// audio itself starts and stops with `didActivate` and `didDeactivate`. A call that the other end hangs
/// up brings no action: the app reports that itself. Source: `CXProviderDelegate`, and Apple's sample
/// "VoIP calling with CallKit"; forum thread 758386 for that order.
public enum CallKitMessage: String, Hashable, Sendable, CaseIterable {
  /// Perform `CXStartCallAction`: the user calls somebody.
  case startCall
  /// Perform `CXAnswerCallAction`: the user has answered.
  case answerCall
  /// Perform `CXEndCallAction`: the user has declined or hung up.
  case endCall
  /// Perform `CXSetHeldCallAction`: the call goes on hold.
  case holdCall
  /// Perform `CXSetHeldCallAction`: it is taken off hold.
  case unholdCall
  /// Perform `CXSetMutedCallAction`: the user has muted the call.
  case muteCall
  /// Perform `CXSetMutedCallAction`: the user has unmuted it.
  case unmuteCall
  /// The system has activated the session: start the audio.
  case didActivate
  /// The system has deactivated it: stop the audio.
  case didDeactivate
}

/// Actions that a provider's delegate is asked to perform, of which it can fail some.
public struct CallActions: OptionSet, Hashable, Sendable {
  /// One bit for each action, in the order of `CallKitMessage`.
  public let rawValue: UInt16

  /// The actions with these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Just these actions; what is no action is left out.
  public init(_ messages: [CallKitMessage]) {
    rawValue = Self.named.reduce(0) { $0 | (messages.contains($1.action) ? $1.bits : 0) }
  }

  private static let named = CallKitMessage.allCases.enumerated()
    .map { (action: $1, bits: UInt16(1) << UInt16($0)) }
    .filter { $0.action != .didActivate && $0.action != .didDeactivate }

  /// Every action there is.
  public static let all = CallActions(named.map(\.action))

  /// The actions, in the order of `CallKitMessage`.
  public var actions: [CallKitMessage] {
    Self.named.filter { rawValue & $0.bits != 0 }.map(\.action)
  }
}

/// Why nobody received a remote command.
public enum RemoteRefusal: String, Hashable, Sendable, CaseIterable {
  /// No app is in an audio context.
  case nobodyPlays
  /// The app that plays has no handler for it.
  case notHandled
  /// The command came from a headset, whose button a call has.
  case callHasButton
}

/// What follows from an event, in order.
public enum SessionEffect: Hashable, Sendable {
  /// The system stopped an app's input or output.
  case ioStopped(AppID, IODirection, IOStopReason)
  /// An app's input or output started.
  case ioStarted(AppID, IODirection)
  /// A property changed that an app may observe.
  case observed(AppID, ObservedChange)
  /// An app is notified.
  case notified(AppID, SessionNotification)
  /// A suspended app will be notified when it runs again.
  case queued(AppID, SessionNotification)
  /// A remote command reaches an app.
  case remoteCommand(AppID, RemoteCommand)
  /// A remote command reaches nobody.
  case remoteIgnored(RemoteCommand, RemoteRefusal)
  /// A remote command waits for the end of its app's interruption; it replaces an earlier one.
  case remoteDeferred(AppID, RemoteCommand)
  /// CallKit reports something to the host of a call.
  case callKit(AppID, CallKitMessage)
  /// The delegate of the app's AR session is called.
  case arSession(AppID, ARMessage)
  /// What becomes of a haptic that was asked for.
  case haptic(AppID, PlayVerdict)
  /// What becomes of a sound that was asked for, or of that of a notification.
  case sound(AppID?, SoundClass, PlayVerdict)
  /// Where a notification of the app's is to be seen from now on.
  case notificationPlaced(AppID, NotificationPlace)
  /// The vibration of an alert or a notification.
  case vibration(AppID?, PlayVerdict)
  /// The system moved an app between foreground, background and suspended.
  case lifecycleChanged(AppID, Lifecycle)
  /// How loud an app is heard has changed: 0...1.
  case gainChanged(AppID, from: Double, to: Double)
  /// A call of an app returns, or throws.
  case callResult(AppID, SessionErrorCode?)
}
