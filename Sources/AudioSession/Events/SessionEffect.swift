/// One of the two directions of sound.
public enum IODirection: Hashable, Sendable, CaseIterable {
  /// Sound from a microphone.
  case input
  /// Sound to a speaker.
  case output
}

/// A set of sound directions: none, one or both.
public struct IODirections: OptionSet, Hashable, Sendable {
  /// One bit for each direction.
  public let rawValue: UInt8

  /// Creates a set from these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates a set that contains one direction.
  public init(_ direction: IODirection) {
    switch direction {
    case .input: self = .input
    case .output: self = .output
    }
  }

  /// Sound from a microphone.
  public static let input = IODirections(rawValue: 1)
  /// Sound to a speaker.
  public static let output = IODirections(rawValue: 2)

  /// Whether the set contains the direction.
  public func contains(_ direction: IODirection) -> Bool {
    isSuperset(of: IODirections(direction))
  }
}

/// The reason why input or output stopped although the app did not stop it.
public enum IOStopReason: String, Hashable, Sendable, CaseIterable {
  /// Another session or the system took over.
  case interrupted
  /// The app deactivated its session.
  case deactivated
  /// The new category does not have that direction.
  case categoryChanged
  /// The current output was unplugged, which pauses system players.
  case outputUnplugged
  /// The hardware format or the route changed, which stops an audio engine.
  case configurationChanged
  /// No input remains to record from.
  case inputUnplugged
  /// The app was suspended.
  case suspended
  /// The app went to the background with a category that does not play there.
  case backgrounded
  /// The app's process ended.
  case terminated
  /// The media services failed.
  case mediaServicesLost
}

/// A change of a property whose observers are notified.
public enum ObservedChange: Hashable, Sendable {
  /// `outputVolume`.
  case outputVolume(from: Double, to: Double)
  /// `isInputAvailable`.
  case isInputAvailable(from: Bool, to: Bool)
  /// `promptStyle`.
  case promptStyle(from: PromptStyle, to: PromptStyle)
}

/// The messages from CallKit to the provider of the app that hosts a call.
///
/// An action precedes its effect on the session. The action tells the app what to prepare or to end, while the audio
/// itself starts and stops with `didActivate` and `didDeactivate`. When the remote party hangs up, no action is
/// performed, because the app itself reports the end of the call. Source: `CXProviderDelegate`, and Apple's sample
/// "VoIP calling with CallKit"; forum thread 758386 for the order.
public enum CallKitMessage: String, Hashable, Sendable, CaseIterable {
  /// Perform `CXStartCallAction`: the user has started a call.
  case startCall
  /// Perform `CXAnswerCallAction`: the user has answered.
  case answerCall
  /// Perform `CXEndCallAction`: the user has declined or hung up.
  case endCall
  /// Perform `CXSetHeldCallAction`: the call is put on hold.
  case holdCall
  /// Perform `CXSetHeldCallAction`: the call is taken off hold.
  case unholdCall
  /// Perform `CXSetMutedCallAction`: the user has muted the call.
  case muteCall
  /// Perform `CXSetMutedCallAction`: the user has unmuted the call.
  case unmuteCall
  /// The system has activated the session: start the audio.
  case didActivate
  /// The system has deactivated the session: stop the audio.
  case didDeactivate
}

/// A set of actions that CallKit asks a provider's delegate to perform.
///
/// A provider can fail any of them.
public struct CallActions: OptionSet, Hashable, Sendable {
  /// One bit for each action, in the order of `CallKitMessage`.
  public let rawValue: UInt16

  /// The actions with these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Creates a set of these actions.
  ///
  /// Messages that are not actions are omitted.
  public init(_ messages: [CallKitMessage]) {
    rawValue = Self.named.reduce(0) { $0 | (messages.contains($1.action) ? $1.bits : 0) }
  }

  private static let named = CallKitMessage.allCases.enumerated()
    .map { (action: $1, bits: UInt16(1) << UInt16($0)) }
    .filter { $0.action != .didActivate && $0.action != .didDeactivate }

  /// Every action.
  public static let all = CallActions(named.map(\.action))

  /// The actions, in the order of `CallKitMessage`.
  public var actions: [CallKitMessage] {
    Self.named.filter { rawValue & $0.bits != 0 }.map(\.action)
  }
}

/// The reason why no app received a remote command.
public enum RemoteRefusal: String, Hashable, Sendable, CaseIterable {
  /// No app is in an audio context.
  case nobodyPlays
  /// The app that is playing does not have a handler for the command.
  case notHandled
  /// The command came from a headset whose button controls a call.
  case callHasButton
}

/// A consequence of an event.
///
/// An event's effects are listed in the order in which they occur.
public enum SessionEffect: Hashable, Sendable {
  /// The system stopped an app's input or output.
  case ioStopped(AppID, IODirection, IOStopReason)
  /// An app's input or output started.
  case ioStarted(AppID, IODirection)
  /// A property that an app may observe has changed.
  case observed(AppID, ObservedChange)
  /// An app is notified.
  case notified(AppID, SessionNotification)
  /// A suspended app will be notified when it runs again.
  case queued(AppID, SessionNotification)
  /// A remote command reaches an app.
  case remoteCommand(AppID, RemoteCommand)
  /// A remote command does not reach any app.
  case remoteIgnored(RemoteCommand, RemoteRefusal)
  /// A remote command waits for the end of its app's interruption, and replaces any earlier command that was waiting.
  case remoteDeferred(AppID, RemoteCommand)
  /// CallKit reports something to the host of a call.
  case callKit(AppID, CallKitMessage)
  /// The delegate of the app's AR session is called.
  case arSession(AppID, ARMessage)
  /// The result of a requested haptic.
  case haptic(AppID, PlayVerdict)
  /// The result of a requested sound, or of a notification's sound.
  case sound(AppID?, SoundClass, PlayVerdict)
  /// The place where a notification of the app is visible from now on.
  case notificationPlaced(AppID, NotificationPlace)
  /// The vibration of an alert or a notification.
  case vibration(AppID?, PlayVerdict)
  /// The system moved an app between foreground, background and suspended.
  case lifecycleChanged(AppID, Lifecycle)
  /// The audible level of an app has changed: 0...1.
  case gainChanged(AppID, from: Double, to: Double)
  /// A method that an app has called returns, or throws.
  case callResult(AppID, SessionErrorCode?)
}
