// The legality matrix: the values that `setCategory`, `setMode` and related calls accept, with the sources.
//
// The columns are ambient, soloAmbient, playback, record, playAndRecord, multiRoute and audioProcessing. The last
// category is deprecated. If no source mentions that category for a row, refusal is our choice.
extension LegalityRow {
  /// All rows.
  public static let table = optionRows + modeRows + otherRows

  private typealias Cell = LegalityCell

  private static let yes = Cell(.allowed)
  private static let no = Cell(.refused(.badParam))
  private static let failing = no.number(
    Evidence(.ours("the source says that this is an error, but not which error")))
  private static let implied = Cell(.implied)
  private static let inDefaultMode = Cell(.inDefaultMode)
  private static let unnamed = no.by(
    Evidence(.ours("no source says whether this applies to the deprecated category")))

  private static func open<Answer: LegalityAnswer>(
    _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable
  ) -> Cell {
    Cell(.open(value, .badParam))
  }

  // MARK: Options

  private static let mixing = open(\.illegalMixing)
    .by(.option(\.illegalMixing)).number(.option(\.illegalMixing))
  private static let unnamedMixing = mixing.by(
    Evidence(
      .ours("no source says whether this applies to the deprecated category")
    ).and(\.illegalMixing))

  private static let mixingRecord = mixing.by(
    Evidence(
      .page("Recognizing speech in live audio: the sample sets record with duckOthers"),
      .log("developer.apple.com/forums/thread/836882: record accepted mixWithOthers on iOS 26.5.2")
    ).and(\.illegalMixing))

  private static func option(_ name: String) -> Citation { .types("CategoryOptions.\(name)") }
  private static func optionPage(_ name: String) -> Citation { .page("CategoryOptions.\(name)") }

  private static let whisper = Citation.log(
    "github.com/mybigday/whisper.rn/issues/238: -50, for a combination that the issue does not name"
  )
  private static let passesRecord = Evidence(
    .ours("the source only says where it is valid"),
    against: .log("github.com/mybigday/whisper.rn/issues/238: record accepts it on the first run"))

  private static let explicitA2DP = open(\.explicitA2DPWithPlayback)
    .by(
      Evidence(
        .ours("implied with output only; no source says whether it may be set explicitly"),
        against: option("allowBluetoothA2DP: \"always implicitly true and cannot be changed\"")
      ).and(\.explicitA2DPWithPlayback))

  private static let airPlayPage = optionPage(
    "allowAirPlay: only playAndRecord may set it; most others imply it")
  private static let namedAirPlay = Cell(.onSimulator(\.simulatorAcceptsAirPlay, .unspecified))
    .by(Evidence(airPlayPage, option("allowAirPlay")).and(\.simulatorAcceptsAirPlay))
  private static let asWithPlayback = Evidence(
    .ours("the same error as logs show for the category playback"))
  private static let otherAirPlay = Cell(.refused(.unspecified))
    .number(asWithPlayback.and(\.airPlayWithPlayback))

