internal import AudioSession
public import PhoneAudio
internal import PhoneRuntime
public import Realtime

extension Scenario {
  /// The maximum size of one app's decoded sound file, in bytes.
  ///
  /// Our choice: eleven minutes of two channels at 48 000 frames per second.
  public static let maximumSoundBytes = 256 << 20

  /// Returns the sound of each app, in the order of the apps: its sound file, which is repeated, or its voice.
  ///
  /// If several apps have the same voice, their voices differ in pitch, for up to four apps.
  ///
  /// - Parameter decoder: decodes sound files.
  /// - Returns: a sound for each app.
  /// - Throws: `SoundDecodingError` for a file that cannot be decoded.
  public func sounds(decodedBy decoder: any SoundDecoding) throws(SoundDecodingError)
    -> [SoundTable]
  {
    var used: [SyntheticVoice: Int] = [:]
    var tables: [SoundTable] = []
    for (app, entry) in zip(apps, setup.apps) {
      switch app.sound ?? .synthetic(entry.state.configuration.suggestedVoice) {
      case .file(let path):
        let sound = try decoder.decodeLoop(
          path: path, sampleRate: PhoneTime.framesPerSecond, byteLimit: Self.maximumSoundBytes)
        tables.append(SoundTable(sound))
      case .synthetic(let voice):
        let variant = used[voice, default: 0]
        used[voice] = variant + 1
        tables.append(voice.table(variant: variant, sampleRate: PhoneTime.framesPerSecond))
      }
    }
    return tables
  }
}

extension SessionConfiguration {
  /// The voice of an app for which the scenario does not specify a sound.
  ///
  /// Our choice, based on the purposes of the categories and modes.
  fileprivate var suggestedVoice: SyntheticVoice {
    switch mode {
    case .spokenAudio, .voicePrompt, .voiceChat, .videoChat: return .speech
    default: break
    }
    switch category {
    case .ambient, .soloAmbient: return .game
    case .playback, .multiRoute: return .music
    case .record, .playAndRecord: return .speech
    default: return .effect
    }
  }
}
