import Drawing
import TextFormats

/// The characters of all terminal pictures.
struct ChartSymbols: Hashable, Sendable {
  /// The partly filled characters, lowest first; the last one is full.
  let levels: [Character]
  /// The column of a transient, and its half-character tip.
  let transient: Character
  let transientTip: Character
  /// The mark for levels beyond the top of the chart.
  let over: Character
  /// The mark of the playback position.
  let cursor: Character
  /// A bar from one time to another, and the line of an important value.
  let span: Character
  let dashes: Character
  /// The axis, and a tick on it.
  let axis: Character
  let tick: Character
  /// The scale to the left of the bars, and a tick on it.
  let scale: Character
  let scaleTick: Character
  /// The square in a color, before the color's meaning.
  let key: Character
  /// Shades for strengths, from none to the greatest.
  let shades: [Character]
  let playing: String
  let paused: String
  let leftRight: String
  let upDown: String

  static let unicode = ChartSymbols(
    levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], transient: "┃", transientTip: "╻", over: "▲",
    cursor: "│", span: "━", dashes: "┄", axis: "─", tick: "┬", scale: "│", scaleTick: "┤", key: "■",
    shades: [" ", "░", "▒", "▓", "█"], playing: "▶", paused: "‖", leftRight: "← →", upDown: "↑ ↓")

  static let ascii = ChartSymbols(
    levels: [".", ":", "#"], transient: "|", transientTip: ",", over: "^", cursor: "|", span: "=",
    dashes: "-", axis: "-", tick: "+", scale: "|", scaleTick: "+", key: "#",
    shades: Array(" .:-=+*%@"), playing: ">", paused: "=", leftRight: "left right",
    upDown: "up down")

  /// The symbols that the locale supports.
  static var ofLocale: ChartSymbols { isUnicodeSupported ? .unicode : .ascii }

  /// Whether the locale uses UTF-8, which is assumed if no locale is set or the locale does not name an encoding.
  private static var isUnicodeSupported: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(SystemCall.environment).first
    guard let locale, locale != "C", locale != "POSIX" else { return locale == nil }
    // The locale may be, for example, de_DE.ISO-8859-1@euro.
    guard let dot = locale.firstIndex(of: ".") else { return true }
    let encoding = locale[locale.index(after: dot)...].prefix { $0 != "@" }.lowercased()
    return encoding == "utf-8" || encoding == "utf8"
  }

  /// Returns one character for each of `values`, full for the highest and blank for 0; empty if all
  /// are 0.
  func line(_ values: [Float]) -> String {
    let steps = self == .ascii ? Array(shades.dropFirst()) : levels
    let maximum = values.max() ?? 0
    guard maximum > 0 else { return "" }
    return String(
      values.map { value in
        value <= 0 ? " " : steps[min(steps.count - 1, Int(value / maximum * Float(steps.count)))]
      })
  }

  /// The full character.
  var full: Character { levels[levels.count - 1] }

  /// Returns a character that is filled up to `part`, 0...1; nil for an empty bar.
  func level(_ part: Double) -> Character? {
    let step = Int((part * Double(levels.count)).rounded())
    return step > 0 ? levels[min(step, levels.count) - 1] : nil
  }

  /// Returns the character for a transient whose stem fills `part` of a row.
  ///
  /// In the lowest row even the weakest transient is visible.
  func stem(_ part: Double, isLowest: Bool) -> Character? {
    part >= 0.75 ? transient : part >= (isLowest ? 0.02 : 0.25) ? transientTip : nil
  }

  /// Returns the digit for a value in 0...1, such as a sharpness: 0 is round, 9 is crisp.
  static func digit(_ part: Double) -> Character {
    Character("\(max(0, min(9, Int((part * 10).rounded()))))")
  }

  /// Returns the character of which a block of this role consists.
  func role(_ role: Drawing.Role) -> Character {
    let isPlain = self == .ascii
    return switch role {
    case .faint: isPlain ? "." : "·"
    case .input: isPlain ? "R" : "▒"
    case .blockedInput: isPlain ? "m" : "▫"
    case .full: full
    case .reduced: isPlain ? "=" : "▄"
    case .found: isPlain ? "a" : "■"
    case .searching: "?"
    case .broken: isPlain ? "!" : "░"
    case .cause: isPlain ? "%" : "▓"
    }
  }

  /// Returns the character with these Braille dots.
  func dots(_ bits: UInt8) -> Character {
    self == .ascii ? "*" : Character(Unicode.Scalar(0x2800 + UInt32(bits)) ?? " ")
  }

  /// Returns `text` in at most `columns` columns, with an ellipsis if it is cut.
  func cut(_ text: String, toColumns columns: Int) -> String {
    guard text.columns > columns else { return text }
    return columns > 0 ? text.cut(toColumns: columns - 1) + self.text("…") : ""
  }

  /// Returns `text` in characters that the locale supports.
  func text(_ text: String) -> String {
    guard self == .ascii else { return text }
    return String(text.map { $0.isASCII ? $0 : $0 == "×" ? "*" : $0 == "…" ? "~" : "?" })
  }
}
