public import ArgumentParser
import AudioOutput
public import Drawing

/// The options for a chart's output.
struct ChartOutput: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help:
      "An \(PictureFormat.suffixes) file to write, which replaces an existing one; - for SVG to standard output.",
    completion: .file(extensions: PictureFormat.allCases.map(\.rawValue)))
  var path: String?

  @Option(
    help: ArgumentHelp(
      "The colors of a file: light (dark on white, for paper and slides) or dark (light on dark).",
      valueName: "name"))
  var theme: Page.Theme?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Enlarge the file's picture, text and lines included, by 1 to 4; 2 doubles width and height.",
      valueName: "factor"))
  var scale: Double?

  func validate() throws {
    try check(scale, "--scale", Page.scales)
    if path == nil {
      for (option, isGiven) in [("--theme", theme != nil), ("--scale", scale != nil)]
      where isGiven {
        throw ValidationError("\(option) requires a file; add -o NAME.svg or -o NAME.png.")
      }
    }
    if let path, path != "-", PictureFormat(path: path) == nil {
      throw ValidationError(
        "-o must end in \(PictureFormat.suffixes), or be - for SVG to standard output.")
    }
  }

  /// Writes `drawing` to the output, laid out in `width` points.
  ///
  /// Without a path, does nothing.
  ///
  /// - Parameters:
  ///   - drawing: the drawing to write.
  ///   - width: the width of the layout, in points.
  ///   - theme: the colors if none are chosen.
  /// - Throws: `Failure` or `OutputError` if the drawing cannot be painted or written.
  func write(_ drawing: Drawing, width: Int = 960, theme: Page.Theme) throws {
    guard let path else { return }
    let page = Page(drawing, width: width, theme: self.theme ?? theme, scale: scale ?? 1)
    // Without a format the path is `-`, because other paths were rejected.
    guard let format = PictureFormat(path: path) else {
      return try StandardOutput.write(page.svg)
    }
    TerminationSignals.cleanUpFiles()
    try PendingFile.write(try format.bytes(of: page), to: path, existing: .isReplaced)
  }
}

extension Page.Theme: ExpressibleByArgument {}

/// The format of a file with a chart.
enum PictureFormat: String, CaseIterable {
  case svg
  case png

  /// The file extensions, in words.
  static let suffixes = allCases.map(\.suffix).joined(separator: " or ")

  /// Creates the format of the file at `path` from its extension, ignoring case; nil for other
  /// extensions.
  init?(path: String) {
    let path = path.lowercased()
    guard let format = Self.allCases.first(where: { path.hasSuffix($0.suffix) }) else {
      return nil
    }
    self = format
  }

  /// The file extension, with its dot.
  var suffix: String { ".\(rawValue)" }

  /// Returns the content of a file that shows `page`.
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
      switch error {
      case .tooTall: throw Failure(.usage, error.description)
      case .libraryMissing: throw Failure(.deviceUnavailable, error.description)
      case .failed: throw Failure(.systemError, error.description)
      }
    }
  }
}
