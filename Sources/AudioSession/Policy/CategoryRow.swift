/// The properties of a category before its options apply: one base row of the category table.
///
/// Source: Audio Session Programming Guide, Table B-1, and the reference pages of the categories.
public struct CategoryRow: Hashable, Sendable {
  /// The category.
  public package(set) var category: SessionCategory
  /// Whether the ring/silent switch silences the session.
  public package(set) var isSilencedBySwitch: Bool
  /// Whether the session mixes with other apps by default.
  public package(set) var mixesByNature: Bool
  /// Whether the category has input.
  public package(set) var hasInput: Bool
  /// Whether the category has output.
  public package(set) var hasOutput: Bool
  /// Whether the session continues in the background if the app has the audio background mode.
  public package(set) var runsInBackground: Bool
  /// Whether the session silences all other playback, including that of sessions that mix.
  public package(set) var silencesOthers: Bool

  private init(
    _ category: SessionCategory, switch isSilencedBySwitch: Bool,
    mixes mixesByNature: Bool, input hasInput: Bool, output hasOutput: Bool,
    background runsInBackground: Bool, silences silencesOthers: Bool = false
  ) {
    self.category = category
    self.isSilencedBySwitch = isSilencedBySwitch
    self.mixesByNature = mixesByNature
    self.hasInput = hasInput
    self.hasOutput = hasOutput
    self.runsInBackground = runsInBackground
    self.silencesOthers = silencesOthers
  }

  private static let ambient = CategoryRow(
    .ambient, switch: true, mixes: true, input: false, output: true,
    background: false)
  private static let soloAmbient = CategoryRow(
    .soloAmbient, switch: true, mixes: false, input: false, output: true,
    background: false)
  private static let playback = CategoryRow(
    .playback, switch: false, mixes: false, input: false, output: true,
    background: true)
  private static let record = CategoryRow(
    .record, switch: false, mixes: false, input: true, output: false,
    background: true, silences: true)
  private static let playAndRecord = CategoryRow(
    .playAndRecord, switch: false, mixes: false, input: true, output: true,
    background: true)
  private static let multiRoute = CategoryRow(
    .multiRoute, switch: false, mixes: false, input: true, output: true,
    background: true)
  private static let audioProcessing = CategoryRow(
    .audioProcessing, switch: false, mixes: true, input: false, output: false,
    background: false)

  fileprivate static func row(of category: SessionCategory) -> CategoryRow {
    switch category {
    case .ambient: ambient
    case .soloAmbient: soloAmbient
    case .playback: playback
    case .record: record
    case .playAndRecord: playAndRecord
    case .multiRoute: multiRoute
    case .audioProcessing: audioProcessing
    }
  }
}

extension SessionCategory {
  /// The row of the category.
  public var row: CategoryRow { CategoryRow.row(of: self) }
}

/// The properties of a configuration, including its options.
///
/// All rules read these properties.
public struct SessionTraits: Hashable, Sendable {
  /// The row of the category.
  public let base: CategoryRow
  /// Whether the session mixes with other apps, and is not interrupted by them.
  public let isMixable: Bool
  /// Whether the session lowers other audio while active.
  public let ducksOthers: Bool
  /// Whether the session interrupts sessions in the spoken-audio mode.
  public let interruptsSpoken: Bool
  /// Whether the session is interrupted by sessions that interrupt spoken audio.
  public let isSpoken: Bool
  /// Whether the session does not interrupt others while its output is muted.
  public let yieldsWhileMuted: Bool
}

extension SessionTraits {
  /// The traits of a configuration whose category has that row.
  ///
  /// Ducking implies mixing. The option to interrupt spoken audio includes the mixing bit.
  init(_ configuration: SessionConfiguration, _ row: CategoryRow) {
    let options = configuration.options.withImplied
    base = row
    isMixable = row.mixesByNature || options.contains(.mixWithOthers)
    ducksOthers = options.contains(.duckOthers)
    interruptsSpoken = options.isSuperset(of: .interruptSpokenAudioAndMixWithOthers)
    isSpoken = configuration.mode == .spokenAudio
    yieldsWhileMuted = configuration.mode == .shortFormVideo
  }
}

extension CategoryRow {
  /// The evidence for the row.
  ///
  /// The archived table does not have a row for audio processing.
  public var evidence: Evidence {
    let page = Citation.page("AVAudioSession.Category.\(category.name)")
    return switch category {
    case .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute:
      Evidence(.tableB1, page)
    case .audioProcessing: Evidence(page)
    }
  }
}
