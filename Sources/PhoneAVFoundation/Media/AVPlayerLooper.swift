public import Foundation

/// Repeats an item in a queue player: copies of the item follow one another.
///
/// The app keeps the looper; when it is released, the repetition ends with the present copy.
///
/// Source: `AVPlayerLooper.h`. Our choice: three copies wait in the queue, as Apple does not document their number.
///
/// - Thread: main.
open class AVPlayerLooper: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): used on the main thread, like its player.

  /// Whether a looper can repeat its item.
  public enum Status: Int, Sendable {
    /// The looper has not tried yet.
    case unknown = 0
    /// The item is repeated.
    case ready = 1
    /// The item cannot be repeated.
    case failed = 2
    /// The app has disabled the repetition.
    case cancelled = 3
  }

  private static let copies = 3
  private weak var player: AVQueuePlayer?
  /// The copies of the item that are in the queue.
  open private(set) var loopingPlayerItems: [AVPlayerItem] = []
  /// The number of completed repetitions.
  open private(set) var loopCount = 0
  /// Whether the item is repeated.
  open private(set) var status = Status.unknown
  /// Why the item cannot be repeated.
  open private(set) var error: (any Error)?

  /// Creates a looper, which replaces the queue of a player with copies of an item.
  ///
  /// - Parameters:
  ///   - player: the player.
  ///   - itemToLoop: the item, which is not itself played.
  ///   - loopRange: the part of the item to repeat; an invalid or empty range for the whole item.
  public init(
    player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem,
    timeRange loopRange: CMTimeRange = .invalid
  ) {
    self.player = player
    super.init()
    guard let sound = itemToLoop.sound else {
      (status, error) = (.failed, itemToLoop.loadingError)
      return
    }
    let start = loopRange.isValid ? max(0, loopRange.start.seconds) : 0
    let end = loopRange.isValid ? min(sound.seconds, loopRange.end.seconds) : sound.seconds
    let isPart = loopRange.isValid && end > start
    player.removeAllItems()
    for _ in 0..<Self.copies {
      let item = AVPlayerItem(asset: itemToLoop.asset)
      if isPart { item.playedPart = start...end }
      loopingPlayerItems.append(item)
      player.insert(item, after: nil)
    }
    status = .ready
    player.looper = self
  }

  /// Ends the repetition with the present copy.
  open func disableLooping() {
    guard status == .ready else { return }
    status = .cancelled
    guard let player else { return }
    for item in loopingPlayerItems where item !== player.currentItem { player.remove(item) }
  }

  /// Puts a copy that has been played at the end of the queue.
  func ended(_ item: AVPlayerItem) {
    guard status == .ready, let player, loopingPlayerItems.contains(item) else { return }
    loopCount += 1
    item.keptPosition = item.playedPart?.lowerBound ?? 0
    player.insert(item, after: nil)
  }
}
