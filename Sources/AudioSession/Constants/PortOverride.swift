/// Where the output of play-and-record is forced to.
///
/// Source: `AVAudioSession.PortOverride`.
public enum PortOverride: UInt, Hashable, Sendable, CaseIterable {
  /// Nowhere: the route decides.
  case none = 0
  /// To the loudspeaker, until the route changes: `spkr`.
  case speaker = 1_936_747_378
}
