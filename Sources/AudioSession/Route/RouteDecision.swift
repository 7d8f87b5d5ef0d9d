/// The reason why a port is part of a route.
package enum RouteReason {
  /// The app has overridden the output to the speaker.
  case overridden
  /// The user has picked the output.
  case picked
  /// The app prefers the input.
  case preferred
  /// The port's device is the only one that is connected and eligible.
  case connected
  /// The port's device was connected last among several eligible ones.
  case newest
  /// The output of a hands-free input.
  case besideInput
  /// The category asks for this one of the device's profiles.
  case profile
  /// The option for the speaker applies because no other port is eligible.
  case defaultsToSpeaker
  /// The option for the speaker applies regardless of connected devices.
  case sticksToSpeaker
  /// The receiver of play-and-record applies because no other port is eligible.
  case atEar
  /// No other port is eligible.
  case builtIn
  /// All eligible ports are used, for several routes at the same time.
  case several
}

/// A route with its reasons.
package struct RouteDecision {
  var route: Route
  /// The reason for the output, or nil without an output.
  package var output: RouteReason?
  /// The reason for the input, or nil without an input.
  package var input: RouteReason?
}
