public import AudioSessionTesting
internal import Dispatch
public import Foundation
internal import HapticEngine
internal import PhoneRuntime

/// The key of a registered sound's options.
public typealias CHHapticAudioResourceKey = NSString

/// Whether a registered sound is ramped in and out; true by default.
///
/// Our choice of the text: Apple does not publish it.
public let CHHapticAudioResourceKeyUseVolumeEnvelope = "CHHapticAudioResourceKeyUseVolumeEnvelope"

/// Whether a registered sound repeats as a whole; false by default.
///
/// Our choice of the text: Apple does not publish it.
public let CHHapticAudioResourceKeyLoopEnabled = "CHHapticAudioResourceKeyLoopEnabled"

/// Plays haptic patterns in the app under test of the current phone.
///
/// The engine stops when the phone interrupts the app or moves it to the background, and does not start meanwhile.
/// Handlers are called in order on a queue of the engine, never on the main queue. `SimulatedPhone.haptics` lists what
/// the app has played. The engine runs in real time, unless the test has called `SimulatedPhone.recordHaptics()`.
///
/// - Thread: any.
open class CHHapticEngine: NSObject {
  /// The handler that is called when the engine has started or stopped.
  public typealias CompletionHandler = ((any Error)?) -> Void
  /// The handler that is called when all players have finished.
  public typealias FinishedHandler = ((any Error)?) -> CHHapticEngine.FinishedAction
  /// The handler that is called when the engine stops without a call to `stop`.
  public typealias StoppedHandler = (CHHapticEngine.StoppedReason) -> Void
  /// The handler that is called when the haptic server has recovered from a failure.
  public typealias ResetHandler = () -> Void

  /// What the engine does when all players have finished.
  public enum FinishedAction: Int, Sendable {
    /// The engine stops.
    case stopEngine = 1
    /// The engine keeps running.
    case leaveEngineRunning = 2
  }

  /// Why the engine stopped.
  public enum StoppedReason: Int, Sendable {
    /// The audio session was interrupted.
    case audioSessionInterrupt = 1
    /// The app was suspended or moved to the background.
    case applicationSuspended = 2
    /// Nothing was played for two minutes, and `isAutoShutdownEnabled` is true.
    case idleTimeout = 3
    /// A finished handler has returned `stopEngine`.
    case notifyWhenFinished = 4
    /// The engine was released.
    case engineDestroyed = 5
    /// The game controller was disconnected.
    case gameControllerDisconnect = 6
    /// The output failed.
    case systemError = -1
  }

  private let seat: EngineSeat

  /// Unavailable: use the initializer that throws.
  @available(*, unavailable, message: "use try CHHapticEngine()")
  public override init() { fatalError("use try CHHapticEngine()") }

  /// Creates an engine with its own session.
  ///
  /// - Throws: `CHHapticError` with `notSupported` on a phone without haptics.
  public init(_: Void = ()) throws {
    seat = try EngineSeat(nil)
    super.init()
  }

  /// Creates an engine on an app's session.
  ///
  /// Starting the engine activates the session, unless the engine plays only haptics.
  ///
  /// - Parameter audioSession: the session; nil for a session of the engine.
  /// - Throws: `CHHapticError` with `notSupported` on a phone without haptics.
  public init(audioSession: AVAudioSession?) throws {
    seat = try EngineSeat(audioSession)
    super.init()
  }

  /// Creates an engine with its own session.
  ///
  /// - Throws: `CHHapticError` with `notSupported` on a phone without haptics.
  public convenience init(andReturnError: ()) throws { try self.init(audioSession: nil) }

  /// Creates an engine of the app under test that plays on a game controller.
  ///
  /// - Parameter actuator: the part of the controller.
  package init(on actuator: ControllerActuator) {
    seat = EngineSeat(on: actuator)
    super.init()
  }

  /// Stops the engine because its game controller was disconnected.
  package func disconnected() { seat.core.stop(because: .gameControllerDisconnect) }

  /// Returns the capabilities of the current phone.
  open class func capabilitiesForHardware() -> any CHHapticDeviceCapability {
    DeviceCapability(SimulatedPhone.current.runtime.phone)
  }

  /// The time, in seconds, that players use.
  open var currentTime: TimeInterval { seat.core.currentTime }

  /// The handler that is called when the engine stops without a call to `stop`.
  open var stoppedHandler: StoppedHandler {
    get {
      let handler = seat.core.stoppedHandler
      return { handler(EngineStoppedReason(rawValue: $0.rawValue) ?? .systemError) }
    }
    set {
      let handler = Unchecked(newValue)
      seat.core.stoppedHandler = {
        handler.value(StoppedReason(rawValue: $0.rawValue) ?? .systemError)
      }
    }
  }

  /// The handler that is called when the haptic server has recovered from a failure.
  ///
  /// The app then starts the engine, registers its sounds and makes its players again.
  open var resetHandler: ResetHandler {
    get { seat.resetHandler }
    set { seat.resetHandler = newValue }
  }

  /// Whether sounds stay silent; takes effect when the engine is started.
  open var playsHapticsOnly: Bool {
    get { seat.core.playsHapticsOnly }
    set { seat.core.playsHapticsOnly = newValue }
  }

  /// Whether haptics stay silent; takes effect when the engine is started.
  open var playsAudioOnly: Bool {
    get { seat.core.playsAudioOnly }
    set { seat.core.playsAudioOnly = newValue }
  }

