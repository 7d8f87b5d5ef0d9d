internal import AudioSession
internal import AudioSessionTesting
internal import Foundation
internal import PhoneRuntime

/// An error of an engine.
enum EngineError {
  case invalidMode, initialized, notRunning
  /// The engine was made before the media services were lost.
  case orphan

  /// The domain of engines' errors.
  ///
  /// Source: github.com/dotnet/macios/issues/17574.
  private static let domain = "com.apple.coreaudio.avfaudio"

  /// Returns the error with a description.
  func error(_ description: String) -> NSError {
    let code =
      switch self {
      case .invalidMode: Int(AVAudioEngineManualRenderingError.invalidMode.rawValue)
      case .initialized: Int(AVAudioEngineManualRenderingError.initialized.rawValue)
      case .notRunning: Int(AVAudioEngineManualRenderingError.notRunning.rawValue)
      case .orphan: AVAudioSession.ErrorCode.mediaServicesFailed.rawValue
      }
    return NSError(
      domain: Self.domain, code: code, userInfo: [NSLocalizedDescriptionKey: description])
  }

  /// Returns the session's error in the domain of engines.
  static func session(_ error: NSError) -> NSError {
    var info = error.userInfo
    info["failed call"] = "err = PerformCommand(*outputNode, kAUStartIO, NULL, 0)"
    return NSError(domain: domain, code: error.code, userInfo: info)
  }
}

extension AVAudioFormat {
  /// The format of the present phone's output; 0 Hz if there is none.
  static var hardware: AVAudioFormat {
    let format = SimulatedPhone.current.snapshot.hardwareFormat
    return native(format.sampleRate, format.outputChannels)
  }

  /// The format of the present phone's input; 0 Hz for a category without input.
  static var hardwareInput: AVAudioFormat {
    let phone = SimulatedPhone.current
    let hasInput = phone.app.session.category.hasInput
    let format = phone.snapshot.hardwareFormat
    // Before the session determines the route, the route lists only outputs.
    let channels = max(format.inputChannels, 1)
    return native(format.sampleRate, hasInput ? channels : 0)
  }

  /// The format of the phone's mix.
  static var phoneMix: AVAudioFormat { native(PhoneTime.framesPerSecond, 2) }

  /// No format.
  static var none: AVAudioFormat { native(0, 0) }

  /// The rate of this format with two channels.
  var stereo: AVAudioFormat { Self.native(sampleRate > 0 ? sampleRate : 48_000, 2) }
}

extension AVAudioSession.Category {
  /// Whether sessions of the category have an input.
  var hasInput: Bool { self == .record || self == .playAndRecord || self == .multiRoute }
}

extension SimulatedApp {
  /// The present time of the phone.
  var now: PhoneTime { session.owner.runtime.now }
  /// The seconds until a rendered frame is heard.
  var outputLatencySeconds: Double { session.outputLatency }
  /// The seconds of a block.
  var ioBufferSeconds: Double { session.ioBufferDuration }
}
