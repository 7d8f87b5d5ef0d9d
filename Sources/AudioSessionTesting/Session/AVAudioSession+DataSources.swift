internal import AudioSession
public import Foundation
internal import PhoneRuntime

/// The microphones that a phone has built in.
extension AVAudioSession {
  /// The microphones of the input in use; nil if that is not the built-in one.
  public var inputDataSources: [AVAudioSessionDataSourceDescription]? {
    let binding = binding
    guard binding.phone.currentRoute.inputs.contains(.builtInMic) else { return nil }
    return AVAudioSessionDataSourceDescription.builtIn(binding)
  }

  /// The microphone in use: the one that was asked for, else the one at the bottom; nil if the input is
  /// not the built-in one.
  public var inputDataSource: AVAudioSessionDataSourceDescription? {
    inputDataSources.flatMap { sources in
      sources.first { $0.microphone == hardware.inputDataSource } ?? sources.first
    }
  }

  /// Asks for one of the microphones of the input in use; nil resets it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `!cat` without a category with input,
  ///   `badParam` for one that the input in use does not have.
  public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    try request(.inputDataSource(dataSource?.microphone))
  }

  /// Nil: no output of a simulated phone has several.
  public var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }

  /// Nil: no output of a simulated phone has several.
  public var outputDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// In which directions a microphone listens; the raw value is the name of Apple's constant.
  public struct PolarPattern: RawRepresentable, Hashable, Sendable {
    /// The name of Apple's constant.
    public var rawValue: String

    /// The pattern of that name, whether there is one or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All around.
    public static let omnidirectional = PolarPattern(
      rawValue: "AVAudioSessionPolarPatternOmnidirectional")
    /// Before it.
    public static let cardioid = PolarPattern(rawValue: "AVAudioSessionPolarPatternCardioid")
    /// Before it, and a little behind.
    public static let subcardioid = PolarPattern(rawValue: "AVAudioSessionPolarPatternSubcardioid")
    /// In two channels.
    public static let stereo = PolarPattern(rawValue: "AVAudioSessionPolarPatternStereo")

    /// The pattern that the policy calls so.
    init(_ pattern: MicrophonePattern) {
      switch pattern {
      case .omnidirectional: self = .omnidirectional
      case .cardioid: self = .cardioid
      case .subcardioid: self = .subcardioid
      }
    }
  }

  /// Which way a microphone faces; the raw value is the name of Apple's constant.
  public struct Orientation: RawRepresentable, Hashable, Sendable {
    /// The name of Apple's constant.
    public var rawValue: String

    /// The orientation of that name, whether there is one or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Down.
    public static let bottom = Orientation(rawValue: "AVAudioSessionOrientationBottom")
    /// To the user.
    public static let front = Orientation(rawValue: "AVAudioSessionOrientationFront")
    /// Away from the user.
    public static let back = Orientation(rawValue: "AVAudioSessionOrientationBack")
  }
}

/// One of several microphones of an input.
///
/// Apple's cannot be made by an app's tests; neither can this one: it is a session's or a port's. Equal
/// if the identifiers are.
public final class AVAudioSessionDataSourceDescription: Hashable, Sendable {
  let microphone: BuiltInMicrophone
  /// What the user is shown.
  public let dataSourceName: String
  /// The direction that the data source faces.
  public let orientation: AVAudioSession.Orientation?
  /// The directions in which the data source can listen; nil if there is no choice.
  public let supportedPolarPatterns: [AVAudioSession.PolarPattern]?
  private let owner: SessionBinding

  /// The system's identifier.
  public var dataSourceID: NSNumber { NSNumber(value: microphone.rawValue) }

  private init(
    _ microphone: BuiltInMicrophone, _ name: String, _ orientation: AVAudioSession.Orientation,
    _ owner: SessionBinding
  ) {
    self.microphone = microphone
    dataSourceName = name
    self.orientation = orientation
    let patterns = microphone.polarPatterns.map(AVAudioSession.PolarPattern.init)
    supportedPolarPatterns = patterns.isEmpty ? nil : patterns
    self.owner = owner
  }

  /// The microphones of an iPhone, the one in use by default first.
  static func builtIn(_ owner: SessionBinding) -> [AVAudioSessionDataSourceDescription] {
    [
      .init(.bottom, "Bottom", .bottom, owner), .init(.front, "Front", .front, owner),
      .init(.back, "Back", .back, owner),
    ]
  }

  /// The directions in which the data source listens: as was asked, else all around; nil if there is no
  /// choice.
  public var selectedPolarPattern: AVAudioSession.PolarPattern? {
    supportedPolarPatterns == nil ? nil : preferredPolarPattern ?? .omnidirectional
  }

  /// The pattern that was asked for, if it is this microphone that was; else nil.
  public var preferredPolarPattern: AVAudioSession.PolarPattern? {
    let asked = owner.runtime.hardwarePreferences(of: owner.app)
    guard asked.inputDataSource == microphone else { return nil }
    return asked.polarPattern.map(AVAudioSession.PolarPattern.init)
  }

  /// Asks for a pattern, and with it for this microphone; nil resets the pattern.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `badParam` for one that it does not have.
  public func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
    let known = MicrophonePattern.allCases.first { pattern == AVAudioSession.PolarPattern($0) }
    if pattern != nil, known == nil { throw sessionError(.badParam) }
    try AVAudioSession(owner).request(.polarPattern(known, of: microphone))
  }

  /// Equal if the identifiers are.
  public static func == (
    left: AVAudioSessionDataSourceDescription, right: AVAudioSessionDataSourceDescription
  ) -> Bool {
    left.microphone == right.microphone
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(microphone) }
}
