internal import TextFormats

/// The meaning of a sound in a pattern, in words, for people who cannot hear it.
///
/// Captions are part of a pattern's metadata, `"Captions": [{"Time": 0.3, "Text": "a chime"}]`. Each belongs to the
/// audio event that begins at its time. The key is ours; Core Haptics ignores metadata.
public struct PatternCaption: Hashable, Sendable {
  /// The time in seconds from the start of the pattern.
  public let time: Seconds
  /// The text of the caption.
  public let text: String

  /// The time for which a caption is shown, in seconds, unless another caption starts earlier.
  ///
  /// Our choice: the minimum time for two short lines of subtitles.
  public static let shownSeconds: Seconds = 2

  /// Creates a caption with `text` at `time` seconds.
  public init(time: Seconds, text: String) {
    self.time = time
    self.text = text
  }
}

extension HapticPattern {
  /// The captions of the pattern's sounds, in order of time; entries that are not captions are omitted.
  public var captions: [PatternCaption] {
    guard case .json(let json)? = metadata["Captions"] else { return [] }
    let entries = JSONTreeBuilder.tree(of: Array(json.utf8)).elements ?? []
    return entries.compactMap { entry in
      guard let time = entry["Time"]?.number, let text = entry["Text"]?.text, time >= 0,
        time.isFinite, !text.isEmpty
      else { return nil }
      return PatternCaption(time: time, text: text)
    }.sorted { $0.time < $1.time }
  }
}

extension [PatternCaption] {
  /// Returns the caption shown at `time`, or nil if no caption is shown.
  ///
  /// Captions with the same time are shown together.
  public func shown(at time: Seconds) -> PatternCaption? {
    guard
      let latest = last(where: { $0.time <= time && time < $0.time + PatternCaption.shownSeconds })
    else { return nil }
    let texts = filter { $0.time == latest.time }.map(\.text)
    return PatternCaption(time: latest.time, text: texts.joined(separator: ", "))
  }
}
