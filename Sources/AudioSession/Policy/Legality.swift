/// What an option, mode or policy is with a category: one cell of the legality matrix.
public enum Legality: Hashable, Sendable {
  /// It may be given.
  case allowed
  /// It holds without being given, and may be given.
  case implied
  /// It may be given in mode default.
  case inDefaultMode
  /// It may be given together with the hands-free option.
  case withHFP
  /// It may be given in mode dual route together with the hands-free option.
  case inDualRouteWithHFP
  /// It may be given in mode dual route.
  case inDualRoute
  /// An option of the policy decides; if it refuses, with that error.
  case decided(by: LegalityOption, SessionErrorCode)
  /// It may be given on Apple's simulator if an option accepts it; a device refuses it with that
  /// error.
  case acceptedOnSimulator(by: LegalityOption, SessionErrorCode)
  /// It is refused with that error.
  case refused(SessionErrorCode)
}

/// What an answer to a policy option says of a cell of the legality matrix.
package enum LegalityRuling {
  /// It may be given.
  case accepted
  /// It is left out, silently.
  case ignored
  /// It is refused.
  case refused
}

/// An answer that decides about cells of the legality matrix.
protocol LegalityAnswer: PolicyAnswer {
  /// What it says of them.
  var ruling: LegalityRuling { get }
}

extension AudioPolicy.Acceptance: LegalityAnswer {
  var ruling: LegalityRuling {
    switch self {
    case .accept: .accepted
    case .reject: .refused
    }
  }
}

extension AudioPolicy.IllegalUse: LegalityAnswer {
  var ruling: LegalityRuling {
    switch self {
    case .badParam: .refused
    case .ignore: .ignored
    }
  }
}

extension AudioPolicy.YesOrNo: LegalityAnswer {
  var ruling: LegalityRuling {
    switch self {
    case .yes: .accepted
    case .no: .refused
    }
  }
}

/// A policy option that decides about cells of the legality matrix.
public struct LegalityOption: Hashable, Sendable {
  /// The option.
  public let option: PolicyOption
  private let read: @Sendable (AudioPolicy) -> LegalityRuling

  init<Answer: LegalityAnswer>(
    _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable
  ) {
    option = PolicyOption[value]
    read = { $0[keyPath: value].ruling }
  }

  /// What a policy says.
  package func ruling(by policy: AudioPolicy) -> LegalityRuling { read(policy) }

  /// Whether both are the same option.
  public static func == (left: LegalityOption, right: LegalityOption) -> Bool {
    left.option == right.option
  }

  /// Hashes the option.
  public func hash(into hasher: inout Hasher) { hasher.combine(option) }
}

extension Legality {
  /// A cell that an option of the policy decides about, else refused with that error.
  static func open<Answer: LegalityAnswer>(
    _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable, _ error: SessionErrorCode
  ) -> Legality {
    .decided(by: LegalityOption(value), error)
  }

  /// A cell that an option of the policy decides about on Apple's simulator, else refused.
  static func onSimulator<Answer: LegalityAnswer>(
    _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable, _ error: SessionErrorCode
  ) -> Legality {
    .acceptedOnSimulator(by: LegalityOption(value), error)
  }
}

/// What a row of the legality matrix is about.
public enum LegalitySubject: Hashable, Sendable {
  /// An option.
  case option(CategoryOptions)
  /// A mode.
  case mode(SessionMode)
  /// A long-form policy.
  case longForm
  /// `overrideOutputAudioPort(.speaker)`.
  case speakerOverride
  /// A setter of the input.
  case inputSetter

  /// The label of the row.
  public var label: String {
    switch self {
    case .option(let option): option.names.last ?? ""
    case .mode(let mode): "mode \(mode.name)"
    case .longForm: "policy longFormAudio, longFormVideo"
    case .speakerOverride: "overrideOutputAudioPort(.speaker)"
    case .inputSetter: "setInputGain, setPreferredInputNumberOfChannels, setInputDataSource"
    }
  }
}

/// One row of the legality matrix.
public struct LegalityRow: Hashable, Sendable {
  /// What the row is about.
  public var subject: LegalitySubject
  /// Since which version there is such a thing.
  public var since: OSVersion
  /// One cell for each category, in the order of `columns`.
  public var cells: [Legality]
  /// What the row rests on.
  public var evidence: Evidence

  /// The categories of the columns.
  public static let columns: [SessionCategory] = [
    .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute, .audioProcessing,
  ]

  init(
    _ subject: LegalitySubject, since: OSVersion = .iOS7, _ cells: [Legality],
    _ evidence: Evidence
  ) {
    self.subject = subject
    self.since = since
    self.cells = cells
    self.evidence = evidence
  }

  /// The cell of a category.
  public subscript(category: SessionCategory) -> Legality {
    switch category {
    case .ambient: cells[0]
    case .soloAmbient: cells[1]
    case .playback: cells[2]
    case .record: cells[3]
    case .playAndRecord: cells[4]
    case .multiRoute: cells[5]
    case .audioProcessing: cells[6]
    }
  }
}

extension LegalityRow {
  private static let no = Legality.refused(.badParam)
  private static let mixing = Legality.open(\.illegalMixing, .badParam)

  /// The legality matrix: what `setCategory`, `setMode` and their kin take.
  public static let table = optionRows + modeRows + otherRows

