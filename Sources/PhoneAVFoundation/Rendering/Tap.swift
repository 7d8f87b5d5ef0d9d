internal import Foundation
internal import PhoneAudio

/// A moment of rendering: the first frame of a block.
struct RenderMoment {
  /// The phone's time in seconds; nil in manual rendering mode.
  var seconds: Double?

  /// Returns the time of a frame of a node.
  func time(_ frame: Int64, rate: Double, after frames: Int = 0) -> AVAudioTime {
    guard let seconds else { return AVAudioTime(sampleTime: frame, atRate: rate) }
    return AVAudioTime(
      hostTime: AVAudioTime.hostTime(forSeconds: seconds + Double(frames) / rate),
      sampleTime: frame, atRate: rate)
  }
}

/// Collects what a node renders, and passes it to a block of the app in buffers of one size.
final class Tap {
  private let format: AVAudioFormat
  private let frames: AVAudioFrameCount
  private let block: AVAudioNodeTapBlock
  private var buffer: AVAudioPCMBuffer?
  private var time: AVAudioTime?

  /// Creates a tap.
  ///
  /// Source: page of `installTap(onBus:bufferSize:format:block:)`: "Supported range is [100, 400] ms", and a report of
  /// 4410 frames at 44.1 kHz for a requested size of 32, github.com/AudioKit/AudioKit/issues/1990. Our choice: a size
  /// outside the range becomes the nearest in the range.
  init(
    _ format: AVAudioFormat, frames: AVAudioFrameCount, _ block: @escaping AVAudioNodeTapBlock
  ) {
    self.format = format
    let rate = format.sampleRate
    self.frames = AVAudioFrameCount(min(max(Double(frames), rate * 0.1), rate * 0.4))
    self.block = block
  }

  /// Collects frames, and puts a call of the block into the outbox for each full buffer.
  func collect(
    _ samples: GraphBuffer, frames count: Int, from frame: Int64, at moment: RenderMoment,
    _ outbox: Outbox
  ) {
    var done = 0
    while done < count {
      if buffer == nil {
        buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames)
        time = moment.time(frame + Int64(done), rate: format.sampleRate, after: done)
      }
      guard let buffer, let time else { return }
      let piece = min(count - done, Int(frames - buffer.frameLength))
      buffer.append(samples, from: done, frames: piece)
      done += piece
      if buffer.frameLength == frames {
        self.buffer = nil
        let block = block
        outbox.add { block(buffer, time) }
      }
    }
  }
}
