/// The format of a route's hardware, as far as the route determines it.
///
/// Source: the Hands-Free Profile 1.6 for its 16 kHz and one channel in each direction. Our choice, based on the values
/// that phones report: all other routes run at 48 kHz with two output channels and one input channel. The capabilities
/// of USB devices are not simulated, so the format changes more often on a real phone.
public struct HardwareFormat: Hashable, Sendable {
  /// The number of frames per second.
  public var sampleRate: Double
  /// The number of output channels; 0 without an output.
  public var outputChannels: Int
  /// The number of input channels; 0 without an input.
  public var inputChannels: Int

  /// A format.
  public init(sampleRate: Double, outputChannels: Int, inputChannels: Int) {
    self.sampleRate = sampleRate
    self.outputChannels = outputChannels
    self.inputChannels = inputChannels
  }
}

extension Route {
  /// The hardware format of the route.
  public var hardwareFormat: HardwareFormat {
    let isHandsFree = inputs.contains(.bluetoothHFP) || outputs.contains(.bluetoothHFP)
    return HardwareFormat(
      sampleRate: isHandsFree ? 16_000 : 48_000,
      outputChannels: outputs.isEmpty ? 0 : outputs.contains(.bluetoothHFP) ? 1 : 2,
      inputChannels: inputs.isEmpty ? 0 : 1)
  }
}

extension HardwareFormat {
  /// Returns whether an engine that runs in those directions stops when this format changes to the other format.
  ///
  /// Our choice: only directions that exist in both formats are compared, because the other directions do not have a
  /// format.
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

extension Phone {
  /// The current hardware format.
  ///
  /// The sample rate and the channel counts follow the preferences of the session that determines the route, as far as
  /// the route supports them.
  ///
  /// Source: page of `setPreferredSampleRate(_:)` for the range, 8 000 to 48 000 hertz. Our choice: hands-free keeps
  /// its own sample rate, and every other port can also run with fewer channels than it has.
  public var hardwareFormat: HardwareFormat {
    var format = currentRoute.hardwareFormat
    let asked = hardwareOfRouteOwner
    if asked.sampleRate > 0, format.sampleRate == 48_000 {
      format.sampleRate = min(max(asked.sampleRate, 8_000), 48_000)
    }
    if asked.outputChannels > 0 {
      format.outputChannels = min(asked.outputChannels, format.outputChannels)
    }
    if asked.inputChannels > 0 {
      format.inputChannels = min(asked.inputChannels, format.inputChannels)
    }
    return format
  }

  /// The hardware preferences of the session that determines the route, or the default preferences during a system
  /// call.
  package var hardwareOfRouteOwner: HardwarePreferences {
    switch routeOwner {
    case .app(let app): state[app].hardware
    case .call, .nobody: HardwarePreferences()
    }
  }

  /// The built-in microphone that is the current input, with its polar pattern, or nil.
  var microphoneInUse: HardwarePreferences.DirectedMicrophone? {
    currentRoute.inputs.contains(.builtInMic) ? hardwareOfRouteOwner.microphone : nil
  }

  /// Returns whether an engine that ran in those directions `before` has stopped since, because the hardware format has
  /// changed or, depending on policy option `engineStopsOn`, because the route has changed.
  ///
  /// A direction is compared only if it exists both before and after. Source: header of `AVAudioEngine`: the engine
  /// stops at "a change to the audio input or output hardware's channel count or sample rate"; policy option
  /// `engineStopsOn`.
  package func stopsEngine(running: IODirections, since before: Phone) -> Bool {
    if before.hardwareFormat.stops(running, becoming: hardwareFormat) { return true }
    guard policy.engineStopsOn == .everyRouteChange else { return false }
    let (was, now) = (before.currentRoute, currentRoute)
    let plays = running.contains(.output) && !was.outputs.isEmpty && !now.outputs.isEmpty
    let records = running.contains(.input) && !was.inputs.isEmpty && !now.inputs.isEmpty
    return plays && (was.outputs != now.outputs || was.outputDevice != now.outputDevice)
      || records && (was.inputs != now.inputs || was.inputDevice != now.inputDevice)
  }
}

extension Route {
  /// The latency from the input to an app, without the buffer, in seconds; 0 without an input.
  ///
  /// Source: developer forum thread 679274 reports 2.4 ms for the microphone of an iPhone 12 mini. The 0.1 s for
  /// Bluetooth is our choice.
  public var inputLatencySeconds: Double {
    if inputs.isEmpty { return 0 }
    return inputs.contains(.bluetoothHFP) ? 0.1 : 0.0024
  }

  /// The latency from an app to the output, without the buffer, in seconds; 0 without an output.
  ///
  /// Source: developer forum thread 679274 reports 160.7 ms for AirPods. The 0.1 s for hands-free Bluetooth, the 2 s
  /// for AirPlay and the 10 ms for all other outputs are our choice.
  public var outputLatencySeconds: Double {
    if outputs.isEmpty { return 0 }
    if outputs.contains(.airPlay) { return 2 }
    if outputs.contains(.bluetoothA2DP) || outputs.contains(.bluetoothLE) { return 0.16 }
    return outputs.contains(.bluetoothHFP) ? 0.1 : 0.01
  }

  /// Whether the input gain can be set: an input exists, and it is not Bluetooth.
  ///
  /// Our choice: this depends on the hardware, and Apple does not list which inputs support it.
  public var isInputGainSettable: Bool { !inputs.isEmpty && !inputs.contains(.bluetoothHFP) }
}
