/// The speaker position of a sound file's channel.
enum Speaker: Hashable, Sendable {
  case left, right, center, lowFrequency, surroundLeft, surroundRight, rearCenter

  /// How much of the channel goes to the left and to the right output channel.
  ///
  /// Source: ITU-R BS.775-3, annex 4: center and surrounds at -3 dB, no low-frequency effects. A rear center channel is
  /// treated as a surround channel that is split between both sides.
  var weights: (left: Float, right: Float) {
    let half: Float = 0.5
    let minus3dB = half.squareRoot()
    return switch self {
    case .left: (1, 0)
    case .right: (0, 1)
    case .center: (minus3dB, minus3dB)
    case .lowFrequency: (0, 0)
    case .surroundLeft: (minus3dB, 0)
    case .surroundRight: (0, minus3dB)
    case .rearCenter: (half, half)
    }
  }

  /// The speakers of `count` channels in the order of WAV and FLAC.
  ///
  /// Source: Microsoft, "Multiple channel audio data and WAVE files"; RFC 9639, section 9.1.3. Above eight channels, no
  /// convention exists: left and right alternate.
  static func waveOrder(count: Int) -> [Speaker] {
    switch count {
    case 1: [.center]
    case 2: [.left, .right]
    case 3: [.left, .right, .center]
    case 4: [.left, .right, .surroundLeft, .surroundRight]
    case 5: [.left, .right, .center, .surroundLeft, .surroundRight]
    case 6: [.left, .right, .center, .lowFrequency, .surroundLeft, .surroundRight]
    case 7:
      [.left, .right, .center, .lowFrequency, .rearCenter, .surroundLeft, .surroundRight]
    case 8:
      [
        .left, .right, .center, .lowFrequency, .surroundLeft, .surroundRight, .surroundLeft,
        .surroundRight,
      ]
    default: (0..<count).map { $0.isMultiple(of: 2) ? .left : .right }
    }
  }

  /// The speakers of `count` channels in the order of Vorbis and Opus.
  ///
  /// Source: Xiph.Org, "Vorbis I specification", section 4.3.9.
  static func vorbisOrder(count: Int) -> [Speaker] {
    switch count {
    case 3: [.left, .center, .right]
    case 5: [.left, .center, .right, .surroundLeft, .surroundRight]
    case 6: [.left, .center, .right, .surroundLeft, .surroundRight, .lowFrequency]
    case 7:
      [.left, .center, .right, .surroundLeft, .surroundRight, .rearCenter, .lowFrequency]
    case 8:
      [
        .left, .center, .right, .surroundLeft, .surroundRight, .surroundLeft, .surroundRight,
        .lowFrequency,
      ]
    default: waveOrder(count: count)
    }
  }
}

/// Mixes any number of channels down to one or two.
///
/// One and two channels stay unchanged. If there are more, they are mixed so that the result does not exceed full scale
/// even if every channel is at full scale.
struct Downmix: Hashable, Sendable {
  /// The number of output channels: one or two.
  let channelCount: Int
  /// For each output channel, the weight of each input channel.
  let weights: [[Float]]

  /// Creates a mix of channels for `speakers`, which must not be empty.
  init(speakers: [Speaker]) {
    switch speakers.count {
    case 1:
      channelCount = 1
      weights = [[1]]
    case 2:
      channelCount = 2
      weights = [[1, 0], [0, 1]]
    default:
      channelCount = 2
      let sides = [speakers.map(\.weights.left), speakers.map(\.weights.right)]
      let largest = sides.map { $0.reduce(0, +) }.max() ?? 0
      weights = sides.map { $0.map { largest > 0 ? $0 / largest : 0 } }
    }
  }

  /// Appends the mix of interleaved `samples` to `channels`.
  ///
  /// Samples that are not finite become silence.
  ///
  /// - Returns: the number of samples that became silence.
  func append(_ samples: UnsafeBufferPointer<Float>, to channels: inout [[Float]]) -> Int {
    let inputs = weights[0].count
    let frameCount = samples.count / inputs
    var silencedCount = 0
    for (output, weights) in weights.enumerated() {
      let start = channels[output].count
      channels[output].append(contentsOf: repeatElement(0, count: frameCount))
      unsafe channels[output].withUnsafeMutableBufferPointer { channel in
        // SAFETY: every index is below the number of whole frames times the inputs, or within the
        // elements just appended.
        for input in 0..<inputs where weights[input] != 0 {
          let weight = weights[input]
          for frame in 0..<frameCount {
            unsafe channel[start + frame] += samples[frame * inputs + input] * weight
          }
        }
        for index in start..<start + frameCount {
          let isFinite = unsafe channel[index].magnitude < .infinity
          unsafe channel[index] = isFinite ? channel[index] : 0
          silencedCount &+= isFinite ? 0 : 1
        }
      }
    }
    return silencedCount
  }
}
