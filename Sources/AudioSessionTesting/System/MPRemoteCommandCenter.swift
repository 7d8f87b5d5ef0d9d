internal import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// The handlers of an app's remote commands, like Media Player's class of this name.
///
/// A command is handled if it has a target and is enabled. If an app handles a command and its category does not mix,
/// the app becomes the Now Playing app when it plays. `SimulatedPhone.send` sends commands.
///
/// - Thread: any. Targets are called where notifications are posted; see `AVAudioSession`.
open class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  /// The center of the app under test of `SimulatedPhone.current`.
  open class func shared() -> MPRemoteCommandCenter {
    SimulatedPhone.current.app.remoteCommandCenter
  }

  /// Starts or resumes playback.
  open var playCommand: MPRemoteCommand { self[.play] }
  /// Pauses playback.
  open var pauseCommand: MPRemoteCommand { self[.pause] }
  /// Stops playback.
  open var stopCommand: MPRemoteCommand { self[.stop] }
  /// Toggles between play and pause, as a headset's single button does.
  open var togglePlayPauseCommand: MPRemoteCommand { self[.togglePlayPause] }
  /// Skips to the next item.
  open var nextTrackCommand: MPRemoteCommand { self[.next] }
  /// Skips to the previous item.
  open var previousTrackCommand: MPRemoteCommand { self[.previous] }
  /// Skips forward by an interval.
  open var skipForwardCommand: MPSkipIntervalCommand { self[.skipForward] }
  /// Skips backward by an interval.
  open var skipBackwardCommand: MPSkipIntervalCommand { self[.skipBackward] }
  /// Seeks forward.
  open var seekForwardCommand: MPRemoteCommand { self[.seekForward] }
  /// Seeks backward.
  open var seekBackwardCommand: MPRemoteCommand { self[.seekBackward] }
  /// Seeks to a position.
  open var changePlaybackPositionCommand: MPChangePlaybackPositionCommand {
    self[.changePlaybackPosition]
  }
  /// Changes the playback rate.
  open var changePlaybackRateCommand: MPChangePlaybackRateCommand { self[.changePlaybackRate] }
  /// Changes the shuffle mode.
  open var changeShuffleModeCommand: MPChangeShuffleModeCommand { self[.changeShuffleMode] }
  /// Changes the repeat mode.
  open var changeRepeatModeCommand: MPChangeRepeatModeCommand { self[.changeRepeatMode] }
  /// Rates the item.
  open var ratingCommand: MPRatingCommand { self[.rating] }
  /// Likes the item.
  open var likeCommand: MPFeedbackCommand { self[.like] }
  /// Dislikes the item.
  open var dislikeCommand: MPFeedbackCommand { self[.dislike] }
  /// Bookmarks the item.
  open var bookmarkCommand: MPFeedbackCommand { self[.bookmark] }
  /// Chooses a language option.
  open var enableLanguageOptionCommand: MPRemoteCommand { self[.enableLanguageOption] }
  /// Drops a language option.
  open var disableLanguageOptionCommand: MPRemoteCommand { self[.disableLanguageOption] }

  /// The app; nil for a center that is not registered with a phone.
  private let binding: SessionBinding?
  private let commands: [RemoteCommand: MPRemoteCommand]
  /// The language options that the app offers.
  private let languageOptions: @Sendable () -> [MPNowPlayingInfoLanguageOption]

  init(_ binding: SessionBinding, _ nowPlaying: MPNowPlayingInfoCenter) {
    self.binding = binding
    languageOptions = { [weak nowPlaying] in nowPlaying?.languageOptions ?? [] }
    commands = Self.makeCommands()
    super.init()
    for command in commands.values { command.whenChanged { [weak self] in self?.register() } }
  }

  /// Creates a center that no phone sends commands to, for subclasses that a test puts in the place of the shared one.
  public override init() {
    binding = nil
    languageOptions = { [] }
    commands = Self.makeCommands()
  }

  private static func makeCommands() -> [RemoteCommand: MPRemoteCommand] {
    Dictionary(uniqueKeysWithValues: RemoteCommand.allCases.map { ($0, make($0)) })
  }

  private static func make(_ command: RemoteCommand) -> MPRemoteCommand {
    switch command {
    case .skipForward, .skipBackward: MPSkipIntervalCommand(command)
    case .changePlaybackRate: MPChangePlaybackRateCommand(command)
    case .changeShuffleMode: MPChangeShuffleModeCommand(command)
    case .changeRepeatMode: MPChangeRepeatModeCommand(command)
    case .changePlaybackPosition: MPChangePlaybackPositionCommand(command)
    case .rating: MPRatingCommand(command)
    case .like, .dislike, .bookmark: MPFeedbackCommand(command)
    case .play, .pause, .stop, .togglePlayPause, .next, .previous, .seekForward, .seekBackward,
      .enableLanguageOption, .disableLanguageOption:
      MPRemoteCommand(command)
    }
  }

  private subscript<Command: MPRemoteCommand>(command: RemoteCommand) -> Command {
    guard let found = commands[command] as? Command else {
      preconditionFailure("every command exists")
    }
    return found
  }

  /// Whether a registration is in progress, and whether commands have changed since it began.
  private struct Registration: Sendable {
    var isRunning = false
    var isStale = false
  }

  private let registration = Guarded(Registration())

  /// Registers the handled commands with the phone.
  ///
  /// One thread registers at a time, so that the last registration is the most recent state.
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
    guard let binding else { return }
    let handled = RemoteCommand.allCases.filter { commands[$0]?.isHandled ?? false }
    // An app that is not running does not handle commands.
    try? binding.runtime.handleRemoteCommands(of: binding.app, handled) {
      [weak self] command, value in
      // The runtime holds this closure, which therefore does not hold the binding.
      guard let self, let binding = self.binding else { return }
      commands[command]?.perform(
        RemoteRequestValue(number: value, languageOptions: languageOptions()),
        at: binding.runtime.now.seconds)
    }
  }

  /// Removes all handlers when the process has ended.
  func forget() { for command in commands.values { command.forget() } }
}

