private import Glibc
package import Realtime
internal import TextFormats

/// The paths of files that belong to one series: `live.yaml`, `live-2.yaml`, `live-3.yaml` and so on.
///
/// - Thread: any.        Realtime-safe: no.
package enum NumberedPath {
  /// The number of paths that are tried.
  private static let maximumCount = 10_000

  /// Returns `path` with a number before its extension; the first path does not have a number.
  package static func path(_ path: String, number: Int) -> String {
    if number == 1 { return path }
    let name = path.lastIndex(of: "/") ?? path.startIndex
    let end = path[name...].lastIndex(of: ".") ?? path.endIndex
    return "\(path[..<end])-\(number)\(path[end...])"
  }

  /// Writes `bytes` to the first path of the series that begins with `path` at which nothing exists.
  ///
  /// - Returns: the path of the file.
  /// - Throws: `OutputError` `.cannotWrite` if the file cannot be created, or if the disk is full.
  package static func write(
    _ bytes: [UInt8], toFirstFree path: String
  ) throws(OutputError) -> String {
    for number in 1..<maximumCount {
      let free = Self.path(path, number: number)
      if exists(free) { continue }
      do throws(OutputError) {
        try PendingFile.write(bytes, to: free, existing: .isKept)
        return free
      } catch {
        // Another program may have created the file in the meantime.
        if !exists(free) { throw error }
      }
    }
    throw .cannotWrite(path, EEXIST)
  }

  /// Returns whether something exists at `path`, even a link to a file that does not exist.
  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe SystemPath.withCString(path) { unsafe lstat($0, &status) } == 0
  }
}
