public import Foundation

/// Plays items one after the other.
///
/// - Thread: main.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  // SAFETY (unchecked Sendable): used on the main thread, like its superclass.
  private var queue: [AVPlayerItem] = []
  /// The looper that repeats an item of the queue.
  weak var looper: AVPlayerLooper?

  /// Creates a player with an empty queue.
  public override init() {
    super.init()
    actionAtItemEnd = .advance
  }

  /// Creates a player of a file.
  public override init(url URL: URL) {
    super.init()
    actionAtItemEnd = .advance
    insert(AVPlayerItem(url: URL), after: nil)
  }

  /// Creates a player of an item.
  public override init(playerItem item: AVPlayerItem?) {
    super.init()
    actionAtItemEnd = .advance
    if let item { insert(item, after: nil) }
  }

  /// Creates a player of items.
  public init(items: [AVPlayerItem]) {
    super.init()
    actionAtItemEnd = .advance
    for item in items { insert(item, after: nil) }
  }

  /// Returns the current item and the following items.
  open func items() -> [AVPlayerItem] { queue }

  /// Returns whether an item can be inserted: not twice, and only after an item of the queue.
  open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    !queue.contains(item) && (afterItem.map(queue.contains) ?? true)
  }

  /// Inserts an item after another; nil for the end of the queue.
  open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    guard canInsert(item, after: afterItem) else { return }
    let place = afterItem.flatMap(queue.firstIndex).map { $0 + 1 } ?? queue.count
    queue.insert(item, at: place)
    item.load(for: self)
    if queue.count == 1 { super.replaceCurrentItem(with: item) }
  }

  /// Removes an item; if it is the current one, the next one follows.
  open func remove(_ item: AVPlayerItem) {
    if item === currentItem { return advanceToNextItem() }
    queue.removeAll { $0 === item }
    item.player = nil
  }

  /// Removes all items.
  open func removeAllItems() {
    for item in queue { item.player = nil }
    queue = []
    super.replaceCurrentItem(with: nil)
  }

  /// Goes on with the next item.
  open func advanceToNextItem() {
    if !queue.isEmpty { queue.removeFirst().player = nil }
    super.replaceCurrentItem(with: queue.first)
  }

  /// Replaces the current item, and keeps the following items.
  ///
  /// An item that follows in the queue moves to its beginning, because an item cannot be in a queue twice.
  open override func replaceCurrentItem(with item: AVPlayerItem?) {
    if item === currentItem { return }
    queue.removeAll { $0 === currentItem || $0 === item }
    if let item { queue.insert(item, at: 0) }
    super.replaceCurrentItem(with: item)
  }

  override func advance() -> Bool {
    let ended = currentItem
    advanceToNextItem()
    if let ended { looper?.ended(ended) }
    return currentItem != nil
  }
}
