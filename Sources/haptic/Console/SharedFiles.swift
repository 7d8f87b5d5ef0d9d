import TextFormats

/// The files that are installed with the program: patterns, the folder `Examples`, and the pages in `Documentation`.
enum SharedFiles {
  /// The folder, in which paths are the same as in the repository; nil if the program was copied without its files.
  static var folder: String? {
    PatternFolders.all.map { $0.split(separator: "/").dropLast().map { "/" + $0 }.joined() }
      .first { SystemCall.isFolder($0 + "/Documentation") }
  }

  /// Returns the whole path of an installed file, for messages; its path in the repository if it was not installed.
  static func path(of file: String) -> String { folder.map { "\($0)/\(file)" } ?? file }
}
