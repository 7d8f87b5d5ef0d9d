/// A version of the system whose behaviour differs from its neighbours'.
///
/// Source: behaviour changes listed with `BehaviorProfile`.
public enum OSVersion: String, Hashable, Sendable, CaseIterable, Comparable {
  /// iOS 7: a session with running output refuses to be deactivated.
  case iOS7 = "7"
  /// iOS 8: it is deactivated, and the call throws.
  case iOS8 = "8"
  /// iOS 10: suspension deactivates.
  case iOS10 = "10"
  /// iOS 14.5: interruptions have a reason.
  case iOS14_5 = "14.5"
  /// iOS 16: suspension is no longer told.
  case iOS16 = "16"
  /// iOS 17: an unplugged output interrupts.
  case iOS17 = "17"
  /// iOS 26: deactivating with running output no longer throws.
  case iOS26 = "26"
  /// iOS 27: became active, became inactive, recommendation.
  case iOS27 = "27"

  /// What a simulation starts with.
  public static let standard = OSVersion.iOS26

  /// The place among the versions, the oldest being 0.
  var place: Int {
    switch self {
    case .iOS7: 0
    case .iOS8: 1
    case .iOS10: 2
    case .iOS14_5: 3
    case .iOS16: 4
    case .iOS17: 5
    case .iOS26: 6
    case .iOS27: 7
    }
  }

  /// Older first.
  public static func < (older: OSVersion, newer: OSVersion) -> Bool {
    older.place < newer.place
  }
}

/// What runs the system.
///
/// They differ in what `setCategory` accepts.
public enum Platform: String, Hashable, Sendable, CaseIterable {
  /// A real device.
  case device
  /// Apple's simulator.
  case iosSimulator
}
