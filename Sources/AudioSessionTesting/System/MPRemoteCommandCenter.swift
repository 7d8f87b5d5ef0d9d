internal import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// The handlers of remote commands of an app: what Media Player's class of that name is to an app.
///
/// A command that has a target and is enabled is handled; with a category that does not mix that makes
/// the app the Now Playing app when it plays. `SimulatedPhone.send` sends commands.
///
/// - Thread: any. Targets are called where notifications are posted; see `AVAudioSession`.
public final class MPRemoteCommandCenter: Sendable {
  /// The center of the app under test of `SimulatedPhone.current`.
  public static func shared() -> MPRemoteCommandCenter {
    SimulatedPhone.current.app.remoteCommandCenter
  }

  /// Start or go on.
  public var playCommand: MPRemoteCommand { self[.play] }
  /// Pause.
  public var pauseCommand: MPRemoteCommand { self[.pause] }
  /// Stop.
  public var stopCommand: MPRemoteCommand { self[.stop] }
  /// The one button of a headset.
  public var togglePlayPauseCommand: MPRemoteCommand { self[.togglePlayPause] }
  /// The next item.
  public var nextTrackCommand: MPRemoteCommand { self[.next] }
  /// The previous item.
  public var previousTrackCommand: MPRemoteCommand { self[.previous] }
  /// A step ahead.
  public let skipForwardCommand: MPSkipIntervalCommand
  /// A step back.
  public let skipBackwardCommand: MPSkipIntervalCommand
  /// Run ahead.
  public var seekForwardCommand: MPRemoteCommand { self[.seekForward] }
  /// Run back.
  public var seekBackwardCommand: MPRemoteCommand { self[.seekBackward] }
  /// To a position.
  public var changePlaybackPositionCommand: MPRemoteCommand { self[.changePlaybackPosition] }
  /// Another rate.
  public let changePlaybackRateCommand: MPChangePlaybackRateCommand
  /// Random order.
  public let changeShuffleModeCommand: MPChangeShuffleModeCommand
  /// Again and again.
  public let changeRepeatModeCommand: MPChangeRepeatModeCommand

  private let binding: SessionBinding
  private let commands: [RemoteCommand: MPRemoteCommand]

  init(_ binding: SessionBinding) {
    self.binding = binding
    let forward = MPSkipIntervalCommand(.skipForward)
    let backward = MPSkipIntervalCommand(.skipBackward)
    let rate = MPChangePlaybackRateCommand(.changePlaybackRate)
    skipForwardCommand = forward
    skipBackwardCommand = backward
    changePlaybackRateCommand = rate
    let (shuffle, again) = (
      MPChangeShuffleModeCommand(.changeShuffleMode), MPChangeRepeatModeCommand(.changeRepeatMode)
    )
    changeShuffleModeCommand = shuffle
    changeRepeatModeCommand = again
    var commands: [RemoteCommand: MPRemoteCommand] = [:]
    for command in RemoteCommand.allCases { commands[command] = MPRemoteCommand(command) }
    commands[.skipForward] = forward
    commands[.skipBackward] = backward
    commands[.changePlaybackRate] = rate
    commands[.changeShuffleMode] = shuffle
    commands[.changeRepeatMode] = again
    self.commands = commands
    for command in commands.values { command.whenChanged { [weak self] in self?.register() } }
  }

  private subscript(command: RemoteCommand) -> MPRemoteCommand {
    guard let found = commands[command] else { preconditionFailure("every command is there") }
    return found
  }

  /// Whether the phone is being told, and whether something has changed since.
  private struct Registration: Sendable {
    var isRunning = false
    var isStale = false
  }

  private let registration = Guarded(Registration())

  /// Registers with the phone which commands are handled: one thread at a time, so that the phone is told
  /// last what is so last.
  private func register() {
    let isMine = registration.withLock { registration in
      registration.isStale = true
      defer { registration.isRunning = true }
      return !registration.isRunning
    }
    guard isMine else { return }
    while registration.withLock({ registration in
      defer { registration.isStale = false }
      registration.isRunning = registration.isStale
      return registration.isStale
    }) {
      tellPhone()
    }
  }

  private func tellPhone() {
    let handled = RemoteCommand.allCases.filter { self[$0].isHandled }
    // An app that does not run has no handlers.
    try? binding.runtime.handleRemoteCommands(of: binding.app, handled) {
      [weak self] command, value in
      guard let self else { return }
      self[command].perform(value, at: binding.runtime.now.seconds)
    }
  }

  /// The process is gone, and its handlers with it.
  func forget() { for command in commands.values { command.forget() } }
}

/// What a target says came of a command.
public enum MPRemoteCommandHandlerStatus: Int, Hashable, Sendable {
  /// The command was carried out.
  case success = 0
  /// The content that the command asks for is not there.
  case noSuchContent = 100
  /// Nothing plays that it could be about.
  case noActionableNowPlayingItem = 110
  /// A device is not there.
  case deviceNotFound = 120
  /// The command could not be carried out.
  case commandFailed = 200
}

