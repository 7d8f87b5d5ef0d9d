// The members are documented in the protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import AudioSession
public import Foundation
internal import PhoneRuntime

/// The session of an app on a simulated phone, under the name that Apple's platforms use.
///
/// Code written for Apple's platforms compiles here; only the import changes:
///
///     #if canImport(AVFAudio)
///       import AVFAudio
///     #else
///       import AudioSessionTesting
///     #endif
///
/// As on Apple's platforms, `sharedInstance()` is one object for the life of the process. It is the session of the app
/// under test of `SimulatedPhone.current`, whichever phone is current. For code that is given its session,
/// `SimulatedApp.session` is the session of one app.
///
/// Its methods throw `NSError`s of `NSOSStatusErrorDomain` with the codes of `AVAudioSession.ErrorCode`. If an app is
/// suspended or terminated, they throw `RejectedEvent` instead: on a real phone, such an app cannot call anything, so
/// the call is a mistake in the test.
///
/// The session posts `Notification`s whose object is the session, with Apple's names, keys and numbers. No lock is held
/// while they are posted. They are posted on the thread whose call caused them and before that call returns, with two
/// exceptions. If an observer causes an event, the event's notifications are posted after that observer and all earlier
/// observers have finished. While one thread is posting, it also posts the notifications of other threads.
/// Notifications are therefore always posted in the order of the events, and in the documented order within an event.
///
/// If an observer specifies a queue, Foundation calls the observer on that queue, and on Linux waits for it. If the
/// notification is posted on the main actor, observers with `queue: .main` are called after the others, before the call
/// returns. An observer that itself waits for the main queue would wait forever. Such a test is ended after ten seconds,
/// with a message that explains why.
///
/// - Thread: any. On a real phone, route changes arrive on a secondary thread and all other notifications on the main
///   thread. Here, all notifications arrive on the thread described above, so that tests need not wait. With
///   `routeChanges: .ownThread`, route changes arrive on a secondary thread here as well.
open class AVAudioSession: NSObject, AudioSessionProtocol, _KeyValueCodingAndObserving,
  @unchecked Sendable
{
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  /// The app of the session; nil for the shared instance, which represents the current phone.
  private let fixed: SessionBinding?
  /// The observers of the session's properties.
  package let observers = PropertyObservers(isObservable: AVAudioSession.isObservable)

  /// Creates the session of one app.
  init(_ binding: SessionBinding) { fixed = binding }

  /// Creates a session of the app under test of the current phone, for subclasses that a test puts in the place of the
  /// session.
  public override init() { fixed = nil }

  /// The session of the app under test of `SimulatedPhone.current`: always the same object.
  open class func sharedInstance() -> AVAudioSession { shared }

  private static let shared = AVAudioSession()

  /// The app that the session belongs to now.
  var binding: SessionBinding { fixed ?? SimulatedPhone.current.app.binding }

  var runtime: PhoneRuntime { binding.runtime }
  var notifications: NotificationSink { binding.notifications }
  var app: AppID { binding.app }

  /// Performs a call by the app.
  ///
  /// A session error is thrown as an `NSError`.
  func call(_ event: AppEvent) throws {
    let binding = binding
    if let code = try binding.runtime.perform(.app(binding.app, event)) { throw sessionError(code) }
  }

  // MARK: The category

  open var category: AVAudioSession.Category {
    AVAudioSession.Category(configuration.category)
  }

  open var mode: AVAudioSession.Mode {
    AVAudioSession.Mode(configuration.mode)
  }

  open var categoryOptions: AVAudioSession.CategoryOptions { configuration.effectiveOptions }

  open var routeSharingPolicy: AVAudioSession.RouteSharingPolicy { configuration.policy }

  open func setCategory(_ category: AVAudioSession.Category) throws {
    try set(category, mode: nil, policy: .default, options: [])
  }

  open func setCategory(
    _ category: AVAudioSession.Category, options: AVAudioSession.CategoryOptions
  ) throws {
    try set(category, mode: nil, policy: .default, options: options)
  }

  open func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions
  ) throws {
    try set(category, mode: mode, policy: .default, options: options)
  }

  open func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    policy: AVAudioSession.RouteSharingPolicy, options: AVAudioSession.CategoryOptions
  ) throws {
    try set(category, mode: mode, policy: policy, options: options)
  }

  open func setMode(_ mode: AVAudioSession.Mode) throws {
    guard let known = SessionMode(rawValue: mode.rawValue) else { throw sessionError(.badParam) }
    try call(.setMode(known))
  }

  open func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws {
    try call(active ? .activate : .deactivate(options))
  }

  // MARK: The route

  open var currentRoute: AVAudioSessionRouteDescription {
    let binding = binding
    return AVAudioSessionRouteDescription(
      binding.phone.currentRoute, names: binding.notifications.portNames, owner: binding)
  }

  open var availableInputs: [AVAudioSessionPortDescription]? {
    let phone = runtime.phone
    let ports = phone.availableInputPorts(for: app)
    let names = notifications.portNames
    let owner = binding
    if ports.isEmpty { return nil }
    return ports.map {
      AVAudioSessionPortDescription(
        $0.port, of: $0.device, names: names, owner: owner, isInput: true)
    }
  }

  open var preferredInput: AVAudioSessionPortDescription? {
    let phone = runtime.phone
    let names = notifications.portNames
    let owner = binding
    return phone.preferredPort(of: app).map {
      AVAudioSessionPortDescription(
        $0.port, of: $0.device, names: names, owner: owner, isInput: true)
    }
  }

  open func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
    guard let inPort else { return try call(.setPreferredInput(nil)) }
    let (phone, names, owner) = (runtime.phone, notifications.portNames, binding)
    let chosen = phone.availableInputPorts(for: app).first {
      inPort
        == AVAudioSessionPortDescription(
          $0.port, of: $0.device, names: names, owner: owner, isInput: true)
    }
    // The policy refuses an absent input after checking for all other errors.
    guard let port = chosen?.port ?? AudioSession.Port(rawValue: inPort.portType.rawValue) else {
      throw sessionError(.badParam)
    }
    let input = chosen?.device.map { PreferredInput.device($0) } ?? .port(port)
    try call(.setPreferredInput(input))
  }

  open func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws {
    try call(.overrideOutput(portOverride))
  }

  open var isInputAvailable: Bool { runtime.phone.isInputAvailable }

  open var outputVolume: Float { Float(runtime.phone.outputVolume(for: app)) }

  open var isOtherAudioPlaying: Bool { runtime.phone.isOtherAudioPlaying(for: app) }

  open var secondaryAudioShouldBeSilencedHint: Bool {
    runtime.phone.secondaryAudioShouldBeSilenced(for: app)
  }

  // MARK: The hardware and recording

  open var preferredSampleRate: Double { hardware.sampleRate }

  open func setPreferredSampleRate(_ sampleRate: Double) throws {
    try request(.sampleRate(sampleRate))
  }

  open var sampleRate: Double { runtime.hardwareSampleRate }

  open var preferredIOBufferDuration: Double { hardware.ioBufferDuration }

  open func setPreferredIOBufferDuration(_ duration: Double) throws {
    try request(.ioBufferDuration(duration))
  }

  open var ioBufferDuration: Double { runtime.hardwareBufferDuration }

  open var recordPermission: AVAudioSession.RecordPermission {
    runtime.phone.state[app].recordPermission
  }

  open func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    runtime.requestRecordPermission(of: app, response)
  }
}
