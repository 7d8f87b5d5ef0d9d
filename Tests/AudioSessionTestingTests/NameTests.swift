import AudioSessionTesting
import Foundation
import Testing

/// Apple's constants that have their own types in this module, compared with a copy of the reference.
///
/// Source: headers and reference pages. The policy's own types have tests in the policy's module.
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

  @Test func `ports have the strings from field logs`() {
    let table: [(AVAudioSession.Port, String)] = [
      (.builtInMic, "MicrophoneBuiltIn"), (.headsetMic, "MicrophoneWired"), (.lineIn, "LineIn"),
      (.builtInSpeaker, "Speaker"), (.builtInReceiver, "Receiver"), (.headphones, "Headphones"),
      (.bluetoothA2DP, "BluetoothA2DPOutput"), (.bluetoothHFP, "BluetoothHFP"),
      (.bluetoothLE, "BluetoothLE"), (.usbAudio, "USBAudio"), (.carAudio, "CarAudio"),
    ]
    for (port, string) in table { #expect(port.rawValue == string) }
  }

  @Test func `old names have the same meaning as the new ones`() {
    #expect(Session.RouteSharingPolicy.longForm == .longFormAudio)
    #expect(Session.CategoryOptions.allowBluetooth == .allowBluetoothHFP)
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

  @Test func `the delivery order can be named without another import`() {
    let order: DeliveryOrder? = nil
    #expect(order == nil)
  }
}

extension UInt {
  /// The number that consists of these four characters.
  init(characters: String) { self = characters.utf8.reduce(0) { $0 << 8 | UInt($1) } }
}
