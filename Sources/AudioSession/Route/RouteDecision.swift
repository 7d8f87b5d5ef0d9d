/// Why a port is part of a route.
package enum RouteReason {
  /// The app has overridden the output to the speaker.
  case overridden
  /// The user has picked it.
  case picked
  /// The app prefers that input.
  case preferred
  /// It is the only one that is connected and eligible.
  case connected
  /// It is what was connected last of several that are eligible.
  case newest
  /// A hands-free input takes its output along.
  case besideInput
  /// Of the profiles of one device it is the one that the category asks for.
  case profile
  /// The option for the speaker, as nothing else is eligible.
  case defaultsToSpeaker
  /// The option for the speaker, whatever is connected.
  case sticksToSpeaker
  /// Play-and-record, as nothing else is eligible.
  case atEar
  /// Nothing else is eligible.
  case builtIn
  /// Several routes at once: all that is eligible.
  case several
}

/// A route, and why it is that one.
package struct RouteDecision {
  var route: Route
  /// Why sound goes there, or nil if it goes nowhere.
  package var output: RouteReason?
  /// Why it comes from there, or nil if it comes from nowhere.
  package var input: RouteReason?
}
