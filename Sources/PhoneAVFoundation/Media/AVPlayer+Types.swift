public import Foundation
public import PhoneFoundation

extension AVPlayer {
  /// Whether a player can play.
  public enum Status: Int, Sendable {
    /// The player has not tried to load anything.
    case unknown = 0
    /// The player can play.
    case readyToPlay = 1
    /// The player cannot play any more.
    case failed = 2
  }

  /// The activity of a player.
  public enum TimeControlStatus: Int, Sendable {
    /// The player is paused.
    case paused = 0
    /// The player waits for an item that it can play, or for its loading.
    case waitingToPlayAtSpecifiedRate = 1
    /// The player plays.
    case playing = 2
  }

  /// The action at the end of an item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// The next item plays, in an `AVQueuePlayer`.
    case advance = 0
    /// The player pauses.
    case pause = 1
    /// The player stays at the end, at its rate.
    case none = 2
  }

  /// Why a player waits.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    /// The text of the reason.
    public let rawValue: String

    /// Creates a reason from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The player lacks an item that it can play.
    public static let noItemToPlay = WaitingReason(
      rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
    /// The player collects data, which does not happen here.
    public static let toMinimizeStalls = WaitingReason(
      rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    /// The player has an item that is not loaded yet.
    public static let evaluatingBufferingRate = WaitingReason(
      rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
  }

  /// Why the rate has changed.
  public struct RateDidChangeReason: _StringNewtype {
    /// The text of the reason.
    public let rawValue: String

    /// Creates a reason from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The app has set the rate.
    public static let setRateCalled = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
    /// The app has set the rate, but the player could not play.
    public static let setRateFailed = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
    /// The session was interrupted.
    public static let audioSessionInterrupted = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
    /// The app went to the background.
    public static let appBackgrounded = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
  }

  /// Posted by a player whose rate has changed.
  public static let rateDidChangeNotification = Notification.Name(
    "AVPlayerRateDidChangeNotification")
  /// The `RateDidChangeReason` in the notification's user info.
  ///
  /// The value casts to this type, and to `String`, as on a phone.
  public static let rateDidChangeReasonKey = "AVPlayerRateDidChangeReasonKey"
}

extension NSValue {
  /// Creates a value of a time, for `addBoundaryTimeObserver(forTimes:queue:using:)`.
  ///
  /// Values on Linux cannot hold structures, so this one holds the seconds.
  public convenience init(time: CMTime) {
    var seconds = time.seconds
    // SAFETY: "d" is the encoding of the eight bytes of a Double, which are copied.
    unsafe self.init(bytes: &seconds, objCType: "d")
  }

  /// The time that the value was made of.
  public var timeValue: CMTime {
    // SAFETY: only a value with the encoding of a Double is read as one.
    guard unsafe String(cString: objCType) == "d" else { return .invalid }
    var seconds = 0.0
    unsafe getValue(&seconds)
    return CMTime(media: seconds)
  }
}
