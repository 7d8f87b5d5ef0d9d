/// What can be asked of the app that plays, from outside of it.
///
/// Source: `MPRemoteCommandCenter`. The set is fixed: a command never means anything else.
public enum RemoteCommand: UInt8, Hashable, Sendable, CaseIterable {
  /// Start or go on.
  case play
  /// Stop and keep the position.
  case pause
  /// Stop and give up the position.
  case stop
  /// The one button of a headset.
  case togglePlayPause
  /// The next item.
  case next
  /// The previous item.
  case previous
  /// A step ahead.
  case skipForward
  /// A step back.
  case skipBackward
  /// Run ahead.
  case seekForward
  /// Run back.
  case seekBackward
  /// To a position.
  case changePlaybackPosition
  /// Another rate.
  case changePlaybackRate
  /// Random order.
  case changeShuffleMode
  /// Again and again.
  case changeRepeatMode

  /// The name, such as `togglePlayPause`.
  public var name: String { "\(self)" }

  /// The command of that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// The commands that an app has handlers for.
public struct RemoteCommands: OptionSet, Hashable, Sendable {
  /// One bit for each command, in the order of `RemoteCommand`.
  public let rawValue: UInt16

  /// The commands with these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Just these commands.
  public init(_ commands: [RemoteCommand]) {
    rawValue = commands.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
  }

  /// Whether there is a handler for the command.
  public func handles(_ command: RemoteCommand) -> Bool {
    rawValue & 1 << UInt16(command.rawValue) != 0
  }

  /// The commands, in the order of `RemoteCommand`.
  public var commands: [RemoteCommand] { RemoteCommand.allCases.filter(handles) }
}
