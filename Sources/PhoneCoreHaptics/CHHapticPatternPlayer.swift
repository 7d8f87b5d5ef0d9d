internal import AudioSessionTesting
public import Foundation
internal import HapticEngine

/// The time that means as soon as possible: 0.
public let CHHapticTimeImmediate: TimeInterval = 0

/// The handler that is called when a player has finished.
public typealias CHHapticAdvancedPatternPlayerCompletionHandler = ((any Error)?) -> Void

/// Plays a pattern.
///
/// All times are in seconds of `CHHapticEngine.currentTime`; `CHHapticTimeImmediate` and past times mean as soon as
/// possible. A player that is released still plays what it has started to the end. The methods throw `CHHapticError`.
///
/// - Thread: any.
public protocol CHHapticPatternPlayer: NSObjectProtocol {
  /// Plays the pattern from its beginning.
  func start(atTime time: TimeInterval) throws
  /// Stops the pattern.
  func stop(atTime time: TimeInterval) throws
  /// Changes controls; the times of the parameters are relative to `time`.
  func sendParameters(
    _ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval
  ) throws
  /// Moves a control along a curve from `time` on, whatever the curve's own time.
  func scheduleParameterCurve(
    _ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval
  ) throws
  /// Cancels all pending commands, and stops as soon as possible.
  func cancel() throws
  /// Whether the player is silent while its time advances.
  var isMuted: Bool { get set }
}

/// Plays a pattern, and can pause, seek, loop and change its speed.
///
/// - Thread: any.
public protocol CHHapticAdvancedPatternPlayer: CHHapticPatternPlayer {
  /// Pauses the pattern.
  func pause(atTime time: TimeInterval) throws
  /// Continues the pattern where it was paused.
  func resume(atTime time: TimeInterval) throws
  /// Moves a playing pattern to a time in seconds from its beginning.
  func seek(toOffset offsetTime: TimeInterval) throws
  /// Whether the pattern begins again at `loopEnd`.
  var loopEnabled: Bool { get set }
  /// The end of the loop, in seconds of the pattern; 0 for the end of the last event.
  var loopEnd: TimeInterval { get set }
  /// The speed; other values than positive numbers are ignored.
  var playbackRate: Float { get set }
  /// Whether the player is silent while its time advances.
  var isMuted: Bool { get set }
  /// The handler that is called on the engine's queue when the player has finished.
  var completionHandler: CHHapticAdvancedPatternPlayerCompletionHandler { get set }
}

/// A player of the engine under Apple's name.
class EnginePlayer: NSObject, CHHapticPatternPlayer {
  private let player: PatternPlayer
  private let place: EnginePlace
  /// The name under which the phone lists the haptic; nil for a pattern without haptic events.
  private let haptic: String?

  init(_ player: PatternPlayer, of content: PatternContent, on place: EnginePlace) {
    self.player = player
    self.place = place
    haptic = content.isHaptic ? content.name : nil
    super.init()
  }

  func start(atTime time: TimeInterval) throws {
    if place.isLeft {
      throw CHHapticError(
        .engineNotRunning, "the engine was started on a former phone; start it again")
    }
    try CHHapticError.bridging { () throws(EngineError) in try player.start(at: time) }
    if let haptic { place.noteHaptic(haptic) }
  }

  func stop(atTime time: TimeInterval) throws {
    try CHHapticError.bridging { () throws(EngineError) in try player.stop(at: time) }
  }

  func sendParameters(
    _ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval
  ) throws {
    let parameters = try parameters.map { parameter in
      DynamicParameter(
        try parameter.parameterID.known, Double(parameter.value), at: parameter.relativeTime)
    }
    try CHHapticError.bridging { () throws(EngineError) in
      try player.sendParameters(parameters, at: time)
    }
  }

  func scheduleParameterCurve(
    _ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval
  ) throws {
    let curve = ParameterCurve(
      try parameterCurve.parameterID.known,
      controlPoints: parameterCurve.controlPoints.map {
        ParameterCurve.ControlPoint(at: $0.relativeTime, Double($0.value))
      })
    try CHHapticError.bridging { () throws(EngineError) in
      try player.scheduleParameterCurve(curve, at: time)
    }
  }

  func cancel() throws {
    try CHHapticError.bridging { () throws(EngineError) in try player.cancel() }
  }

  var isMuted: Bool {
    get { player.isMuted }
    set { player.isMuted = newValue }
  }
}

/// An advanced player of the engine under Apple's name.
final class AdvancedEnginePlayer: EnginePlayer, CHHapticAdvancedPatternPlayer {
  private let player: AdvancedPatternPlayer

  init(_ player: AdvancedPatternPlayer, of content: PatternContent, on place: EnginePlace) {
    self.player = player
    super.init(player, of: content, on: place)
  }

  func pause(atTime time: TimeInterval) throws {
    try CHHapticError.bridging { () throws(EngineError) in try player.pause(at: time) }
  }

  func resume(atTime time: TimeInterval) throws {
    try CHHapticError.bridging { () throws(EngineError) in try player.resume(at: time) }
  }

  func seek(toOffset offsetTime: TimeInterval) throws {
    try CHHapticError.bridging { () throws(EngineError) in try player.seek(to: offsetTime) }
  }

  var loopEnabled: Bool {
    get { player.isLoopEnabled }
    set { player.isLoopEnabled = newValue }
  }

  var loopEnd: TimeInterval {
    get { player.loopEnd }
    set { player.loopEnd = newValue }
  }

  var playbackRate: Float {
    get { Float(player.playbackRate) }
    set { player.playbackRate = Double(newValue) }
  }

  var completionHandler: CHHapticAdvancedPatternPlayerCompletionHandler {
    get {
      guard let handler = player.completionHandler else { return { _ in } }
      return { error in
        handler(error.map { EngineError(.invalidPatternPlayer, $0.localizedDescription) })
      }
    }
    set {
      let handler = Unchecked(newValue)
      player.completionHandler = { error in handler.value(error.map { CHHapticError($0) }) }
    }
  }
}

extension CHHapticDynamicParameter.ID {
  /// The engine's control with this name.
  fileprivate var known: DynamicParameter.ID {
    get throws {
      guard let id = DynamicParameter.ID(rawValue: rawValue) else {
        throw CHHapticError(.invalidParameterType, "the dynamic parameter \(rawValue) is not known")
      }
      return id
    }
  }
}
