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
  /// The port's device was connected last among several eligible devices.
  case newest
  /// The output belongs to the hands-free device that is the input.
  case besideInput
  /// The device has several profiles, and the category determines this one.
  case profile
  /// The option `defaultToSpeaker` applies because no other port is eligible.
  case defaultsToSpeaker
  /// The option `defaultToSpeaker` applies regardless of connected devices.
  case sticksToSpeaker
  /// Play-and-record uses the receiver because no other port is eligible.
  case atEar
  /// No other port is eligible.
  case builtIn
  /// All eligible ports are used, because several routes are active at the same time.
  case several
}

/// A route, with the reasons for its ports.
package struct RouteDecision {
  var route: Route
  /// The reason for the output, or nil without an output.
  package var output: RouteReason?
  /// The reason for the input, or nil without an input.
  package var input: RouteReason?
}
