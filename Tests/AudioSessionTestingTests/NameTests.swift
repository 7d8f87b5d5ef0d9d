import AudioSessionTesting
import Foundation
import Testing

/// Names and numbers against the tables of Apple's headers and reference pages, written out again.
struct NameTests {
  private typealias Session = AVAudioSession

  @Test func `categories have the names of Apple's constants`() {
    let table: [(AVAudioSession.Category, String)] = [
      (.ambient, "Ambient"), (.soloAmbient, "SoloAmbient"), (.playback, "Playback"),
      (.record, "Record"), (.playAndRecord, "PlayAndRecord"), (.multiRoute, "MultiRoute"),
      (.audioProcessing, "AudioProcessing"),
    ]
    for (category, name) in table {
      #expect(category.rawValue == "AVAudioSessionCategory" + name)
    }
  }

  @Test func `modes have the names of Apple's constants`() {
    let table: [(AVAudioSession.Mode, String)] = [
      (.default, "Default"), (.voiceChat, "VoiceChat"), (.gameChat, "GameChat"),
      (.videoRecording, "VideoRecording"), (.measurement, "Measurement"),
      (.moviePlayback, "MoviePlayback"), (.videoChat, "VideoChat"), (.spokenAudio, "SpokenAudio"),
      (.voicePrompt, "VoicePrompt"), (.shortFormVideo, "ShortFormVideo"), (.dualRoute, "DualRoute"),
    ]
    for (mode, name) in table { #expect(mode.rawValue == "AVAudioSessionMode" + name) }
  }

  @Test func `options have Apple's bits`() {
    let table: [(AVAudioSession.CategoryOptions, UInt)] = [
      (.mixWithOthers, 0x1), (.duckOthers, 0x2), (.allowBluetoothHFP, 0x4), (.allowBluetooth, 0x4),
      (.defaultToSpeaker, 0x8), (.interruptSpokenAudioAndMixWithOthers, 0x11),
      (.allowBluetoothA2DP, 0x20), (.allowAirPlay, 0x40),
      (.overrideMutedMicrophoneInterruption, 0x80), (.farFieldInput, 1 << 18),
      (.bluetoothHighQualityRecording, 1 << 19),
    ]
    for (option, bits) in table { #expect(option.rawValue == bits) }
    #expect(Session.SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
    #expect(Session.InterruptionOptions.shouldResume.rawValue == 1)
  }

  @Test func `ports have the strings that were seen in field logs`() {
    let table: [(AVAudioSession.Port, String)] = [
      (.builtInMic, "MicrophoneBuiltIn"), (.headsetMic, "MicrophoneWired"), (.lineIn, "LineIn"),
      (.builtInSpeaker, "Speaker"), (.builtInReceiver, "Receiver"), (.headphones, "Headphones"),
      (.bluetoothA2DP, "BluetoothA2DPOutput"), (.bluetoothHFP, "BluetoothHFP"),
      (.bluetoothLE, "BluetoothLE"), (.usbAudio, "USBAudio"), (.carAudio, "CarAudio"),
    ]
    for (port, string) in table { #expect(port.rawValue == string) }
  }

  @Test func `enumerations have Apple's numbers`() {
    #expect(Session.InterruptionType.allCases.map(\.rawValue) == [0, 1])
    #expect(Session.InterruptionType.began.rawValue == 1)
    #expect(Session.InterruptionReason.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    #expect(Session.InterruptionReason.builtInMicMuted.rawValue == 2)
    #expect(Session.InterruptionReason.routeDisconnected.rawValue == 4)
    #expect(Session.RouteChangeReason.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 6, 7, 8])
    #expect(Session.RouteChangeReason.oldDeviceUnavailable.rawValue == 2)
    #expect(Session.RouteChangeReason.wakeFromSleep.rawValue == 6)
    #expect(Session.RouteChangeReason.routeConfigurationChange.rawValue == 8)
    #expect(Session.SilenceSecondaryAudioHintType.begin.rawValue == 1)
    #expect(Session.SilenceSecondaryAudioHintType.end.rawValue == 0)
    #expect(Session.RouteSharingPolicy.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(Session.RouteSharingPolicy.longFormVideo.rawValue == 3)
    #expect(Session.RouteSharingPolicy.longForm == .longFormAudio)
    #expect(Session.PortOverride.none.rawValue == 0)
    #expect(Session.PortOverride.speaker.rawValue == UInt(characters: "spkr"))
    #expect(Session.RecordPermission.undetermined.rawValue == UInt(characters: "undt"))
    #expect(Session.RecordPermission.denied.rawValue == UInt(characters: "deny"))
    #expect(Session.RecordPermission.granted.rawValue == UInt(characters: "grnt"))
    #expect(Session.DeactivationSource.app.rawValue == 1)
    #expect(Session.DeactivationSource.system.rawValue == 2)
    #expect(Session.ResumptionRecommendation.shouldNotResume.rawValue == 0)
    #expect(Session.ResumptionRecommendation.shouldResume.rawValue == 1)
  }

  @Test func `error codes have Apple's four characters`() {
    let table: [(AVAudioSession.ErrorCode, String)] = [
      (.mediaServicesFailed, "msrv"), (.isBusy, "!act"), (.incompatibleCategory, "!cat"),
      (.cannotInterruptOthers, "!int"), (.missingEntitlement, "ent?"), (.siriIsRecording, "siri"),
      (.cannotStartPlaying, "!pla"), (.cannotStartRecording, "!rec"),
      (.insufficientPriority, "!pri"), (.resourceNotAvailable, "!res"), (.unspecified, "what"),
      (.expiredSession, "!ses"), (.sessionNotActive, "inac"),
    ]
    for (code, characters) in table {
      #expect(code.rawValue == Int(UInt(characters: characters)), "\(code)")
    }
    #expect(Session.ErrorCode.none.rawValue == 0)
    #expect(Session.ErrorCode.badParam.rawValue == -50)
    #expect(Session.ErrorCode.allCases.count == table.count + 2)
  }

  @Test func `notifications have the names of Apple's constants`() {
    let table: [(Notification.Name, String)] = [
      (Session.interruptionNotification, "Interruption"),
      (Session.routeChangeNotification, "RouteChange"),
      (Session.mediaServicesWereLostNotification, "MediaServicesWereLost"),
      (Session.mediaServicesWereResetNotification, "MediaServicesWereReset"),
      (Session.silenceSecondaryAudioHintNotification, "SilenceSecondaryAudioHint"),
      (Session.outputMuteStateChangeNotification, "OutputMuteStateChange"),
      (Session.userIntentToUnmuteOutputNotification, "UserIntentToUnmuteOutput"),
      (Session.availableInputsChangeNotification, "AvailableInputsChange"),
      (Session.didBecomeActiveNotification, "DidBecomeActive"),
      (Session.didBecomeInactiveNotification, "DidBecomeInactive"),
      (Session.resumptionRecommendationNotification, "ResumptionRecommendation"),
    ]
    for (name, middle) in table {
      #expect(name.rawValue == "AVAudioSession\(middle)Notification")
    }
  }

  @Test func `keys are the names of Apple's constants`() {
    let table: [(String, String)] = [
      (AVAudioSessionInterruptionTypeKey, "InterruptionType"),
      (AVAudioSessionInterruptionOptionKey, "InterruptionOption"),
      (AVAudioSessionInterruptionReasonKey, "InterruptionReason"),
      (AVAudioSessionInterruptionWasSuspendedKey, "InterruptionWasSuspended"),
      (AVAudioSessionRouteChangeReasonKey, "RouteChangeReason"),
      (AVAudioSessionRouteChangePreviousRouteKey, "RouteChangePreviousRoute"),
      (AVAudioSessionSilenceSecondaryAudioHintTypeKey, "SilenceSecondaryAudioHintType"),
      (Session.muteStateKey, "MuteState"),
      (Session.deactivationContextKey, "DeactivationContext"),
      (Session.resumptionContextKey, "ResumptionContext"),
    ]
    for (key, middle) in table { #expect(key == "AVAudioSession\(middle)Key") }
  }
}

extension UInt {
  /// The number that is these four characters.
  init(characters: String) { self = characters.utf8.reduce(0) { $0 << 8 | UInt($1) } }
}