/// The result that a target reports for a command.
public enum MPRemoteCommandHandlerStatus: Int, Hashable, Sendable {
  /// The command was carried out.
  case success = 0
  /// The requested content does not exist.
  case noSuchContent = 100
  /// No item is playing on which the command could act.
  case noActionableNowPlayingItem = 110
  /// A device was not found.
  case deviceNotFound = 120
  /// The command could not be carried out.
  case commandFailed = 200
}

/// A command and an app's response to it.
///
/// - Thread: any. Targets are called where notifications are posted; see `AVAudioSession`.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
  private struct State: HoldsUserValues {
    var isEnabled = true
    var next = 0
    var targets: [(id: Int, owner: ObjectIdentifier?, handler: Unchecked<Handler>)] = []
    var whenChanged: (@Sendable () -> Void)?
    var lastStatus: MPRemoteCommandHandlerStatus?

    var userValues: any Sendable { targets }
  }

  fileprivate typealias Handler = (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

  private let state = UserGuarded(State())
  private let command: RemoteCommand

  init(_ command: RemoteCommand) { self.command = command }

  /// Creates a command that no phone sends, for subclasses that a test puts in the place of another command.
  public override init() { command = .play }

  /// Whether the app handles the command; true by default.
  open var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      state.withLock { $0.isEnabled = newValue }
      changed()
    }
  }

  /// Adds a handler that is called each time the command arrives.
  ///
  /// - Returns: the target to pass to `removeTarget`.
  @discardableResult
  open func addTarget(
    handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
  ) -> Any {
    addTarget(owner: nil, handler)
  }

  /// Adds a handler that calls a method of `owner`.
  ///
  /// - Returns: the target to pass to `removeTarget`, which also accepts the owner.
  @discardableResult
  package func addTarget(
    owner: AnyObject?, _ handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
  ) -> Int {
    let (unchecked, owner) = (Unchecked(handler), owner.map(ObjectIdentifier.init))
    let id = state.withLock { state in
      state.next += 1
      state.targets.append((state.next, owner, unchecked))
      return state.next
    }
    changed()
    return id
  }

  /// Removes a target, or the methods of an object; nil removes all targets.
  open func removeTarget(_ target: Any?) {
    let id = target as? Int
    let owner = target.map { ObjectIdentifier($0 as AnyObject) }
    state.withLock { state in
      state.targets.removeAll {
        target == nil || $0.id == id || ($0.owner != nil && $0.owner == owner)
      }
    }
    changed()
  }

  /// The last status returned by a target; nil if no target was called.
  ///
  /// Apple's class does not have this property.
  public var lastStatus: MPRemoteCommandHandlerStatus? { state.withLock { $0.lastStatus } }

  fileprivate var isHandled: Bool { state.withLock { $0.isEnabled && !$0.targets.isEmpty } }

  fileprivate func whenChanged(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenChanged = handler }
  }

  private func changed() { state.withLock { $0.whenChanged }?() }

  /// Resets everything to the state in a new process.
  func forget() {
    state.withLock { state in
      // Numbers continue, so that a removed target's number is not reused.
      state = State(next: state.next, whenChanged: state.whenChanged)
    }
  }

  fileprivate func perform(_ value: RemoteRequestValue, at seconds: Double) {
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