/// A command, and what an app does about it.
///
/// - Thread: any. Targets are called where notifications are posted; see `AVAudioSession`.
public class MPRemoteCommand: @unchecked Sendable {
  private struct State: HoldsUserValues {
    var isEnabled = true
    var next = 0
    var targets: [(id: Int, handler: Unchecked<Handler>)] = []
    var whenChanged: (@Sendable () -> Void)?
    var lastStatus: MPRemoteCommandHandlerStatus?

    var userValues: any Sendable { targets }
  }

  fileprivate typealias Handler = (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

  private let state = UserGuarded(State())
  private let command: RemoteCommand

  fileprivate init(_ command: RemoteCommand) { self.command = command }

  /// Whether the app handles it now; true at first.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      state.withLock { $0.isEnabled = newValue }
      changed()
    }
  }

  /// Calls a handler with each such command.
  ///
  /// - Returns: what `removeTarget` takes.
  @discardableResult
  public func addTarget(
    handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
  ) -> Any {
    let unchecked = Unchecked(handler)
    let id = state.withLock { state in
      state.next += 1
      state.targets.append((state.next, unchecked))
      return state.next
    }
    changed()
    return id
  }

  /// Removes a target; nil removes all.
  public func removeTarget(_ target: Any?) {
    let id = target as? Int
    state.withLock { state in
      state.targets.removeAll { target == nil || $0.id == id }
    }
    changed()
  }

  /// What the last target that was called said; nil if none was.
  ///
  /// There is no such property on a phone.
  public var lastStatus: MPRemoteCommandHandlerStatus? { state.withLock { $0.lastStatus } }

  fileprivate var isHandled: Bool { state.withLock { $0.isEnabled && !$0.targets.isEmpty } }

  fileprivate func whenChanged(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenChanged = handler }
  }

  private func changed() { state.withLock { $0.whenChanged }?() }

  /// Everything is as it was in a new process.
  fileprivate func forget() {
    state.withLock { state in
      // What was removed is not there again under the same number.
      state = State(next: state.next, whenChanged: state.whenChanged)
    }
  }

  fileprivate func perform(_ value: Double?, at seconds: Double) {
    let event = MPRemoteCommandEvent.make(command, self, value)
    event.timestamp = seconds
    for target in state.withLock({ $0.targets }) {
      // An earlier target may have removed this one.
      guard state.withLock({ $0.targets.contains { $0.id == target.id } }) else { continue }
      let status = target.handler.value(event)
      state.withLock { $0.lastStatus = status }
    }
  }
}

/// A command to skip by an interval.
public final class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
  private let intervals = Guarded<[Double]>([])

  override fileprivate func forget() {
    super.forget()
    intervals.withLock { $0 = [] }
  }

  /// The intervals that the app prefers, in seconds; the first is that of a command without a value.
  public var preferredIntervals: [NSNumber] {
    get { intervals.withLock { $0 }.map { NSNumber(value: $0) } }
    set {
      let seconds = newValue.map(\.doubleValue)
      intervals.withLock { $0 = seconds }
    }
  }
}

/// A command to play at another rate.
public final class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
  private let rates = Guarded<[Float]>([])

  override fileprivate func forget() {
    super.forget()
    rates.withLock { $0 = [] }
  }

  /// The rates that the app has.
  public var supportedPlaybackRates: [NSNumber] {
    get { rates.withLock { $0 }.map { NSNumber(value: $0) } }
    set {
      let numbers = newValue.map(\.floatValue)
      rates.withLock { $0 = numbers }
    }
  }
}

/// A command to play in random order.
public final class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
  private let type = Guarded(MPShuffleType.off)

  /// What the app says is so now.
  public var currentShuffleType: MPShuffleType {
    get { type.withLock { $0 } }
    set { type.withLock { $0 = newValue } }
  }

  override fileprivate func forget() {
    super.forget()
    currentShuffleType = .off
  }
}

/// A command to play again and again.
public final class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
  private let type = Guarded(MPRepeatType.off)

  /// What the app says is so now.
  public var currentRepeatType: MPRepeatType {
    get { type.withLock { $0 } }
    set { type.withLock { $0 = newValue } }
  }

  override fileprivate func forget() {
    super.forget()
    currentRepeatType = .off
  }
}

/// What is played in random order.
public enum MPShuffleType: Int, Hashable, Sendable {
  /// Nothing.
  case off = 0
  /// Single items.
  case items = 1
  /// Collections, such as albums.
  case collections = 2
}

/// What is played again and again.
public enum MPRepeatType: Int, Hashable, Sendable {
  /// Nothing.
  case off = 0
  /// The present item.
  case one = 1
  /// Everything that is queued.
  case all = 2
}
