/// A protocol that code under test can use instead of `AVAudioSession`.
///
/// Its members have the same signatures.
///
/// In this module, `AVAudioSession` conforms to the protocol and is backed by the policy. On Apple's platforms, an app
/// declares a protocol with the same members, or only the members that it uses, and conforms `AVAudioSession` to it
/// with an empty extension. Members introduced in iOS 17 or later are not included, so that the protocol can be used on
/// older systems; `AVAudioSession` itself has them.
///
/// - Thread: any.
public protocol AudioSessionProtocol: AnyObject {
  /// The category.
  var category: AVAudioSession.Category { get }
  /// The mode.
  var mode: AVAudioSession.Mode { get }
  /// The options in effect: the given options, and the options that they and the mode imply.
  var categoryOptions: AVAudioSession.CategoryOptions { get }
  /// How the session shares its route with other apps.
  var routeSharingPolicy: AVAudioSession.RouteSharingPolicy { get }

  /// The categories that the phone supports.
  var availableCategories: [AVAudioSession.Category] { get }
  /// The modes that the phone supports.
  var availableModes: [AVAudioSession.Mode] { get }
  /// How prompts should be spoken.
  var promptStyle: AVAudioSession.PromptStyle { get }

  /// Sets the category without options; the mode is kept if the category allows it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setCategory(_ category: AVAudioSession.Category) throws
  /// Sets the category and options; the mode is kept if the category allows it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setCategory(
    _ category: AVAudioSession.Category, options: AVAudioSession.CategoryOptions) throws
  /// Sets the category, mode and options.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions) throws
  /// Sets the category, mode, policy and options.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    policy: AVAudioSession.RouteSharingPolicy, options: AVAudioSession.CategoryOptions) throws
  /// Sets the mode.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setMode(_ mode: AVAudioSession.Mode) throws
  /// Activates or deactivates the session.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`. Nothing has changed in that case, with one exception: on iOS 8
  ///   to 25, deactivating a session with running input or output makes it inactive and also throws.
  func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws

  /// The current inputs and outputs.
  var currentRoute: AVAudioSessionRouteDescription { get }
  /// The inputs that the category could use, or nil if it does not have input.
  var availableInputs: [AVAudioSessionPortDescription]? { get }
  /// The requested input, or nil.
  var preferredInput: AVAudioSessionPortDescription? { get }
  /// Requests an input; nil resets the request.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws
  /// Forces the output of play-and-record to the speaker, until the route changes.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws

  /// The requested sample rate, in hertz; 0 if none was requested.
  var preferredSampleRate: Double { get }
  /// Requests a sample rate, in hertz; 0 resets the request.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredSampleRate(_ sampleRate: Double) throws
  /// The current sample rate of the hardware, in hertz.
  var sampleRate: Double { get }
  /// The requested buffer duration, in seconds; 0 if none was requested.
  var preferredIOBufferDuration: Double { get }
  /// Requests a buffer duration, in seconds; 0 resets the request.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredIOBufferDuration(_ duration: Double) throws
  /// The current buffer duration of the hardware, in seconds.
  var ioBufferDuration: Double { get }
  /// The latency from the input to the app, excluding the buffer, in seconds.
  var inputLatency: Double { get }
  /// The latency from the app to the output, excluding the buffer, in seconds.
  var outputLatency: Double { get }
  /// The number of input channels of the present route; 0 without an input.
  var inputNumberOfChannels: Int { get }
  /// The number of output channels of the present route; 0 without an output.
  var outputNumberOfChannels: Int { get }
  /// The maximum number of input channels of the present route.
  var maximumInputNumberOfChannels: Int { get }
  /// The maximum number of output channels of the present route.
  var maximumOutputNumberOfChannels: Int { get }
  /// The requested number of input channels; 0 if none was requested.
  var preferredInputNumberOfChannels: Int { get }
  /// Requests a number of input channels.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredInputNumberOfChannels(_ count: Int) throws
  /// The requested number of output channels; 0 if none was requested.
  var preferredOutputNumberOfChannels: Int { get }
  /// Requests a number of output channels.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredOutputNumberOfChannels(_ count: Int) throws
  /// The input gain in 0...1.
  var inputGain: Float { get }
  /// Whether the input gain can be set.
  var isInputGainSettable: Bool { get }
  /// Sets the input gain, which is clamped to 0...1.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setInputGain(_ gain: Float) throws
  /// The microphones of the input in use; nil if the input does not have several microphones.
  var inputDataSources: [AVAudioSessionDataSourceDescription]? { get }
  /// The microphone in use; nil if the input does not have several microphones.
  var inputDataSource: AVAudioSessionDataSourceDescription? { get }
  /// Requests a microphone of the input in use; nil resets the request.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws

  /// The data sources of the output in use; nil if the output does not have several data sources.
  var outputDataSources: [AVAudioSessionDataSourceDescription]? { get }
  /// The data source of the output in use; nil if the output does not have several data sources.
  var outputDataSource: AVAudioSessionDataSourceDescription? { get }
  /// Requests a data source of the output in use; nil resets the request.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws
  /// The preferred orientation while recording in stereo (iOS 14 or later).
  var preferredInputOrientation: AVAudioSession.StereoOrientation { get }
  /// Sets the preferred orientation while recording in stereo (iOS 14 or later).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredInputOrientation(_ orientation: AVAudioSession.StereoOrientation) throws
  /// The orientation of the input (iOS 14 or later).
  var inputOrientation: AVAudioSession.StereoOrientation { get }
  /// Whether the app plays multichannel content (iOS 15 or later).
  var supportsMultichannelContent: Bool { get }
  /// Sets whether the app plays multichannel content (iOS 15 or later).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setSupportsMultichannelContent(_ inValue: Bool) throws

  /// Whether haptics and system sounds are played while recording.
  var allowHapticsAndSystemSoundsDuringRecording: Bool { get }
  /// Sets whether haptics and system sounds are played while recording.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws
  /// Whether an incoming call shown as a banner interrupts the session only when the call is accepted (iOS 14.5 or
  /// later).
  var prefersNoInterruptionsFromSystemAlerts: Bool { get }
  /// Sets whether an incoming call shown as a banner interrupts the session only when the call is accepted (iOS 14.5
  /// or later).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws

  /// Whether any other app is playing.
  var isOtherAudioPlaying: Bool { get }
  /// Whether another app is playing audio that does not mix, so that secondary audio should be silent.
  var secondaryAudioShouldBeSilencedHint: Bool { get }
  /// The volume set by the user, in 0...1.
  var outputVolume: Float { get }
  /// Calls a handler with `outputVolume` whenever it changes, as long as the observation is retained.
  ///
  /// This method replaces key-value observing, which a protocol cannot require. On Apple's platforms, implement it as
  /// `observe(\.outputVolume) { session, _ in handler(session.outputVolume) }` in the extension in which
  /// `AVAudioSession` conforms.
  func observeOutputVolume(_ handler: @escaping @Sendable (Float) -> Void) -> NSKeyValueObservation
  /// Whether an input exists.
  var isInputAvailable: Bool { get }
  /// Whether the user has allowed the app to record; deprecated in iOS 17.
  var recordPermission: AVAudioSession.RecordPermission { get }
  /// Asks the user for permission to record, unless the user has already decided; deprecated in iOS 17.
  func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void)
}

/// Overloads that stand for the default arguments of `AVAudioSession`'s methods, which a protocol cannot declare.
extension AudioSessionProtocol {
  /// Sets the category and mode without options.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  public func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode
  ) throws {
    try setCategory(category, mode: mode, options: [])
  }

  /// Sets the category, mode and policy without options.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  public func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    policy: AVAudioSession.RouteSharingPolicy
  ) throws {
    try setCategory(category, mode: mode, policy: policy, options: [])
  }

  /// Activates or deactivates the session without options.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`.
  public func setActive(_ active: Bool) throws {
    try setActive(active, options: [])
  }
}
