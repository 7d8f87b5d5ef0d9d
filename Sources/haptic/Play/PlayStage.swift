import AudioOutput
import HapticEngine
import Realtime
import TextFormats

extension Failure {
  /// The failure of a device that opened, and then stopped because of `error`.
  init(deviceLost error: OutputError) {
    self.init(error.exitStatus, "the sound device has stopped: \(error.description.printable)")
  }
}

/// An engine on a device, for patterns whose sounds are in one folder.
final class PlayStage {
  let engine: HapticEngine
  let device: PlayDevice
  let folder: String

  /// An engine for `item` on `device`, not started.
  init(_ item: PlayItem, on device: PlayDevice, _ options: PlayOptions) {
    self.device = device
    folder = item.loaded.folder
    // Missing sounds have been told of.
    engine = HapticEngine(
      output: device.output,
      configuration: EngineConfiguration(
        profile: item.profile, soundFolder: folder, soundDecoder: SoundFileDecoder(),
        missingSounds: .silent))
    engine.isMeteringEnabled = true
    engine.isMutedForHaptics = options.mute == .haptics
    engine.isMutedForAudio = options.mute == .audio
  }

  /// What is said when the device did not open because of `error`, with what else can be done with
  /// `item`.
  func failure(_ error: EngineError, to item: PlayItem) -> Failure {
    if let error = engine.outputError { return WaysOut.failure(error, pattern: item.argument) }
    return Failure(.defect, error.description)
  }

  /// Starts `item` on the engine, which was started.
  ///
  /// - Throws: `Failure`: of the device if it has gone meanwhile.
  func play(
    _ item: PlayItem, rate: Double, from start: PlayStart, isDrawn: Bool
  ) throws -> PlayRun {
    do {
      return try PlayRun(item, on: self, rate: rate, from: start, isDrawn: isDrawn)
    } catch let error as EngineError {
      if let lost = engine.outputError { throw Failure(deviceLost: lost) }
      throw Failure(.defect, error.description)
    }
  }
}
