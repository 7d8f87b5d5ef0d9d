import AudioSessionTesting
import Foundation
import Testing

/// Observable properties, and hardware properties.
struct PropertyTests {
  let center = NotificationCenter()
  let phone: SimulatedPhone
  var session: AVAudioSession { phone.app.session }

  init() throws {
    phone = try SimulatedPhone(
      system: .iOS27, backgroundModes: .audio, notificationCenter: center, postsMessages: true)
  }

  private final class Seen<Value>: @unchecked Sendable {
    var all: [Value] = []
  }

  @Test func `the volume is observed while the observation is held`() throws {
    let seen = Seen<Float>()
    var observation: NSKeyValueObservation? = session.observeOutputVolume { seen.all.append($0) }
    try phone.setVolume(0.25)
    try phone.setVolume(0.25)
    phone.app.player.play()
    try phone.press(.up)
    #expect(seen.all.first == 0.25 && seen.all.count == 2)
    observation?.invalidate()
    try phone.setVolume(0.75)
    observation = nil
    try phone.setVolume(1)
    #expect(seen.all.count == 2 && observation == nil)
  }

  @Test func `an observation with the initial value is called immediately`() throws {
    let seen = Seen<Float?>()
    let observation = session.observe(\.outputVolume, options: [.initial, .new]) { _, change in
      seen.all.append(change.newValue)
    }
    try phone.setVolume(0.125)
    #expect(seen.all == [0.5, 0.125])
    observation.invalidate()
  }

  @Test func `a suspended app receives the last change when it runs again, a terminated one none`()
    throws
  {
    let seen = Seen<Float?>()
    let observation = session.observe(\.outputVolume, options: [.new, .old]) { _, change in
      seen.all += [change.oldValue, change.newValue]
    }
    try phone.app.suspend()
    try phone.setVolume(0.25)
    try phone.setVolume(0.75)
    #expect(seen.all == [])
    try phone.app.enterForeground()
    #expect(seen.all == [0.5, 0.75])
    try phone.app.terminate()
    try phone.setVolume(0.25)
    try phone.app.launch()
    try phone.setVolume(1)
    #expect(seen.all == [0.5, 0.75])
    observation.invalidate()
  }

  @Test func `every app observes a hardware request immediately`() throws {
    let (rates, durations, gains) = (Seen<Double>(), Seen<Double>(), Seen<Float>())
    let other = Seen<Double>()
    let observations = [
      session.observe(\.sampleRate) { session, _ in rates.all.append(session.sampleRate) },
      session.observe(\.ioBufferDuration) { session, _ in
        durations.all.append(session.ioBufferDuration)
      },
      session.observe(\.inputGain) { session, _ in gains.all.append(session.inputGain) },
      phone.otherApp.session.observe(\.sampleRate) { session, _ in
        other.all.append(session.sampleRate)
      },
    ]
    try session.setCategory(.playAndRecord, options: [])
    try session.setActive(true)
    try session.setPreferredSampleRate(16_000)
    #expect(rates.all == [16_000] && other.all == [16_000])
    let before = durations.all.count
    try session.setPreferredIOBufferDuration(0.032)
    #expect(durations.all.count == before + 1 && durations.all.last == session.ioBufferDuration)
    try session.setInputGain(0.25)
    #expect(gains.all == [0.25])
    observations.forEach { $0.invalidate() }
  }

  @Test func `properties that Apple does not document as observable are never reported`() throws {
    let seen = Seen<Bool>()
    let observation = session.observe(\.isOtherAudioPlaying) { session, _ in
      seen.all.append(session.isOtherAudioPlaying)
    }
    phone.otherApp.player.play()
    #expect(session.isOtherAudioPlaying && seen.all == [])
    observation.invalidate()
  }

  @Test func `hands-free Bluetooth has one channel each way, another rate, and more latency`()
    throws
  {
    let seen = Seen<Int>()
    let observation = session.observe(\.outputNumberOfChannels) { session, _ in
      seen.all.append(session.outputNumberOfChannels)
    }
    try session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
    try session.setActive(true)
    #expect(session.outputNumberOfChannels == 2 && session.inputNumberOfChannels == 1)
    #expect(session.maximumOutputNumberOfChannels == 2)
    let (input, output) = (session.inputLatency, session.outputLatency)
    try phone.connect(.bluetoothHFP)
    #expect(session.outputNumberOfChannels == 1 && session.maximumInputNumberOfChannels == 1)
    #expect(session.inputLatency > input && session.outputLatency > output)
    #expect(seen.all == [1])
    observation.invalidate()
  }

