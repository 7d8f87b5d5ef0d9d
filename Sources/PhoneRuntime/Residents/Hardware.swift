public import AudioSession

extension RuntimeState {
  /// Returns the error of a request that the present hardware cannot satisfy; nil if it can satisfy the request.
  func error(of request: HardwareRequest, by app: AppID) -> SessionErrorCode? {
    if phone.state.device.isMediaServerDown { return .mediaServicesFailed }
    // A category without input refuses the request first.
    if request.needsInput, !phone.state[app].configuration.category.row.hasInput { return nil }
    return isPossible(request) ? nil : .badParam
  }

  /// Returns whether the present route or the intended microphone supports the request.
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
  /// Returns the hardware settings that an app has requested.
  ///
  /// The app must belong to the phone.
  public func hardwarePreferences(of app: AppID) -> HardwarePreferences {
    read { $0.phone.state[app].hardware }
  }

  /// Returns whether the speaker's echo is currently removed from the input of an app that prefers this (iOS 18.2 or
  /// later).
  ///
  /// The app must belong to the phone.
  ///
  /// Source: page of `setPrefersEchoCancelledInput`: only the built-in microphone, while the built-in speaker plays;
  /// valid only with `playAndRecord` and mode `default`.
  public func isEchoCancelledInputEnabled(of app: AppID) -> Bool {
    read { state in
      state.phone.state[app].hardware.isEchoCancelled(for: app, on: state.phone)
    }
  }

  /// The sample rate of the hardware: see `Phone.hardwareFormat`.
  public var hardwareSampleRate: Double { read { $0.phone.hardwareFormat.sampleRate } }

  /// The duration of the hardware's buffers in seconds.
  ///
  /// A buffer has 256 to 4 096 whole frames, and 1 024 frames unless an app requests another duration.
  ///
  /// Source: `setPreferredIOBufferDuration`'s page for the limits, which the page also states in frames; 1 024 is our
  /// choice.
  public var hardwareBufferDuration: Double {
    read { state in
      let rate = state.phone.hardwareFormat.sampleRate
      let asked = state.phone.hardwareOfRouteOwner.ioBufferDuration
      let frames = asked == 0 ? 1_024 : min(max((asked * rate).rounded(), 256), 4_096)
      return frames / rate
    }
  }
}
