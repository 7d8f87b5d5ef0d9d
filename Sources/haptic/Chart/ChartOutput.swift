public import ArgumentParser
import AudioOutput
public import Drawing

/// Where a chart is drawn to.
struct ChartOutput: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "An \(PictureFormat.suffixes) file to write; - for SVG to standard output.",
    completion: .file(extensions: PictureFormat.allCases.map(\.rawValue)))
  var path: String?

  @Option(
    help: ArgumentHelp(
      "The colours of a file: light, dark on white for paper and slides, or dark, light on dark.",
      valueName: "name"))
  var theme: Page.Theme?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Make a file, its texts and its lines larger, 1 to 4; 2 doubles width and height.",
      valueName: "factor"))
  var scale: Double?

  func validate() throws {
    try check(scale, "--scale", Page.scales)
    if path == nil {
      for (option, isGiven) in [("--theme", theme != nil), ("--scale", scale != nil)]
      where isGiven {
        throw ValidationError("\(option) is for a file; add -o NAME.svg or -o NAME.png.")
      }
    }
    if let path, path != "-", PictureFormat(path: path) == nil {
      throw ValidationError(
        "-o must end in \(PictureFormat.suffixes), or be - for SVG to standard output.")
    }
  }

  /// Writes `drawing` there, laid out in `width` points; nothing without a path.
  ///
  /// - Parameters:
  ///   - drawing: what is written.
  ///   - width: of the layout, in points.
  ///   - theme: the colours if none are chosen.
  /// - Throws: `Failure` or `OutputError` if it cannot be painted or written.
  func write(_ drawing: Drawing, width: Int = 960, theme: Page.Theme) throws {
    guard let path else { return }
    let page = Page(drawing, width: width, theme: self.theme ?? theme, scale: scale ?? 1)
    // Without a format the path is `-`; others were refused.
    guard let format = PictureFormat(path: path) else {
      return try StandardOutput.write(page.svg)
    }
    TerminationSignals.cleanUpFiles()
    try PendingFile.write(try format.bytes(of: page), to: path, existing: .isReplaced)
  }
}

extension Page.Theme: ExpressibleByArgument {}

/// What a file with a chart can be.
enum PictureFormat: String, CaseIterable {
  case svg
  case png

  /// The ends of the names of files, in words.
  static let suffixes = allCases.map(\.suffix).joined(separator: " or ")

  /// The format of the file at `path`, by the end of its name in either case; nil for another end.
  init?(path: String) {
    let path = path.lowercased()
    guard let format = Self.allCases.first(where: { path.hasSuffix($0.suffix) }) else {
      return nil
    }
    self = format
  }

  /// The end of the name of a file.
  var suffix: String { ".\(rawValue)" }

  /// The content of a file that shows `page`.
  func bytes(of page: Page) throws(Failure) -> [UInt8] {
    switch self {
    case .svg: Array(page.svg.utf8)
    case .png: try Self.png(page)
    }
  }

  private static func png(_ page: Page) throws(Failure) -> [UInt8] {
    do throws(DrawingError) {
      return try page.png()
    } catch {
      if case .tooTall = error { throw Failure(.usage, error.description) }
      throw Failure(.systemError, error.description)
    }
  }
}
