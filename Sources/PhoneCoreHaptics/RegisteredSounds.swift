internal import Foundation
internal import HapticEngine
internal import Realtime

/// The sounds that an app has registered with an engine.
///
/// - Thread: any.
final class RegisteredSounds: Sendable {
  private struct State: Sendable {
    var waveforms: [CHHapticAudioResourceID: HapticEvent.Waveform] = [:]
    var last = 0
  }

  private let state = Guarded(State())

  /// Registers a file, and returns its number.
  func register(_ url: URL, _ options: [AnyHashable: Any]) throws -> CHHapticAudioResourceID {
    guard url.isFileURL, RegularFile.exists(url.path) else {
      throw CHHapticError(.fileNotFound, "\(url): no such file")
    }
    let waveform = HapticEvent.Waveform(
      absolute: url.standardizedFileURL.path,
      usesVolumeEnvelope: options[CHHapticAudioResourceKeyUseVolumeEnvelope] as? Bool ?? true,
      loops: options[CHHapticAudioResourceKeyLoopEnabled] as? Bool ?? false)
    return state.withLock { state in
      state.last += 1
      state.waveforms[state.last] = waveform
      return state.last
    }
  }

  /// Removes a sound.
  func unregister(_ id: CHHapticAudioResourceID) throws {
    if state.withLock({ $0.waveforms.removeValue(forKey: id) }) == nil { throw Self.unknown(id) }
  }

  /// Returns the sound with this number.
  func waveform(_ id: CHHapticAudioResourceID) throws -> HapticEvent.Waveform {
    guard let waveform = state.withLock({ $0.waveforms[id] }) else { throw Self.unknown(id) }
    return waveform
  }

  /// Removes all sounds, whose numbers are not used again.
  func forget() { state.withLock { $0.waveforms = [:] } }

  private static func unknown(_ id: CHHapticAudioResourceID) -> CHHapticError {
    CHHapticError(
      .invalidAudioResource, "the audio resource \(id) is not registered with this engine")
  }
}

extension HapticEvent.Waveform {
  /// Creates the sound of a file, whose path the engine takes from the root of the file system.
  fileprivate init(absolute path: String, usesVolumeEnvelope: Bool, loops: Bool) {
    self.init(
      path: String(path.drop { $0 == "/" }), usesVolumeEnvelope: usesVolumeEnvelope, loops: loops)
  }

  /// Returns the sound in the app's bundle or, if it is not there, in a folder.
  ///
  /// Source: Apple, "Representing haptic patterns in AHAP files": the path is relative to the top of the bundle. Our
  /// choice: the folder of the pattern's file is searched as well, because the tests of a package have another bundle.
  ///
  /// - Parameter folder: the folder of the pattern's file; nil if there is none.
  /// - Returns: the sound, with a path from the root of the file system.
  /// - Throws: `CHHapticError` with `fileNotFound`, or with `invalidAudioResource` for a path that leads elsewhere.
  func inBundle(orIn folder: String?) throws -> HapticEvent.Waveform {
    guard WaveformPlace(path) == .inside else {
      throw CHHapticError(
        .invalidAudioResource, "\(path): the path of a sound must not lead outside the app's bundle"
      )
    }
    let folders = [Bundle.main.resourcePath ?? Bundle.main.bundlePath] + [folder].compactMap(\.self)
    for folder in folders where RegularFile.exists(folder + "/" + path) {
      let file = URL(fileURLWithPath: folder + "/" + path).standardizedFileURL.path
      return HapticEvent.Waveform(
        absolute: file, usesVolumeEnvelope: usesVolumeEnvelope, loops: loops)
    }
    throw CHHapticError(
      .fileNotFound, "\(path): no such sound in \(folders.joined(separator: " or "))")
  }
}

private enum RegularFile {
  /// Returns whether there is a file, and not a folder, at this path.
  static func exists(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}
