internal import TextFormats

/// What a sound of a pattern says, in words, for people who do not hear it.
///
/// Captions are a pattern's metadata, `"Captions": [{"Time": 0.3, "Text": "a chime"}]`, each for the
/// audio event that begins at its time. The key is ours; Core Haptics ignores metadata.
public struct PatternCaption: Hashable, Sendable {
  /// Seconds from the start of the pattern.
  public let time: Seconds
  /// The text of the caption.
  public let text: String

  /// How long a caption is shown, in seconds, unless another follows.
  ///
  /// Our choice: the time that two short lines of subtitles have at least.
  public static let shownSeconds: Seconds = 2

  /// `text` at `time` seconds.
  public init(time: Seconds, text: String) {
    self.time = time
    self.text = text
  }
}

extension HapticPattern {
  /// The captions of its sounds, in order of time; entries that are no captions are left out.
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
  /// The caption that is shown at `time`; nil if none is.
  ///
  /// Those of one time are shown together.
  public func shown(at time: Seconds) -> PatternCaption? {
    guard
      let latest = last(where: { $0.time <= time && time < $0.time + PatternCaption.shownSeconds })
    else { return nil }
    let texts = filter { $0.time == latest.time }.map(\.text)
    return PatternCaption(time: latest.time, text: texts.joined(separator: ", "))
  }
}