  @Test func `the hardware runs with fewer channels if requested`() throws {
    let seen = Seen<Int>()
    let observation = session.observe(\.outputNumberOfChannels) { session, _ in
      seen.all.append(session.outputNumberOfChannels)
    }
    try session.setCategory(.playback)
    try session.setActive(true)
    try session.setPreferredOutputNumberOfChannels(1)
    #expect(session.outputNumberOfChannels == 1 && session.maximumOutputNumberOfChannels == 2)
    #expect(seen.all == [1])
    observation.invalidate()
  }

  @Test func `an unsupported number of channels is refused`() throws {
    try session.setCategory(.playAndRecord)
    try session.setActive(true)
    try session.setPreferredOutputNumberOfChannels(2)
    try session.setPreferredInputNumberOfChannels(1)
    #expect(session.preferredOutputNumberOfChannels == 2)
    #expect(session.preferredInputNumberOfChannels == 1)
    let error = #expect(throws: NSError.self) { try session.setPreferredInputNumberOfChannels(2) }
    #expect(error?.code == AVAudioSession.ErrorCode.badParam.rawValue)
    #expect(throws: NSError.self) { try session.setPreferredOutputNumberOfChannels(-1) }
    #expect(session.preferredInputNumberOfChannels == 1)
    try session.setCategory(.playback)
    let refusal = #expect(throws: NSError.self) { try session.setPreferredInputNumberOfChannels(0) }
    #expect(refusal?.code == AVAudioSession.ErrorCode.incompatibleCategory.rawValue)
  }

  @Test func `categories with input require a microphone`() throws {
    #expect(session.availableCategories.contains(.record))
    #expect(!session.availableCategories.contains(.audioProcessing))
    let deaf = try SimulatedPhone(hasMicrophone: false, notificationCenter: center)
    #expect(deaf.app.session.availableCategories == [.ambient, .soloAmbient, .playback])
  }

  @Test func `a mode is available from its first version`() throws {
    #expect(session.availableModes.contains(.dualRoute))
    let old = try SimulatedPhone(system: .iOS17, notificationCenter: center)
    let modes = old.app.session.availableModes
    #expect(modes.contains(.spokenAudio) && modes.contains(.default))
    #expect(!modes.contains(.shortFormVideo) && !modes.contains(.dualRoute))
  }

  @Test func `a built-in microphone is chosen through the session or its port`() throws {
    #expect(session.inputDataSources == nil && session.inputDataSource == nil)
    try session.setCategory(.playAndRecord)
    try session.setActive(true)
    let sources = try #require(session.inputDataSources)
    #expect(sources.map(\.dataSourceName) == ["Bottom", "Front", "Back"])
    #expect(session.inputDataSource == sources[0])
    try session.setInputDataSource(sources[1])
    #expect(session.inputDataSource == sources[1])
    let port = try #require(session.currentRoute.inputs.first)
    #expect(port.preferredDataSource == sources[1] && port.selectedDataSource == sources[1])
    try port.setPreferredDataSource(sources[2])
    #expect(session.inputDataSource == sources[2])
    try sources[2].setPreferredPolarPattern(.subcardioid)
    #expect(sources[2].selectedPolarPattern == .subcardioid)
    #expect(sources[1].selectedPolarPattern == .omnidirectional)
    #expect(sources[0].selectedPolarPattern == nil)
    #expect(throws: NSError.self) { try sources[0].setPreferredPolarPattern(.cardioid) }
    try phone.loseMediaServices()
    try phone.resetMediaServices()
    try session.setCategory(.playAndRecord)
    try session.setActive(true)
    #expect(session.inputDataSource == sources[0])
    let made = AVAudioSessionPortDescription(portType: .builtInMic, portName: "", uid: "")
    #expect(made.dataSources == nil)
    #expect(throws: NSError.self) { try made.setPreferredDataSource(nil) }
  }

