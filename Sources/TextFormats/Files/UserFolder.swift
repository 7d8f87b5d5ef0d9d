#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// A folder in which a program keeps files of the user that are not documents.
///
/// Source: XDG Base Directory Specification; the home folder of a user without `HOME` is that of the user database, as
/// in shells.
package enum UserFolder {
  /// Files that can be made again.
  case cache
  /// Files that a restart of the program reads, such as histories.
  case state

  /// The environment variable that names the folder.
  package var variable: String {
    switch self {
    case .cache: "XDG_CACHE_HOME"
    case .state: "XDG_STATE_HOME"
    }
  }

  /// The folder in the user's home.
  private var inHome: String {
    switch self {
    case .cache: "/.cache"
    case .state: "/.local/state"
    }
  }

  /// The absolute path; nil if neither the environment nor the user database contains one.
  package var path: String? {
    Self.absolute(variable) ?? (Self.absolute("HOME") ?? Self.home).map { $0 + inHome }
  }

  /// The value of an environment variable that is an absolute path; the specification ignores other paths.
  private static func absolute(_ variable: String) -> String? {
    // SAFETY: the programs do not change their environments.
    guard let value = unsafe getenv(variable) else { return nil }
    let path = unsafe SystemPath.text(of: value)
    return path.hasPrefix("/") ? path : nil
  }

  /// The user's home folder in the user database.
  private static var home: String? {
    // SAFETY: only the main thread of a program that starts calls this.
    guard let user = unsafe getpwuid(getuid()), let home = unsafe user.pointee.pw_dir else {
      return nil
    }
    let path = unsafe SystemPath.text(of: home)
    return path.hasPrefix("/") ? path : nil
  }
}
