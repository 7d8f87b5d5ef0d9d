import AudioOutput
import HapticEngine
import Realtime

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

  /// Opens the device.
  ///
  /// - Throws: `Failure`, with what else can be done with `item`.
  func start(for item: PlayItem) throws(Failure) {
    do {
      try engine.start()
    } catch {
      if let error = engine.outputError { throw WaysOut.failure(error, pattern: item.argument) }
      throw Failure(.defect, error.description)
    }
  }

  /// Lets everything be heard that was rendered, and closes the device.
  ///
  /// - Throws: `OutputError` if the device fails meanwhile.
  func finish() throws(OutputError) {
    defer { engine.stop() }
    try device.output.finish()
  }
}
