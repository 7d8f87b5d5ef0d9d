/// With whom a session shares its route.
///
/// Source: `AVAudioSession.RouteSharingPolicy`.
public enum RouteSharingPolicy: UInt, Hashable, Sendable, CaseIterable {
  /// The ordinary rules.
  case `default` = 0
  /// Music, podcasts, books: listened to at length.
  case longFormAudio = 1
  /// Set by the system; apps must not.
  case independent = 2
  /// Films: watched at length.
  case longFormVideo = 3

  /// The name in Swift, such as `longFormAudio`.
  public var name: String { self == .default ? "default" : "\(self)" }

  /// The policy of that name, or nil.
  ///
  /// `longForm` is the old name of `longFormAudio`.
  public init?(named name: String) {
    let present = name == "longForm" ? "longFormAudio" : name
    guard let found = Self.allCases.first(where: { $0.name == present }) else { return nil }
    self = found
  }

  /// True for the two policies of long listening.
  public var isLongForm: Bool { self == .longFormAudio || self == .longFormVideo }
}
