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
  /// The identifier of one of the built-in microphones.
  public var inputDataSource: UInt32 = 0
  /// The polar pattern of that microphone, as Apple's constant has it; empty where nothing is asked.
  public var polarPattern = ""
  /// Whether the app plays content of many channels, on which nothing depends.
  public var supportsMultichannelContent = false
  /// How the user is said to hold the phone, as Apple's constant has it, on which nothing depends.
  public var inputOrientation = 0

  /// Nothing is asked.
  public init() {}
}

extension PhoneRuntime {
  /// What an app asks of the hardware; it has to be one of the phone's.
  public func hardwarePreferences(of app: AppID) -> HardwarePreferences {
    read { $0.residents[app.index].hardware }
  }

  /// Changes what an app asks of the hardware.
  ///
  /// - Returns: the error that the call gives.
  /// - Throws: `RejectedEvent` if the app does not run.
  public func setHardwarePreference(
    of app: AppID, _ preference: any WritableKeyPath<HardwarePreferences, Double> & Sendable,
    _ value: Double
  ) throws(RejectedEvent) -> SessionErrorCode? {
    guard value.isFinite, value >= 0 else { return .badParam }
    return try setHardwarePreference(of: app, preference, to: value)
  }

  /// Changes what an app asks of the hardware, which is not a measure.
  ///
  /// - Returns: the error that the call gives.
  /// - Throws: `RejectedEvent` if the app does not run.
  public func setHardwarePreference<Value: Sendable>(
    of app: AppID, _ preference: any WritableKeyPath<HardwarePreferences, Value> & Sendable,
    to value: Value
  ) throws(RejectedEvent) -> SessionErrorCode? {
    try change { state throws(RejectedEvent) in
      let lifecycle = state.phone.state[app].lifecycle
      guard lifecycle.isRunning else { throw .callerNotRunning(app, lifecycle) }
      if state.phone.state.device.isMediaServerDown { return .mediaServicesFailed }
      state.residents[app.index].hardware[keyPath: preference] = value
      return nil
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
