extension CategoryRow {
  /// What the row rests on.
  ///
  /// The table of the archive has no row for audio processing.
  public var evidence: Evidence {
    let page = "AVAudioSession.Category.\(category.name)"
    return switch category {
    case .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute:
      Evidence(.archive, .documentation, note: "Programming Guide, Table B-1; \(page)")
    case .audioProcessing: Evidence(.documentation, note: page)
    }
  }
}
