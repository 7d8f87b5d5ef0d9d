extension Phone {
  /// What would become of a haptic that the app asks for now.
  public func hapticVerdict(for app: AppID) -> PlayVerdict { .played }

  /// What would become of a sound of that kind, asked for by the app, or by the system if nil.
  public func soundVerdict(for sound: SoundClass, by app: AppID?) -> PlayVerdict { .played }

  /// What the status bar shows.
  public var statusIndicators: Set<StatusIndicator> { [] }
}

/// What the status bar shows while it goes on.
///
/// Source: Human Interface Guidelines: an ongoing call or recording shows an extra status.
public enum StatusIndicator: String, Hashable, Sendable, CaseIterable {
  /// A call.
  case call
  /// A recording.
  case recording
}
