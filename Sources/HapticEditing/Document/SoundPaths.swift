public import HapticEngine
internal import TextFormats

/// The paths of sounds, which are relative to the folder of the pattern.
extension EditDocument {
  /// The paths of the sounds below the folder of the pattern, each once, in order.
  public var soundPaths: [String] {
    var seen: Set<String> = []
    return sounds().map(\.path).filter { seen.insert($0).inserted }
  }

  /// Returns the document for use in a folder further up: `folder`, which must end with a slash, is put before the path
  /// of each sound.
  public func prefixingSounds(with folder: String) -> EditDocument {
    var patch = TextPatch()
    for (range, path) in sounds() {
      var text: [UInt8] = []
      JSONText.append(folder + path, to: &text)
      patch.replace(range, with: text)
    }
    return patched(patch)
  }

  /// The strings that are paths of sounds, and their contents.
  private func sounds() -> [(range: Range<Int>, path: String)] {
    var scanner = EntryScanner(bytes)
    var fields = EntryFields()
    return entries.enumerated().compactMap { index, span in
      scanner.scan(span, index: index, into: &fields)
      guard let range = fields.waveform, let path = scanner.text(at: range),
        WaveformPlace(path) == .inside
      else { return nil }
      return (range, path)
    }
  }
}

extension HapticPattern {
  /// The paths of the sounds below the folder of the pattern, each once, in order.
  public var soundPaths: [String] {
    var seen: Set<String> = []
    return events.compactMap(\.waveform?.path).filter {
      WaveformPlace($0) == .inside && seen.insert($0).inserted
    }
  }

  /// Returns the pattern for use in a folder further up: `folder`, which must end with a slash, is put before the path
  /// of each sound.
  ///
  /// - Throws: `PatternError` for a path that would be too long.
  public func prefixingSounds(with folder: String) throws(PatternError) -> HapticPattern {
    let moved = entries.map { entry -> Entry in
      guard case .event(var event) = entry, let path = event.waveform?.path,
        WaveformPlace(path) == .inside
      else { return entry }
      event.waveform?.path = folder + path
      return .event(event)
    }
    return try HapticPattern(entries: moved, metadata: metadata)
  }
}
