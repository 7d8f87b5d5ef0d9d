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
    _ kind: RemoteCommand, _ command: MPRemoteCommand, _ value: Double?
  ) -> MPRemoteCommandEvent {
    switch kind {
    case .skipForward, .skipBackward:
      let preferred = (command as? MPSkipIntervalCommand)?.preferredIntervals.first?.doubleValue
      return MPSkipIntervalCommandEvent(command, interval: value ?? preferred ?? 0)
    case .changePlaybackPosition:
      return MPChangePlaybackPositionCommandEvent(command, positionTime: value ?? 0)
    case .changePlaybackRate:
      return MPChangePlaybackRateCommandEvent(command, playbackRate: Float(value ?? 1))
    case .seekForward, .seekBackward:
      let type = value.flatMap { UInt(exactly: $0).flatMap(MPSeekCommandEventType.init) }
      return MPSeekCommandEvent(command, type: type ?? .beginSeeking)
    case .changeShuffleMode:
      let type = value.flatMap { Int(exactly: $0).flatMap(MPShuffleType.init) }
      return MPChangeShuffleModeCommandEvent(command, shuffleType: type ?? .items)
    case .changeRepeatMode:
      let type = value.flatMap { Int(exactly: $0).flatMap(MPRepeatType.init) }
      return MPChangeRepeatModeCommandEvent(command, repeatType: type ?? .all)
    case .play, .pause, .stop, .togglePlayPause, .next, .previous:
      return MPRemoteCommandEvent(command)
    }
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
