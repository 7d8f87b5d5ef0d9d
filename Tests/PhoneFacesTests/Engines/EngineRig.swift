import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import PhoneAudio
import Realtime
import Testing

/// The samples of a phone's mix, from the beginning of the recording on.
final class MixRecording {
  private final class Channels: @unchecked Sendable {
    // SAFETY (unchecked Sendable): used by the thread that drives the phone.
    var left: [Float] = []
    var right: [Float] = []
  }

  private let channels = Channels()
  private let mixer: PhoneMixer
  private let recorder: PhoneRecorder

  init(_ phone: SimulatedPhone) {
    mixer = PhoneMixer(phone.runtime, PhoneAudioConfiguration(drive: .pulled))
    let channels = channels
    recorder = PhoneRecorder(mixer, of: phone.runtime) { block, _ in
      let isHeard = unsafe block.signal?.pointee.contains(.audio) ?? true
      for index in 0..<block.frameCount {
        channels.left.append(isHeard ? unsafe block.audioLeft[index] : 0)
        channels.right.append(isHeard ? unsafe block.audioRight[index] : 0)
      }
    }
  }

  var left: [Float] { channels.left }
  var right: [Float] { channels.right }
}

/// An engine with players on a phone whose volume is full.
@MainActor struct EngineRig {
  let phone = SimulatedPhone.current
  let engine = AVAudioEngine()
  let format: AVAudioFormat

  init(rate: Double = 48_000, channels: AVAudioChannelCount = 2) throws {
    format = try #require(
      AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels))
    try phone.setVolume(1)
    try AVAudioSession.sharedInstance().setCategory(.playback)
  }

  /// Attaches a player, and connects it to the main mixer.
  func player() -> AVAudioPlayerNode {
    let player = AVAudioPlayerNode()
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: format)
    return player
  }

  /// Returns a buffer of samples that are the same in every channel.
  func buffer(_ samples: [Float]) throws -> AVAudioPCMBuffer {
    try Self.buffer(samples, format)
  }

  static func buffer(_ samples: [Float], _ format: AVAudioFormat) throws -> AVAudioPCMBuffer {
    let count = AVAudioFrameCount(samples.count)
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: max(1, count)))
    buffer.frameLength = count
    for channel in 0..<Int(format.channelCount) {
      for (index, sample) in samples.enumerated() {
        unsafe buffer.floatChannelData?[channel][index] = sample
      }
    }
    return buffer
  }

  /// A sine of 441 Hz, which is not in step with any block.
  static func sine(_ frames: Int, amplitude: Float = 0.5) -> [Float] {
    (0..<frames).map { amplitude * Float(sin(2 * Double.pi * 441 * Double($0) / 48_000)) }
  }
}

extension AVAudioPCMBuffer {
  /// The samples of a channel.
  func samples(_ channel: Int = 0) -> [Float] {
    (0..<Int(frameLength)).map { unsafe floatChannelData?[channel][$0 * stride] ?? 0 }
  }
}
