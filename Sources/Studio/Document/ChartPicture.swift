private import AudioOutput
internal import Drawing
private import Foundation
internal import HapticCharts
internal import HapticEngine
internal import HapticPerception

/// A picture of a pattern: the one that `haptic chart -o` writes.
struct ChartPicture: Hashable, Sendable {
  /// The kinds of files.
  enum Kind: String, CaseIterable { case svg, png }

  let kind: Kind
  let theme: Page.Theme

  private init(_ kind: Kind, _ theme: Page.Theme) { (self.kind, self.theme) = (kind, theme) }

  /// All pictures.
  static let all = Kind.allCases.flatMap { kind in
    Page.Theme.allCases.map { Self(kind, $0) }
  }

  /// The picture called `name`; nil if there is none.
  init?(named name: String) {
    guard let picture = Self.all.first(where: { $0.name == name }) else { return nil }
    self = picture
  }

  /// The name of the format, such as `svg-dark`.
  var name: String { "\(kind.rawValue)-\(theme.rawValue)" }

  /// The format as a page lists it.
  var row: FormatRow {
    FormatRow(name: name, summary: "the chart, as of haptic chart --theme \(theme.rawValue)")
  }

  /// Returns the picture of the pattern file `bytes`, called `file`, at `path`.
  ///
  /// - Throws: `StudioError` if the pattern cannot be rendered, or if the picture cannot be painted.
  func exported(
    _ bytes: [UInt8], file: String, path: String, profile: Profile
  ) throws(StudioError) -> ExportedFile {
    guard let pattern = AHAP.read(bytes, file: file).pattern else {
      throw StudioError("\(file) is not a pattern")
    }
    let (sounds, problems) = SoundLibrary(folder: path.folderName, decoder: SoundFileDecoder())
      .load(for: pattern, sampleRate: SensationTrack.sampleRate)
    let name = file.fileStem
    let drawing: Drawing
    do throws(RenderError) {
      drawing = try Drawing(
        of: [DrawnPattern(pattern, name: name, sounds: sounds)], profile: profile,
        columns: Page.columns())
    } catch {
      throw StudioError(error.description)
    }
    let content = try content(of: Page(drawing, theme: theme))
    return ExportedFile(
      name: "\(name).\(kind.rawValue)", content: Data(content).base64EncodedString(), losses: [],
      notes: problems.map(\.description))
  }

  private func content(of page: Page) throws(StudioError) -> [UInt8] {
    switch kind {
    case .svg: return Array(page.svg.utf8)
    case .png:
      do throws(DrawingError) {
        return try page.png()
      } catch {
        throw StudioError(error.description)
      }
    }
  }
}
