/// Where the path of a sound file leads, by its letters: nothing is opened.
///
/// Source: Apple, "Representing haptic patterns in AHAP files": the path is relative. That sounds
/// are read from below one folder only is our choice: a pattern file of a stranger must not make us
/// open anything else. Symbolic links are for whoever opens the file to judge.
public enum WaveformPlace: Hashable, Sendable {
  /// Below the folder of sounds.
  case inside
  /// From the root of the file system.
  case absolute
  /// Out of the folder of sounds.
  case outside

  /// Judges `path`.
  public init(_ path: String) {
    if path.utf8.first == UInt8(ascii: "/") {
      self = .absolute
      return
    }
    var depth = 0
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual("..".utf8) {
        depth -= 1
      } else if !part.elementsEqual(".".utf8) {
        depth += 1
      }
      if depth < 0 { break }
    }
    self = depth < 0 ? .outside : .inside
  }
}
