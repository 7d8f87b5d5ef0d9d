import PhoneSimulator

/// The actions of keys in `haptic session live`.
enum LiveKey: Hashable, Sendable {
  case action(LiveAction)
  case select(Int)
  case selectNext, selectPrevious
  case explain
  case pageUp, pageDown
  case wider, narrower, save, help, quit
  /// A key without an action, with its name.
  case unknown(String)

  /// A key in a group of the help, with a word or two for its action.
  private struct Row: Sendable {
    let character: Character
    let key: LiveKey
    let words: String
    /// The name of the key, if it is not written as its character.
    var name: String?

    /// The key and its action, as in the help.
    var text: String { "\(name ?? String(character)) \(words)" }
  }

  /// The rows of one line of the help.
  private static let phone = LiveAction.allCases.filter { !$0.isOfApp }.map(row)
  private static let app =
    LiveAction.allCases.filter(\.isOfApp).map(row)
    + [Row(character: "e", key: .explain, words: "explain")]
  private static let screen = [
    Row(character: "<", key: .wider, words: "longer"),
    Row(character: ">", key: .narrower, words: "shorter"),
    Row(character: "w", key: .save, words: "save"),
    Row(character: "?", key: .help, words: "hide"),
    Row(character: "q", key: .quit, words: "quit"),
  ]

  private static func row(_ action: LiveAction) -> Row {
    Row(
      character: action.key, key: .action(action), words: action.words,
      name: action.key == " " ? "space" : nil)
  }

  /// Creates the action of `key`.
  init(_ key: TerminalKey) {
    switch key {
    case .up: self = .selectPrevious
    case .down, .character(9): self = .selectNext
    case .character(let byte):
      let character = Character(UnicodeScalar(byte))
      if let number = character.wholeNumberValue, number > 0 {
        self = .select(number - 1)
        return
      }
      // Accept the same key without shift, and capitals if caps lock is on.
      let plain: [Character: Character] = ["=": "+", "_": "-"]
      let wanted = plain[character] ?? Character(character.lowercased())
      let rows = Self.phone + Self.app + Self.screen
      let row = rows.first { $0.character == wanted }
      self = row?.key ?? .unknown(Self.name(ofByte: byte))
    case .pageUp: self = .pageUp
    case .pageDown: self = .pageDown
    case .left, .shiftLeft: self = .unknown("Left")
    case .right, .shiftRight: self = .unknown("Right")
    }
  }

  /// Returns the name of the key that sends `byte`.
  private static func name(ofByte byte: UInt8) -> String {
    switch byte {
    case 10, 13: "Enter"
    case 8, 127: "Backspace"
    case 27: "Esc"
    case 33..<127: String(UnicodeScalar(byte))
    default: "\(byte)"
    }
  }

  /// Returns the keys in lines of at most `columns` columns.
  ///
  /// The app's name precedes the keys that act on the selected app.
  static func help(app: String, columns: Int) -> [String] {
    let words = { (rows: [Row]) in rows.map(\.text) }
    let ofApp = ["1-9/Tab select"] + words(self.app)
    let groups =
      lines("phone", words(phone), columns) + lines(app, ofApp, columns)
      + lines("", words(screen), columns)
    // If every group fits on one line, each group has its own line. Otherwise the groups share lines if that saves
    // lines.
    if groups.count <= 3 { return groups }
    let flowing = lines(
      "phone", words(phone) + ["\(app):  \(ofApp[0])"] + ofApp.dropFirst() + words(screen),
      columns)
    return flowing.count < groups.count ? flowing : groups
  }

  /// The keys of the short help, most useful first.
  ///
  /// Our choice: keys that interrupt and silence an app, and the key that explains why it is silent.
  private static let essential: [LiveKey] = [
    .action(.play), .action(.silentSwitch), .action(.call), .explain, .action(.headphones),
    .action(.alarm), .help,
  ]

  /// Returns as many of the most useful keys as fit in one line of `columns` columns, and the key that quits.
  static func shortHelp(columns: Int) -> String {
    let rows = phone + app + screen
    func text(_ key: LiveKey) -> [String] { rows.filter { $0.key == key }.prefix(1).map(\.text) }
    var words: [String] = []
    for key in essential {
      let longer = words + text(key)
      if (longer + text(.quit)).joined(separator: "  ").count <= columns { words = longer }
    }
    return (words + text(.quit)).joined(separator: "  ")
  }

  /// Returns `words` after a head, in lines of at most `columns` columns.
  static func lines(_ head: String, _ words: [String], _ columns: Int) -> [String] {
    let first = head.isEmpty ? "" : "\(head):"
    return words.reduce(into: [first]) { lines, word in
      let last = lines[lines.count - 1]
      let joined = last.isEmpty ? word : last + "  " + word
      if joined.count <= columns { lines[lines.count - 1] = joined } else { lines.append(word) }
    }
  }
}
