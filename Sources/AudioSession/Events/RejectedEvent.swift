/// The reason why an event is not possible in the current state.
///
/// A rejected event does not change the state. It is a mistake in the code that calls the phone, not an error of a
/// session.
public enum RejectedEvent: Error, Hashable, Sendable, CustomStringConvertible {
  /// The app does not exist.
  case unknownApp(AppID)
  /// The app cannot call its session, because it is suspended or terminated.
  case callerNotRunning(AppID, Lifecycle)
  /// The app cannot change from one lifecycle state to the other.
  case lifecycle(AppID, from: Lifecycle, to: Lifecycle)
  /// The app cannot come to the foreground while the phone is locked.
  case deviceLocked(AppID)
  /// A call is already ringing.
  case alreadyRinging
  /// Two calls already exist, regardless of their hosts. A third call is not simulated.
  case tooManyCalls
  /// No call is in that phase.
  case noCall(CallPhase)
  /// The phone is already in the state that the event requests.
  case alreadySo(String)
  /// The subject of the event does not exist.
  case notThere(String)
  /// The port is built in or already connected, or the maximum number of devices is connected.
  case cannotConnect(Port)
  /// The device is already connected with these ports, has built-in ports, or exceeds the maximum number of devices.
  case cannotConnectDevice(String)
  /// No device with that name is connected.
  case deviceNotConnected(String)
  /// The port is not connected.
  case notConnected(Port)
  /// The volume is not a number in 0...1.
  case volumeOutOfRange(Double)
  /// The duration of a snooze is not a number in `Phone.snoozeRange`.
  case snoozeOutOfRange(Double)
  /// The feature was introduced in a later version of the system.
  case notAvailable(String, since: String)

  /// The reason in words.
  public var description: String { words { _ in "the app" } }

  /// Returns the reason in words, in which `name` provides the name of an app.
  package func words(naming name: (AppID) -> String) -> String {
    switch self {
    case .unknownApp(let app): "there is no app \(app.index)"
    case .callerNotRunning(let app, let lifecycle):
      "\(name(app)) is \(lifecycle.name), so its code does not run"
    case .lifecycle(let app, let from, let to):
      from == to
        ? "the state of \(name(app)) is already \(from.name)"
        : "the state of \(name(app)) is \(from.name) and cannot become \(to.name)"
    case .deviceLocked(let app):
      "\(name(app)) cannot come to the foreground, because the phone is locked; unlock the phone first"
    case .alreadyRinging: "a call is already ringing"
    case .tooManyCalls: "there are already two calls; a third call is not simulated"
    case .noCall(.ringing): "no call is ringing"
    case .noCall(.active): "no call is active"
    case .noCall(.held): "no call is on hold"
    case .alreadySo(let what): "\(what) already"
    case .notThere(let what): "there is no \(what)"
    case .cannotConnect(let port) where port.isBuiltIn: "\(port.name) is built in"
    case .cannotConnect(let port):
      "\(port.name) is already connected, or \(DeviceStack.capacity) other devices are connected"
    case .cannotConnectDevice(let name):
      "\(name) is already connected with those ports, does not have ports, or has built-in ports; or "
        + "\(DeviceStack.capacity) other devices are connected"
    case .deviceNotConnected(let name): "\(name) is not connected"
    case .notConnected(let port): "\(port.name) is not connected"
    case .volumeOutOfRange(let volume): "the volume \(volume) is not in 0...1"
    case .snoozeOutOfRange(let seconds): "the snooze of \(seconds) s is not between 1 s and a day"
    case .notAvailable(let what, let since): "\(what) requires iOS \(since) or later"
    }
  }
}
