import AudioSession
import AudioSessionTesting
import Foundation
import Testing

/// The values that an app reads, its actions, and the events that a test can cause.
struct PhoneTests {
  let phone: SimulatedPhone
  var session: AVAudioSession { phone.app.session }

  init() throws {
    phone = try SimulatedPhone(
      backgroundModes: .audio, recordPermission: .undetermined,
      notificationCenter: NotificationCenter())
  }

  @Test func `an app of another phone cannot host a call`() async {
    await #expect(processExitsWith: .failure) {
      let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
      let other = try SimulatedPhone(notificationCenter: NotificationCenter())
      try phone.receiveCall(hostedBy: other.app)
    }
  }

  @Test func `every process starts with solo ambient`() {
    #expect(session.category == .soloAmbient)
    #expect(session.mode == .default)
    #expect(session.categoryOptions == [])
    #expect(session.routeSharingPolicy == .default)
    #expect(!phone.app.isActive)
  }

  @Test func `playing activates the session, whatever its category`() {
    phone.otherApp.player.play()
    #expect(phone.app.player.play())
    #expect(phone.app.isActive)
    #expect(!phone.otherApp.player.isPlaying)
  }

  @Test func `options are read with those that they imply`() throws {
    try session.setCategory(.playback, options: .duckOthers)
    #expect(session.categoryOptions == [.duckOthers, .mixWithOthers])
    try session.setCategory(.playback, mode: .moviePlayback, policy: .longFormVideo)
    #expect(session.categoryOptions == [])
    #expect(session.mode == .moviePlayback)
    #expect(session.routeSharingPolicy == .longFormVideo)
  }

  @Test func `ducking lasts as long as the ducking session is active`() throws {
    phone.app.player.play()
    let loud = phone.app.gain
    let guide = phone.otherApp
    try guide.session.setCategory(.playback, options: .duckOthers)
    guide.player.play()
    #expect(phone.app.isDucked)
    #expect(phone.app.gain < loud)
    guide.player.stop()
    #expect(phone.app.isDucked)
    try guide.session.setActive(false)
    #expect(phone.app.gain == loud)
  }

  @Test func `the silent switch silences solo ambient but not playback`() throws {
    phone.app.player.play()
    try phone.setSilentMode(true)
    #expect(phone.isSilentModeOn)
    #expect(!phone.app.isAudible)
    try session.setCategory(.playback)
    #expect(phone.app.isAudible)
  }

  @Test func `locking ends solo ambient, and playback continues`() throws {
    phone.app.player.play()
    try phone.lock()
    #expect(!phone.app.isAudible && phone.app.lifecycle == .background)
    phone.advance(by: 6)
    try phone.unlock()
    #expect(!phone.app.isAudible && phone.app.lifecycle == .foreground)
    try session.setCategory(.playback)
    phone.app.player.play()
    try phone.lock()
    #expect(phone.app.isAudible && phone.app.lifecycle == .background)
  }

  @Test func `only apps with background audio continue in the background`() throws {
    try session.setCategory(.playback)
    phone.app.player.play()
    try phone.app.enterBackground()
    #expect(phone.app.lifecycle == .background)
    #expect(phone.app.isAudible)
    try phone.app.enterForeground()
    try session.setCategory(.ambient)
    try phone.app.enterBackground()
    #expect(phone.app.lifecycle == .background)
    #expect(!phone.app.isAudible && phone.app.isActive)
    phone.advance(by: 6)
    #expect(phone.app.lifecycle == .suspended && !phone.app.player.isPlaying)
  }

  @Test func `an input can be chosen from the available ones`() throws {
    #expect(session.isInputAvailable)
    #expect(session.availableInputs == nil)
    try session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
    try session.setActive(true)
    try phone.connect(.bluetoothHFP, named: "Car kit")
    #expect(session.availableInputs?.map(\.portType) == [.bluetoothHFP, .builtInMic])
    #expect(session.availableInputs?.first?.portName == "Car kit")
    #expect(throws: RejectedEvent.cannotConnect(.bluetoothHFP)) {
      try phone.connect(.bluetoothHFP, named: "Another")
    }
    #expect(session.availableInputs?.first?.portName == "Car kit")
    #expect(session.currentRoute.inputs.map(\.portType) == [.bluetoothHFP])
    let mine = session.availableInputs?.first { $0.portType == .builtInMic }
    try session.setPreferredInput(mine)
    #expect(session.preferredInput == mine)
    #expect(session.currentRoute.inputs.map(\.portType) == [.builtInMic])
    try session.setPreferredInput(nil)
    #expect(session.preferredInput == nil)
  }

  @Test func `the chosen one of two devices of a kind is used`() throws {
    try session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
    try session.setActive(true)
    try phone.connect(device: "earphones", [.bluetoothHFP])
    try phone.connect(device: "car", [.bluetoothHFP])
    #expect(session.availableInputs?.map(\.portName) == ["car", "earphones", "iPhone Microphone"])
    let earphones = session.availableInputs?.first { $0.portName == "earphones" }
    try session.setPreferredInput(earphones)
    #expect(session.preferredInput == earphones)
    #expect(session.currentRoute.inputs == [earphones])
    #expect(session.currentRoute.outputs.map(\.portName) == ["earphones"])
    try phone.disconnect(device: "earphones")
    #expect(session.preferredInput == nil)
    #expect(session.currentRoute.inputs.map(\.portName) == ["car"])
  }

  @Test func `the speaker override lasts until the route changes`() throws {
    try session.setCategory(.playAndRecord)
    try session.setActive(true)
    #expect(session.currentRoute.outputs.map(\.portType) == [.builtInReceiver])
    try session.overrideOutputAudioPort(.speaker)
    #expect(session.currentRoute.outputs.map(\.portType) == [.builtInSpeaker])
    try phone.connect(.headphones)
    try phone.disconnect(.headphones)
    #expect(session.currentRoute.outputs.map(\.portType) == [.builtInReceiver])
  }

  @Test func `the user sets the volume`() throws {
    try phone.setVolume(0.75)
    #expect(session.outputVolume == 0.75)
    phone.app.player.play()
    try phone.press(.down)
    #expect(session.outputVolume < 0.75)
  }

  @Test func `other audio is reported, the hint only for audio that does not mix`() throws {
    let other = phone.otherApp
    try other.session.setCategory(.ambient)
    other.player.play()
    #expect(session.isOtherAudioPlaying)
    #expect(!session.secondaryAudioShouldBeSilencedHint)
    try other.session.setCategory(.playback)
    #expect(session.secondaryAudioShouldBeSilencedHint)
  }

  @Test func `hardware preferences apply, within limits, while the app has the route`() throws {
    #expect(session.sampleRate == 48_000)
    try session.setPreferredSampleRate(44_100)
    try session.setPreferredIOBufferDuration(0.01)
    #expect(session.preferredSampleRate == 44_100)
    #expect(session.preferredIOBufferDuration == 0.01)
    #expect(session.sampleRate == 48_000)
    try session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
    try session.setActive(true)
    #expect(session.sampleRate == 44_100)
    #expect(session.ioBufferDuration == 441.0 / 44_100)
    try phone.connect(.bluetoothHFP)
    #expect(session.sampleRate == 16_000)
    try session.setPreferredIOBufferDuration(10)
    #expect(session.ioBufferDuration == 4_096.0 / 16_000)
    try phone.disconnect(.bluetoothHFP)
    try session.setPreferredSampleRate(1_000_000)
    #expect(session.sampleRate == 48_000)
    try phone.otherApp.session.setActive(true)
    #expect(session.ioBufferDuration == 1_024.0 / 48_000)
  }

  @Test func `preferences end with the media services and with the process`() throws {
    try session.setPreferredSampleRate(44_100)
    try session.setAllowHapticsAndSystemSoundsDuringRecording(true)
    try session.setPrefersNoInterruptionsFromSystemAlerts(true)
    try session.setPrefersInterruptionOnRouteDisconnect(true)
    #expect(session.allowHapticsAndSystemSoundsDuringRecording)
    #expect(session.prefersNoInterruptionsFromSystemAlerts)
    #expect(session.prefersInterruptionOnRouteDisconnect)
    try phone.loseMediaServices()
    try phone.resetMediaServices()
    #expect(session.preferredSampleRate == 0)
    #expect(!session.allowHapticsAndSystemSoundsDuringRecording)
    #expect(!session.prefersNoInterruptionsFromSystemAlerts)
    try session.setPreferredSampleRate(44_100)
    try phone.app.terminate()
    try phone.app.launch()
    #expect(session.preferredSampleRate == 0)
  }

  @Test func `an app that ignores an unplugged output is caught playing on the speaker`() throws {
    try session.setCategory(.playback)
    try phone.connect(.headphones)
    #expect(phone.app.player.kind == .own)
    phone.app.player.play()
    try phone.disconnect(.headphones)
    #expect(phone.app.player.isPlaying)
    try phone.connect(.headphones)
    phone.app.player.kind = .system
    try phone.disconnect(.headphones)
    #expect(!phone.app.player.isPlaying)
    #expect(phone.otherApp.player.kind == .own)
  }

  @Test func `two devices with the same profiles are distinguished by name and identifier`() throws
  {
    try session.setCategory(.playback)
    try session.setActive(true)
    try phone.connect(device: "Earphones", [.bluetoothA2DP, .bluetoothHFP])
    let first = try #require(session.currentRoute.outputs.first)
    try phone.connect(device: "Car", [.bluetoothA2DP, .bluetoothHFP])
    let second = try #require(session.currentRoute.outputs.first)
    #expect(first.portType == .bluetoothA2DP && second.portType == .bluetoothA2DP)
    #expect([first.portName, second.portName] == ["Earphones", "Car"])
    #expect(first != second && first.uid != second.uid)
    try session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
    #expect(session.availableInputs?.first == session.currentRoute.inputs.first)
    try session.setCategory(.playback)
    try phone.disconnect(device: "Car")
    #expect(session.currentRoute.outputs == [first])
    #expect(throws: RejectedEvent.deviceNotConnected("Car")) { try phone.disconnect(device: "Car") }
  }

  @Test func `the preference for interruptions by an unplugged output defaults to true`() throws {
    #expect(session.prefersInterruptionOnRouteDisconnect)
    try session.setPrefersInterruptionOnRouteDisconnect(false)
    #expect(!session.prefersInterruptionOnRouteDisconnect)
  }

  @Test func `an engine that stops at a format change posts the player as the object`()
    throws
  {
    let changes = Answers()
    let observer = phone.app.notificationCenter.addObserver(
      forName: .AVAudioEngineConfigurationChange, object: phone.app.player, queue: nil
    ) { _ in changes.all.append(true) }
    defer { phone.app.notificationCenter.removeObserver(observer) }
    try session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
    phone.app.player.kind = .engine
    phone.app.player.play()
    try phone.connect(device: "Car", [.bluetoothHFP])
    #expect(!phone.app.player.isPlaying && phone.app.isActive)
    #expect(changes.all == [true])
  }

  @Test func `the user is asked once, and all requests are answered`() throws {
    let answers = Answers()
    session.requestRecordPermission { answers.all.append($0) }
    session.requestRecordPermission { answers.all.append($0) }
    #expect(session.recordPermission == .undetermined)
    #expect(phone.app.isAskingForRecordPermission)
    #expect(answers.all == [])
    try phone.app.setRecordPermission(.granted)
    #expect(session.recordPermission == .granted)
    #expect(!phone.app.isAskingForRecordPermission)
    #expect(answers.all == [true, true])
    try phone.app.setRecordPermission(.denied)
    #expect(phone.app.lifecycle == .terminated)
    try phone.app.launch()
    session.requestRecordPermission { answers.all.append($0) }
    #expect(answers.all == [true, true, false])
  }

  @Test func `recording without permission yields silence`() throws {
    try session.setCategory(.record)
    #expect(phone.app.recorder.record())
    #expect(phone.app.recorder.isRecording)
    #expect(phone.app.recorder.recordsSilence)
    try phone.app.setRecordPermission(.granted)
    #expect(!phone.app.recorder.recordsSilence)
    phone.app.recorder.pause()
    #expect(!phone.app.recorder.isRecording)
    #expect(phone.app.isActive)
  }

  @Test func `remote commands reach the playing app`() throws {
    let commands = Commands()
    try phone.app.handleRemoteCommands([.play, .pause]) { commands.all.append($0) }
    try session.setCategory(.playback)
    try phone.send(.pause)
    #expect(commands.all == [])
    phone.app.player.play()
    try phone.send(.pause)
    try phone.send(.togglePlayPause)
    try phone.send(.next)
    #expect(commands.all == [.pause, .pause])
  }

  @Test func `a banner does not interrupt an app that opted out until it is answered`() throws {
    try phone.setCallStyle(.banner)
    #expect(phone.callStyle == .banner)
    try session.setPrefersNoInterruptionsFromSystemAlerts(true)
    phone.app.player.play()
    try phone.receiveCall()
    #expect(!phone.app.isInterrupted)
    try phone.answerCall()
    #expect(phone.app.isInterrupted)
  }

  @Test func `an app is released when its interruption ends, whatever the source`() throws {
    let spells: [(String, () throws -> Void, () throws -> Void)] = [
      ("alarm", phone.ringAlarm, { try phone.dismissAlarm() }),
      ("timer", phone.ringTimer, { try phone.dismissTimer() }),
      ("Siri", phone.summonSiri, { try phone.dismissSiri() }),
      ("emergency", phone.beginEmergencyAlert, { try phone.endEmergencyAlert() }),
      ("call", { try phone.receiveCall() }, { try phone.declineCall() }),
    ]
    for (name, begin, end) in spells {
      phone.app.player.play()
      try begin()
      #expect(phone.app.isInterrupted && !phone.app.player.isPlaying, "\(name)")
      try end()
      #expect(!phone.app.isInterrupted && !phone.app.isActive, "\(name)")
    }
  }

  @Test func `a call on hold keeps other apps interrupted`() throws {
    phone.app.player.play()
    try phone.receiveCall()
    try phone.answerCall()
    try phone.holdCall()
    #expect(phone.app.isInterrupted)
    try phone.resumeCall()
    try phone.endCall()
    #expect(!phone.app.isInterrupted)
  }

  @Test func `Siri can start another app`() throws {
    phone.app.player.play()
    try phone.summonSiri()
    try phone.dismissSiri(startingPlaybackIn: phone.otherApp)
    #expect(phone.otherApp.isAudible)
    #expect(!phone.app.player.isPlaying)
  }

  @Test func `a notification's tone interrupts if the policy says so`() throws {
    let policy = AudioPolicy.standard.with(\.notificationTone, .interrupt)
    let center = NotificationCenter()
    let phone = try SimulatedPhone(policy: policy, notificationCenter: center)
    phone.app.player.play()
    let heard = Heard(center)
    try phone.deliverNotification(from: phone.otherApp)
    #expect(heard.words == [], "notifications are denied until the user grants them")
    try phone.otherApp.setNotificationSettings(.granted)
    try phone.otherApp.setFrontPresentation(.sound)
    try phone.deliverNotification(from: phone.otherApp)
    #expect(heard.words == ["began 0", "ended 1"])
  }

  @Test func `waking the phone from sleep posts a route change`() throws {
    let center = NotificationCenter()
    let phone = try SimulatedPhone(notificationCenter: center)
    let heard = Heard(center)
    try phone.wakeFromSleep()
    #expect(heard.words == ["route 6"])
  }

  @Test func `a policy and a version can be chosen`() throws {
    let policy = AudioPolicy.standard.with(\.legacyOn27, .no)
    let center = NotificationCenter()
    let heard = Heard(center)
    let phone = try SimulatedPhone(system: .iOS27, policy: policy, notificationCenter: center)
    try phone.app.session.setActive(true)
    try phone.receiveCall()
    #expect(heard.words == ["DidBecomeActive", "DidBecomeInactive"])
    #expect(phone.snapshot.system == .iOS27)
    #expect(phone.app.name == "app" && phone.otherApp.name == "other")
  }
}

private final class Answers: @unchecked Sendable {
  var all: [Bool] = []
}

private final class Commands: @unchecked Sendable {
  var all: [RemoteCommand] = []
}
