/// An input view of an app's own, such as a keyboard, as far as its keys may click.
///
/// Source: page of `UIDevice.playInputClick()`: "A click plays only if the user has enabled keyboard clicks
/// in Settings > Sounds, and only if the input view is itself enabled and visible"; page of
/// `enableInputClicksWhenVisible`, which is false by default.
public enum InputView: String, Hashable, Sendable, CaseIterable {
  /// No input view of the app is on the screen.
  case hidden
  /// One is, and has not enabled clicks.
  case silent
  /// One is, and has enabled clicks.
  case clicking

  /// Whether a view is on the screen.
  public var isVisible: Bool { self != .hidden }
}
