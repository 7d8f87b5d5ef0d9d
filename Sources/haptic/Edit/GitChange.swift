import TextFormats

/// The arguments that Git passes to a program that shows a difference.
///
/// Source: git(1), GIT_EXTERNAL_DIFF: path, old file, its hash and mode, new file, its hash and
/// mode; for a renamed file also its new name and the lines that Git would print; for an unmerged
/// file only its path.
struct GitChange {
  /// The possible numbers of arguments.
  static let counts = [1, 7, 9]
  /// The file that stands for a missing version.
  static let nothing = "/dev/null"

  private let arguments: [String]

  /// Creates a change from `arguments`, whose number must be in `counts`.
  init(_ arguments: [String]) { self.arguments = arguments }

  /// Whether there are two versions to compare.
  var isMerged: Bool { arguments.count > 1 }
  /// The file with the old version.
  var old: String { arguments[1] }
  /// The file with the new version.
  var new: String { arguments[4] }
  /// Whether the file was renamed.
  var isRenamed: Bool { arguments.count == 9 && arguments[7] != arguments[0] }

  /// The name of the file and the kind of its change.
  var heading: String {
    let name = arguments[0].printable
    guard isMerged else { return name }
    if isRenamed { return "\(name) -> \(arguments[7].printable)" }
    if old == Self.nothing { return "\(name) (new file)" }
    if new == Self.nothing { return "\(name) (deleted)" }
    let modes = (arguments[3], arguments[6])
    return modes.0 == modes.1 ? name : "\(name) (mode \(modes.0) -> \(modes.1))".printable
  }
}
