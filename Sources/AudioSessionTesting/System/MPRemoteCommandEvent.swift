public import Foundation
internal import PhoneRuntime

/// An event that a target receives.
///
/// - Thread: the thread of the target.
open class MPRemoteCommandEvent: NSObject {
  /// The command.
  public let command: MPRemoteCommand
  /// The phone's time at which the command arrived, in seconds.
  public internal(set) var timestamp: TimeInterval = 0

  init(_ command: MPRemoteCommand) {
    self.command = command
  }

  /// Creates the event of a command that no phone has sent, for subclasses.
  public override init() { command = MPRemoteCommand() }

  static func make(
    _ kind: RemoteCommand, _ command: MPRemoteCommand, _ value: RemoteRequestValue
  ) -> MPRemoteCommandEvent {
    switch kind {
    case .skipForward, .skipBackward:
      let preferred = (command as? MPSkipIntervalCommand)?.preferredIntervals.first?.doubleValue
      return MPSkipIntervalCommandEvent(command, interval: value.number ?? preferred ?? 0)
    case .changePlaybackPosition:
      return MPChangePlaybackPositionCommandEvent(command, positionTime: value.number ?? 0)
    case .changePlaybackRate:
      return MPChangePlaybackRateCommandEvent(command, playbackRate: Float(value.number ?? 1))
    case .seekForward, .seekBackward:
      let type = value.index.flatMap { UInt(exactly: $0).flatMap(MPSeekCommandEventType.init) }
      return MPSeekCommandEvent(command, type: type ?? .beginSeeking)
    case .changeShuffleMode:
      let type = value.index.flatMap(MPShuffleType.init)
      return MPChangeShuffleModeCommandEvent(command, shuffleType: type ?? .items)
    case .changeRepeatMode:
      let type = value.index.flatMap(MPRepeatType.init)
      return MPChangeRepeatModeCommandEvent(command, repeatType: type ?? .all)
    case .rating: return MPRatingCommandEvent(command, rating: Float(value.number ?? 0))
    case .like, .dislike, .bookmark:
      return MPFeedbackCommandEvent(command, isNegative: value.number == 1)
    case .enableLanguageOption, .disableLanguageOption:
      return MPChangeLanguageOptionCommandEvent(command, languageOption: value.languageOption)
    case .play, .pause, .stop, .togglePlayPause, .next, .previous:
      return MPRemoteCommandEvent(command)
    }
  }
}

/// The value of a command that was sent.
struct RemoteRequestValue {
  /// The number that was sent with the command, if any.
  let number: Double?
  /// The language options that the app offers.
  let languageOptions: [MPNowPlayingInfoLanguageOption]

  /// The number as an index or the raw value of an enumeration.
  var index: Int? { number.flatMap(Int.init(exactly:)) }

  /// The language option with this index; the first without a number.
  ///
  /// Our choice: if the app does not offer such an option, the option does not have a language.
  var languageOption: MPNowPlayingInfoLanguageOption {
    let index = index ?? 0
    if languageOptions.indices.contains(index) { return languageOptions[index] }
    return MPNowPlayingInfoLanguageOption(
      type: .audible, languageTag: "", characteristics: nil, displayName: "", identifier: "")
  }
}

/// The event of a command that skips by an interval.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent {
  /// The interval, in seconds.
  public let interval: TimeInterval

  init(_ command: MPRemoteCommand, interval: TimeInterval) {
    self.interval = interval
    super.init(command)
  }
}

/// The event of a command that seeks to a position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent {
  /// The position, in seconds.
  public let positionTime: TimeInterval

  init(_ command: MPRemoteCommand, positionTime: TimeInterval) {
    self.positionTime = positionTime
    super.init(command)
  }
}

/// The event of a command that changes the playback rate.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent {
  /// The rate; 1 is normal speed.
  public let playbackRate: Float

  init(_ command: MPRemoteCommand, playbackRate: Float) {
    self.playbackRate = playbackRate
    super.init(command)
  }
}

/// The event of a command that starts or stops seeking forward or backward.
open class MPSeekCommandEvent: MPRemoteCommandEvent {
  /// Whether seeking begins or ends.
  public let type: MPSeekCommandEventType

  init(_ command: MPRemoteCommand, type: MPSeekCommandEventType) {
    self.type = type
    super.init(command)
  }
}

/// Whether seeking begins or ends.
public enum MPSeekCommandEventType: UInt, Hashable, Sendable {
  /// A button is held down.
  case beginSeeking = 0
  /// The button is released.
  case endSeeking = 1
}

/// The event of a command that changes the shuffle mode.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent {
  /// The requested shuffle mode.
  public let shuffleType: MPShuffleType
  /// Whether the shuffle mode is kept between sessions; always false.
  public let preservesShuffleMode = false

  init(_ command: MPRemoteCommand, shuffleType: MPShuffleType) {
    self.shuffleType = shuffleType
    super.init(command)
  }
}

/// The event of a command that changes the repeat mode.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent {
  /// The requested repeat mode.
  public let repeatType: MPRepeatType
  /// Whether the repeat mode is kept between sessions; always false.
  public let preservesRepeatMode = false

  init(_ command: MPRemoteCommand, repeatType: MPRepeatType) {
    self.repeatType = repeatType
    super.init(command)
  }
}

/// The event of a command that rates the item.
open class MPRatingCommandEvent: MPRemoteCommandEvent {
  /// The rating.
  public let rating: Float

  init(_ command: MPRemoteCommand, rating: Float) {
    self.rating = rating
    super.init(command)
  }
}

/// The event of a command that likes, dislikes or bookmarks the item.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent {
  /// Whether the user takes the feedback back.
  public let isNegative: Bool

  init(_ command: MPRemoteCommand, isNegative: Bool) {
    self.isNegative = isNegative
    super.init(command)
  }
}

/// The event of a command that chooses or drops a language option.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent {
  /// The language option, one of those that the app offers in its Now Playing information.
  public let languageOption: MPNowPlayingInfoLanguageOption
  /// For how long the user has chosen the option; always for this item.
  public let setting = MPChangeLanguageOptionSetting.nowPlayingItemOnly

  init(_ command: MPRemoteCommand, languageOption: MPNowPlayingInfoLanguageOption) {
    self.languageOption = languageOption
    super.init(command)
  }
}

/// For how long the user chooses a language option.
public enum MPChangeLanguageOptionSetting: Int, Hashable, Sendable {
  /// The duration is not stated.
  case none = 0
  /// For the present item.
  case nowPlayingItemOnly = 1
  /// For all items from now on.
  case permanent = 2
}
