#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// A C library of the system that is loaded when it is first needed, not when the program starts.
///
/// Compiling only requires its headers. Its functions are available as a C structure of pointers, which
/// Swift calls as `unsafe library.functions.name(...)`.
///
/// - Thread: any.        Realtime-safe: no.
@safe
package struct SystemLibrary<Functions>: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the table is written before `init` returns, and never changes afterward.
  private let table: UnsafePointer<Functions>?
  private let missing: MissingLibrary

  /// Loads a library.
  ///
  /// The library stays loaded. Create only one value for each library in a program, in a global or static constant.
  ///
  /// - Parameters:
  ///   - file: the name under which programs link the library, such as `libsndfile.so.1`.
  ///   - package: the package of Debian and Ubuntu that contains it.
  ///   - find: finds all functions in the result of `dlopen`; nil if one is missing.
  package init(
    _ file: String, package: String,
    find: (UnsafeMutableRawPointer) -> UnsafePointer<Functions>?
  ) {
    // SAFETY: dlopen and dlerror return memory that stays valid, or nil.
    let library = unsafe dlopen(file, RTLD_NOW | RTLD_LOCAL)
    unsafe table = library.flatMap(find)
    let reason: UnsafeMutablePointer<CChar>? = unsafe table == nil ? dlerror() : nil
    missing = MissingLibrary(
      file: file, package: package,
      reason: unsafe reason.map { unsafe String(cString: $0) } ?? "it lacks a function")
  }

  /// Whether the library could be loaded.
  package var isThere: Bool { unsafe table != nil }

  /// Makes sure that the library is loaded.
  ///
  /// - Throws: `MissingLibrary`, which names the package to install.
  package func require() throws(MissingLibrary) {
    guard isThere else { throw missing }
  }

  /// The functions.
  ///
  /// Call `require()` successfully first.
  package var functions: Functions {
    guard let table = unsafe table else { preconditionFailure("\(missing)") }
    return unsafe table.pointee
  }
}

/// A C library that is not installed, or whose version lacks a function.
package struct MissingLibrary: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library's file name.
  package let file: String
  /// The package of Debian and Ubuntu that contains it.
  package let package: String
  /// The system's message.
  package let reason: String

  /// For example `libyaml-0.so.2 cannot be loaded (...); on Debian and Ubuntu install the package libyaml-0-2`.
  package var description: String {
    "\(file) cannot be loaded (\(reason)); on Debian and Ubuntu install the package \(package)"
  }
}