  /// The columns are ambient, soloAmbient, playback, record, playAndRecord, multiRoute and
  /// audioProcessing, of which no source says anything: it takes nothing.
  private static let optionRows: [LegalityRow] = [
    LegalityRow(
      .option(.mixWithOthers),
      [.implied, mixing, .allowed, mixing, .allowed, .inDefaultMode, mixing],
      Evidence(.header, .field)),
    LegalityRow(
      .option(.duckOthers),
      [
        .open(\.ambientDuck, .badParam), mixing, .allowed, mixing, .allowed, .inDefaultMode, mixing,
      ], Evidence(.header, .documentation)),
    LegalityRow(
      .option(.interruptSpokenAudioAndMixWithOthers), since: .iOS10,
      [mixing, mixing, .allowed, mixing, .allowed, .inDefaultMode, mixing],
      Evidence(.header)),
    LegalityRow(
      .option(.allowBluetoothHFP), [no, no, no, .allowed, .allowed, .inDualRoute, no],
      Evidence(.header, .field, note: "audio_session 127: -50")),
    LegalityRow(
      .option(.allowBluetoothA2DP), since: .iOS10,
      [
        .implied, .implied, .open(\.explicitA2DPWithPlayback, .badParam), no, .allowed, no, no,
      ], Evidence(.header, .assumed)),
    LegalityRow(
      .option(.allowAirPlay), since: .iOS10,
      [
        .implied, .implied, .onSimulator(\.simulatorAcceptsAirPlay, .unspecified),
        .refused(.unspecified), .allowed, .refused(.unspecified), .refused(.unspecified),
      ], Evidence(.header, .field, note: "audiobookshelf-app 334: 2003329396 on devices")),
    LegalityRow(
      .option(.defaultToSpeaker), [no, no, no, no, .allowed, no, no],
      Evidence(.field, note: "audioplayers 1194, ukulele-companion 319: -50")),
    LegalityRow(
      .option(.overrideMutedMicrophoneInterruption), since: .iOS14_5,
      [
        no, no, no, .open(\.overrideMutedWithoutOutput, .badParam), .allowed,
        .open(\.overrideMutedWithoutOutput, .badParam), no,
      ], Evidence(.header, .assumed)),
    LegalityRow(
      .option(.farFieldInput), since: .iOS26,
      [no, no, no, .withHFP, .withHFP, .inDualRouteWithHFP, no], Evidence(.header, .assumed)),
    LegalityRow(
      .option(.bluetoothHighQualityRecording), since: .iOS26,
      [no, no, no, no, .inDefaultMode, .inDefaultMode, no], Evidence(.header, .assumed)),
  ]

  private static let modeRows: [LegalityRow] = [
    LegalityRow(
      .mode(.voiceChat), [no, no, no, no, .allowed, no, no],
      Evidence(.header, .field, note: "audio_session 163: -50")),
    LegalityRow(.mode(.gameChat), [no, no, no, no, .allowed, no, no], Evidence(.header)),
    LegalityRow(
      .mode(.videoChat),
      [no, no, no, .open(\.videoChatWithRecord, .badParam), .allowed, no, no],
      Evidence(.header, .documentation)),
    LegalityRow(
      .mode(.videoRecording), [no, no, no, .allowed, .allowed, no, no], Evidence(.header)),
    LegalityRow(
      .mode(.measurement), [no, no, .allowed, .allowed, .allowed, no, no], Evidence(.header)),
    LegalityRow(.mode(.moviePlayback), [no, no, .allowed, no, no, no, no], Evidence(.header)),
    LegalityRow(.mode(.spokenAudio), since: .iOS10, speech, Evidence(.assumed)),
    LegalityRow(.mode(.voicePrompt), since: .iOS14_5, speech, Evidence(.assumed)),
    LegalityRow(
      .mode(.shortFormVideo), since: .iOS26, [no, no, .allowed, no, no, no, no],
      Evidence(.header)),
    LegalityRow(
      .mode(.dualRoute), since: .iOS26, [no, no, no, no, no, .withHFP, no], Evidence(.header)),
  ]

  private static let speech: [Legality] = [
    .open(\.speechModesAnywhere, .badParam), .open(\.speechModesAnywhere, .badParam), .allowed,
    .open(\.speechModesAnywhere, .badParam), .allowed, .open(\.speechModesAnywhere, .badParam), no,
  ]

  private static let cat = Legality.refused(.incompatibleCategory)

  private static let otherRows: [LegalityRow] = [
    LegalityRow(
      .longForm, since: .iOS14_5,
      [
        .open(\.illegalPolicy, .badParam), .open(\.illegalPolicy, .badParam), .allowed,
        .open(\.illegalPolicy, .badParam), .open(\.illegalPolicy, .badParam),
        .open(\.illegalPolicy, .badParam), .open(\.illegalPolicy, .badParam),
      ],
      Evidence(
        .documentation, .header, note: "modes default, moviePlayback, spokenAudio; no options")),
    LegalityRow(
      .speakerOverride, Array(repeating: cat, count: 4) + [.allowed, cat, cat],
      Evidence(.header, .assumed, note: "the knob overrideWithOtherCategory")),
    LegalityRow(
      .inputSetter, [cat, cat, cat, .allowed, .allowed, .allowed, cat],
      Evidence(.header, note: "incompatibleCategory")),
  ]
}
