/// What the hardware of a route runs at, as far as the route decides it.
///
/// Source: the Hands-Free Profile 1.6 for its 16 kHz, one channel each way. That all else runs at
/// 48 kHz with two channels out and one in is our choice, after what phones report; what an app
/// prefers and what a USB device is able to do are not part of it, so that more changes on a phone.
public struct HardwareFormat: Hashable, Sendable {
  /// Frames per second.
  public var sampleRate: Double
  /// How many channels go out; 0 without an output.
  public var outputChannels: Int
  /// How many channels come in; 0 without an input.
  public var inputChannels: Int

  /// A format.
  public init(sampleRate: Double, outputChannels: Int, inputChannels: Int) {
    self.sampleRate = sampleRate
    self.outputChannels = outputChannels
    self.inputChannels = inputChannels
  }
}

extension Route {
  /// The format that the hardware of the route runs at.
  public var hardwareFormat: HardwareFormat {
    let isHandsFree = inputs.contains(.bluetoothHFP) || outputs.contains(.bluetoothHFP)
    return HardwareFormat(
      sampleRate: isHandsFree ? 16_000 : 48_000,
      outputChannels: outputs.isEmpty ? 0 : outputs.contains(.bluetoothHFP) ? 1 : 2,
      inputChannels: inputs.isEmpty ? 0 : 1)
  }
}

extension HardwareFormat {
  /// Whether an engine that runs in those directions stops where this format becomes the other one.
  ///
  /// A direction that is not there changes nothing for it: our choice, it has nothing to run at.
  package func stops(_ running: IODirections, becoming other: HardwareFormat) -> Bool {
    let ends =
      running.contains(.output) && outputChannels > 0 && other.outputChannels > 0
      && (sampleRate != other.sampleRate || outputChannels != other.outputChannels)
    let listens =
      running.contains(.input) && inputChannels > 0 && other.inputChannels > 0
      && (sampleRate != other.sampleRate || inputChannels != other.inputChannels)
    return ends || listens
  }
}
