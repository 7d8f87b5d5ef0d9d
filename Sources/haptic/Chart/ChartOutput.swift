import ArgumentParser
import AudioOutput
import Drawing

/// Where a chart is drawn to.
struct ChartOutput: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "An .svg or .png file to write; - for SVG to standard output.",
    completion: .file(extensions: ["svg", "png"]))
  var path: String?

  func validate() throws {
    if let path, path != "-", !path.hasSuffix(".svg"), !path.hasSuffix(".png") {
      throw ValidationError("-o must end in .svg or .png, or be - for SVG to standard output.")
    }
  }

  /// Writes `page` there; nothing without a path.
  ///
  /// - Throws: `Failure` or `OutputError` if it cannot be painted or written.
  func write(_ page: Page) throws {
    guard let path else { return }
    if path == "-" { return try StandardOutput.write(page.svg) }
    TerminationSignals.cleanUpFiles()
    let bytes = try path.hasSuffix(".png") ? Self.png(page) : Array(page.svg.utf8)
    try PendingFile.write(bytes, to: path, existing: .isReplaced)
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