  @Test func `the gain can be set only for inputs other than Bluetooth`() throws {
    #expect(!session.isInputGainSettable)
    try session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
    try session.setActive(true)
    #expect(session.isInputGainSettable)
    try phone.connect(.bluetoothHFP)
    #expect(!session.isInputGainSettable)
  }

  @Test func `the prompt style is observed when the policy changes it`() throws {
    let seen = Seen<AVAudioSession.PromptStyle>()
    let observation = session.observe(\.promptStyle) { session, _ in
      seen.all.append(session.promptStyle)
    }
    try session.setCategory(.playback, mode: .voicePrompt, options: .mixWithOthers)
    try session.setActive(true)
    #expect(session.promptStyle == .normal)
    try phone.summonSiri()
    #expect(seen.all == [session.promptStyle] && session.promptStyle != .normal)
    try phone.dismissSiri()
    #expect(seen.all.last == .normal)
    observation.invalidate()
  }

  @Test func `iOS 27 has separate methods to activate and deactivate, older versions do not`()
    async throws
  {
    #expect(try await session.activate(options: []))
    #expect(phone.app.isActive)
    #expect(try await session.deactivate(options: .notifyOthersOnDeactivation))
    #expect(!phone.app.isActive)
    let results = Seen<Bool>()
    session.activate { isActive, error in results.all.append(isActive && error == nil) }
    #expect(results.all == [true])
    try phone.loseMediaServices()
    session.activate { isActive, error in
      results.all.append(!isActive && (error as? NSError)?.domain == "NSOSStatusErrorDomain")
    }
    #expect(results.all == [true, true])
    let old = try SimulatedPhone(system: .iOS26, notificationCenter: center)
    await #expect(throws: RejectedEvent.self) { try await old.app.session.activate() }
    await #expect(throws: RejectedEvent.self) { try await old.app.session.deactivate() }
  }

