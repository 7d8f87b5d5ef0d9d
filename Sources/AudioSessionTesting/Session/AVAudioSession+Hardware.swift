internal import AudioSession
internal import Foundation
internal import PhoneRuntime

/// What a phone's hardware is like, as far as it is simulated.
extension AVAudioSession {
  /// The categories that the phone has: those with input only if there is an input.
  public var availableCategories: [Category] {
    let phone = binding.phone
    let known = SessionCategory.allCases.filter { category in
      if category == .audioProcessing { return phone.system < .iOS10 }
      return !category.row.hasInput || phone.isInputAvailable
    }
    return known.map(Category.init)
  }

  /// The modes that the phone's version of the system has.
  public var availableModes: [Mode] {
    let phone = binding.phone
    var setup = PhoneSetup(apps: [AppState()])
    setup.release = phone.release
    setup.platform = phone.platform
    guard let fresh = try? Phone(setup) else { return [] }
    return SessionMode.allCases.filter { fresh.takes($0) }.map(Mode.init)
  }

  /// How many channels come in on the present route; 0 without an input.
  public var inputNumberOfChannels: Int { binding.phone.currentRoute.hardwareFormat.inputChannels }

  /// How many channels go out on the present route; 0 without an output.
  public var outputNumberOfChannels: Int {
    binding.phone.currentRoute.hardwareFormat.outputChannels
  }

  /// The most channels that can come in on the present route.
  public var maximumInputNumberOfChannels: Int { inputNumberOfChannels }

  /// The most channels that can go out on the present route.
  public var maximumOutputNumberOfChannels: Int { outputNumberOfChannels }

  /// How many channels of input were asked for; 0 if none were.
  public var preferredInputNumberOfChannels: Int { hardware.inputChannels }

  /// How many channels of output were asked for; 0 if none were.
  public var preferredOutputNumberOfChannels: Int { hardware.outputChannels }

  /// Asks for a number of input channels.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `!cat` without a category with input,
  ///   `badParam` for a number that is not in 0...`maximumInputNumberOfChannels`.
  public func setPreferredInputNumberOfChannels(_ count: Int) throws {
    try call { .setInputProperty($0) }
    guard (0...maximumInputNumberOfChannels).contains(count) else { throw sessionError(.badParam) }
    try set(\.inputChannels, to: count)
  }

  /// Asks for a number of output channels.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `badParam` for a number that is not in
  ///   0...`maximumOutputNumberOfChannels`.
  public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
    guard (0...maximumOutputNumberOfChannels).contains(count) else { throw sessionError(.badParam) }
    try set(\.outputChannels, to: count)
  }

  /// How long sound takes from the input to the app without the buffer, in seconds; 0 without an
  /// input.
  ///
  /// Source: 2.4 ms of an iPhone 12 mini's microphone, developer forum thread 679274. That Bluetooth
  /// takes 0.1 s is our choice.
  public var inputLatency: Double {
    let inputs = binding.phone.currentRoute.inputs
    if inputs.isEmpty { return 0 }
    return inputs.contains(.bluetoothHFP) ? 0.1 : 0.0024
  }

  /// How long sound takes from the app to the output without the buffer, in seconds; 0 without an
  /// output.
  ///
  /// Source: 160.7 ms of AirPods, developer forum thread 679274. That hands-free Bluetooth takes 0.1 s,
  /// AirPlay 2 s and all else 10 ms is our choice.
  public var outputLatency: Double {
    let outputs = binding.phone.currentRoute.outputs
    if outputs.isEmpty { return 0 }
    if outputs.contains(.airPlay) { return 2 }
    if outputs.contains(.bluetoothA2DP) || outputs.contains(.bluetoothLE) { return 0.16 }
    return outputs.contains(.bluetoothHFP) ? 0.1 : 0.01
  }

  /// Whether the gain of the input can be set: there is an input, and it is not Bluetooth.
  ///
  /// Our choice: it is a property of the hardware, which Apple does not list.
  public var isInputGainSettable: Bool {
    let inputs = binding.phone.currentRoute.inputs
    return !inputs.isEmpty && !inputs.contains(.bluetoothHFP)
  }

  /// How prompts should be spoken.
  public var promptStyle: PromptStyle {
    let binding = binding
    return binding.phone.promptStyle(for: binding.app)
  }
}

extension AudioSession.Phone {
  /// Whether a session of a fresh phone can be in that mode, in any category.
  fileprivate func takes(_ mode: SessionMode) -> Bool {
    SessionCategory.allCases.contains { category in
      [CategoryOptions([]), .allowBluetoothHFP].contains { options in
        var phone = self
        let event = SessionEvent.setCategory(0, category, mode: mode, options: options)
        _ = try? phone.handle(event)
        return phone.state[0].configuration.mode == mode
      }
    }
  }
}
