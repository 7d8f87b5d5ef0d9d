import AudioOutput
import HapticEngine
import HapticFormats
import HapticPerception
import Realtime
import TextFormats

/// Reports on a played pattern.
extension PlayRun {
  /// Prints how far the pattern was played.
  func report(_ position: PlayerPosition) {
    let repetition = position.repetition > 0 ? ", repetition \(position.repetition + 1)" : ""
    StandardError.print(
      "\(item.loaded.name): played to \(playingTime(of: position.time).brief) of "
        + "\(playingTime(of: outline.length).brief) s" + repetition)
  }

  /// The inputs with their values and units.
  var inputWords: [String] {
    live.inputs.map { input in
      "\(input.name) \((live.values[input.name] ?? input.defaultValue).brief)"
        + (input.unit.map { " \($0)" } ?? "")
    }
  }
}

extension Failure {
  /// Creates the failure for a device that opened and then stopped because of `error`.
  init(deviceLost error: OutputError) {
    self.init(error.exitStatus, "the sound device stopped: \(error.description.printable)")
  }
}
