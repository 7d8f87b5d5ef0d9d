// Interprets the words of a manifest's bindings.

extension AppManifest.Binding {
  /// Controls that vibrate automatically when their value changes.
  ///
  /// Source: Human Interface Guidelines, Haptics: switches, sliders and pickers; the names are those of
  /// UIKit and SwiftUI.
  private static let standardControls = ["switch", "toggle", "slider", "picker", "pickerview"]

  /// Whether the control is a standard one, including `date picker` and `UISwitch`.
  var hasStandardControl: Bool {
    let letters = control.lowercased().filter(\.isLetter)
    return Self.standardControls.contains { letters.hasSuffix($0) }
  }

  /// Words for acts, as opposed to stepping through values, with their irregular forms.
  private static let acts = [
    "commit", "committed", "committing", "confirm", "confirmation", "submit", "submitted",
    "submission", "send", "sent", "buy", "bought", "purchase", "pay", "paid", "payment", "checkout",
    "choose", "chose", "chosen", "save", "delete", "accept",
  ]
  /// Words for controls that trigger an act.
  private static let actingControls = ["button", "order", "ok", "done"]

  /// The word of the event or control that denotes an act, if any.
  var committingWord: String? {
    func words(_ text: String) -> [String] {
      var spaced = ""
      for character in text {
        if character.isUppercase { spaced.append(" ") }
        spaced.append(character)
      }
      return spaced.lowercased().split { !$0.isLetter }.map(String.init)
    }
    func isForm(_ word: String, of stem: String) -> Bool {
      let bare = stem.hasSuffix("e") ? String(stem.dropLast()) : stem
      return word == stem
        || ["s", "ed", "ing", "es"].contains { word == stem + $0 || word == bare + $0 }
    }
    let event = words(event)
    let control = words(control)
    return (event + control).first { word in Self.acts.contains { isForm(word, of: $0) } }
      ?? control.first { Self.actingControls.contains($0) }
      ?? (event.contains("button") ? "button" : nil)
  }
}
