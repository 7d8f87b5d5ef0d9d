import HapticEditing
import HapticEngine
import TextFormats

/// What becomes of the sounds of a pattern that is written to another folder than it came from.
///
/// Paths of sounds are relative to the folder of the pattern, and nothing outside of it is opened: a pattern that
/// goes up takes the name of its folder into its paths, and of any other it is said that its sounds are left behind.
struct SoundMove {
  private enum Place {
    case same
    /// Below the folder of the result: the way there, with a slash at its end.
    case below(String)
    case elsewhere
  }

  private let place: Place
  private let name: String
  private let folder: String

  /// From the pattern `source`, an argument of the command line, to the file `target`; `-` is in the present folder.
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

  /// `document` with the paths that it has there.
  func moved(_ document: EditDocument) -> EditDocument {
    switch place {
    case .same: return document
    case .below(let folder): return document.prefixingSounds(with: folder)
    case .elsewhere:
      report(document.soundPaths)
      return document
    }
  }

  /// `pattern` with the paths that it has there.
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

  /// Says which sounds are left behind.
  private func report(_ paths: [String]) {
    guard let first = paths.first else { return }
    let others = paths.count > 1 ? " and \((paths.count - 1).counted("other"))" : ""
    StandardError.print(
      "\(name.printable): the sound \(first.printable)\(others) is looked for in the folder of the result, "
        + "\(folder.printable); copy it there")
  }
}
