public import AudioSessionTesting
internal import Dispatch
public import Foundation

/// An asset on its way through a player.
///
/// `observe` reports `status`.
///
/// - Thread: main.
open class AVPlayerItem: NSObject, _KeyValueCodingAndObserving, @unchecked Sendable {
  // SAFETY (unchecked Sendable): used on the main thread, as Apple's class, which is isolated to the main actor.

  /// Whether an item can be played.
  public enum Status: Int, Sendable {
    /// The item is not loaded yet.
    case unknown = 0
    /// The item can be played.
    case readyToPlay = 1
    /// The item cannot be played; see `error`.
    case failed = 2
  }

  /// The asset.
  public let asset: AVAsset
  /// The player whose current item this is, or that has it in its queue.
  weak var player: AVPlayer?
  /// The position in seconds while the item is not current.
  var keptPosition = 0.0
  /// The part that is played, in seconds; nil for the whole sound.
  var playedPart: ClosedRange<Double>? {
    didSet { keptPosition = playedPart?.lowerBound ?? 0 }
  }
  package let observers = PropertyObservers(usesMainQueue: true)
  private var isLoaded = false

  /// Creates an item of a file.
  public init(url URL: URL) {
    asset = AVURLAsset(url: URL)
    super.init()
  }

  /// Creates an item of an asset.
  public init(asset: AVAsset) {
    self.asset = asset
    super.init()
  }

  /// Creates an item of an asset, all of whose keys are loaded immediately.
  public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
    self.asset = asset
    super.init()
  }

  /// The contents of the file's header; nil if the item cannot be played.
  var sound: SoundFile? { try? asset.contents.get() }

  /// Why the file cannot be played, even before a player has loaded it.
  var loadingError: (any Error)? {
    if case .failure(let error) = asset.contents { error } else { nil }
  }

  /// The end of the part that is played, in seconds.
  var endSeconds: Double? { playedPart?.upperBound ?? sound?.seconds }

  /// Loads the item for a player; the status changes later on the main queue, as on a phone.
  func load(for player: AVPlayer) {
    precondition(
      self.player == nil || self.player === player,
      "an AVPlayerItem cannot be associated with more than one AVPlayer")
    self.player = player
    if isLoaded { return }
    let item = Unchecked(self)
    DispatchQueue.main.async {
      item.value.isLoaded = true
      item.value.observers.check()
      item.value.player?.observers.check()
    }
  }

  /// Whether the item can be played; unknown until a player has loaded it on the main queue.
  open var status: Status { isLoaded ? (sound == nil ? .failed : .readyToPlay) : .unknown }

  /// Why the item cannot be played.
  open var error: (any Error)? {
    isLoaded ? loadingError : nil
  }

  /// The length; indefinite until the item is loaded.
  open var duration: CMTime { status == .readyToPlay ? asset.duration : .indefinite }

  /// Whether the item plays without a stall: true if it can be played.
  open var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
  /// Whether nothing is loaded: false, because files are local.
  open var isPlaybackBufferEmpty: Bool { false }
  /// Whether everything is loaded: true if the item can be played.
  open var isPlaybackBufferFull: Bool { status == .readyToPlay }
  /// The parts that are loaded: everything if the item can be played.
  open var loadedTimeRanges: [NSValue] { playableTimeRanges }
  /// The parts to which the player can move: everything if the item can be played.
  open var seekableTimeRanges: [NSValue] { playableTimeRanges }
  private var playableTimeRanges: [NSValue] {
    status == .readyToPlay
      ? [NSValue(timeRange: CMTimeRange(start: .zero, duration: asset.duration))] : []
  }
  /// The method of playing at another rate, which is not audible here.
  open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain
  /// The metadata of the current position: nil, because streams do not play here.
  open var timedMetadata: [AVMetadataItem]? { nil }
  /// The objects that receive metadata.
  open private(set) var outputs: [AVPlayerItemOutput] = []
  /// Adds an object that receives metadata, of which local files have none.
  open func add(_ output: AVPlayerItemOutput) { outputs.append(output) }
  /// Removes an object that receives metadata.
  open func remove(_ output: AVPlayerItemOutput) { outputs.removeAll { $0 === output } }
  /// Cancels seeks that have not ended; here, each ends immediately.
  open func cancelPendingSeeks() {}
  /// The seconds to load in advance, which is ignored here.
  open var preferredForwardBufferDuration: TimeInterval = 0

  /// Returns the position.
  open func currentTime() -> CMTime {
    guard let player, player.currentItem === self else { return CMTime(media: keptPosition) }
    return player.currentTime()
  }

  /// Moves to a position.
  ///
  /// - Parameters:
  ///   - time: the position.
  ///   - completionHandler: called later on the main queue, with true.
  open func seek(to time: CMTime, completionHandler: ((Bool) -> Void)? = nil) {
    if let player, player.currentItem === self {
      player.seek(to: time) { completionHandler?($0) }
    } else {
      keptPosition = clamped(time)
      let handler = Unchecked(completionHandler)
      DispatchQueue.main.async { handler.value?(true) }
    }
  }

  /// Moves to a position; returns true.
  @discardableResult
  open func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { move in
      seek(to: time) { move.resume(returning: $0) }
    }
  }

  /// Returns a position within the sound, in seconds.
  func clamped(_ time: CMTime) -> Double {
    let seconds = time.order
    return min(max(0, seconds.isNaN ? 0 : seconds), sound?.seconds ?? 0)
  }
}

extension AVPlayerItem: ChecksObservedProperties {}

/// The notifications of items.
extension AVPlayerItem {
  /// Posted by an item that was played to its end.
  public static let didPlayToEndTimeNotification = Notification.Name(
    "AVPlayerItemDidPlayToEndTimeNotification")
  /// Posted by an item that failed before its end, which does not happen here.
  public static let failedToPlayToEndTimeNotification = Notification.Name(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
  /// Posted by an item whose position has jumped.
  public static let timeJumpedNotification = Notification.Name(
    "AVPlayerItemTimeJumpedNotification")
  /// Posted by an item that waits for data, which does not happen here.
  public static let playbackStalledNotification = Notification.Name(
    "AVPlayerItemPlaybackStalledNotification")
}

extension NSNotification.Name {
  /// The older name of `AVPlayerItem.didPlayToEndTimeNotification`.
  public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
  /// The older name of `AVPlayerItem.failedToPlayToEndTimeNotification`.
  public static let AVPlayerItemFailedToPlayToEndTime =
    AVPlayerItem.failedToPlayToEndTimeNotification
  /// The older name of `AVPlayerItem.timeJumpedNotification`.
  public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
  /// The older name of `AVPlayerItem.playbackStalledNotification`.
  public static let AVPlayerItemPlaybackStalled = AVPlayerItem.playbackStalledNotification
}

/// The error of an item that could not be played to its end, in the notification's user info.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"
