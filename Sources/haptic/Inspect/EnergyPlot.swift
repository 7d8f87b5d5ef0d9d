import Glibc

/// Levels over time as one line of text.
enum EnergyPlot {
  /// How many parts a render is cut into.
  ///
  /// Our choice: fits into 80 columns with a label.
  static let columns = 64

  /// One character for each of `levels`, the highest of them full; silence is blank.
  static func line(_ levels: [Float]) -> String {
    let steps = isUnicodeWelcome ? Array("▁▂▃▄▅▆▇█") : Array(".:-=+*%#")
    let most = levels.max() ?? 0
    guard most > 0 else { return "" }
    return String(
      levels.map { level in
        level <= 0 ? " " : steps[min(steps.count - 1, Int(level / most * Float(steps.count)))]
      })
  }

  /// Whether the locale has more than ASCII; one that says nothing is taken to.
  static var isUnicodeWelcome: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(SystemCall.environment).first
    return locale != "C" && locale != "POSIX"
  }
}
