/// An app's hardware preferences.
///
/// A value of 0 stands for no preference, except for the input gain.
public struct HardwarePreferences: Hashable, Sendable {
  /// The number of frames per second.
  public var sampleRate = 0.0
  /// The duration of a buffer, in seconds.
  public var ioBufferDuration = 0.0
  /// The input gain, 0...1.
  ///
  /// Source: page of `inputGain` for the range. The initial value 1 is our choice.
  public var inputGain = 1.0
  /// The number of input channels.
  public var inputChannels = 0
  /// The number of output channels.
  public var outputChannels = 0
  /// The preferred built-in microphone, or nil.
  public var inputDataSource: BuiltInMicrophone?
  /// The preferred polar pattern of that microphone, or nil.
  public var polarPattern: MicrophonePattern?
  /// Whether the app supports multichannel content.
  ///
  /// The value does not affect the simulation.
  public var supportsMultichannelContent = false
  /// How the user holds the phone, according to the app.
  ///
  /// The value does not affect the simulation.
  public var inputOrientation = StereoOrientation.none

  /// Whether the app prefers input from which the speaker's echo is removed (iOS 18.2 or later).
  public var prefersEchoCancelledInput = false

  /// No preferences.
  public init() {}
}

extension HardwarePreferences {
  /// Returns whether these preferences currently remove the speaker's echo from the app's input.
  package func isEchoCancelled(for app: AppID, on phone: Phone) -> Bool {
    prefersEchoCancelledInput && phone.isEchoCancelledInputAvailable(for: app)
      && phone.isActive(app) && phone.inputs.contains(.builtInMic)
      && phone.outputs.contains(.builtInSpeaker)
  }
}

extension HardwarePreferences {
  /// Returns the preferences after a request has been accepted.
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

  /// The built-in microphone that these preferences select, with its polar pattern.
  var microphone: DirectedMicrophone {
    let source = inputDataSource ?? .bottom
    return DirectedMicrophone(source, polarPattern ?? source.polarPatterns.first)
  }

  /// A microphone and its polar pattern.
  ///
  /// The pattern is nil if the microphone has only one.
  struct DirectedMicrophone: Equatable {
    let source: BuiltInMicrophone
    let pattern: MicrophonePattern?

    init(_ source: BuiltInMicrophone, _ pattern: MicrophonePattern?) {
      self.source = source
      self.pattern = pattern
    }
  }
}

/// A hardware setting that an app requests.
public enum HardwareRequest: Hashable, Sendable {
  /// `setPreferredSampleRate`, in hertz; 0 removes the preference.
  case sampleRate(Double)
  /// `setPreferredIOBufferDuration`, in seconds; 0 removes the preference.
  case ioBufferDuration(Double)
  /// `setPreferredInputNumberOfChannels`, limited to the route's number of channels; 0 removes the preference.
  case inputChannels(Int)
  /// `setPreferredOutputNumberOfChannels`, limited to the route's number of channels; 0 removes the preference.
  case outputChannels(Int)
  /// `setInputGain`, clamped to 0...1.
  case inputGain(Double)
  /// `setInputDataSource`, while the built-in microphone is the input; nil removes the preference.
  case inputDataSource(BuiltInMicrophone?)
  /// `setPreferredDataSource` of the built-in microphone's port, whether or not it is the input; nil removes the
  /// preference.
  case preferredDataSource(BuiltInMicrophone?)
  /// `setPreferredPolarPattern` of a data source, which also selects that data source; nil removes the pattern.
  case polarPattern(MicrophonePattern?, of: BuiltInMicrophone)
  /// `setSupportsMultichannelContent`.
  case multichannelContent(Bool)
  /// `setPreferredInputOrientation`.
  case inputOrientation(StereoOrientation)
  /// `setPrefersEchoCancelledInput` (iOS 18.2 or later).
  case echoCancelledInput(Bool)

  /// Whether the request requires a category with input.
  package var needsInput: Bool {
    switch self {
    case .inputChannels, .inputGain, .inputDataSource: true
    case .sampleRate, .ioBufferDuration, .outputChannels, .preferredDataSource, .polarPattern,
      .multichannelContent, .inputOrientation, .echoCancelledInput:
      false
    }
  }
}
