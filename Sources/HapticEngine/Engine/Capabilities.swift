/// The capabilities of a device, and the range and default of each parameter.
///
/// Source: Core Haptics, `CHHapticDeviceCapability`. This engine acts as its own device. It plays both haptics and
/// audio, and its ranges are those of `EventParameter.ID` and `DynamicParameter.ID`.
public struct Capabilities: Hashable, Sendable {
  /// The range and the default of one parameter.
  public struct Attributes: Hashable, Sendable {
    /// The lowest value.
    public let minimum: Double
    /// The highest value.
    public let maximum: Double
    /// The default value.
    public let defaultValue: Double
  }

  /// Whether haptic events are played.
  public let supportsHaptics: Bool
  /// Whether audio events are played.
  public let supportsAudio: Bool

  /// Creates the capabilities of a device.
  public init(supportsHaptics: Bool = true, supportsAudio: Bool = true) {
    self.supportsHaptics = supportsHaptics
    self.supportsAudio = supportsAudio
  }

  /// Returns the attributes of an event parameter for one type of event, or nil if that type does not respond to it
  /// (Core Haptics throws `notSupported`).
  public func attributes(of id: EventParameter.ID, for type: EventType) -> Attributes? {
    guard id.applies(to: type) else { return nil }
    return Attributes(
      minimum: id.range.lowerBound, maximum: id.range.upperBound, defaultValue: id.defaultValue)
  }

  /// Returns the attributes of a dynamic parameter.
  public func attributes(of id: DynamicParameter.ID) -> Attributes {
    Attributes(
      minimum: id.range.lowerBound, maximum: id.range.upperBound, defaultValue: id.defaultValue)
  }
}
