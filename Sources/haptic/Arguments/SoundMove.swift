import HapticEditing
import HapticEngine
import TextFormats

/// The change to a pattern's sound paths when the pattern is written to a different folder.
///
/// Sound paths are relative to the folder of the pattern, and files outside of it are never opened.
/// If the pattern moves to a folder above, its old folder is added to the paths. If the pattern moves
/// anywhere else, a message says that its sounds are left behind.
struct SoundMove {
  private enum Place {
    case same
    /// To a folder above the source: the path from the result to the source, with a trailing slash.
    case below(String)
    case elsewhere
  }

  private let place: Place
  private let name: String
  private let folder: String

  /// Creates the move from the pattern `source`, a command-line argument, to the file `target`; `-`
  /// is in the current folder.
  init(from source: String, to target: String) {
    name = source
    folder = Self.folder(of: target)
    guard let file = source == "-" ? source : PatternArgument(argument: source).file,
      let from = SystemPath.resolved(Self.folder(of: file)),
      let to = SystemPath.resolved(folder), from != to
    else {
      place = .same
      return
    }
    let start = to.hasSuffix("/") ? to : to + "/"
    place = from.hasPrefix(start) ? .below(from.dropFirst(start.count) + "/") : .elsewhere
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
  }

  /// Returns `document` with the sound paths that are right after the move.
  func moved(_ document: EditDocument) -> EditDocument {
    switch place {
    case .same: return document
    case .below(let folder): return document.prefixingSounds(with: folder)
    case .elsewhere:
      report(document.soundPaths)
      return document
    }
  }

  /// Returns `pattern` with the sound paths that are right after the move.
  func moved(_ pattern: HapticPattern) throws(Failure) -> HapticPattern {
    switch place {
    case .same: return pattern
    case .below(let folder):
      do throws(PatternError) {
        return try pattern.prefixingSounds(with: folder)
      } catch {
        throw Failure(.invalidInput, "\(name.printable): \(error)")
      }
    case .elsewhere:
      report(pattern.soundPaths)
      return pattern
    }
  }

  /// Prints the sounds that are left behind.
  private func report(_ paths: [String]) {
    guard let first = paths.first else { return }
    let others = paths.count > 1 ? " and \((paths.count - 1).counted("other sound"))" : ""
    StandardError.print(
      "\(name.printable): copy \(first.printable)\(others) to the result's folder, \(folder.printable); "
        + "the pattern's sounds are looked up there")
  }
}
