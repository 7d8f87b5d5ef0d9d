public import Foundation
internal import HapticEngine

/// A pattern of haptic and audio events.
///
/// A pattern is checked when it is created. The error's description lists every problem.
///
/// - Thread: any; a pattern does not change.
open class CHHapticPattern: NSObject {
  /// A key of a pattern's dictionary.
  ///
  /// On Apple's platforms, this is a type of its own. Here it is `AnyHashable`, so that the dictionaries that
  /// `JSONSerialization` returns can be cast to `[CHHapticPattern.Key: Any]`, as many apps do.
  public typealias Key = AnyHashable

  let content: PatternContent

  /// Creates a pattern from events and changes of controls.
  ///
  /// - Throws: `CHHapticError` with every problem.
  public init(events: [CHHapticEvent], parameters: [CHHapticDynamicParameter]) throws {
    content = try PatternContent(events, parameters, [])
    super.init()
  }

  /// Creates a pattern from events and curves.
  ///
  /// - Throws: `CHHapticError` with every problem.
  public init(events: [CHHapticEvent], parameterCurves: [CHHapticParameterCurve]) throws {
    content = try PatternContent(events, [], parameterCurves)
    super.init()
  }

  /// Creates a pattern from a dictionary with the keys of `Key`.
  ///
  /// - Throws: `CHHapticError` with every problem.
  public init(dictionary patternDict: [CHHapticPattern.Key: Any]) throws {
    content = try PatternContent(dictionary: patternDict)
    super.init()
  }

  /// Creates a pattern from a file.
  ///
  /// - Throws: `CHHapticError` with every problem, its line and its column.
  public init(contentsOf ahapURL: URL) throws {
    content = try PatternContent(file: ahapURL)
    super.init()
  }

  /// Creates a pattern from the data of a file.
  init(data: Data) throws {
    content = try PatternContent(AHAP.read(Array(data), file: "data"), name: nil, folder: nil)
    super.init()
  }

  /// The duration of the pattern, in seconds.
  open var duration: TimeInterval { content.pattern.duration }

  /// Returns the pattern as a dictionary with the keys of `Key`.
  ///
  /// Words are `NSString`s, and numbers are `NSNumber`s.
  ///
  /// - Throws: `CHHapticError` with `operationNotPermitted` if the pattern contains registered sounds.
  open func exportDictionary() throws -> [CHHapticPattern.Key: Any] {
    guard content.resources.isEmpty else {
      throw CHHapticError(
        .operationNotPermitted,
        "a pattern with registered sounds cannot be exported, because their numbers are valid only in this process"
      )
    }
    return content.dictionary
  }
}

/// The keys of a pattern's dictionary, `CHHapticPattern.Key`.
extension AnyHashable {
  /// The type of the key's text.
  public typealias RawValue = String

  /// Creates the key with this text.
  public init(rawValue: String) { self.init(rawValue) }

  /// The text of the key.
  public var rawValue: String { base as? String ?? "\(base)" }

  /// The version of the format.
  public static var version: AnyHashable { AnyHashable("Version") }
  /// The array of entries.
  public static var pattern: AnyHashable { AnyHashable("Pattern") }
  /// An entry that is an event.
  public static var event: AnyHashable { AnyHashable("Event") }
  /// The type of an event.
  public static var eventType: AnyHashable { AnyHashable("EventType") }
  /// The time of an entry or a point, in seconds.
  public static var time: AnyHashable { AnyHashable("Time") }
  /// The duration of an event, in seconds.
  public static var eventDuration: AnyHashable { AnyHashable("EventDuration") }
  /// The path of a sound.
  public static var eventWaveformPath: AnyHashable { AnyHashable("EventWaveformPath") }
  /// Whether a sound is ramped in and out.
  public static var eventWaveformUseVolumeEnvelope: AnyHashable {
    AnyHashable("EventWaveformUseVolumeEnvelope")
  }
  /// Whether a sound repeats.
  public static var eventWaveformLoopEnabled: AnyHashable {
    AnyHashable("EventWaveformLoopEnabled")
  }
  /// The parameters of an event.
  public static var eventParameters: AnyHashable { AnyHashable("EventParameters") }
  /// An entry that changes a control.
  public static var parameter: AnyHashable { AnyHashable("Parameter") }
  /// The name of a parameter or control.
  public static var parameterID: AnyHashable { AnyHashable("ParameterID") }
  /// The value of a parameter, control or point.
  public static var parameterValue: AnyHashable { AnyHashable("ParameterValue") }
  /// An entry that moves a control.
  public static var parameterCurve: AnyHashable { AnyHashable("ParameterCurve") }
  /// The points of a curve.
  public static var parameterCurveControlPoints: AnyHashable {
    AnyHashable("ParameterCurveControlPoints")
  }
}
