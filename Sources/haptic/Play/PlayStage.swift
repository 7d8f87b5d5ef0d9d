import AudioOutput
import HapticEngine
import Realtime
import RealtimeThreads

/// An engine with its device, for patterns whose sounds are in one folder.
final class PlayStage {
  let engine: HapticEngine
  let device: PlayDevice
  let folder: String

  /// Creates an engine for `item` on `device`, without starting it.
  init(_ item: PlayItem, on device: PlayDevice, _ options: PlayOptions) {
    self.device = device
    folder = item.loaded.folder
    // Missing sounds were already reported.
    engine = HapticEngine(
      output: device.output,
      configuration: EngineConfiguration(
        profile: item.profile, soundFolder: folder, soundDecoder: SoundFileDecoder(),
        missingSounds: .silent))
    engine.isMeteringEnabled = true
    engine.isMutedForHaptics = options.mute == .haptics
    engine.isMutedForAudio = options.mute == .audio
  }

  /// Opens the device for `item`, unless a signal ends the program first.
  ///
  /// - Returns: The signal; nil if the device is open.
  /// - Throws: `Failure` with alternatives for `item` if the device cannot be opened.
  func open(for item: PlayItem, until signals: SignalPipe) throws -> Int32? {
    device.willReopen()
    do {
      return try signals.wait(for: { [engine] in try engine.start() })
    } catch let error as EngineError {
      throw failure(error, to: item)
    }
  }

  private func failure(_ error: EngineError, to item: PlayItem) -> Failure {
    if let error = engine.outputError {
      return DeviceAlternatives.failure(error, item.argument, playedBy: item.command)
    }
    return Failure(.internalError, error.description)
  }

  /// Starts `item` on the engine, which must be running.
  ///
  /// - Throws: `Failure`, for example if the device was disconnected in the meantime.
  func play(
    _ item: PlayItem, rate: Double, from start: PlayStart, isDrawn: Bool
  ) throws -> PlayRun {
    do {
      return try PlayRun(item, on: self, rate: rate, from: start, isDrawn: isDrawn)
    } catch let error as EngineError {
      if let lost = engine.outputError { throw Failure(deviceLost: lost) }
      throw Failure(.internalError, error.description)
    }
  }
}
