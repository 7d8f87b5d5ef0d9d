public import AudioSession

/// What an app asks of the hardware; 0 where it asks nothing.
public struct HardwarePreferences: Hashable, Sendable {
  /// Frames per second.
  public var sampleRate = 0.0
  /// The duration of a buffer, in seconds.
  public var ioBufferDuration = 0.0
  /// The gain of the input, 0...1.
  ///
  /// Source: `inputGain`'s page for the range; that it is 1 at first is our choice.
  public var inputGain = 1.0
  /// How many channels come in.
  public var inputChannels = 0
  /// How many channels go out.
  public var outputChannels = 0
  /// One of the built-in microphones; nil where nothing is asked.
  public var inputDataSource: BuiltInMicrophone?
  /// The polar pattern of that microphone; nil where nothing is asked.
  public var polarPattern: MicrophonePattern?
  /// Whether the app plays content of many channels, on which nothing depends.
  public var supportsMultichannelContent = false
  /// How the user is said to hold the phone, on which nothing depends.
  public var inputOrientation = StereoOrientation.none

  /// Whether the app prefers its input without the echo of the speaker (18.2).
  public var prefersEchoCancelledInput = false

  /// Nothing is asked.
  public init() {}
}

extension HardwarePreferences {
  /// Whether the input of the app, whose preferences these are, is without the echo of the speaker.
  package func isEchoCancelled(for app: AppID, on phone: Phone) -> Bool {
    prefersEchoCancelledInput && phone.isEchoCancelledInputAvailable(for: app)
      && phone.isActive(app) && phone.inputs.contains(.builtInMic)
      && phone.outputs.contains(.builtInSpeaker)
  }
}

/// One thing that an app asks of the hardware.
public enum HardwareRequest: Hashable, Sendable {
  /// `setPreferredSampleRate`, in hertz; 0 takes it back.
  case sampleRate(Double)
  /// `setPreferredIOBufferDuration`, in seconds; 0 takes it back.
  case ioBufferDuration(Double)
  /// `setPreferredInputNumberOfChannels`: at most as many as the route has; 0 takes it back.
  case inputChannels(Int)
  /// `setPreferredOutputNumberOfChannels`: at most as many as the route has; 0 takes it back.
  case outputChannels(Int)
  /// `setInputGain`, clamped to 0...1.
  case inputGain(Double)
  /// `setInputDataSource`, where the built-in microphone is in use; nil takes it back.
  case inputDataSource(BuiltInMicrophone?)
  /// `setPreferredDataSource` of the port of the built-in microphone, in use or not; nil takes it back.
  case preferredDataSource(BuiltInMicrophone?)
  /// `setPreferredPolarPattern` of a data source, which asks for that data source; nil takes the pattern
  /// back.
  case polarPattern(MicrophonePattern?, of: BuiltInMicrophone)
  /// `setSupportsMultichannelContent`.
  case multichannelContent(Bool)
  /// `setPreferredInputOrientation`.
  case inputOrientation(StereoOrientation)
  /// `setPrefersEchoCancelledInput` (18.2).
  case echoCancelledInput(Bool)

  /// Whether the category has to be one with input.
  var needsInput: Bool {
    switch self {
    case .inputChannels, .inputGain, .inputDataSource: true
    case .sampleRate, .ioBufferDuration, .outputChannels, .preferredDataSource, .polarPattern,
      .multichannelContent, .inputOrientation, .echoCancelledInput:
      false
    }
  }
}

