import AudioSession
import Testing

/// Based on the reference of the values in notifications and properties.
@Suite struct EnumerationConstantsTests {
  @Test func `reasons of route changes have Apple's numbers, and 5 is unused`() {
    let reasons: [(RouteChangeReason, UInt)] = [
      (.unknown, 0), (.newDeviceAvailable, 1), (.oldDeviceUnavailable, 2), (.categoryChange, 3),
      (.override, 4), (.wakeFromSleep, 6), (.noSuitableRouteForCategory, 7),
      (.routeConfigurationChange, 8),
    ]
    for (reason, raw) in reasons { #expect(reason.rawValue == raw) }
    #expect(reasons.map(\.0) == RouteChangeReason.allCases)
    #expect(RouteChangeReason(rawValue: 5) == nil)
  }

  @Test func `began is 1 and ended is 0`() {
    #expect(InterruptionType.ended.rawValue == 0)
    #expect(InterruptionType.began.rawValue == 1)
    #expect(InterruptionOptions.shouldResume.rawValue == 1)
    #expect(LegacyInterruptionType.shouldResume.rawValue == Self.packed("irsm"))
    #expect(LegacyInterruptionType.shouldNotResume.rawValue == Self.packed("!rsm"))
  }

  @Test func `reasons of interruptions have Apple's numbers`() {
    let reasons: [(InterruptionReason, UInt)] = [
      (.default, 0), (.appWasSuspended, 1), (.builtInMicMuted, 2), (.sceneWasBackgrounded, 3),
      (.routeDisconnected, 4), (.deviceUnauthenticated, 5),
    ]
    for (reason, raw) in reasons { #expect(reason.rawValue == raw) }
    #expect(reasons.map(\.0) == InterruptionReason.allCases)
    #expect(InterruptionReason.default.name == "default")
  }

  @Test func `the type of a hint is 1 when it begins and 0 when it ends`() {
    #expect(SecondaryAudioHintType.end.rawValue == 0)
    #expect(SecondaryAudioHintType.begin.rawValue == 1)
  }

  @Test func `constants introduced in iOS 27 have Apple's numbers`() {
    #expect(DeactivationSource.app.rawValue == 1)
    #expect(DeactivationSource.system.rawValue == 2)
    #expect(ResumptionRecommendation.shouldNotResume.rawValue == 0)
    #expect(ResumptionRecommendation.shouldResume.rawValue == 1)
    #expect(DeactivationOptions.notifyOthersOnDeactivation.rawValue == 1)
    #expect(SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
  }

  @Test func `four-character constants have those four characters`() {
    #expect(PortOverride.none.rawValue == 0)
    #expect(PortOverride.speaker.rawValue == 1_936_747_378)
    let codes: [(UInt, String)] = [
      (PortOverride.speaker.rawValue, "spkr"),
      (RecordPermission.undetermined.rawValue, "undt"),
      (RecordPermission.denied.rawValue, "deny"),
      (RecordPermission.granted.rawValue, "grnt"),
      (MicrophoneInjectionPermission.serviceDisabled.rawValue, "srds"),
      (MicrophoneInjectionPermission.undetermined.rawValue, "undt"),
      (MicrophoneInjectionPermission.denied.rawValue, "deny"),
      (MicrophoneInjectionPermission.granted.rawValue, "grnt"),
      (PromptStyle.none.rawValue, "none"),
      (PromptStyle.short.rawValue, "shrt"),
      (PromptStyle.normal.rawValue, "nrml"),
    ]
    for (raw, characters) in codes {
      #expect(raw == UInt(Self.packed(characters)), "\(characters)")
      #expect(FourCharacterCode(rawValue: UInt32(raw)).description == characters)
    }
  }

  @Test func `hardware preferences have Apple's numbers`() {
    let modes: [RenderingMode] = [
      .notApplicable, .monoStereo, .surround, .spatialAudio, .dolbyAudio, .dolbyAtmos,
    ]
    #expect(modes.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    #expect(modes == RenderingMode.allCases)
    let orientations: [StereoOrientation] = [
      .none, .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft,
    ]
    #expect(orientations.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(orientations == StereoOrientation.allCases)
    #expect([IOType.notSpecified, .aggregated].map(\.rawValue) == [0, 1])
    #expect([MicrophoneInjectionMode.none, .spokenAudio].map(\.rawValue) == [0, 1])
  }

  private static func packed(_ characters: String) -> UInt32 {
    characters.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  }
}
