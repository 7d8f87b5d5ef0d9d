public import PhoneCoreHaptics

/// The place of one or more actuators on a game controller.
///
/// Our choice of the texts: Apple does not publish them.
public struct GCHapticsLocality: _StringNewtype {
  /// The name of the place.
  public let rawValue: String

  /// Creates a place with this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The place of the usual haptics: the handles.
  ///
  /// Source: page of `createEngine(withLocality:)`: with the default location, the engine uses the handle actuators.
  public static let `default` = GCHapticsLocality(rawValue: "Default")
  /// All actuators.
  public static let all = GCHapticsLocality(rawValue: "All")
  /// Both handles.
  public static let handles = GCHapticsLocality(rawValue: "Handles")
  /// The left handle.
  public static let leftHandle = GCHapticsLocality(rawValue: "LeftHandle")
  /// The right handle.
  public static let rightHandle = GCHapticsLocality(rawValue: "RightHandle")
  /// Both triggers.
  public static let triggers = GCHapticsLocality(rawValue: "Triggers")
  /// The left trigger.
  public static let leftTrigger = GCHapticsLocality(rawValue: "LeftTrigger")
  /// The right trigger.
  public static let rightTrigger = GCHapticsLocality(rawValue: "RightTrigger")

  /// The single actuators of a place.
  var actuators: Set<GCHapticsLocality> {
    switch self {
    case .default, .handles: [.leftHandle, .rightHandle]
    case .triggers: [.leftTrigger, .rightTrigger]
    case .all: [.leftHandle, .rightHandle, .leftTrigger, .rightTrigger]
    default: [self]
    }
  }
}

/// The duration of a haptic event that does not end.
///
/// Our choice of the value: Apple does not publish it. Such an event fades out after 30 seconds here.
public let GCHapticDurationInfinite = Float(infiniteDuration)
