/// A word that stands for something that needs the Objective-C runtime, and what to use instead.
///
/// Source: Swift 6.3 on Linux, whose compiler and Foundation do not have this runtime.
struct RuntimeIdiom {
  /// Where the word must be to mean this.
  enum Place {
    /// Anywhere.
    case anywhere
    /// In a call with an argument that has this label.
    case label(String)
    /// In a call whose first argument is a selector.
    case selector
    /// In a call whose first argument is a string.
    case string
    /// Among the modifiers of a variable.
    case variable
  }

  let word: String
  let place: Place
  let advice: String

  /// All of them.
  static let all = [
    RuntimeIdiom(
      word: "perform", place: .selector,
      advice: "methods cannot be performed by their selectors; call the method, or use a closure"),
    RuntimeIdiom(
      word: "responds", place: .selector,
      advice: "an object cannot be asked for a selector; use `is` or `as?` with a protocol"),
    RuntimeIdiom(
      word: "Selector", place: .string,
      advice: "a selector made from a string cannot be called; use #selector, or a closure"),
    RuntimeIdiom(
      word: "NSSelectorFromString", place: .anywhere,
      advice: "a selector made from a string cannot be called; use a closure"),
    RuntimeIdiom(
      word: "dynamic", place: .variable,
      advice:
        "changes of this property are not reported to observers; call didChangeValue(forKey:) in its didSet"
    ),
    RuntimeIdiom(
      word: "addObserver", place: .label("forKeyPath"),
      advice:
        "a key path in a string is observed only in AVPlayer, AVPlayerItem and AVAudioSession; elsewhere, use a closure"
    ),
    RuntimeIdiom(
      word: "NSClassFromString", place: .anywhere,
      advice: "a class cannot be found by its name; refer to the type itself"),
    RuntimeIdiom(
      word: "objc_setAssociatedObject", place: .anywhere,
      advice: "associated objects do not exist; use a property or a subclass"),
    RuntimeIdiom(
      word: "objc_getAssociatedObject", place: .anywhere,
      advice: "associated objects do not exist; use a property or a subclass"),
    RuntimeIdiom(
      word: "method_exchangeImplementations", place: .anywhere,
      advice: "methods cannot be exchanged while the program runs; inject the type"),
    RuntimeIdiom(
      word: "class_getInstanceMethod", place: .anywhere,
      advice: "methods cannot be found by their selectors; call the method itself"),
  ]

  /// Returns whether the word at `index` of `source` means this.
  func isMeant(at index: Int, of source: SwiftSource) -> Bool {
    guard source.text(index) == word else { return false }
    switch place {
    case .anywhere: return true
    case .label(let label):
      guard let end = source.closing(index + 1) else { return false }
      return (index..<end).contains { source.text($0) == label && source.text($0 + 1) == ":" }
    case .selector:
      // responds(to: #selector(f))
      let first = source.text(index + 2) == "to" ? index + 4 : index + 2
      return source.text(index + 1) == "("
        && ["#selector", "Selector", "NSSelectorFromString"].contains(source.text(first))
    case .string: return source.isCallWithString(index)
    case .variable:
      var next = index + 1
      while Self.modifiers.contains(source.text(next)) { next += 1 }
      return source.text(next) == "var"
    }
  }

  private static let modifiers: Set = [
    "public", "open", "internal", "private", "fileprivate", "package", "override", "weak", "final",
    "(", "set", ")",
  ]
}
