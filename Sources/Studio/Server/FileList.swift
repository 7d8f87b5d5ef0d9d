private import Glibc
internal import PhoneSimulator
internal import TextFormats

/// A kind of file that the studio can open.
package enum FileKind: String, Encodable, Sendable {
  case pattern
  case scenario
  case sound

  /// The endings of the names of these files, in lowercase letters.
  var endings: [String] {
    switch self {
    case .pattern: ["ahap"]
    case .scenario: ["yaml", "yml"]
    case .sound: ["wav", "flac", "ogg", "mp3"]
    }
  }

  /// The kind of the file called `name`; nil if the studio cannot open it.
  package init?(named name: String) {
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    guard
      let kind = [.pattern, .scenario, .sound].first(where: { (kind: Self) in
        kind.endings.contains(ending)
      })
    else { return nil }
    self = kind
  }
}

/// The search for the files of a folder and its folders.
struct FileSearch {
  /// The maximum number of files that are listed, and the maximum depth of nested folders.
  ///
  /// Our choice: a folder with more is not a folder of patterns.
  private static let maximumCount = 2_000
  private static let maximumDepth = 4
  /// The maximum number of names that are read, and the maximum time.
  ///
  /// Our choice: opening a home folder by mistake must not keep the page waiting.
  private static let maximumNames = 200_000
  private static let patience = Duration.seconds(2)

  private var rows: [FileRow] = []
  private var names = 0
  private let deadline = ContinuousClock.now + patience

  private init() {}

  /// The files of `folder` and its folders that the studio can open, by name.
  static func files(in folder: StudioFolder) -> [FileRow] {
    var search = FileSearch()
    search.add(folder.path, "", depth: 0)
    return search.rows.sorted { $0.name < $1.name }
  }

  private var isOver: Bool {
    rows.count >= Self.maximumCount || names >= Self.maximumNames || ContinuousClock.now > deadline
  }

  private mutating func add(_ path: String, _ prefix: String, depth: Int) {
    // SAFETY: the stream is closed below; readdir returns nil at the end.
    guard let stream = unsafe SystemPath.withCString(path, { unsafe opendir($0) }) else { return }
    defer { unsafe closedir(stream) }
    while !isOver, let entry = unsafe readdir(stream) {
      names += 1
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe SystemPath.text(of: $0)
        }
      }
      if name.hasPrefix(".") { continue }
      // Links are not followed, so the list cannot lead outside the folder.
      switch unsafe Int(entry.pointee.d_type) {
      case DT_DIR where depth < Self.maximumDepth:
        add("\(path)/\(name)", "\(prefix)\(name)/", depth: depth + 1)
      case DT_REG:
        // Many other programs also keep their settings in YAML.
        if let kind = FileKind(named: name),
          kind != .scenario || Scenario.mayBegin(fileAt: "\(path)/\(name)")
        {
          rows.append(FileRow(name: prefix + name, kind: kind))
        }
      default: continue
      }
    }
  }
}