  @Test @MainActor func `iOS 27 posts typed messages in addition to its notifications`()
    async throws
  {
    let words = Seen<String>()
    let tokens = [
      center.addObserver(of: session, for: AVAudioSession.DidBecomeActiveMessage.self) { _ in
        words.all.append("active")
      },
      center.addObserver(of: session, for: AVAudioSession.DidBecomeInactiveMessage.self) {
        switch $0.deactivationResult {
        case .appDeactivated: words.all.append("inactive by the app")
        case .systemInterruption(let context): words.all.append("inactive by \(context.reason)")
        }
      },
      center.addObserver(of: session, for: AVAudioSession.ResumptionRecommendationMessage.self) {
        words.all.append("\($0.resumptionContext.recommendation)")
      },
    ]
    try session.setActive(true)
    try phone.receiveCall()
    try phone.declineCall()
    try session.setActive(true)
    try session.setActive(false)
    #expect(
      words.all == [
        "active", "inactive by default", "shouldResume", "active", "inactive by the app",
      ])
    for token in tokens { center.removeObserver(token) }
  }

  @Test
  func `settling waits for a message on its way to the main actor`()
    async throws
  {
    let words = Seen<Bool>()
    let token = center.addObserver(of: session, for: AVAudioSession.DidBecomeActiveMessage.self) {
      _ in
      words.all.append(true)
    }
    try await Task.detached { [session] in try session.setActive(true) }.value
    await phone.settle()
    #expect(words.all == [true])
    center.removeObserver(token)
  }

  @Test func `an app that mutes its input records silence, and is notified`() async throws {
    try await phone.runAsCurrent {
      let heard = Seen<Bool>()
      let observation = center.addObserver(
        forName: AVAudioApplication.inputMuteStateChangeNotification, object: nil, queue: nil
      ) { heard.all.append($0.userInfo?[AVAudioApplication.muteStateKey] as? Bool ?? false) }
      #expect(AVAudioApplication.shared.recordPermission == .granted)
      #expect(await AVAudioApplication.requestRecordPermission())
      try session.setCategory(.record)
      phone.app.recorder.record()
      #expect(!phone.app.recorder.recordsSilence)
      try AVAudioApplication.shared.setInputMuted(true)
      try AVAudioApplication.shared.setInputMuted(true)
      #expect(AVAudioApplication.shared.isInputMuted && phone.app.recorder.recordsSilence)
      try phone.app.terminate()
      #expect(!AVAudioApplication.shared.isInputMuted)
      #expect(heard.all == [true])
      center.removeObserver(observation)
    }
  }

  @Test func `a port has the channels of its direction, numbered and named`() throws {
    try session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
    try session.setActive(true)
    let microphone = try #require(session.currentRoute.inputs.first)
    #expect(microphone.channels?.map(\.channelName) == [microphone.portName])
    #expect(microphone.channels?.map(\.channelLabel) == [42])
    #expect(!microphone.hasHardwareVoiceCallProcessing)
    let output = try #require(session.currentRoute.outputs.first)
    let channels = try #require(output.channels)
    #expect(channels.map(\.channelNumber) == [0, 1] && channels.map(\.channelLabel) == [1, 2])
    #expect(channels.map(\.channelName) == ["\(output.portName) 1", "\(output.portName) 2"])
    #expect(channels.allSatisfy { $0.owningPortUID == output.uid })
    #expect(channels[0] != channels[1] && Set(channels + (output.channels ?? [])).count == 2)
    #expect(session.availableInputs?.first?.channels?.count == 1)
    try phone.connect(device: "Car", [.bluetoothHFP])
    let handsFree = try #require(session.currentRoute.outputs.first)
    #expect(handsFree.channels?.count == 1 && handsFree.hasHardwareVoiceCallProcessing)
    let own = AVAudioSessionPortDescription(portType: .headphones, portName: "", uid: "")
    #expect(own.channels == nil)
  }

  @Test
  func `echo is canceled between the built-in microphone and speaker if preferred`()
    throws
  {
    #expect(!session.isEchoCancelledInputAvailable && !session.prefersEchoCancelledInput)
    try session.setPrefersEchoCancelledInput(true)
    #expect(session.prefersEchoCancelledInput)
    try session.setCategory(.playAndRecord, options: .defaultToSpeaker)
    #expect(session.isEchoCancelledInputAvailable && !session.isEchoCancelledInputEnabled)
    try session.setActive(true)
    #expect(session.isEchoCancelledInputEnabled)
    try phone.connect(.headphones)
    #expect(session.isEchoCancelledInputAvailable && !session.isEchoCancelledInputEnabled)
    try phone.disconnect(.headphones)
    try session.setActive(true)
    #expect(session.isEchoCancelledInputEnabled)
    try session.setMode(.voiceChat)
    #expect(!session.isEchoCancelledInputAvailable && !session.isEchoCancelledInputEnabled)
    try session.setMode(.default)
    try session.setPrefersEchoCancelledInput(false)
    #expect(!session.isEchoCancelledInputEnabled)
  }

  @Test func `echo-canceled input requires iOS 18.2, and the simulator does not have it`() throws {
    for (system, platform) in [(OSVersion.iOS17, Platform.iPhone), (.iOS26, .simulator)] {
      let phone = try SimulatedPhone(
        system: system, platform: platform, notificationCenter: NotificationCenter())
      let session = phone.app.session
      try session.setCategory(.playAndRecord, options: .defaultToSpeaker)
      #expect(!session.isEchoCancelledInputAvailable)
      if system == .iOS17 {
        #expect(throws: RejectedEvent.self) { try session.setPrefersEchoCancelledInput(true) }
      } else {
        try session.setPrefersEchoCancelledInput(true)
        try session.setActive(true)
        #expect(!session.isEchoCancelledInputEnabled)
      }
    }
  }

  @Test func `settings without an effect are stored, and lost with the process`() throws {
    #expect(!session.supportsMultichannelContent)
    #expect(session.preferredInputOrientation == .none && session.inputOrientation == .none)
    try session.setSupportsMultichannelContent(true)
    try session.setPreferredInputOrientation(.landscapeLeft)
    #expect(session.supportsMultichannelContent)
    #expect(session.preferredInputOrientation == .landscapeLeft)
    #expect(session.preferredInputOrientation.rawValue == 4 && session.inputOrientation == .none)
    #expect(!phone.otherApp.session.supportsMultichannelContent)
    try phone.app.terminate()
    try phone.app.launch()
    #expect(!session.supportsMultichannelContent)
    try session.setOutputDataSource(nil)
    try session.setCategory(.playAndRecord, options: [])
    try session.setActive(true)
    let microphone = try #require(session.inputDataSources?.first)
    #expect(throws: NSError.self) { try session.setOutputDataSource(microphone) }
  }
}