  /// Whether sounds are muted.
  open var isMutedForAudio: Bool {
    get { seat.core.isMutedForAudio }
    set { seat.core.isMutedForAudio = newValue }
  }

  /// Whether haptics are muted.
  open var isMutedForHaptics: Bool {
    get { seat.core.isMutedForHaptics }
    set { seat.core.isMutedForHaptics = newValue }
  }

  /// Whether the engine stops when nothing is played for two minutes, and starts again with the next player.
  open var isAutoShutdownEnabled: Bool {
    get { seat.core.isAutoShutdownEnabled }
    set { seat.core.isAutoShutdownEnabled = newValue }
  }

  // MARK: Starting and stopping

  /// Starts the engine, and returns when it is running.
  ///
  /// - Throws: `CHHapticError` with `operationNotPermitted` while the phone refuses it, or the error of activating the
  ///   session.
  open func start() throws {
    try seat.prepareStart()
    try CHHapticError.bridging { () throws(EngineError) in try seat.core.start() }
  }

  /// Starts the engine, and calls the handler when it is running or has failed to start.
  open func start(completionHandler: CompletionHandler? = nil) {
    let handler = Unchecked(completionHandler)
    do {
      try seat.prepareStart()
    } catch {
      seat.answers.async { handler.value?(error) }
      return
    }
    seat.core.start { error in handler.value?(error.map { CHHapticError($0) }) }
  }

  /// Starts the engine.
  ///
  /// - Throws: the error that `start(completionHandler:)` passes to its handler.
  open func start() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      start { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// Stops the engine, and calls the handler when it has stopped.
  ///
  /// `stoppedHandler` is not called.
  open func stop(completionHandler: CompletionHandler? = nil) {
    let handler = Unchecked(completionHandler)
    seat.core.stop { error in handler.value?(error.map { CHHapticError($0) }) }
  }

  /// Stops the engine.
  open func stop() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      stop { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// Calls the handler once when all players have finished, including players that start in the meantime.
  open func notifyWhenPlayersFinished(finishedHandler: @escaping FinishedHandler) {
    let handler = Unchecked(finishedHandler)
    seat.core.notifyWhenPlayersFinished { error in
      let action = handler.value(error.map { CHHapticError($0) })
      return EngineFinishedAction(rawValue: action.rawValue) ?? .leaveEngineRunning
    }
  }

  // MARK: Players

  /// Makes a player of a pattern.
  ///
  /// - Throws: `CHHapticError` if a sound of the pattern does not exist, or there are too many players.
  open func makePlayer(with pattern: CHHapticPattern) throws -> any CHHapticPatternPlayer {
    let playable = try seat.playable(pattern.content)
    let player = try CHHapticError.bridging { () throws(EngineError) in
      try seat.core.makePlayer(with: playable)
    }
    return EnginePlayer(player, of: pattern.content, on: seat.place)
  }

  /// Makes a player of a pattern that can pause, seek, loop and change its speed.
  ///
  /// - Throws: `CHHapticError` if a sound of the pattern does not exist, there are too many players, or the engine plays
  ///   on a game controller. Source: iOS 14 release notes, 65163373; our choice of the code `notSupported`.
  open func makeAdvancedPlayer(
    with pattern: CHHapticPattern
  ) throws -> any CHHapticAdvancedPatternPlayer {
    if seat.isOnController {
      throw CHHapticError(
        .notSupported, "a game controller does not have advanced players; use makePlayer")
    }
    let playable = try seat.playable(pattern.content)
    let player = try CHHapticError.bridging { () throws(EngineError) in
      try seat.core.makeAdvancedPlayer(with: playable)
    }
    return AdvancedEnginePlayer(player, of: pattern.content, on: seat.place)
  }

  /// Plays a file once, and starts the engine if necessary.
  ///
  /// - Throws: `CHHapticError` with every problem of the file, or the error of `start`.
  open func playPattern(from fileURL: URL) throws {
    try play(try CHHapticPattern(contentsOf: fileURL))
  }

  /// Plays the data of a file once, and starts the engine if necessary.
  ///
  /// - Throws: `CHHapticError` with every problem of the data, or the error of `start`.
  open func playPattern(from data: Data) throws { try play(try CHHapticPattern(data: data)) }

  private func play(_ pattern: CHHapticPattern) throws {
    try start()
    // The player plays to its end, although nobody holds it.
    try makePlayer(with: pattern).start(atTime: CHHapticTimeImmediate)
  }

  // MARK: Sounds

  /// Registers a sound for events.
  ///
  /// - Parameters:
  ///   - resourceURL: the file.
  ///   - options: values for `CHHapticAudioResourceKeyUseVolumeEnvelope` and `CHHapticAudioResourceKeyLoopEnabled`.
  /// - Returns: the number of the sound in this engine.
  /// - Throws: `CHHapticError` with `fileNotFound` if the file does not exist.
  open func registerAudioResource(
    _ resourceURL: URL, options: [AnyHashable: Any] = [:]
  ) throws -> CHHapticAudioResourceID {
    try seat.sounds.register(resourceURL, options)
  }

  /// Removes a registered sound.
  ///
  /// - Throws: `CHHapticError` with `invalidAudioResource` if the sound is not registered.
  open func unregisterAudioResource(_ resourceID: CHHapticAudioResourceID) throws {
    try seat.sounds.unregister(resourceID)
  }
}
