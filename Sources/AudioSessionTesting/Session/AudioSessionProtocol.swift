/// What code under test is given instead of `AVAudioSession`: members with its exact signatures.
///
/// Here `AVAudioSession` conforms, behind which is the policy. On Apple's platforms an app
/// declares a protocol of the same members, or of those it uses, to which `AVAudioSession` conforms
/// by an empty extension. Members that came with 17 or later are not in it, so that the protocol
/// suits older systems; `AVAudioSession` has them besides.
///
/// - Thread: any.
public protocol AudioSessionProtocol: AnyObject {
  /// The category.
  var category: AVAudioSession.Category { get }
  /// The mode.
  var mode: AVAudioSession.Mode { get }
  /// The options in effect: those that were given, with what they and the mode bring along.
  var categoryOptions: AVAudioSession.CategoryOptions { get }
  /// With which apps the route is shared.
  var routeSharingPolicy: AVAudioSession.RouteSharingPolicy { get }

  /// The categories that the phone has.
  var availableCategories: [AVAudioSession.Category] { get }
  /// The modes that the phone has.
  var availableModes: [AVAudioSession.Mode] { get }
  /// How prompts should be spoken.
  var promptStyle: AVAudioSession.PromptStyle { get }

  /// Sets the category without options; the mode stays if the category takes it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setCategory(_ category: AVAudioSession.Category) throws
  /// Sets category and options; the mode stays if the category takes it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setCategory(
    _ category: AVAudioSession.Category, options: AVAudioSession.CategoryOptions) throws
  /// Sets category, mode and options.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions) throws
  /// Sets category, mode, policy and options.
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
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`. Nothing has changed then, but on 8 to 25 a
  ///   session that is deactivated with running input or output is inactive and the call throws.
  func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws

  /// Where sound comes from and goes to now.
  var currentRoute: AVAudioSessionRouteDescription { get }
  /// The inputs that the category could use, or nil if it has no input.
  var availableInputs: [AVAudioSessionPortDescription]? { get }
  /// The input that was asked for, or nil.
  var preferredInput: AVAudioSessionPortDescription? { get }
  /// Asks for an input; nil resets it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws
  /// Forces the output of play-and-record to the speaker, until the route changes.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws

  /// The sample rate that was asked for, in hertz; 0 if none was.
  var preferredSampleRate: Double { get }
  /// Asks for a sample rate, in hertz; 0 resets it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredSampleRate(_ sampleRate: Double) throws
  /// The sample rate of the hardware now, in hertz.
  var sampleRate: Double { get }
  /// The buffer duration that was asked for, in seconds; 0 if none was.
  var preferredIOBufferDuration: Double { get }
  /// Asks for a buffer duration, in seconds; 0 resets it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredIOBufferDuration(_ duration: Double) throws
  /// The buffer duration of the hardware now, in seconds.
  var ioBufferDuration: Double { get }
  /// How long sound takes from the input to the app without the buffer, in seconds.
  var inputLatency: Double { get }
  /// How long sound takes from the app to the output without the buffer, in seconds.
  var outputLatency: Double { get }
  /// How many channels come in on the present route; 0 without an input.
  var inputNumberOfChannels: Int { get }
  /// How many channels go out on the present route; 0 without an output.
  var outputNumberOfChannels: Int { get }
  /// The most channels that can come in on the present route.
  var maximumInputNumberOfChannels: Int { get }
  /// The most channels that can go out on the present route.
  var maximumOutputNumberOfChannels: Int { get }
  /// How many channels of input were asked for; 0 if none were.
  var preferredInputNumberOfChannels: Int { get }
  /// Asks for a number of input channels.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredInputNumberOfChannels(_ count: Int) throws
  /// How many channels of output were asked for; 0 if none were.
  var preferredOutputNumberOfChannels: Int { get }
  /// Asks for a number of output channels.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredOutputNumberOfChannels(_ count: Int) throws
  /// The gain of the input: 0...1.
  var inputGain: Float { get }
  /// Whether the gain of the input can be set.
  var isInputGainSettable: Bool { get }
  /// Sets the gain of the input, clamped to 0...1.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setInputGain(_ gain: Float) throws
  /// The microphones of the input in use; nil if it is not one with several.
  var inputDataSources: [AVAudioSessionDataSourceDescription]? { get }
  /// The microphone in use; nil if the input is not one with several.
  var inputDataSource: AVAudioSessionDataSourceDescription? { get }
  /// Asks for one of the microphones of the input in use; nil resets it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws

  /// The data sources of the output in use; nil if it is not one with several.
  var outputDataSources: [AVAudioSessionDataSourceDescription]? { get }
  /// The data source of the output in use; nil if it is not one with several.
  var outputDataSource: AVAudioSessionDataSourceDescription? { get }
  /// Asks for one of the data sources of the output in use; nil resets it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws
  /// How the user is said to hold the phone while recording in stereo (14).
  var preferredInputOrientation: AVAudioSession.StereoOrientation { get }
  /// Says how the user holds the phone while recording in stereo (14).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPreferredInputOrientation(_ orientation: AVAudioSession.StereoOrientation) throws
  /// How the user holds the phone, as far as it matters (14).
  var inputOrientation: AVAudioSession.StereoOrientation { get }
  /// Whether the app plays content of many channels (15).
  var supportsMultichannelContent: Bool { get }
  /// Sets whether the app plays content of many channels (15).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setSupportsMultichannelContent(_ inValue: Bool) throws

  /// Whether haptics and system sounds are played while recording.
  var allowHapticsAndSystemSoundsDuringRecording: Bool { get }
  /// Sets whether haptics and system sounds are played while recording.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws
  /// Whether a call shown as a banner interrupts only when it is accepted (14.5).
  var prefersNoInterruptionsFromSystemAlerts: Bool { get }
  /// Sets whether a call shown as a banner interrupts only when it is accepted (14.5).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws

  /// Whether any other app plays.
  var isOtherAudioPlaying: Bool { get }
  /// Whether another app's audio that does not mix plays, beside which secondary audio should be
  /// silent.
  var secondaryAudioShouldBeSilencedHint: Bool { get }
  /// The volume that the user set: 0...1.
  var outputVolume: Float { get }
  /// Calls a handler with `outputVolume` whenever that changes, for as long as the observation is held.
  ///
  /// It stands for key-value observing, which a protocol cannot ask for. On Apple's platforms it is
  /// `observe(\.outputVolume) { session, _ in handler(session.outputVolume) }` in the extension by which
  /// `AVAudioSession` conforms.
  func observeOutputVolume(_ handler: @escaping @Sendable (Float) -> Void) -> NSKeyValueObservation
  /// Whether there is an input.
  var isInputAvailable: Bool { get }
  /// Whether the user lets the app record; deprecated in 17.
  var recordPermission: AVAudioSession.RecordPermission { get }
  /// Asks the user, unless the user has decided before; deprecated in 17.
  func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void)
}

/// What has default values in `AVAudioSession`, which a protocol cannot have.
extension AudioSessionProtocol {
  /// Sets category and mode without options.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; nothing has changed in that case.
  public func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode
  ) throws {
    try setCategory(category, mode: mode, options: [])
  }

  /// Sets category, mode and policy without options.
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
