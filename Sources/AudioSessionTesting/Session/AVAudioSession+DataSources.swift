internal import AudioSession
public import Foundation
internal import PhoneRuntime

/// The built-in microphones of a phone.
extension AVAudioSession {
  /// The microphones of the input in use; nil unless the input is the built-in microphone.
  public var inputDataSources: [AVAudioSessionDataSourceDescription]? {
    let binding = binding
    guard binding.phone.currentRoute.inputs.contains(.builtInMic) else { return nil }
    return AVAudioSessionDataSourceDescription.builtIn(binding)
  }

  /// The microphone in use: the requested microphone, or the bottom microphone if none was requested; nil unless the
  /// input is the built-in microphone.
  public var inputDataSource: AVAudioSessionDataSourceDescription? {
    inputDataSources.flatMap { sources in
      sources.first { $0.microphone == hardware.inputDataSource } ?? sources.first
    }
  }

  /// Requests a microphone of the input in use; nil resets the request.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `!cat` if the category does not have input, `badParam` for a
  ///   microphone that the input in use does not have.
  public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    try request(.inputDataSource(dataSource?.microphone))
  }

  /// Always nil: no output of a simulated phone has several data sources.
  public var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }

  /// Always nil: no output of a simulated phone has several data sources.
  public var outputDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// The directions that a microphone picks up; the raw value is the name of Apple's constant.
  public struct PolarPattern: RawRepresentable, Hashable, Sendable {
    /// The name of Apple's constant.
    public var rawValue: String

    /// Creates a pattern with this name, whether or not the constant exists.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All directions.
    public static let omnidirectional = PolarPattern(
      rawValue: "AVAudioSessionPolarPatternOmnidirectional")
    /// The front.
    public static let cardioid = PolarPattern(rawValue: "AVAudioSessionPolarPatternCardioid")
    /// Mainly the front, and slightly the back.
    public static let subcardioid = PolarPattern(rawValue: "AVAudioSessionPolarPatternSubcardioid")
    /// Stereo, recorded in two channels.
    public static let stereo = PolarPattern(rawValue: "AVAudioSessionPolarPatternStereo")

    /// Converts the policy's pattern.
    init(_ pattern: MicrophonePattern) {
      switch pattern {
      case .omnidirectional: self = .omnidirectional
      case .cardioid: self = .cardioid
      case .subcardioid: self = .subcardioid
      }
    }
  }

  /// The direction that a microphone faces; the raw value is the name of Apple's constant.
  public struct Orientation: RawRepresentable, Hashable, Sendable {
    /// The name of Apple's constant.
    public var rawValue: String

    /// Creates an orientation with this name, whether or not the constant exists.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Facing down.
    public static let bottom = Orientation(rawValue: "AVAudioSessionOrientationBottom")
    /// Facing the user.
    public static let front = Orientation(rawValue: "AVAudioSessionOrientationFront")
    /// Facing away from the user.
    public static let back = Orientation(rawValue: "AVAudioSessionOrientationBack")
  }
}

/// One of several microphones of an input.
///
/// As with Apple's type, an app's tests cannot create a description: it belongs to a session or a port. Two
/// microphones are equal if the identifiers are equal.
public final class AVAudioSessionDataSourceDescription: NSObject, Sendable {
  let microphone: BuiltInMicrophone
  /// The name that the user sees.
  public let dataSourceName: String
  /// The direction that the data source faces.
  public let orientation: AVAudioSession.Orientation?
  /// The available patterns; nil if the pattern is fixed.
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

  /// An iPhone's microphones; the default microphone comes first.
  static func builtIn(_ owner: SessionBinding) -> [AVAudioSessionDataSourceDescription] {
    [
      .init(.bottom, "Bottom", .bottom, owner), .init(.front, "Front", .front, owner),
      .init(.back, "Back", .back, owner),
    ]
  }

  /// The pattern in use: the requested pattern, or omnidirectional if none was requested; nil if the pattern is fixed.
  public var selectedPolarPattern: AVAudioSession.PolarPattern? {
    supportedPolarPatterns == nil ? nil : preferredPolarPattern ?? .omnidirectional
  }

  /// The requested pattern, if this microphone was requested; otherwise nil.
  public var preferredPolarPattern: AVAudioSession.PolarPattern? {
    let asked = owner.runtime.hardwarePreferences(of: owner.app)
    guard asked.inputDataSource == microphone else { return nil }
    return asked.polarPattern.map(AVAudioSession.PolarPattern.init)
  }

  /// Requests a pattern and this microphone; nil resets the pattern.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `badParam` for a pattern that the microphone does not have.
  public func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
    let known = MicrophonePattern.allCases.first { pattern == AVAudioSession.PolarPattern($0) }
    if pattern != nil, known == nil { throw sessionError(.badParam) }
    try AVAudioSession(owner).request(.polarPattern(known, of: microphone))
  }

  /// Returns whether the identifiers are equal.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionDataSourceDescription else { return false }
    return microphone == other.microphone
  }

  /// The hash of the identifier.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(microphone)
    return hasher.finalize()
  }
}
