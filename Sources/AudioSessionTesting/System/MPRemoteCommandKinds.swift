public import Foundation
internal import Realtime

/// A command that skips by an interval.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
  private let intervals = Guarded<[Double]>([])

  override func forget() {
    super.forget()
    intervals.withLock { $0 = [] }
  }

  /// The intervals that the app prefers, in seconds; a command without a value uses the first interval.
  open var preferredIntervals: [NSNumber] {
    get { intervals.withLock { $0 }.map { NSNumber(value: $0) } }
    set {
      let seconds = newValue.map(\.doubleValue)
      intervals.withLock { $0 = seconds }
    }
  }
}

/// A command that changes the playback rate.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
  private let rates = Guarded<[Float]>([])

  override func forget() {
    super.forget()
    rates.withLock { $0 = [] }
  }

  /// The rates that the app supports.
  open var supportedPlaybackRates: [NSNumber] {
    get { rates.withLock { $0 }.map { NSNumber(value: $0) } }
    set {
      let numbers = newValue.map(\.floatValue)
      rates.withLock { $0 = numbers }
    }
  }
}

/// A command that changes the shuffle mode.
open class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
  private let type = Guarded(MPShuffleType.off)

  /// The shuffle mode that the app reports.
  open var currentShuffleType: MPShuffleType {
    get { type.withLock { $0 } }
    set { type.withLock { $0 = newValue } }
  }

  override func forget() {
    super.forget()
    currentShuffleType = .off
  }
}

/// A command that changes the repeat mode.
open class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
  private let type = Guarded(MPRepeatType.off)

  /// The repeat mode that the app reports.
  open var currentRepeatType: MPRepeatType {
    get { type.withLock { $0 } }
    set { type.withLock { $0 = newValue } }
  }

  override func forget() {
    super.forget()
    currentRepeatType = .off
  }
}

/// A command that seeks to a position.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that rates the item.
open class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
  private struct Range: Sendable {
    var minimum: Float = 0
    var maximum: Float = 1
  }

  private let range = Guarded(Range())

  /// The lowest rating; 0 by default.
  ///
  /// Our choice: Apple does not state the default.
  open var minimumRating: Float {
    get { range.withLock { $0.minimum } }
    set { range.withLock { $0.minimum = newValue } }
  }

  /// The highest rating; 1 by default.
  ///
  /// Our choice: Apple does not state the default.
  open var maximumRating: Float {
    get { range.withLock { $0.maximum } }
    set { range.withLock { $0.maximum = newValue } }
  }

  override func forget() {
    super.forget()
    range.withLock { $0 = Range() }
  }
}

/// A command that likes, dislikes or bookmarks the item.
open class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
  private struct Content: Sendable {
    var isActive = false
    var title = ""
    var shortTitle = ""
  }

  private let content = Guarded(Content())

  /// Whether the item is already liked, disliked or bookmarked, as the app reports it.
  open var isActive: Bool {
    get { content.withLock { $0.isActive } }
    set { content.withLock { $0.isActive = newValue } }
  }

  /// The description of the command that the user sees.
  open var localizedTitle: String {
    get { content.withLock { $0.title } }
    set { content.withLock { $0.title = newValue } }
  }

  /// The short description of the command that the user sees.
  open var localizedShortTitle: String {
    get { content.withLock { $0.shortTitle } }
    set { content.withLock { $0.shortTitle = newValue } }
  }

  override func forget() {
    super.forget()
    content.withLock { $0 = Content() }
  }
}

/// The items that are shuffled.
public enum MPShuffleType: Int, Hashable, Sendable {
  /// No items.
  case off = 0
  /// Single items.
  case items = 1
  /// Collections, such as albums.
  case collections = 2
}

/// The items that are repeated.
public enum MPRepeatType: Int, Hashable, Sendable {
  /// No items.
  case off = 0
  /// The current item.
  case one = 1
  /// The whole queue.
  case all = 2
}
