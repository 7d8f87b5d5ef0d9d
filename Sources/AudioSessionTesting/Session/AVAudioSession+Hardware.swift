internal import AudioSession
internal import Foundation
internal import PhoneRuntime

/// The simulated hardware properties of a phone.
extension AVAudioSession {
  /// The categories that the phone supports.
  ///
  /// Categories with input are listed only if an input exists.
  public var availableCategories: [Category] {
    binding.phone.availableCategories.map(Category.init)
  }

  /// The modes that the phone's system version supports.
  public var availableModes: [Mode] { binding.phone.availableModes.map(Mode.init) }

  /// The number of input channels of the present route; 0 without an input.
  public var inputNumberOfChannels: Int { binding.phone.hardwareFormat.inputChannels }

  /// The number of output channels of the present route; 0 without an output.
  public var outputNumberOfChannels: Int { binding.phone.hardwareFormat.outputChannels }

  /// The maximum number of input channels of the present route.
  public var maximumInputNumberOfChannels: Int {
    binding.phone.currentRoute.hardwareFormat.inputChannels
  }

  /// The maximum number of output channels of the present route.
  public var maximumOutputNumberOfChannels: Int {
    binding.phone.currentRoute.hardwareFormat.outputChannels
  }

  /// The requested number of input channels; 0 if none was requested.
  public var preferredInputNumberOfChannels: Int { hardware.inputChannels }

  /// The requested number of output channels; 0 if none was requested.
  public var preferredOutputNumberOfChannels: Int { hardware.outputChannels }

  /// Requests a number of input channels.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `!cat` if the category does not have input, `badParam` for a
  ///   number that is not in 0...`maximumInputNumberOfChannels`.
  public func setPreferredInputNumberOfChannels(_ count: Int) throws {
    try request(.inputChannels(count))
  }

  /// Requests a number of output channels.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `badParam` for a number that is not in
  ///   0...`maximumOutputNumberOfChannels`.
  public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
    try request(.outputChannels(count))
  }

  /// The latency from the input to the app, excluding the buffer, in seconds; 0 without an input; see
  /// `Route.inputLatencySeconds`.
  public var inputLatency: Double { binding.phone.currentRoute.inputLatencySeconds }

  /// The latency from the app to the output, excluding the buffer, in seconds; 0 without an output; see
  /// `Route.outputLatencySeconds`.
  public var outputLatency: Double { binding.phone.currentRoute.outputLatencySeconds }

  /// Whether the input gain can be set.
  ///
  /// It can be set if an input exists and is not a Bluetooth input.
  public var isInputGainSettable: Bool { binding.phone.currentRoute.isInputGainSettable }

  /// How prompts should be spoken.
  public var promptStyle: PromptStyle {
    let binding = binding
    return binding.phone.promptStyle(for: binding.app)
  }
}