extension RuntimeState {
  /// An app that runs asks something of the hardware.
  ///
  /// - Returns: the error that the call gives.
  mutating func request(_ request: HardwareRequest, by app: AppID) -> SessionErrorCode? {
    if phone.state.device.isMediaServerDown { return .mediaServicesFailed }
    if !isPossible(request) { return .badParam }
    var hardware = residents[app.index].hardware
    switch request {
    case .sampleRate(let hertz): hardware.sampleRate = hertz
    case .ioBufferDuration(let seconds): hardware.ioBufferDuration = seconds
    case .inputChannels(let count): hardware.inputChannels = count
    case .outputChannels(let count): hardware.outputChannels = count
    case .inputGain(let gain): hardware.inputGain = gain.isNaN ? 0 : min(max(gain, 0), 1)
    case .inputDataSource(let microphone):
      hardware.inputDataSource = microphone
      hardware.polarPattern = nil
    case .preferredDataSource(let microphone): hardware.inputDataSource = microphone
    case .polarPattern(let pattern, let microphone):
      hardware.inputDataSource = microphone
      hardware.polarPattern = pattern
    case .multichannelContent(let isPlayed): hardware.supportsMultichannelContent = isPlayed
    case .inputOrientation(let orientation): hardware.inputOrientation = orientation
    case .echoCancelledInput(let isPreferred): hardware.prefersEchoCancelledInput = isPreferred
    }
    residents[app.index].hardware = hardware
    return nil
  }

  /// Whether the present route, or the microphone that is meant, can have it.
  private func isPossible(_ request: HardwareRequest) -> Bool {
    let route = phone.currentRoute
    switch request {
    case .sampleRate(let value), .ioBufferDuration(let value):
      return value.isFinite && value >= 0
    case .inputChannels(let count): return (0...route.hardwareFormat.inputChannels).contains(count)
    case .outputChannels(let count):
      return (0...route.hardwareFormat.outputChannels).contains(count)
    case .inputDataSource(let microphone):
      return microphone == nil || route.inputs.contains(.builtInMic)
    case .polarPattern(let pattern, let microphone):
      return pattern.map { microphone.polarPatterns.contains($0) } ?? true
    case .inputGain, .preferredDataSource, .multichannelContent, .inputOrientation,
      .echoCancelledInput:
      return true
    }
  }
}

extension PhoneRuntime {
  /// What an app asks of the hardware; it has to be one of the phone's.
  public func hardwarePreferences(of app: AppID) -> HardwarePreferences {
    read { $0.residents[app.index].hardware }
  }

  /// Whether the input of an app is without the echo of the speaker now (18.2), as it prefers; it has to be one
  /// of the phone's.
  ///
  /// Source: page of `setPrefersEchoCancelledInput`: the built-in microphone while the built-in speaker
  /// plays; valid only with `playAndRecord` and mode `default`.
  public func isEchoCancelledInputEnabled(of app: AppID) -> Bool {
    read { state in
      state.residents[app.index].hardware.isEchoCancelled(for: app, on: state.phone)
    }
  }

  /// The frames per second that the hardware runs at: what the session that has the route asks for,
  /// as far as the route can.
  ///
  /// Source: wide-band speech of the Hands-Free Profile 1.6 is 16 kHz; 48 kHz is what phones run at;
  /// the range is that of `setPreferredSampleRate`'s page, 8 000 to 48 000 hertz.
  public var hardwareSampleRate: Double { read { $0.hardwareSampleRate } }

  /// The duration in seconds of the hardware's buffers: whole frames, 256 to 4 096, 1 024 where
  /// nobody asks.
  ///
  /// Source: `setPreferredIOBufferDuration`'s page for the limits, which are frames there as well;
  /// 1 024 is our choice.
  public var hardwareBufferDuration: Double {
    read { state in
      let rate = state.hardwareSampleRate
      let asked = state.hardwareOfOwner.ioBufferDuration
      let frames = asked == 0 ? 1_024 : min(max((asked * rate).rounded(), 256), 4_096)
      return frames / rate
    }
  }
}

extension RuntimeState {
  fileprivate var hardwareSampleRate: Double {
    let format = phone.currentRoute.hardwareFormat
    if format.sampleRate < 48_000 { return format.sampleRate }
    let asked = hardwareOfOwner.sampleRate
    return asked == 0 ? 48_000 : min(max(asked, 8_000), 48_000)
  }

  fileprivate var hardwareOfOwner: HardwarePreferences {
    switch phone.routeOwner {
    case .app(let app): residents[app.index].hardware
    case .call, .nobody: HardwarePreferences()
    }
  }
}