  private static let optionRows: [LegalityRow] = [
    LegalityRow(
      .option(.mixWithOthers), Evidence(option("mixWithOthers"), optionPage("mixWithOthers")),
      [
        implied.by(
          Evidence(
            optionPage("mixWithOthers: set automatically with ambient"),
            .ours(
              "that setting the option is accepted, as github.com/ukasz123/soundpool/issues/44 does"
            ),
            against: option("mixWithOthers: false in other categories"))),
        mixing, yes, mixingRecord, yes,
        inDefaultMode.by(
          Evidence(
            option("mixWithOthers: multiRoute in mode default"),
            against: optionPage("mixWithOthers: does not name a mode"), .tableB1)), unnamedMixing,
      ]),
    LegalityRow(
      .option(.duckOthers), Evidence(option("duckOthers"), optionPage("duckOthers")),
      [
        open(\.ambientDuck).by(.option(\.ambientDuck)), mixing, yes, mixingRecord, yes,
        inDefaultMode,
        unnamedMixing,
      ]),
    LegalityRow(
      .option(.interruptSpokenAudioAndMixWithOthers), since: SystemRelease(9),
      Evidence(
        option("interruptSpokenAudioAndMixWithOthers"),
        optionPage("interruptSpokenAudioAndMixWithOthers")),
      [
        mixing, mixing, yes, mixing.number(passesRecord.and(\.illegalMixing)), yes, inDefaultMode,
        mixing,
      ]),
    LegalityRow(
      .option(.allowBluetoothHFP),
      Evidence(option("allowBluetoothHFP"), optionPage("allowBluetoothHFP")),
      [
        no.number(handsFreeNumber), no.number(handsFreeNumber), no.number(handsFreeNumber), yes,
        yes, Cell(.inDualRoute).by(Evidence(.types("AVAudioSessionModeDualRoute"))), unnamed,
      ]),
    LegalityRow(
      .option(.allowBluetoothA2DP), since: SystemRelease(10),
      Evidence(option("allowBluetoothA2DP")),
      [
        explicitA2DP, explicitA2DP, explicitA2DP, no.number(passesRecord), yes, no, unnamed,
      ]),
    LegalityRow(
      .option(.allowAirPlay), since: SystemRelease(10),
      Evidence(option("allowAirPlay"), optionPage("allowAirPlay")),
      [
        namedAirPlay.number(asWithPlayback.and(\.airPlayWithPlayback)),
        namedAirPlay.number(asWithPlayback.and(\.airPlayWithPlayback)),
        namedAirPlay.number(.option(\.airPlayWithPlayback)), otherAirPlay.by(Evidence(airPlayPage)),
        yes,
        otherAirPlay.by(Evidence(airPlayPage)),
        otherAirPlay.by(
          Evidence(.ours("no source says whether this applies to the deprecated category"))),
      ]),
    LegalityRow(
      .option(.defaultToSpeaker), Evidence(option("defaultToSpeaker"), .answer("QA1754")),
      [
        no, no,
        no.number(Evidence(.log("github.com/baijum/ukulele-companion/issues/319"))), no, yes, no,
        unnamed,
      ]),
    LegalityRow(
      .option(.overrideMutedMicrophoneInterruption), since: SystemRelease(14, 5),
      Evidence(
        option("overrideMutedMicrophoneInterruption: without input \"will result in an error\""),
        optionPage("overrideMutedMicrophoneInterruption")),
      [
        failing, failing, failing,
        open(\.overrideMutedWithoutOutput).by(.option(\.overrideMutedWithoutOutput)), yes, yes,
        failing,
      ]),
    LegalityRow(
      .option(.farFieldInput), since: SystemRelease(26, 2),
      Evidence(option("farFieldInput: otherwise \"will result in an error\"")),
      [
        failing, failing, failing, Cell(.withHFP), Cell(.withHFP), Cell(.inDualRouteWithHFP),
        failing,
      ]),
    LegalityRow(
      .option(.bluetoothHighQualityRecording), since: SystemRelease(26),
      Evidence(option("bluetoothHighQualityRecording: categories with input and output")),
      [no, no, no, no, inDefaultMode, inDefaultMode, no].map {
        $0.number(
          Evidence(
            .ours(
              "the source only says where the option is valid; the option may just as well be ignored"
            )))
      }),
  ]

  private static let handsFreeNumber = Evidence(
    .log("github.com/ryanheise/audio_session/issues/127: -50, with two other options"),
    .log("github.com/ryanheise/audio_session/issues/73: removing the option ended an exception"))

  // MARK: Modes

  private static let modePage = Citation.page(
    "AVAudioSession.Mode: an unsupported mode acts as default")
  private static let illegal = open(\.illegalMode)
  private static let wrong = illegal.number(
    Evidence(
      .ours("the source only says where the option is valid; refused, as in logs about record"),
      against: modePage
    ).and(\.illegalMode))
  private static let wrongWithPlayback = illegal.number(
    Evidence(
      .log(
        "github.com/BonnierNews/react-native-audio-session/issues/1: an error; neither the category nor the number is "
          + "stated"
      ),
      against: modePage
    ).and(\.illegalMode))
  private static let wrongWithRecord = illegal.number(
    Evidence(whisper, against: modePage).and(\.illegalMode))

  private static func mode(_ name: String) -> Citation { .types("AVAudioSessionMode\(name)") }

