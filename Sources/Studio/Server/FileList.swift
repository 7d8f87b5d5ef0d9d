private import Glibc
internal import TextFormats

extension FileRow {
  /// The maximum number of files that are listed, and the maximum depth of nested folders.
  ///
  /// Our choice: a folder with more is not a folder of patterns.
  private static let maximumCount = 2_000
  private static let maximumDepth = 4

  /// The files of `folder` and its folders that the studio can open, by name.
  static func list(of folder: StudioFolder) -> [FileRow] {
    var rows: [FileRow] = []
    add(folder.path, "", depth: 0, to: &rows)
    return rows.sorted { $0.name < $1.name }
  }

  private static func add(_ path: String, _ prefix: String, depth: Int, to rows: inout [FileRow]) {
    // SAFETY: the stream is closed below; readdir returns nil at the end.
    guard let stream = unsafe SystemPath.withCString(path, { unsafe opendir($0) }) else { return }
    defer { unsafe closedir(stream) }
    while rows.count < maximumCount, let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe SystemPath.text(of: $0)
        }
      }
      if name.hasPrefix(".") { continue }
      // Links are not followed, so the list cannot lead outside the folder.
      switch unsafe Int(entry.pointee.d_type) {
      case DT_DIR where depth < maximumDepth:
        add("\(path)/\(name)", "\(prefix)\(name)/", depth: depth + 1, to: &rows)
      case DT_REG:
        if let kind = kind(name) { rows.append(FileRow(name: prefix + name, kind: kind)) }
      default: continue
      }
    }
  }

  /// Returns the kind of the file called `name`; nil if the studio cannot open it.
  static func kind(_ name: String) -> String? {
    switch name.split(separator: ".").last?.lowercased() {
    case "ahap": "pattern"
    case "wav", "flac", "ogg": "sound"
    case "yaml", "yml": "scenario"
    default: nil
    }
  }
}
