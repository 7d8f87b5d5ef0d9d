/// The preferences of an app for the hardware; 0 stands for no preference.
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

extension HardwarePreferences {
  /// The preferences once a request was taken.
  package func after(_ request: HardwareRequest) -> HardwarePreferences {
    var hardware = self
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
    return hardware
  }

  /// The built-in microphone that it comes to, and how that listens.
  var microphone: DirectedMicrophone {
    let source = inputDataSource ?? .bottom
    return DirectedMicrophone(source, polarPattern ?? source.polarPatterns.first)
  }

  /// A microphone and its polar pattern; nil if it has only one.
  struct DirectedMicrophone: Equatable {
    let source: BuiltInMicrophone
    let pattern: MicrophonePattern?

    init(_ source: BuiltInMicrophone, _ pattern: MicrophonePattern?) {
      self.source = source
      self.pattern = pattern
    }
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
  package var needsInput: Bool {
    switch self {
    case .inputChannels, .inputGain, .inputDataSource: true
    case .sampleRate, .ioBufferDuration, .outputChannels, .preferredDataSource, .polarPattern,
      .multichannelContent, .inputOrientation, .echoCancelledInput:
      false
    }
  }
}
