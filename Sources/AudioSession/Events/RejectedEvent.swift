/// Why an event makes no sense in the present state.
///
/// Nothing has changed. These are mistakes of the phone's caller, not errors that a session gives.
public enum RejectedEvent: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such app.
  case unknownApp(AppID)
  /// The app cannot call: it is suspended or terminated.
  case callerNotRunning(AppID, Lifecycle)
  /// From this lifecycle that change is not possible.
  case lifecycle(AppID, from: Lifecycle, to: Lifecycle)
  /// While the phone is locked no app comes to the foreground.
  case deviceLocked(AppID)
  /// A call already rings.
  case alreadyRinging
  /// There are two calls already, whoever hosts them, and a third one is not simulated.
  case tooManyCalls
  /// There is no call in one of those phases.
  case noCall(CallPhase)
  /// The state that the event asks for is there already.
  case alreadySo(String)
  /// The thing that the event is about is not there.
  case notThere(String)
  /// The port is built in, or already connected, or one too many.
  case cannotConnect(Port)
  /// The device brings nothing new, or what is built in, or is one too many.
  case cannotConnectDevice(String)
  /// No device of that name is connected.
  case deviceNotConnected(String)
  /// The port is not connected.
  case notConnected(Port)
  /// The volume is not a number in 0...1.
  case volumeOutOfRange(Double)
  /// The time of a snooze is not a number in `Phone.snoozeRange`.
  case snoozeOutOfRange(Double)
  /// The feature came with a later version of the system.
  case notAvailable(String, since: String)

  /// The reason in words.
  public var description: String { words { _ in "the app" } }

  /// The reason in words, with the app as `name` says it.
  package func words(naming name: (AppID) -> String) -> String {
    switch self {
    case .unknownApp(let app): "there is no app \(app.index)"
    case .callerNotRunning(let app, let lifecycle):
      "\(name(app)) is \(lifecycle.name) and cannot call"
    case .lifecycle(let app, let from, let to):
      "\(name(app)) is \(from.name) and cannot become \(to.name)"
    case .deviceLocked(let app):
      "the phone is locked, and \(name(app)) cannot come to the foreground; unlock it first"
    case .alreadyRinging: "a call already rings"
    case .tooManyCalls: "there are two calls already, and a third one is not simulated"
    case .noCall(.ringing): "no call rings"
    case .noCall(.active): "no call is active"
    case .noCall(.held): "no call is on hold"
    case .alreadySo(let what): "\(what) already"
    case .notThere(let what): "there is no \(what)"
    case .cannotConnect(let port) where port.isBuiltIn: "\(port.name) is built in"
    case .cannotConnect(let port):
      "\(port.name) is connected already, or \(DeviceStack.capacity) other devices are"
    case .cannotConnectDevice(let name):
      "\(name) is connected already with those ports, has none, or names what is built in; or "
        + "\(DeviceStack.capacity) other devices are connected"
    case .deviceNotConnected(let name): "\(name) is not connected"
    case .notConnected(let port): "\(port.name) is not connected"
    case .volumeOutOfRange(let volume): "the volume \(volume) is not in 0...1"
    case .snoozeOutOfRange(let seconds): "the snooze of \(seconds) s is not from 1 s to a day"
    case .notAvailable(let what, let since): "\(what) is there only since \(since)"
    }
  }
}
