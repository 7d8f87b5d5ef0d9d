/// Why a file cannot be read at all.
public enum PatternFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What can be where a file should be.
  public enum Kind: String, Hashable, Sendable {
    case folder
    case pipe
    case socket
    case device
  }

  /// There is no such file.
  case notFound(path: String)
  /// There is something of this name, but no file. Pipes can be read as standard input, `-`.
  case notAFile(path: String, Kind)
  /// The file must not be read.
  case notPermitted(path: String)
  /// The file is larger than `limit` bytes.
  case tooLarge(path: String, limit: Int)
  /// The file became shorter while it was read; reading it again may help.
  case changed(path: String)
  /// The system failed to read it, with this `errno`.
  case failed(path: String, errno: Int32)

  /// The error in words, without a full stop.
  public var description: String {
    switch self {
    case .notFound(let path): "\(path): there is no such file"
    case .notAFile(let path, .pipe):
      "\(path): this is a pipe and no file; write - and connect it to standard input"
    case .notAFile(let path, let kind): "\(path): this is a \(kind.rawValue) and no file"
    case .notPermitted(let path): "\(path): no permission to read this file"
    case .tooLarge(let path, let limit):
      "\(path): the file is larger than \(limit >> 20) MB, more than is read"
    case .changed(let path): "\(path): the file became shorter while it was read"
    case .failed(let path, let errno):
      "\(path): reading failed: \(PatternFile.words(errno)) (error \(errno))"
    }
  }
}
