/// The format of a route's hardware, as far as the route determines it.
///
/// Source: the Hands-Free Profile 1.6 for its 16 kHz, one channel each way. All other routes run at 48 kHz with two
/// channels out and one in: our choice, after what phones report. The capabilities of a USB device are not modeled, so
/// more changes on a real phone.
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
  /// Whether an engine that runs in those directions stops when this format becomes the other one.
  ///
  /// Only existing directions count: our choice, because others do not have a format.
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
  /// The current hardware format. The sample rate and the channel counts follow the preferences of the session with the
  /// route, as far as the route supports them.
  ///
  /// Source: page of `setPreferredSampleRate(_:)` for the range, 8 000 to 48 000 hertz. Our choice: hands-free keeps
  /// its own rate, and every other port can also run with fewer channels than it has.
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

  /// The hardware preferences of the session that has the route; the default ones for a system call.
  package var hardwareOfRouteOwner: HardwarePreferences {
    switch routeOwner {
    case .app(let app): state[app].hardware
    case .call, .nobody: HardwarePreferences()
    }
  }

  /// The built-in microphone in use with its polar pattern, or nil.
  var microphoneInUse: HardwarePreferences.DirectedMicrophone? {
    currentRoute.inputs.contains(.builtInMic) ? hardwareOfRouteOwner.microphone : nil
  }

  /// Whether an engine that ran in those directions `before` has stopped since, because the hardware format or, by the
  /// policy, the route has changed.
  ///
  /// A direction counts only if it exists before and after. Source: header of `AVAudioEngine`: it stops at "a change to
  /// the audio input or output hardware's channel count or sample rate"; option `engineStopsOn`.
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
  /// Source: 2.4 ms of an iPhone 12 mini's microphone, developer forum thread 679274. The 0.1 s of Bluetooth is our
  /// choice.
  public var inputLatencySeconds: Double {
    if inputs.isEmpty { return 0 }
    return inputs.contains(.bluetoothHFP) ? 0.1 : 0.0024
  }

  /// The latency from an app to the output, without the buffer, in seconds; 0 without an output.
  ///
  /// Source: 160.7 ms of AirPods, developer forum thread 679274. The 0.1 s of hands-free Bluetooth, the 2 s of AirPlay
  /// and the 10 ms of all other outputs are our choice.
  public var outputLatencySeconds: Double {
    if outputs.isEmpty { return 0 }
    if outputs.contains(.airPlay) { return 2 }
    if outputs.contains(.bluetoothA2DP) || outputs.contains(.bluetoothLE) { return 0.16 }
    return outputs.contains(.bluetoothHFP) ? 0.1 : 0.01
  }

  /// Whether the gain of the input can be set: there is an input, and it is not Bluetooth.
  ///
  /// Our choice: it is a property of the hardware, which Apple does not list.
  public var isInputGainSettable: Bool { !inputs.isEmpty && !inputs.contains(.bluetoothHFP) }
}