  private static let modeRows: [LegalityRow] = [
    LegalityRow(
      .mode(.voiceChat), Evidence(mode("VoiceChat"), .tableB2),
      [
        wrong, wrong, wrongWithPlayback, wrongWithRecord, yes, wrong,
        Cell(.ignored)
          .by(
            Evidence(
              .page("Audio Session Modes: voiceChat with audioProcessing acts as default"))),
      ]),
    LegalityRow(
      .mode(.gameChat), Evidence(mode("GameChat"), .tableB2),
      [
        wrong, wrong, wrongWithPlayback, wrong, yes,
        Cell(.ignored)
          .by(Evidence(.page("AVAudioSession.Mode: gameChat with multiRoute acts as default"))),
        wrong,
      ]),
    LegalityRow(
      .mode(.videoChat), Evidence(mode("VideoChat"), .tableB2),
      [
        wrong, wrong, wrongWithPlayback,
        open(\.videoChatWithRecord).by(.option(\.videoChatWithRecord)), yes, wrong, wrong,
      ]),
    LegalityRow(
      .mode(.videoRecording), Evidence(mode("VideoRecording"), .tableB2),
      [wrong, wrong, wrongWithPlayback, yes, yes, wrong, wrong]),
    LegalityRow(
      .mode(.measurement), Evidence(.tableB2, .page("AVAudioSession.Mode.measurement")),
      [wrong, wrong, yes, yes, yes, wrong, wrong]),
    LegalityRow(
      .mode(.moviePlayback), Evidence(mode("MoviePlayback"), .tableB2),
      [wrong, wrong, yes, wrong, wrong, wrong, wrong]),
    LegalityRow(
      .mode(.spokenAudio), since: SystemRelease(9), spokenAnywhere,
      [
        anySpeech, anySpeech, yes.by(Evidence(.tableB2)), anySpeech,
        yes.by(
          Evidence(
            .log("github.com/willowtreeapps/vocable-ios/pull/558"),
            against: .guide("Table B-2: spokenAudio with playback only"))), anySpeech,
        unnamed,
      ]),
    LegalityRow(
      .mode(.voicePrompt), since: SystemRelease(12), Evidence.option(\.speechModesAnywhere),
      [
        anySpeech, anySpeech, yes.by(Evidence(mode("VoicePrompt: prompts of navigation"))),
        anySpeech,
        yes.by(Evidence(.ours("navigation apps use either category"))), anySpeech,
        unnamed,
      ].map { cell in
        let own = Evidence(.ours("the mode is newer than every list of its categories"))
        return cell.evidence == nil ? cell.by(own.and(\.speechModesAnywhere)) : cell
      }),
    LegalityRow(
      .mode(.shortFormVideo), since: SystemRelease(26), Evidence(mode("ShortFormVideo")),
      [wrong, wrong, yes, wrong, wrong, wrong, wrong]),
    LegalityRow(
      .mode(.dualRoute), since: SystemRelease(26, 2), Evidence(mode("DualRoute")),
      [wrong, wrong, wrong, wrong, wrong, Cell(.withHFP), wrong]),
  ]

  private static let anySpeech = open(\.speechModesAnywhere)
  private static let spokenAnywhere = Evidence.option(\.speechModesAnywhere)

  // MARK: Policies and calls

  private static let wrongPolicy = open(\.illegalPolicy).number(.option(\.illegalPolicy))
  private static let wrongOverride = Cell(.refused(.incompatibleCategory))
    .number(.option(\.overrideWithOtherCategory))
  private static let withoutInputExample = Evidence(
    .errors(
      "IncompatibleCategory: \"if the app calls setPreferredInputNumberOfChannels: while in a "
        + "playback-only category\""))
  private static let withoutInput = Cell(.refused(.incompatibleCategory))
    .by(withoutInputExample).number(withoutInputExample)
  private static let withInput = yes.by(Evidence(.ours("no source says that it is refused")))

  private static let otherRows: [LegalityRow] = [
    LegalityRow(
      .longForm, since: SystemRelease(11),
      Evidence(
        .session(
          "setCategory(_:mode:policy:options:): playback, in mode default, moviePlayback or "
            + "spokenAudio, without options")),
      [
        wrongPolicy, wrongPolicy, yes, wrongPolicy, wrongPolicy, wrongPolicy, wrongPolicy,
      ]),
    LegalityRow(
      .speakerOverride,
      Evidence(.session("overrideOutputAudioPort(_:error:): \"only valid\" with playAndRecord")),
      [
        wrongOverride, wrongOverride, wrongOverride, wrongOverride, yes, wrongOverride,
        wrongOverride,
      ]),
    LegalityRow(
      .inputSetter, Evidence(.errors("IncompatibleCategory")),
      [
        withoutInput, withoutInput, withoutInput, withInput, withInput, withInput,
        withoutInput.by(Evidence(.ours("the category does not have input"))),
      ]),
  ]
}
