internal import AudioOutput
private import Foundation
internal import Realtime
internal import TextFormats

/// How a folder is shown: a page that opens the folder again shows it in the same way.
struct StudioLayout: Codable, Hashable, Sendable {
  /// The lanes of the timeline that are folded.
  var folded: [String] = []
  /// Whether the frequencies of sounds are shown.
  var spectrogram = false

  /// The maximum number of lanes, and the maximum length of a name in bytes.
  ///
  /// Our choice: far more than the timeline has.
  private static let maximumCount = 100
  private static let maximumLength = 100

  /// Reads the layout at `path`; the default for a file that is missing or not a layout.
  init(at path: String) {
    guard let bytes = try? TextFile.bytes(of: path, maximumBytes: 1 << 16),
      let layout = try? JSONDecoder().decode(StudioLayout.self, from: Data(bytes)), layout.isValid
    else { return }
    self = layout
  }

  /// Writes the layout to `path`.
  ///
  /// - Throws: `StudioError` if it names too many lanes, or if the file cannot be written.
  func write(to path: String) throws(StudioError) {
    guard isValid, let bytes = try? JSONEncoder().encode(self) else {
      throw StudioError("the layout names more lanes than a page has")
    }
    do throws(OutputError) {
      try PendingFile.write(Array(bytes), to: path, existing: .isReplaced)
    } catch {
      throw StudioError("the folded lanes cannot be saved: \(error)")
    }
  }

  private var isValid: Bool {
    folded.count <= Self.maximumCount
      && folded.allSatisfy { $0.utf8.count <= Self.maximumLength }
  }
}
