internal import Dispatch
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

extension FileRow {
  /// The name without its extension, so that `tap` comes before `tap 2`.
  fileprivate var stem: Substring { name[..<(name.lastIndex(of: ".") ?? name.endIndex)] }
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
  /// The paths of the folders that were read.
  private var folders: [String] = []
  private var names = 0
  private let deadline = ContinuousClock.now + patience

  private init() {}

  /// The files of `folder` and its folders that the studio can open, by name.
  static func files(in folder: StudioFolder) -> [FileRow] { everything(in: folder).files }

  /// The files, and the paths of the folders in which they were found, the opened one first.
  static func everything(in folder: StudioFolder) -> (files: [FileRow], folders: [String]) {
    var search = FileSearch()
    search.add(folder.path, "", depth: 0)
    return (search.rows.sorted { ($0.stem, $0.name) < ($1.stem, $1.name) }, search.folders)
  }

  private var isOver: Bool {
    rows.count >= Self.maximumCount || names >= Self.maximumNames || ContinuousClock.now > deadline
  }

  private mutating func add(_ path: String, _ prefix: String, depth: Int) {
    // SAFETY: the stream is closed below; readdir returns nil at the end.
    guard let stream = unsafe SystemPath.withCString(path, { unsafe opendir($0) }) else { return }
    defer { unsafe closedir(stream) }
    folders.append(path)
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

/// The list of the files in the opened folder, which follows the work of other programs.
actor FolderList {
  /// The maximum number of folders that are watched.
  ///
  /// Our choice: the system allows a user 128 watches, and each open file takes one as well.
  private static let maximumWatches = 16

  private let folder: StudioFolder
  private var files: [FileRow]?
  private var watches: [String: any DispatchSourceRead] = [:]
  private var pages: [Int: AsyncStream<[FileRow]>.Continuation] = [:]
  private var pageCount = 0
  /// Whether the folder may have changed since the last search, and whether a search is about to begin.
  private var isStale = false

  init(_ folder: StudioFolder) { self.folder = folder }

  /// Searches the folder.
  ///
  /// - Returns: the present files, by name.
  func load() -> [FileRow] {
    let (found, folders) = FileSearch.everything(in: folder)
    let wanted = folders.prefix(Self.maximumWatches)
    for (path, watch) in watches where !wanted.contains(path) {
      watch.cancel()
      watches[path] = nil
    }
    for path in wanted where watches[path] == nil {
      watches[path] = DiskWatch.start(folder: path) { [weak self] in Task { await self?.change() } }
    }
    if let files, files != found { for page in pages.values { page.yield(found) } }
    files = found
    return found
  }

  /// Returns the lists that differ from the one before, from now on.
  func changes() -> AsyncStream<[FileRow]> {
    let (stream, continuation) = AsyncStream<[FileRow]>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    pageCount += 1
    let page = pageCount
    pages[page] = continuation
    continuation.onTermination = { _ in Task { await self.leave(page) } }
    return stream
  }

  private func leave(_ page: Int) { pages[page] = nil }

  /// Searches again; changes that arrive before the search begins are found by it.
  private func change() {
    if isStale || pages.isEmpty { return }
    isStale = true
    Task {
      isStale = false
      _ = load()
    }
  }
}
