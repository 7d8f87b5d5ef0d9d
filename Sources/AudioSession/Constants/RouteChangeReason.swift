/// Why the route changed.
///
/// Source: `AVAudioSession.RouteChangeReason`; 5 is not in use.
public enum RouteChangeReason: UInt, Hashable, Sendable, CaseIterable {
  /// Not known.
  case unknown = 0
  /// Something was connected.
  case newDeviceAvailable = 1
  /// What was in use has gone.
  case oldDeviceUnavailable = 2
  /// A category was set or a session activated.
  case categoryChange = 3
  /// The output was overridden.
  case override = 4
  /// The device woke up.
  case wakeFromSleep = 6
  /// There is no route for the category.
  case noSuitableRouteForCategory = 7
  /// The ports are the same or others changed them.
  case routeConfigurationChange = 8
}
