/// The modes that keep an app running in the background: `UIBackgroundModes` in its `Info.plist`.
public struct BackgroundModes: OptionSet, Hashable, Sendable {
  /// One bit for each mode.
  public let rawValue: UInt8

  /// The modes with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Audio continues in the background if the category allows it.
  public static let audio = BackgroundModes(rawValue: 1)
}
