internal import AudioSession
internal import Foundation
internal import PhoneRuntime

/// What a phone's hardware is like, as far as it is simulated.
extension AVAudioSession {
  /// The categories that the phone has: those with input only if there is an input.
  public var availableCategories: [Category] {
    binding.phone.availableCategories.map(Category.init)
  }

  /// The modes that the phone's version of the system has.
  public var availableModes: [Mode] { binding.phone.availableModes.map(Mode.init) }

  /// How many channels come in on the present route; 0 without an input.
  public var inputNumberOfChannels: Int { binding.phone.hardwareFormat.inputChannels }

  /// How many channels go out on the present route; 0 without an output.
  public var outputNumberOfChannels: Int { binding.phone.hardwareFormat.outputChannels }

  /// The most channels that can come in on the present route.
  public var maximumInputNumberOfChannels: Int {
    binding.phone.currentRoute.hardwareFormat.inputChannels
  }

  /// The most channels that can go out on the present route.
  public var maximumOutputNumberOfChannels: Int {
    binding.phone.currentRoute.hardwareFormat.outputChannels
  }

  /// How many channels of input were asked for; 0 if none were.
  public var preferredInputNumberOfChannels: Int { hardware.inputChannels }

  /// How many channels of output were asked for; 0 if none were.
  public var preferredOutputNumberOfChannels: Int { hardware.outputChannels }

  /// Asks for a number of input channels.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `!cat` without a category with input,
  ///   `badParam` for a number that is not in 0...`maximumInputNumberOfChannels`.
  public func setPreferredInputNumberOfChannels(_ count: Int) throws {
    try request(.inputChannels(count))
  }

  /// Asks for a number of output channels.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `badParam` for a number that is not in
  ///   0...`maximumOutputNumberOfChannels`.
  public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
    try request(.outputChannels(count))
  }

  /// How long sound takes from the input to the app without the buffer, in seconds; 0 without an
  /// input: see `Route.inputLatencySeconds`.
  public var inputLatency: Double { binding.phone.currentRoute.inputLatencySeconds }

  /// How long sound takes from the app to the output without the buffer, in seconds; 0 without an
  /// output: see `Route.outputLatencySeconds`.
  public var outputLatency: Double { binding.phone.currentRoute.outputLatencySeconds }

  /// Whether the gain of the input can be set: there is an input, and it is not Bluetooth.
  public var isInputGainSettable: Bool { binding.phone.currentRoute.isInputGainSettable }

  /// How prompts should be spoken.
  public var promptStyle: PromptStyle {
    let binding = binding
    return binding.phone.promptStyle(for: binding.app)
  }
}
