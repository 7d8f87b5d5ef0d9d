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
