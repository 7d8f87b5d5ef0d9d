/// What keeps an app running in the background: `UIBackgroundModes` of its `Info.plist`.
public struct BackgroundModes: OptionSet, Hashable, Sendable {
  /// One bit for each mode.
  public let rawValue: UInt8

  /// The modes with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Audio goes on in the background, with a category that does.
  public static let audio = BackgroundModes(rawValue: 1)
}
